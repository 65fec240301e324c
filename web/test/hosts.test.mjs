// Hosts that are hard on an element, in every browser: many of them, a page that renders anew, a page that swaps its body.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { browserNames } from './browsers.mjs';
import { defaults, document, fallback, field, lines, live, sameMemories, start } from './playground.mjs';

const source = (name) => readFile(new URL(`./hosts/${name}`, import.meta.url), 'utf8');

/** Ten playgrounds, of which each has inputs of its own. */
const ten = [
  ...[5, 6, 7, 9, 10, 14].map((now) => ['renew', `now="${now}" new-expiry="${now + 10}"`]),
  ['requeue', 'now="100"'], ['contention', ''], ['outbox', ''], ['delivery', 'variant="mark-first" view="compact"'],
].map(([lesson, attributes]) => `<lease-playground lesson="${lesson}" load="eager" ${attributes}>${fallback}</lease-playground>`);

const swapped = (title, body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,">
<script src="/probe.js"></script><script src="/refs.js"></script><script type="module" src="/lease-playground.js"></script><script src="/instant.js"></script>
<body><nav><a href="/one">one</a> <a href="/two">two</a></nav><h1>${title}</h1>${body}`;

/** Every playground that had an outcome, held by none of these references. */
const refs = `
window.refs = [];
document.addEventListener('lease-outcome', ({ target }) => {
  if (!window.refs.some((ref) => ref.deref() === target)) window.refs.push(new WeakRef(target));
});`;

/** Runs in the page: waits for all playgrounds; what each was given and printed. */
const settled = async () => {
  await customElements.whenDefined('lease-playground');
  const elements = [...window.document.querySelectorAll('lease-playground')];
  await Promise.all(elements.map((element) => element.ready));
  return elements.map(({ program, outcome }) => JSON.stringify([program, outcome]));
};

/** Runs in the page: what there is of the engine, and what it has not given back. */
const engine = () => ({
  compiled: probe.compiled, instances: [probe.lessons.length, probe.databases.length], files: [...probe.files], open: [...probe.open.values()],
});
const one = { compiled: 2, instances: [1, 1], files: [], open: [] };

for (const name of browserNames) {
  test(name, async (t) => {
    const { server, view, open, clean } = await start(t, name, {
      '/ten': document(`<script src="/probe.js"></script><script src="/refs.js"></script>${ten.join('')}<script type="module" src="/lease-playground.js?again"></script>`),
      '/refs.js': refs,
      '/rerender': document('<script src="/probe.js"></script><script type="module" src="/rerender.js"></script>'),
      '/rerender.js': await source('rerender.js'),
      '/instant.js': await source('instant.js'),
      '/one': swapped('one', ten[1]),
      '/two': swapped('two', ten[6] + ten[8]),
    });

    await t.test('ten playgrounds, the script twice: one download and one compilation of each file', async () => {
      await open('/ten');
      const there = await view.evaluate(settled);
      assert.equal(new Set(there).size, 10);
      assert.deepEqual(await view.evaluate(engine), one);
      assert.equal(server.requests.filter(({ path }) => path.endsWith('.wasm')).length, 2);
      await clean();
    });

    await t.test('what is done in one of them is seen in no other', async () => {
      const before = await view.evaluate(settled);
      await view.fill(field('now'), '8');
      await view.evaluate(() => {
        const [first, second] = window.document.querySelectorAll('lease-playground');
        first.setAttribute('variant', 'id-only');
        second.program = { lesson: 'renew', row: { id: 41, token: 'mine', expiry: 99 }, steps: [{ op: 'stored', label: 'mine' }] };
      });
      const after = await view.evaluate(settled);
      assert.notEqual(after[0], before[0]);
      assert.match(after[1], /"lines":\["mine: 99"\]/);
      assert.deepEqual(after.slice(2), before.slice(2));
      // Each runs again, all at once: the answers are those that each had alone.
      await view.evaluate(() => Promise.all([...window.document.querySelectorAll('lease-playground')].map((element) => element.run())));
      assert.deepEqual(await view.evaluate(settled), after);
    });

    await t.test('a crash in one is seen in no other, and all of them go on with the new engine', async () => {
      const before = await view.evaluate(settled);
      await view.evaluate(async () => {
        probe.traps = 1;
        await window.document.querySelector('lease-playground').run();
        await Promise.all([...window.document.querySelectorAll('lease-playground')].map((element) => element.run()));
      });
      assert.deepEqual(await view.evaluate(settled), before);
      assert.deepEqual(await view.evaluate(engine), { ...one, instances: [2, 2] });
    });

    await t.test('one that is removed leaves no database, and its elements to the garbage collector', async () => {
      const kept = await view.evaluate(async () => {
        window.document.querySelectorAll('lease-playground').forEach((element, i) => i > 2 && element.remove());
        await window.document.querySelector('lease-playground').run();
        return { files: [...probe.files], open: [...probe.open.values()], made: probe.made > 20 };
      });
      assert.deepEqual(kept, { files: [], open: [], made: true });
      // Only Chromium lets a test collect garbage and count what is left.
      if (name === 'chromium') assert.equal(await count(view), 3);
    });

    await t.test('a host that renders anew with each outcome keeps what the reader typed, and comes to rest', async () => {
      await open('/rerender');
      assert.deepEqual(await lines(view), defaults);
      await view.fill(field('now'), '14');
      await view.fill(field('new_expiry'), '19');
      const now = () => ({
        now: window.document.querySelector('lease-playground').program.steps[0].now,
        typed: window.document.querySelector('lease-playground').shadowRoot.querySelector('#input-now').value,
        line: window.document.querySelector('lease-playground').outcome.lines[0],
        text: window.document.querySelector('pre').textContent.split('\n')[0],
        focus: window.document.querySelector('lease-playground').shadowRoot.activeElement?.id,
      });
      assert.deepEqual(await view.evaluate(now), { now: '14', typed: '14', line: 'renewed: False', text: 'renewed: False', focus: 'input-new_expiry' });
      // Its first rendering, and one for each outcome: at the start and of each text that was typed.
      assert.ok(await view.evaluate(() => host.renders === window.heard.length + 1), 'it renders without an outcome');

      await view.evaluate(() => {
        host.state.now = '9';
        host.render();
      });
      const changed = await view.waitFor((now) => {
        const element = window.document.querySelector('lease-playground');
        return element.program.steps[0].now === now && element.outcome.lines[0];
      }, '9');
      assert.equal(changed, 'renewed: True');
      await view.evaluate(() => {
        host.program = { lesson: 'replay', steps: [{ op: 'stored', label: 'mine' }] };
        host.render();
        host.render();
      });
      assert.deepEqual(await lines(view), ['mine: 0']);
    });

    await t.test('moved about and hidden, it stays what it is', async () => {
      await open('/rerender');
      await view.fill(field('now'), '15');
      const moved = await view.evaluate(() => {
        const element = window.document.querySelector('lease-playground');
        const all = [];
        for (const act of ['move', 'toggle', 'move', 'toggle', 'render']) {
          host[act]();
          all.push([element.state, element.program.steps[0].now, element.shadowRoot.querySelector('#input-now').value, element.outcome.lines[0]].join());
        }
        return [...new Set(all)];
      });
      assert.deepEqual(moved, ['live,15,15,ValueError: clock/extension bounds']);
      await view.fill(field('now'), '8');
      assert.equal((await lines(view))[0], 'renewed: True');
      assert.deepEqual(await view.evaluate(engine), one);
      await clean();
    });

    await t.test('a host that swaps its body: 20 times, and memory is as it was', async () => {
      // DOMParser takes no plain string where Trusted Types are enforced: such a host has another policy.
      const undo = server.override(/\/(one|two)$/, { headers: { 'Content-Security-Policy': '' } });
      await open('/one');
      await view.click('a[href="/two"]');
      await view.waitFor(() => window.swaps === 1 && [...window.document.querySelectorAll('lease-playground')].every(({ state }) => state === 'live'));
      assert.deepEqual(await view.evaluate(() => [location.pathname, window.document.querySelector('lease-playground').outcome.lines[0]]), ['/two', 'expired-lease=kept']);
      const around = (times, runs) => view.evaluate(async (times, runs, settled) => {
        const wait = (0, eval)(`(${settled})`);
        for (let i = 0; i < times; i++) {
          await go(i % 2 ? '/two' : '/one');
          await wait();
          for (const element of window.document.querySelectorAll('lease-playground')) {
            for (let run = 0; run < runs; run++) await element.run();
          }
        }
        return probe.bytes();
      }, times, runs, String(settled));
      // Go collects its garbage only once there is some: by then its memory has taken its size.
      const before = await around(2, 150);
      const heap = name === 'chromium' ? await used(view) : 0;
      sameMemories(await around(20, 1), before);
      assert.deepEqual(await view.evaluate(engine), one);
      // Only Chromium lets a test collect garbage and measure what is left.
      if (name === 'chromium') {
        assert.equal(await count(view), 2);
        const ratio = (await used(view)) / heap;
        assert.ok(ratio < 1.2, `the heap grew ${ratio.toFixed(2)} times`);
      }
      await view.evaluate('history.back()');
      await view.waitFor(() => window.document.title === 'one' && window.document.querySelector('lease-playground').state === 'live');
      assert.equal((await lines(view))[0], 'renewed: True');
      await view.fill(field('now'), '12');
      assert.equal((await lines(view))[0], 'renewed: False');
      assert.equal(await live(view), 'live');
      await clean();
      undo();
    });
  });
}

/** How many of the playgrounds that ever had an outcome are left in Chromium once the garbage is out. */
async function count(view) {
  await used(view);
  return view.evaluate(() => window.refs.filter((ref) => ref.deref()).length);
}

/** Bytes of Chromium's JavaScript heap once the garbage is out. */
async function used({ raw }) {
  const session = await raw.createCDPSession();
  try {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  } finally {
    await session.detach();
  }
}
