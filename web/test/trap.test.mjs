// The engine crashes for real, in every browser: a site whose lesson.wasm panics when it is asked to.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { browserNames } from './browsers.mjs';
import { defaults, document, fallback, field, lines, state, start, text, undo } from './playground.mjs';

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaseplay-trap-'));
  const build = ['run', './cmd/leaseplay', 'build', '--wasm-tags', 'leaseplay_test', '--out', join(folder, 'site')];
  await promisify(execFile)('go', build, { cwd: fileURLToPath(new URL('../../', import.meta.url)) });
});
after(() => rm(folder, { recursive: true, force: true }));

// Before a test's own code: the page's engine, the request that makes it panic, and `panics`, how many of the next
// requests are that one instead of what the element asks.
const crash = `
window.panics = 0;
window.panic = new Uint8Array([5, 0, 0, 0, ...new TextEncoder().encode('panic')]);
window.shared = async () => {
  const key = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description.startsWith('leaseplay.engines/'));
  const [{ engine }] = globalThis[key].loads.values();
  return engine;
};
window.arm = async () => {
  const engine = await shared();
  const call = engine.call.bind(engine);
  engine.call = (request) => call(engine.alive && panics-- > 0 ? panic : request);
};`;

/** What the page has of the engine: instances ever made, files compiled, what SQLite left behind. */
const engine = () => ({
  instances: [probe.lessons.length, probe.databases.length], initialized: probe.initialized, compiled: probe.compiled,
  files: [...probe.files], open: [...probe.open.values()],
});
const started = (times) => ({ instances: [times, times], initialized: Array(times).fill(1), compiled: 2, files: [], open: [] });

const answered = (view, values) => view.waitFor((values) =>
  window.document.querySelector('lease-playground').outcome.steps[0].because[2].values === values, values);
const failed = (view) => view.waitFor(() => window.document.querySelector('lease-playground').state === 'failed');
const input = (view) => view.evaluate(() => window.document.querySelector('lease-playground').shadowRoot.querySelector('#input-now').value);
const retry = 'lease-playground >>> [part=problem] > button';

for (const name of browserNames) {
  test(name, async (t) => {
    const { view, open, clean } = await start(t, name, {
      '/': document(`<script src="/probe.js"></script><script src="/crash.js"></script>
        <lease-playground lesson="renew" load="eager">${fallback}</lease-playground>`),
      '/crash.js': crash,
    }, {}, join(folder, 'site'));

    await t.test('a panic is a trap with Go\'s words, after which nothing is asked of that instance', async () => {
      await open('/');
      const told = await view.evaluate(async () => {
        const engine = await shared();
        const asked = () => {
          try {
            return engine.call(panic).length;
          } catch ({ name, code, detail }) {
            return { name, code, detail };
          }
        };
        const [crashed, dead] = [asked(), asked()];
        return { crashed, dead: dead.code, alive: engine.alive };
      });
      assert.deepEqual([told.crashed.name, told.crashed.code, told.dead, told.alive], ['EngineError', 'trap', 'stopped', false]);
      assert.match(told.crashed.detail, /^panic: a test asked for a panic\n/);
      assert.match(told.crashed.detail, /\ngoroutine \d+ \[running\]:/);
    });

    await t.test('the next edit starts it anew, of the modules that are there, and is answered', async () => {
      assert.deepEqual(await view.evaluate(engine), started(1));
      await view.fill(field('now'), '9');
      await answered(view, '10 > 9');
      assert.deepEqual([await state(view), (await lines(view))[0], await input(view)], ['live', 'renewed: True', '9']);
      assert.deepEqual(await view.evaluate(engine), started(2));
      assert.equal(await view.evaluate(async () => (await shared()).alive), true);
    });

    await t.test('a crash over an edit is not seen: a new engine answers it', async () => {
      await view.evaluate('arm()');
      await view.evaluate('panics = 1');
      await view.fill(field('now'), '8');
      await answered(view, '10 > 8');
      assert.deepEqual([await state(view), await text(view, '[part=problem]'), await text(view, '[part=notice]')], ['live', null, null]);
      assert.deepEqual(await view.evaluate(engine), started(3));
    });

    await t.test('one after the other is seen: what was printed and typed stays, and a retry goes on', async () => {
      const printed = await lines(view);
      await view.evaluate('panics = 2');
      await view.fill(field('now'), '7');
      await failed(view);
      assert.match(await text(view, '[part=problem]'), /The engine crashed.*panic: a test asked for a panic/s);
      assert.deepEqual([await lines(view), await input(view)], [printed, '7']);
      assert.equal(await view.evaluate('heard.at(-1)'), 'trap');
      await view.click(retry);
      await answered(view, '10 > 7');
      assert.deepEqual([await state(view), await text(view, '[part=problem]'), await input(view)], ['live', null, '7']);
      assert.deepEqual(await view.evaluate(engine), started(5)); // one more that crashed, and the retry's
      for (let i = 0; i < 3; i++) await view.click(undo);
      assert.deepEqual(await lines(view), defaults);
    });

    await t.test('one that crashes at its start shows the author\'s fallback, and a retry makes it live', async () => {
      await view.evaluate(() => {
        panics = 2;
        const first = window.document.querySelector('lease-playground');
        const second = first.cloneNode(true); // with the fallback, and nothing of what it has become
        first.replaceWith(second);
      });
      await failed(view);
      assert.equal(await view.evaluate(() => window.document.querySelector('pre').checkVisibility()), true);
      assert.match(await text(view, '[part=problem]'), /The engine crashed/);
      await view.click(retry);
      await view.waitFor(() => window.document.querySelector('lease-playground').state === 'live');
      assert.deepEqual(await lines(view), defaults);
      assert.equal(await view.evaluate(() => window.document.querySelector('pre').checkVisibility()), false);
    });

    await t.test('none of it was told the console', clean);
  });
}
