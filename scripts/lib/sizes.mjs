// Checks what the renew page weighs against its budgets: node scripts/lib/sizes.mjs DIST. kB are 1000 bytes, brotli.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const kB = 1000;
const page = 'renew.html';

function main(folder) {
  // What the page loads by itself, as the build says; web/test/site.test.mjs holds it to that. How much of a file is
  // SQLite's own code is in bytes of that code compressed alone.
  const { files: weighed, pages } = JSON.parse(readFileSync(join(folder, 'sizes.json'), 'utf8'));
  const loads = pages[page];
  if (!loads) throw new Error(`sizes.json does not have ${page}`);
  // The page names all scripts that its first live output takes.
  const named = readFileSync(join(folder, page), 'utf8');
  const files = loads.flatMap((path) => {
    const { sqlite } = weighed.find((size) => size.path === path);
    const { size: bytes } = statSync(join(folder, `${path}.br`));
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
    // In two: what a reader waits for, and the figures below the output, which come by themselves once it is there.
    ['our JavaScript, CSS and HTML on the renew page to the first live output', sum((file) => file.part === 'ours' && !file.late), 30 * kB],
    ['our JavaScript of the figures after it', sum((file) => file.part === 'ours' && file.late), 8 * kB],
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
