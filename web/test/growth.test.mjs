// Both memories grow in the middle of one call, in every browser: the answer is whole, and so is the next one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { browserNames } from './browsers.mjs';
import { defaults, fallback, lines, live, start } from './playground.mjs';

const probed = `<!doctype html><html lang="en"><meta charset="utf-8"><title>growth</title><body>
<script src="/probe.js"></script><script type="module" src="/lease-playground.js"></script>
<lease-playground lesson="renew" load="eager">${fallback}</lease-playground>`;

/** Runs in the page: takes SQLite's free memory, piece by piece, until it grows or a number of pieces is taken; how many. */
const fill = (most) => {
  const { memory, exports } = probe.databases[0];
  const size = memory.buffer.byteLength;
  let pieces = 0;
  while (pieces < most) {
    if (exports.sqlite3_malloc(32 * 1024) === 0) throw new Error('SQLite is out of memory');
    if (memory.buffer.byteLength !== size) break;
    pieces++;
  }
  return pieces;
};

/** Runs in the page: a program with a long token, by how much lesson.wasm's memory grew and how large SQLite's is then. */
const run = (steps) => {
  const element = window.document.querySelector('lease-playground');
  const token = '\u{1f9ed}é'.repeat(16_000); // 96,000 bytes
  const [lesson] = probe.bytes();
  element.program = { lesson: 'renew', row: { id: 41, token, expiry: 10 }, steps: Array(steps).fill({ op: 'stored', label: 'stored' }) };
  const { outcome } = element;
  const [lessonAfter, sqliteAfter] = probe.bytes();
  return {
    lesson: lessonAfter - lesson,
    sqlite: sqliteAfter,
    right: outcome.steps.filter((step) => step.line === 'stored: 10' && step.rows.length === 1 && step.rows[0].token === token).length,
  };
};

for (const name of browserNames) {
  test(name, async (t) => {
    const { view, open, clean } = await start(t, name, { '/': probed });
    await open('/');
    const pieces = await view.evaluate(fill, 10_000);
    assert.ok(pieces > 10, `${pieces} pieces were free`);

    await open('/'); // another engine, which has as many
    const before = await view.evaluate(() => probe.bytes());
    // A few are left, for the figures: they come when they come, and ask the engine too.
    assert.equal(await view.evaluate(fill, pieces - 4), pieces - 4);
    const steps = 60;
    const grown = await view.evaluate(run, steps);
    assert.equal(grown.right, steps);
    assert.ok(grown.lesson > 0, 'the memory of lesson.wasm did not grow');
    // By that call, or by a figure's just before it.
    assert.ok(grown.sqlite > before[1], 'the memory of sqlite3.wasm did not grow');

    await view.evaluate(() => { window.document.querySelector('lease-playground').shadowRoot.querySelector('.buttons button:nth-child(3)').click(); });
    assert.deepEqual(await lines(view), defaults);
    assert.equal(await live(view), 'live');
    assert.deepEqual(await view.evaluate(() => [...probe.files]), []);
    await clean();
  });
}
