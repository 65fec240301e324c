// Every way in which the engine's files can go wrong, in every browser: what it says, the fallback, no loop, a retry that works.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { browserNames } from './browsers.mjs';
import { defaults, document, fallback, lines, live, start, text } from './playground.mjs';
import { dist } from './testserver.mjs';

/** The bytes of the one file of the site whose name matches. */
async function asset(pattern) {
  const found = (await readdir(join(dist, 'assets'))).filter((name) => pattern.test(name));
  assert.equal(found.length, 1, `${pattern}: ${found}`);
  return readFile(join(dist, 'assets', found[0]));
}

/** A module that has all that lesson.wasm exports, and says that it is of version 7. */
function another() {
  const section = (id, ...items) => {
    const bytes = [items.length, ...items.flat()];
    return [id, bytes.length, ...bytes];
  };
  const name = (text) => [text.length, ...Buffer.from(text)];
  const functions = ['_initialize', 'leaseplay_abi', 'leaseplay_request', 'leaseplay_call', 'leaseplay_response'];
  const i32 = 0x7f;
  return Buffer.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, [0x60, 0, 0], [0x60, 0, 1, i32], [0x60, 1, i32, 1, i32]),
    ...section(3, [0], [1], [2], [2], [1]),
    ...section(5, [0, 1]),
    ...section(7, [...name('memory'), 2, 0], ...functions.map((f, i) => [...name(f), 0, i])),
    ...section(10, [2, 0, 0x0b], ...Array(4).fill([4, 0, 0x41, 7, 0x0b])), // i32.const 7
  ]);
}

const wasm = await asset(/^lesson-.*\.wasm$/);
const compressed = await asset(/^lesson-.*\.wasm\.br$/);
const runtime = String(await asset(/^runtime-.*\.js$/));
const stale = runtime.replace('3054001', '3053000');
assert.notEqual(stale, runtime, 'the version of SQLite is not where it was');

const lesson = /lesson-[^/]*\.wasm$/;
const sqlite = /sqlite3-[^/]*\.wasm$/;

/** What is wrong, with which file, how the server does it; the codes it may have, and what it says. */
const failures = [
  ['missing', lesson, { status: 404, body: 'no', headers: { 'Content-Type': 'text/plain' } }, ['status'], /lesson-\S+\.wasm with HTTP status 404/],
  ['refused by the server', sqlite, { status: 503, body: 'busy', headers: { 'Content-Type': 'text/plain' } }, ['status'], /sqlite3-\S+\.wasm with HTTP status 503/],
  ['a web page', lesson, { body: '<!doctype html>', headers: { 'Content-Type': 'text/html' } }, ['html'], /web page instead of lesson-\S+\.wasm/],
  ['a web page that is called WebAssembly', sqlite, { body: '<!doctype html><title>Sign in</title>' }, ['truncated', 'invalid'], /sqlite3-\S+\.wasm (arrived only in part|is not valid)/],
  ['of the wrong content type', lesson, { headers: { 'Content-Type': 'application/octet-stream' } }, ['type'], /lesson-\S+\.wasm as application\/octet-stream instead of application\/wasm/],
  ['of no content type', lesson, { headers: { 'Content-Type': '' } }, ['type'], /as no type at all/],
  ['cut off', lesson, { cut: 100_000 }, ['truncated'], /lesson-\S+\.wasm arrived only in part/],
  ['cut short by a server that does not know', lesson, { body: wasm.subarray(0, 100_000) }, ['truncated'], /lesson-\S+\.wasm arrived only in part/],
  ['empty', lesson, { body: '' }, ['truncated'], /lesson-\S+\.wasm arrived only in part/],
  ['compressed without saying so', lesson, { body: compressed }, ['truncated', 'invalid'], /lesson-\S+\.wasm (arrived only in part|is not valid)/],
  ['compressed twice', lesson, { body: brotliCompressSync(compressed), headers: { 'Content-Encoding': 'br' } }, ['truncated', 'invalid'], /lesson-\S+\.wasm (arrived only in part|is not valid)/],
  // WebKitGTK's HTTP library takes such a file as it is, and nothing fails: see forgiven.
  ['said to be compressed when it is not', lesson, { body: wasm, headers: { 'Content-Encoding': 'gzip' } }, ['network', 'truncated'], /lesson-\S+\.wasm/],
  ['of another version', lesson, { body: another() }, ['version'], /lesson-\S+\.wasm is of another version than this page; reloading the page may help/],
  ['out of reach', sqlite, { drop: true }, ['network'], /No answer for sqlite3-\S+\.wasm/],
];

