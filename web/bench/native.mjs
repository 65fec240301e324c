// Outside the browser, on go-sqlite3, in lesson.wasm under wazero and in CPython: renewals, and each lesson's default program.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { lessons } from '../test/lessons.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const renewPy = fileURLToPath(new URL('peers/renew.py', import.meta.url));
const lessonPy = fileURLToPath(new URL('peers/lesson.py', import.meta.url));

/** "CPython 3.11.2 with SQLite 3.40.1", or undefined where there is no python3. */
async function python() {
  try {
    const { stdout } = await run('python3', ['-c', 'import platform, sqlite3; print(f"CPython {platform.python_version()} with SQLite {sqlite3.sqlite_version}")']);
    return stdout.trim();
  } catch {
    console.error('bench: no python3 with sqlite3 here, so CPython is left out');
    return undefined;
  }
}

/** @param {number} rounds */
export async function measureNative(rounds) {
  const folder = await mkdtemp(join(tmpdir(), 'leaseplay-bench-'));
  try {
    const compiled = {};
    for (const name of ['lesson/renew', 'wasm/engine']) {
      compiled[name] = join(folder, `${name.replace('/', '-')}.test`);
      await run('go', ['test', '-c', '-o', compiled[name], `./${name}`], { cwd: root });
    }
    const command = join(folder, 'leaseplay');
    await run('go', ['build', '-o', command, './cmd/leaseplay'], { cwd: root });
    /** Nanoseconds an operation, of one benchmark. */
    const bench = async (name, which, time) => {
      const args = ['-test.run', '^$', '-test.bench', `^${which.replaceAll('/', '$/^')}$`, '-test.benchtime', time];
      const { stdout } = await run(compiled[name], args, { cwd: join(root, name) });
      const ns = /\s([\d.]+) ns\/op/.exec(stdout);
      if (!ns) throw new Error(`no figure in:\n${stdout}`);
      return Number(ns[1]);
    };
    const inPython = async (where) => Number((await run('python3', [renewPy, where, '20000'])).stdout) * 1e9;
    const withPython = await python();
    const renewals = [
      { name: 'go-sqlite3, memdb', once: () => bench('lesson/renew', 'BenchmarkRenew/memdb', '20000x') },
      { name: 'lesson.wasm under wazero, memdb', once: () => bench('wasm/engine', 'BenchmarkRenewals/memdb', '20000x') },
      ...(withPython ? [{ name: 'CPython’s sqlite3, memdb', once: () => inPython('memdb') }] : []),
      { name: 'go-sqlite3, :memory:', once: () => bench('lesson/renew', 'BenchmarkRenew/memory', '20000x') },
      ...(withPython ? [{ name: 'CPython’s sqlite3, :memory:', once: () => inPython(':memory:') }] : []),
    ];
    const files = [
      { name: 'go-sqlite3', once: () => bench('lesson/renew', 'BenchmarkRenew/file', '2000x') },
      { name: 'lesson.wasm under wazero', once: () => bench('wasm/engine', 'BenchmarkRenewals/file', '2000x') },
      ...(withPython ? [{ name: 'CPython’s sqlite3', once: () => inPython('file') }] : []),
    ];
    const programs = [];
    for (const lesson of lessons) {
      const [program, output] = [join(folder, `${lesson}.py`), join(folder, `${lesson}.txt`)];
      await writeFile(program, (await run(command, ['python', lesson])).stdout);
      await writeFile(output, (await run(command, ['run', lesson])).stdout);
      const pythonLesson = async (synchronous) => Number((await run('python3', [lessonPy, program, output, synchronous, '50'])).stdout) * 1e9;
      programs.push(
        { name: `${lesson}: go-sqlite3`, group: lesson, once: () => bench('wasm/engine', `BenchmarkProgram/${lesson}/native`, '50x') },
        { name: `${lesson}: lesson.wasm under wazero`, group: lesson, once: () => bench('wasm/engine', `BenchmarkProgram/${lesson}/wasm`, '50x') },
        ...(withPython ? [
          { name: `${lesson}: CPython, synchronous = OFF`, group: lesson, once: () => pythonLesson('off') },
          { name: `${lesson}: CPython, as written`, group: lesson, once: () => pythonLesson('as-written') },
        ] : []),
      );
    }
    const measure = async (ways, unit) => {
      const rows = ways.map(({ name, group }) => ({ name, group, values: [] }));
      for (let round = 0; round < rounds; round++) {
        for (let i = 0; i < ways.length; i++) {
          const which = (i + round) % ways.length;
          rows[which].values.push(await ways[which].once() / unit);
        }
      }
      return rows;
    };
    const settings = 'The same SQL, checks and settings as in a tab.';
    const cpython = withPython ? ` ${withPython}.` : ' There was no python3 with sqlite3 here, so CPython is left out.';
    return [
      {
        title: 'A renewal outside the browser, database in memory', unit: 'µs', rows: await measure(renewals, 1e3),
        note: `${settings} The host under wazero opens memdb and not “:memory:”; the others do both.${cpython}`,
      },
      { title: 'A renewal outside the browser, on a file', unit: 'µs', rows: await measure(files, 1e3), note: `${settings} Synchronous is OFF: nothing waits for the disk.` },
      {
        title: 'Each lesson’s default program outside the browser', unit: 'ms', rows: await measure(programs, 1e6),
        note: [
          'A fresh database on a file each time. Times are against the same lesson on go-sqlite3. With us a run has all that the page shows of it: reasons, predicates, statements and rows.',
          `CPython runs what \`leaseplay python LESSON\` writes, which explains nothing: compiled once and run over and over in one process, its output captured and compared. A run defines the functions, makes a temporary folder and a database in it, opens the connections, prints, closes, and removes the folder. As written it waits for the disk (SQLite’s default, synchronous = FULL); with OFF it doesn’t, as with us.${cpython}`,
        ].join('\n\n'),
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
