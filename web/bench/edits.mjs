// From a keystroke to the new output, and the decision map, in the pages as readers have them.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startServer } from '../test/testserver.mjs';
import { unlocked } from './desk.mjs';
import { median } from './figures.mjs';
import { peerFiles } from './renewals.mjs';

/** In a page: types into a field n times; the milliseconds until the output is in the document, laid out, and painted. */
async function typeInto(field, output, texts, n) {
  const playground = window.document.querySelector('lease-playground');
  await playground?.ready;
  const root = playground?.shadowRoot ?? window.document;
  const input = root.querySelector(field);
  const frame = () => new Promise((resolve) => { window.requestAnimationFrame(resolve); });
  const afterPaint = () => new Promise((resolve) => {
    window.requestAnimationFrame(() => {
      const { port1, port2 } = new window.MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
  });
  await frame();
  const done = [], laidOut = [], painted = [];
  for (let i = 0; i < n; i++) {
    const text = texts[(texts.indexOf(input.value) + 1) % texts.length];
    const before = root.querySelector(output).textContent;
    const begun = window.performance.now();
    input.value = text;
    input.dispatchEvent(new window.InputEvent('input', { bubbles: true, composed: true }));
    done.push(window.performance.now() - begun);
    root.querySelector(output).getBoundingClientRect(); // has styles and layout made
    laidOut.push(window.performance.now() - begun);
    if (root.querySelector(output).textContent === before) throw new Error(`the output did not change for ${text}`);
    await afterPaint();
    painted.push(window.performance.now() - begun);
    await frame(); // for the figures, which follow in a frame of their own
    await frame();
  }
  return { done, laidOut, painted };
}

/** In our page: changes the token, so that the map is another; the milliseconds of asking, drawing and layout. */
async function drawMaps(n) {
  const root = window.document.querySelector('lease-playground').shadowRoot;
  const frame = window.requestAnimationFrame.bind(window);
  const next = () => new Promise((resolve) => { frame(resolve); });
  const took = [];
  window.requestAnimationFrame = (callback) => frame(async (time) => {
    const begun = window.performance.now();
    callback(time);
    await Promise.resolve(); // what the callback has left to microtasks: Preact's drawing
    await Promise.resolve();
    root.querySelector('[part=cells]').getBoundingClientRect();
    took.push(window.performance.now() - begun);
  });
  const input = root.querySelector('#input-token');
  for (let i = 0; i < n; i++) {
    const before = root.querySelector('#map-says')?.textContent;
    input.value = i % 2 ? 'claim-a' : 'claim-b';
    input.dispatchEvent(new window.InputEvent('input', { bubbles: true, composed: true }));
    for (let frames = 0; root.querySelector('#map-says')?.textContent === before; frames++) {
      if (frames > 60) throw new Error('the map did not change');
      await next();
    }
    await next();
  }
  window.requestAnimationFrame = frame;
  if (took.length !== n) throw new Error(`${took.length} maps for ${n} edits`);
  return took;
}

/**
 * Opens our page and the peer's, live.
 * @param {Awaited<ReturnType<typeof import('../test/browsers.mjs').launch>>} browser
 * @param {string} site the built site
 */
export async function openEdits(browser, site) {
  const ours = await startServer({ dir: site, files: { '/renew.html': await unlocked(join(site, 'renew.html')) } });
  const peers = await startServer({ files: await peerFiles() });
  const [us, sqljs] = [await browser.newPage({ width: 1280, height: 900 }), await browser.newPage({ width: 1280, height: 900 })];
  await us.goto(ours.url('/renew.html'));
  await us.waitFor(() => window.document.querySelector('lease-playground')?.shadowRoot?.querySelector('#map-says') !== null);
  await sqljs.goto(peers.url('/peers/page.html'));
  await sqljs.waitFor(() => window.liveAt);
  return [us, sqljs];
}

/**
 * @param {import('./desk.mjs').Worker[]} workers the pages of {@link openEdits}
 * @param {number} rounds
 */
export async function measureEdits([us, sqljs], rounds) {
  const pages = [
    { name: 'our renew page', page: us, at: ['#input-now', '[part=lines], [role=listbox]'] },
    { name: 'minimal page over sql.js', page: sqljs, at: ['#now', '#output'] },
  ];
  const texts = ['5', '10', '6', '11']; // True, False, True, False
  const done = pages.map(({ name }) => ({ name, values: [] }));
  const laidOut = pages.map(({ name }) => ({ name, values: [] }));
  const painted = pages.map(({ name }) => ({ name, values: [] }));
  const maps = [{ name: '1,200 cells, asked, drawn and laid out', values: [], budget: 16 }];
  done[0].budget = 5;
  const each = 20;
  for (let round = -2; round < rounds; round++) { // two to warm up
    for (const i of round % 2 ? [1, 0] : [0, 1]) {
      const { page, at } = pages[i];
      const taken = await page.evaluate(typeInto, ...at, texts, each);
      if (round < 0) continue;
      done[i].values.push(median(taken.done));
      laidOut[i].values.push(median(taken.laidOut));
      painted[i].values.push(median(taken.painted));
    }
    const drawn = await us.evaluate(drawMaps, each);
    assert.equal(drawn.length, each);
    if (round >= 0) maps[0].values.push(median(drawn));
  }
  return [
    { title: 'From a keystroke to the new output', unit: 'ms', note: 'The whole default program run again, and the new output put into the document; with us also all that explains it: reasons, predicates, statements and rows. Both on a file in Emscripten’s file system; the peer compiles its statements each time and leaves SQLite’s settings as they are.', rows: done },
    { title: 'The same with styles and layout', unit: 'ms', rows: laidOut },
    { title: 'From a keystroke to the painted output', unit: 'ms', note: 'Up to the end of a frame at 60 Hz, which makes most of it for both.', rows: painted },
    { title: 'Decision map', unit: 'ms', rows: maps },
  ];
}