/** What a browser puts right by itself. */
const forgiven = (browser, what) => browser === 'webkit' && what.startsWith('said to be compressed');

/** Counts what the page asks for; the server would count too what a browser itself asks for again. */
const fetches = `
window.fetched = [];
const { fetch: original } = window;
window.fetch = (url, ...rest) => {
  window.fetched.push(String(url));
  return original(url, ...rest);
};`;

/** Runs in the page: how it stands, after two more turns in which a loop would have asked for something again. */
const standing = async () => {
  const element = window.document.querySelector('lease-playground');
  for (let i = 0; i < 2; i++) await fetch('/turn');
  return {
    state: element.state,
    code: await element.ready.then(() => 'none', (error) => error.code),
    heard: window.heard,
    fetched: window.fetched.splice(0).filter((url) => url.endsWith('.wasm')).map((url) => url.replace(/.*[/]|-.*/g, '')).sort(),
    fallback: window.document.querySelector('pre').checkVisibility(),
  };
};

for (const name of browserNames) {
  test(name, async (t) => {
    const { server, view, visit } = await start(t, name, {
      '/': document(`<script src="/fetches.js"></script><lease-playground lesson="renew" load="eager">${fallback}</lease-playground>`),
      '/offline': document(`<script src="/fetches.js"></script><script src="/offline.js"></script>
        <lease-playground lesson="renew" load="eager">${fallback}</lease-playground>`),
      '/fetches.js': fetches,
      '/offline.js': "Object.defineProperty(navigator, 'onLine', { value: false });",
      '/turn': 'a turn',
    }, { 'Cache-Control': 'no-store' }); // so that each failure is met by files that nobody kept

    const failed = () => view.waitFor(() => window.document.querySelector('lease-playground').state === 'failed');
    const retry = 'lease-playground >>> [part=problem] > button';

    const check = async (path, codes, says, restore) => {
      await visit(path);
      await failed();
      const first = await view.evaluate(standing);
      assert.ok(codes.includes(first.code), first.code);
      const once = { state: 'failed', code: first.code, heard: [first.code], fetched: ['lesson', 'sqlite3'], fallback: true };
      assert.deepEqual(first, once);
      assert.match(await text(view, '[part=problem]'), says);

      // Trying again with nothing changed asks once more, and says the same.
      await view.click(retry);
      await view.waitFor((n) => window.heard.length === n, 2);
      const second = await view.evaluate(standing);
      assert.ok(codes.includes(second.code), second.code);
      assert.deepEqual(second, { ...once, code: second.code, heard: [first.code, second.code] });

      restore();
      await view.click(retry);
      assert.equal(await live(view), 'live');
      assert.deepEqual(await lines(view), defaults);
      assert.equal(await text(view, '[part=problem]'), null);
    };

    for (const [what, pattern, override, codes, says] of failures) {
      await t.test(`a file that is ${what}`, async () => {
        const undo = server.override(pattern, override);
        if (!forgiven(name, what)) return check('/', codes, says, undo);
        await visit('/');
        assert.equal(await live(view), 'live');
        undo();
      });
    }

    await t.test('offline', async () => {
      const undo = server.override(/\.wasm$/, { drop: true });
      await check('/offline', ['offline'], /The browser is offline, so \S+\.wasm could not be loaded/, undo);
    });

    // A page keeps the scripts that it has: these take a reload, and say so.
    for (const [what, override, code, says] of [
      ['missing', { status: 404, body: 'no', headers: { 'Content-Type': 'text/plain' } }, 'script', /A script of the engine could not be loaded; reloading the page may help/],
      ['of another version than SQLite', { body: stale }, 'version', /sqlite3-\S+\.wasm is of another version than this page; reloading the page may help/],
    ]) {
      await t.test(`the engine's script is ${what}`, async () => {
        const undo = server.override(/runtime-[^/]*\.js$/, override);
        await visit('/');
        await failed();
        const first = await view.evaluate(standing);
        assert.deepEqual([first.code, first.heard, first.fallback], [code, [code], true]);
        assert.match(await text(view, '[part=problem]'), says);
        undo();
        await visit('/');
        assert.equal(await live(view), 'live');
      });
    }
  });
}
