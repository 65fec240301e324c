// Renewals in one Chromium: our engine, and JavaScript over sql.js and over the official build's oo1.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startServer } from '../test/testserver.mjs';
import { unlocked } from './desk.mjs';

const require = createRequire(import.meta.url);

/** The peers' files, from the packages as they are. */
export async function peerFiles() {
  const files = {};
  const add = async (from, to, names) => {
    for (const name of names) {
      const type = name.endsWith('.wasm') ? 'application/wasm' : name.endsWith('.html') ? undefined : 'text/javascript; charset=utf-8';
      files[`${to}${name}`] = { type, body: await readFile(join(from, name)) };
    }
  };
  const here = new URL('peers/', import.meta.url).pathname;
  await add(here, '/peers/', await readdir(here));
  await add(dirname(require.resolve('sql.js')), '/', ['sql-wasm-browser.js', 'sql-wasm-browser.wasm']);
  await add(dirname(require.resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm')), '/sqlite/', ['index.mjs', 'sqlite3.wasm']);
  return files;
}

/** In our page: keeps the element's own engine, with a request for n renewals as the wire format has it. */
async function keepEngine() {
  await window.customElements.whenDefined('lease-playground');
  await window.document.querySelector('lease-playground').ready;
  const key = Object.getOwnPropertySymbols(window).find(({ description }) => description.startsWith('leaseplay.engines/'));
  const [{ engine }] = window[key].loads.values();
  const running = await engine;
  const number = (n) => new Uint8Array(Uint32Array.of(n).buffer);
  const string = (text) => [...number(text.length), ...new TextEncoder().encode(text)];
  window.ours = (where) => (n) => {
    const response = running.call(Uint8Array.of(...string('renewals'), ...string(where), ...number(n)));
    const ok = new TextDecoder().decode(response.subarray(4, 6)) === 'ok';
    return ok ? new DataView(response.buffer).getUint32(6, true) : new TextDecoder().decode(response);
  };
  return true;
}

/** In a page of a peer: keeps functions that do n renewals on a database of their own. */
async function keepPeer(name) {
  const [{ open, plain, cached }, { renewals }] = await Promise.all([import(`/peers/${name}.js`), import('/peers/contract.js')]);
  const fresh = await open();
  const way = (make) => () => (n) => {
    const db = fresh();
    const renew = make(db);
    try {
      return renewals(renew, n);
    } finally {
      renew.end?.();
      db.close();
    }
  };
  window.plain = way(plain);
  window.cached = way(cached);
  return true;
}

/**
 * Opens the pages of all ways, ready to measure.
 * @param {Awaited<ReturnType<typeof import('../test/browsers.mjs').launch>>} browser
 * @param {string} site a site built with the tag leaseplay_bench
 */
export async function openRenewals(browser, site) {
  const ours = await startServer({ dir: site, files: { '/renew-frame.html': await unlocked(join(site, 'renew-frame.html')) } });
  const peers = await startServer({
    files: {
      ...await peerFiles(),
      '/blank.html': '<!doctype html><title>oo1</title>',
      '/sqljs.html': '<!doctype html><title>sql.js</title><script src="/sql-wasm-browser.js"></script>',
    },
  });
  const open = async (url, keep, ...args) => {
    const page = await browser.newPage();
    await page.goto(url);
    assert.equal(await page.evaluate(keep, ...args), true);
    return page;
  };
  return [
    await open(ours.url('/renew-frame.html'), keepEngine),
    await open(peers.url('/sqljs.html'), keepPeer, 'sqljs'),
    await open(peers.url('/blank.html'), keepPeer, 'oo1'),
  ];
}

/**
 * @param {import('./desk.mjs').Worker[]} workers the pages of {@link openRenewals}
 * @param {number} rounds
 */
export async function measureRenewals([us, sqljs, oo1], rounds) {
  const ways = {
    memory: [
      ['our engine', us, 'ours', 'memory'],
      ['oo1, statements cached', oo1, 'cached'],
      ['oo1', oo1, 'plain'],
      ['sql.js, statements cached (its own file)', sqljs, 'cached'],
      ['sql.js (its own file)', sqljs, 'plain'],
    ],
    file: [
      ['our engine', us, 'ours', 'file'],
      ['sql.js, statements cached', sqljs, 'cached'],
      ['sql.js', sqljs, 'plain'],
    ],
  };
  const once = async ([, page, maker, argument = ''], n) => {
    const { done, took } = await page.evaluate((maker, argument, n) => {
      const run = window[maker](argument);
      const begun = window.performance.now();
      return { done: run(n), took: window.performance.now() - begun };
    }, maker, argument, n);
    assert.equal(done, n, 'every renewal succeeds');
    return (took / n) * 1000; // µs
  };
  const sections = [];
  for (const [kind, list] of Object.entries(ways)) {
    const counts = [];
    for (const way of list) {
      let each = 0;
      for (let spent = 0; spent < 400; spent += each * 0.5) each = await once(way, 500); // ms, until the browser has compiled what is hot
      counts.push(Math.min(50_000, Math.max(500, Math.round(60_000 / each)))); // of about 60 ms, beside which opening is nothing
    }
    const rows = list.map(([name]) => ({ name, values: [] }));
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < list.length; i++) { // each round begins with another
        const which = (i + round) % list.length;
        rows[which].values.push(await once(list[which], counts[which]));
      }
    }
    sections.push({
      title: kind === 'memory' ? 'A renewal in a tab, database in memory' : 'A renewal in a tab, on a file with a rollback journal',
      unit: 'µs', rows,
      note: kind === 'memory' ? 'memdb for us and oo1; sql.js has no choice but its own file in Emscripten’s file system. Budget: sql.js takes 6 times as long at least.' : undefined,
    });
  }
  return sections;
}
