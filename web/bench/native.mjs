// Outside the browser: renewals on go-sqlite3, in lesson.wasm under wazero and in CPython; whole programs on both engines.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const renewPy = fileURLToPath(new URL('peers/renew.py', import.meta.url));

/** The renewals' benchmark of each way, by name; Python has none where there is no python3. */
async function python() {
  try {
    await run('python3', ['-c', 'import sqlite3']);
    return true;
  } catch {
    console.error('bench: no python3 with sqlite3 here, so CPython is left out');
    return false;
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
      ['go-sqlite3', () => bench('lesson/renew', 'BenchmarkRenew/memory', '20000x')],
      ['lesson.wasm under wazero', () => bench('wasm/engine', 'BenchmarkRenewals/memory', '20000x')],
      ...(withPython ? [['CPython’s sqlite3, :memory:', () => inPython(':memory:')]] : []),
    ];
    const files = [
      ['go-sqlite3', () => bench('lesson/renew', 'BenchmarkRenew/file', '2000x')],
      ['lesson.wasm under wazero', () => bench('wasm/engine', 'BenchmarkRenewals/file', '2000x')],
      ...(withPython ? [['CPython’s sqlite3', () => inPython('file')]] : []),
    ];
    const programs = [
      ['go-sqlite3', () => bench('wasm/engine', 'BenchmarkProgram/renew/native', '100x')],
      ['lesson.wasm under wazero', () => bench('wasm/engine', 'BenchmarkProgram/renew/wasm', '100x')],
    ];
    const measure = async (ways, unit) => {
      const rows = ways.map(([name]) => ({ name, values: [] }));
      for (let round = 0; round < rounds; round++) {
        for (let i = 0; i < ways.length; i++) {
          const which = (i + round) % ways.length;
          rows[which].values.push(await ways[which][1]() / unit);
        }
      }
      return rows;
    };
    return [
      { title: 'A renewal outside the browser, database in memory', unit: 'µs', rows: await measure(renewals, 1e3) },
      { title: 'A renewal outside the browser, on a file', unit: 'µs', note: 'Nothing waits for the disk.', rows: await measure(files, 1e3) },
      { title: 'The default program outside the browser', unit: 'ms', note: 'A fresh database on a file each time, with reasons, statements and rows.', rows: await measure(programs, 1e6) },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
