// Checks what the renew page weighs against its budgets: node scripts/lib/sizes.mjs DIST. kB are 1000 bytes, brotli.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const kB = 1000;

/** The files of a folder and below, as paths from it, without their compressed copies. */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.path, entry.name)).replaceAll(sep, '/'));
}

/**
 * The page and every file that it can load: what it, or a file it loads, mentions by name. Other pages and plain texts
 * are links, not loads. A file that is loaded only in some case counts too: the figure is never below the truth.
 */
function reached(folder, page) {
  const others = filesOf(folder).filter((file) => !/\.(html|txt)$/.test(file));
  const queue = [page];
  for (const file of queue) {
    if (/\.(wasm|png|ico)$/.test(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    for (const other of others) {
      if (!queue.includes(other) && text.includes(other.split('/').at(-1))) queue.push(other);
    }
  }
  return queue;
}

function main(folder) {
  const page = ['renew/index.html', 'renew.html'].find((path) => existsSync(join(folder, path)));
  if (!page) throw new Error(`${folder} has no renew page`);
  // The build says how much of a file is SQLite's own code, as that alone compresses.
  const built = new Map(JSON.parse(readFileSync(join(folder, 'sizes.json'), 'utf8')).map((size) => [size.path, size]));
  // The page names all scripts that its first live output takes; web/test/site.test.mjs holds it to that.
  const named = readFileSync(join(folder, page), 'utf8');
  const files = reached(folder, page).flatMap((path) => {
    const compressed = join(folder, `${path}.br`);
    if (!existsSync(compressed)) throw new Error(`${path} has no .br beside it`);
    const bytes = statSync(compressed).size;
    const { sqlite } = built.get(path) ?? {};
    if (!Number.isInteger(sqlite)) throw new Error(`sizes.json does not have ${path}`);
    const late = path !== page && !path.endsWith('.wasm') && !named.includes(path);
    const part = /^lesson\b.*\.wasm$/.test(path.split('/').at(-1)) ? 'lesson.wasm' : 'ours';
    return [{ path, late, part, bytes: bytes - sqlite }, { path, late, part: 'SQLite', bytes: sqlite }].filter((one) => one.bytes !== 0);
  });
  for (const { path, part, late, bytes } of files) {
    console.log(`${String(bytes).padStart(9)}  ${part.padEnd(11)}  ${path}${late ? '  (after the first output)' : ''}`);
  }
  for (const part of ['lesson.wasm', 'SQLite', 'ours']) {
    if (!files.some((file) => file.part === part)) throw new Error(`no file of ${part} found on ${page}`);
  }

  const sum = (keep) => files.filter(keep).reduce((total, { bytes }) => total + bytes, 0);
  const figures = [
    ['lesson.wasm', sum((file) => file.part === 'lesson.wasm'), 490 * kB],
    ['our JavaScript, CSS and HTML on the renew page', sum((file) => file.part === 'ours'), 30 * kB],
    ['whole renew page to the first live output', sum((file) => !file.late), 910 * kB],
  ];
  for (const [what, bytes, budget] of figures) {
    const over = bytes > budget;
    console.log(`${over ? 'OVER' : 'ok  '}  ${what}: ${(bytes / kB).toFixed(1)} kB of ${budget / kB} kB`);
    if (over) process.exitCode = 1;
  }
}

try {
  main(process.argv[2]);
} catch (error) {
  console.error(`sizes: ${error.message}`);
  process.exitCode = 1;
}
