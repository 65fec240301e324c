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

/** In our page: keeps the element's own engine, with the requests of wasm/extra_bench.go. */
async function keepEngine() {
  await window.customElements.whenDefined('lease-playground');
  await window.document.querySelector('lease-playground').ready;
  const key = Object.getOwnPropertySymbols(window).find(({ description }) => description.startsWith('leaseplay.engines/'));
  const [{ engine }] = window[key].loads.values();
  const running = await engine;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  const buffer = new Uint8Array(256);
  const view = new DataView(buffer.buffer);
  /** Sends numbers and strings as the wire format has them; the response less its "ok". */
  const call = (...parts) => {
    let at = 0;
    for (const part of parts) {
      if (typeof part === 'number') {
        view.setUint32(at, part, true);
        at += 4;
      } else {
        const { written } = encoder.encodeInto(part, buffer.subarray(at + 4));
        view.setUint32(at, written, true);
        at += 4 + written;
      }
    }
    const response = running.call(buffer.subarray(0, at));
    if (response[0] !== 2 || response[4] !== 0x6f) throw new Error(decoder.decode(response));
    return new DataView(response.buffer, 6);
  };
  window.ours = (where) => ({
    run: (n) => {
      const response = call('renewals', where, n);
      window.settings = decoder.decode(new Uint8Array(response.buffer, 6 + 8));
      return response.getUint32(0, true);
    },
    end: () => window.settings,
  });
  window.oursByCalls = (where) => {
    call('open', where);
    const renew = (id, token, now, newExpiry) => call('renew', id, token, now, newExpiry).getUint32(0, true) === 1;
    return {
      run: (n) => {
        let done = 0;
        for (let i = 0; i < n; i++) if (renew(41, 'claim-a', 5 + i, 15 + i)) done++;
        return done;
      },
      end: () => void call('close'),
    };
  };
  return true;
}

/** In a page of a peer: keeps functions that do n renewals on a database of their own. */
async function keepPeer(name) {
  const [{ open, plain, cached }, { renewals }] = await Promise.all([import(`/peers/${name}.js`), import('/peers/contract.js')]);
  const fresh = await open();
  const way = (make) => (kind) => {
    const { db, settings, close } = fresh(kind);
    const renew = make(db);
    return {
      run: (n) => renewals(renew, n),
      end: () => {
        const found = settings();
        renew.end?.();
        close();
        return found;
      },
    };
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
    await open(peers.url('/sqljs.html'), keepPeer, 'sqljs-kinds'),
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
      ['our engine, each renewal a call of its own from JavaScript', us, 'oursByCalls', 'memory'],
      ['our engine, on memdb', us, 'ours', 'memdb'],
      ['oo1, statements cached', oo1, 'cached', 'memory'],
      ['oo1', oo1, 'plain', 'memory'],
      ['sql.js, in memory (attached), statements cached', sqljs, 'cached', 'memory'],
      ['sql.js, in memory (attached)', sqljs, 'plain', 'memory'],
      ['sql.js, in memory (attached), its empty file locked once, statements cached', sqljs, 'cached', 'memory, locked'],
      ['sql.js, in memory (attached), its empty file locked once', sqljs, 'plain', 'memory, locked'],
      ['**another kind of database:** sql.js, as it opens (a file in its memory), statements cached', sqljs, 'cached', 'as it opens'],
      ['**another kind of database:** sql.js, as it opens (a file in its memory)', sqljs, 'plain', 'as it opens'],
    ],
    file: [
      ['our engine', us, 'ours', 'file'],
      ['our engine, each renewal a call of its own from JavaScript', us, 'oursByCalls', 'file'],
      ['oo1, statements cached', oo1, 'cached', 'file'],
      ['oo1', oo1, 'plain', 'file'],
      ['sql.js, statements cached', sqljs, 'cached', 'file'],
      ['sql.js', sqljs, 'plain', 'file'],
    ],
  };
  const once = async ([, page, maker, kind], n) => {
    const { done, took, settings } = await page.evaluate((maker, kind, n) => {
      const { run, end } = window[maker](kind);
      const begun = window.performance.now();
      const done = run(n);
      return { took: window.performance.now() - begun, done, settings: end() };
    }, maker, kind, n);
    assert.equal(done, n, 'every renewal succeeds');
    return { each: (took / n) * 1000, settings }; // µs
  };
  const sections = [];
  for (const [kind, list] of Object.entries(ways)) {
    const counts = [];
    let common;
    for (const way of list) {
      let each = 0, settings;
      for (let spent = 0; spent < 400; spent += each * 0.5) ({ each, settings } = await once(way, 500)); // ms, until the browser has compiled what is hot
      counts.push(Math.min(50_000, Math.max(500, Math.round(60_000 / each)))); // of about 60 ms, beside which opening is nothing
      if (settings && way[3] !== 'as it opens') assert.equal(settings, common ??= settings, `${way[0]} is set as the others`);
    }
    const rows = list.map(([name]) => ({ name, values: [] }));
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < list.length; i++) { // each round begins with another
        const which = (i + round) % list.length;
        rows[which].values.push((await once(list[which], counts[which])).each);
      }
    }
    const same = `The same SQL and checks for all, and the same settings: ${common}.`;
    sections.push(kind === 'memory' ? {
      title: 'A renewal in a tab, database in memory', unit: 'µs', rows,
      note: [
        `Each on SQLite’s “:memory:”, but for memdb, which our decision map is drawn on. ${same}`,
        'sql.js opens nothing but a file of its own, in Emscripten’s file system. In memory is a database attached to it; each BEGIN IMMEDIATE and COMMIT then locks and unlocks the empty file too, unless it is locked once for all (PRAGMA main.locking_mode = EXCLUSIVE).',
        'As it opens is that file with a rollback journal, with no setting changed, as sql.js’s documentation has it: another kind of database. The budget, that sql.js takes 6 times as long at least, is held against that alone, and not met like for like.',
        '“Our engine” loops in Go, in one call for all; the peers loop in JavaScript, and so does the second row. Its call is in the benchmark’s build only: the page’s own runs are whole programs, for which see “From a keystroke”.',
      ].join('\n\n'),
    } : {
      title: 'A renewal in a tab, on a file with a rollback journal', unit: 'µs', rows,
      note: `Files in Emscripten’s file system, which every renewal locks; SQLite’s VFS is unix. ${same} Synchronous is OFF, as in the page’s own runs.`,
    });
  }
  return sections;
}
