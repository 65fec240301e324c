// A page that is used for long in Chromium: memory stays flat, nothing stays open, and no edit gets slower.
// LEASEPLAY_EDITS and LEASEPLAY_MOUNTS say how often (3,000 and 100); scripts/endurance has 100,000 and 1,000.
import assert from 'node:assert/strict';
import test from 'node:test';
import { fallback, live, sameMemories, start } from './playground.mjs';

const edits = Number(process.env.LEASEPLAY_EDITS ?? 3000);
const mounts = Number(process.env.LEASEPLAY_MOUNTS ?? 100);
/** Edits that are timed together; so many at the start only warm up. */
const thousand = 1000;
/** How much slower the last thousand edits may be than the first, by their medians. */
const slower = 1.5;
/** Bytes of JavaScript's heap that come and go: caches, compiled code. */
const slack = 1.5e6;

// Runs after probe.js: counts the connections and statements that lesson.wasm has open.
const counter = `
window.handles = { connections: 0, statements: 0, opened: 0 };
const { instantiate } = WebAssembly;
WebAssembly.instantiate = (module, imports) => {
  if (!imports.leaseplay) return instantiate(module, imports);
  const { sqlite3, leaseplay } = imports;
  const counted = (from, name, change) => ({ [name]: (...args) => { const rc = from[name](...args); change(rc, args); return rc; } });
  return instantiate(module, {
    ...imports,
    sqlite3: {
      ...sqlite3,
      ...counted(sqlite3, 'sqlite3_close_v2', (rc) => { if (rc === 0) handles.connections--; }),
      ...counted(sqlite3, 'sqlite3_finalize', () => handles.statements--),
    },
    leaseplay: {
      ...leaseplay,
      ...counted(leaseplay, 'sqlite3_open_v2', () => { handles.connections++; handles.opened++; }),
      ...counted(leaseplay, 'sqlite3_prepare_v3', (rc) => { if (rc === 0) handles.statements++; }),
    },
  });
};
`;

const bare = `<!doctype html><html lang="en"><meta charset="utf-8"><title>endurance</title><body>
<script src="/probe.js"></script><script src="/counter.js"></script><script type="module" src="/lease-playground.js"></script>
<lease-playground lesson="renew" load="eager">${fallback}</lease-playground>`;

/** Runs in the page: types into the fields in turn; milliseconds of each edit. */
const type = async (n) => {
  const element = window.document.querySelector('lease-playground');
  const input = (name) => element.shadowRoot.querySelector(`#input-${name}`);
  const write = (name, value) => {
    const field = input(name);
    field.value = value;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const took = [];
  for (let i = 0; i < n; i++) {
    const begun = performance.now();
    // The claim ends at 10: at 0 to 9 it is renewed, later not.
    if (i % 2 === 0) write('now', String(i / 2 % 20));
    else write('new_expiry', String((i - 1) / 2 % 20 + 10));
    took.push(performance.now() - begun);
    if (i % 2 === 0) continue;
    const wanted = (i - 1) / 2 % 20 < 10 && (i - 1) / 2 % 20 > 0 ? 'renewed: True' : 'renewed: False';
    const [line] = element.outcome.lines;
    if (line !== wanted) throw new Error(`edit ${i}: ${line} instead of ${wanted}`);
    if (i % 100 === 99) await new Promise((resolve) => setTimeout(resolve)); // what waits for its turn gets it
  }
  return took;
};

/** Runs in the page: puts so many playgrounds into the page, one after the other, and takes them out again. */
const mount = async (n) => {
  for (let i = 0; i < n; i++) {
    const element = window.document.createElement('lease-playground');
    element.setAttribute('lesson', ['renew', 'outbox', 'contention', 'replay'][i % 4]);
    element.setAttribute('load', 'eager');
    element.toggleAttribute('permalink', i % 3 === 0); // listens to the window
    window.document.body.append(element);
    const { lines } = await element.ready;
    if (lines.length === 0) throw new Error('no output');
    if (i % 10 === 0) await new Promise((resolve) => setTimeout(resolve));
    element.remove();
    (window.mounted ??= []).push(new WeakRef(element));
  }
};

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** What a page has, after garbage was collected. */
async function held(view, cdp) {
  for (let i = 0; i < 2; i++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const page = await view.evaluate(() => ({
    memories: probe.bytes(), files: [...probe.files], open: probe.open.size, made: probe.made, handles,
    elements: (window.mounted ?? []).filter((element) => element.deref()).length,
  }));
  const listening = [];
  for (const expression of ['window', 'document', 'document.body', 'window.visualViewport']) {
    const { result: { objectId } } = await cdp.send('Runtime.evaluate', { expression });
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId });
    listening.push(`${expression}: ${listeners.map(({ type }) => type).sort().join(' ')}`);
  }
  return { heap: usedSize, listening, ...page };
}

/** Insists that nothing stayed open and no memory grew. */
function flat(before, after) {
  assert.deepEqual(after.files, []);
  assert.deepEqual(after.listening, before.listening, 'listeners of the window or the document');
  assert.equal(after.open, 0, 'files are open');
  assert.equal(after.handles.connections, 0, 'connections are open');
  assert.equal(after.handles.statements, 0, 'statements are open');
  sameMemories(after.memories, before.memories);
  assert.ok(after.heap < before.heap + slack, `JavaScript's heap grew from ${before.heap} to ${after.heap} bytes`);
}

test('chromium', async (t) => {
  const { view, visit, clean } = await start(t, 'chromium', { '/': bare, '/counter.js': counter });
  const cdp = await view.raw.createCDPSession();
  await cdp.send('HeapProfiler.enable');
  await visit('/');
  assert.equal(await live(view), 'live');
  /** Milliseconds of so many edits, asked for in parts that a driver's timeout allows. */
  const edit = async (n) => {
    const took = [];
    while (took.length < n) took.push(...await view.evaluate(type, Math.min(thousand, n - took.length)));
    return took;
  };

  await t.test(`${edits} edits`, async (t) => {
    assert.ok(edits >= 2 * thousand, 'LEASEPLAY_EDITS is a number');
    await edit(thousand);
    const before = await held(view, cdp);
    const took = await edit(edits);
    const after = await held(view, cdp);
    flat(before, after);
    assert.ok(after.made - before.made >= edits, `${after.made - before.made} files were ever made`);
    assert.ok(after.handles.opened - before.handles.opened >= 2 * edits);
    const [first, last] = [median(took.slice(0, thousand)), median(took.slice(-thousand))];
    t.diagnostic(`the first thousand took ${first.toFixed(2)} ms each, the last ${last.toFixed(2)}; the heap was ${before.heap} bytes and is ${after.heap}; memories ${after.memories}`);
    assert.ok(last < first * slower, `the first thousand took ${first} ms each, the last ${last}`);
  });

  await t.test(`${mounts} mounts`, async (t) => {
    assert.ok(mounts >= 10, 'LEASEPLAY_MOUNTS is a number');
    const some = async (n) => {
      for (let done = 0; done < n; done += 50) await view.evaluate(mount, Math.min(50, n - done));
    };
    await some(20); // all four lessons, and what they load late
    const before = await held(view, cdp);
    await some(mounts);
    const after = await held(view, cdp);
    t.diagnostic(`the heap was ${before.heap} bytes and is ${after.heap}; memories ${after.memories}`);
    flat(before, after);
    assert.ok(after.elements <= 2, `${after.elements} elements are still held of ${mounts}`);
  });

  await clean();
});
