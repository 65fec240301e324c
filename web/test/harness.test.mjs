// The harness itself: what every browser test stands on must work in every browser.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { browserNames, launch } from './browsers.mjs';
import { startServer } from './testserver.mjs';

// (module (func (export "add") (param i64 i64) (result i64) local.get 0 local.get 1 i64.add))
const wasm = Buffer.from('0061736d0100000001070160027e7e017e030201000707010361646400000a09010700200020017c0b', 'hex');

const page = `<!doctype html><html lang="en"><title>harness</title><body><x-field></x-field>
<script src="/page.js"></script>`;
const script = `
class Field extends HTMLElement {
  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const input = document.createElement('input');
    input.value = 'abc';
    const button = document.createElement('button');
    button.textContent = 'add';
    window.clicks = [];
    window.drags = [];
    button.addEventListener('click', (event) => window.clicks.push(event.isTrusted));
    button.addEventListener('pointermove', (event) => event.buttons && window.drags.push(event.clientX));
    root.append(input, button);
  }
}
customElements.define('x-field', Field);
try { window.evaluated = eval('"ran"'); } catch (error) { window.evaluated = error.name; }
console.log('hello', 1);
console.error('wrong');
setTimeout(() => { throw new TypeError('boom'); });
Promise.reject(new RangeError('rejected'));
`;

for (const name of browserNames) {
  test(name, async (t) => {
    const server = await startServer({
      files: { '/': page, '/page.js': script, '/add.wasm': { body: wasm } },
      headers: { 'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'" },
    });
    t.after(() => server.close());
    const started = performance.now();
    const browser = await launch(name);
    t.after(() => browser.close());
    const launched = performance.now();
    const view = await browser.newPage();
    const opened = performance.now();
    await view.goto(server.url());
    t.diagnostic(`${browser.version}: started in ${(launched - started).toFixed(0)} ms, page ${(opened - launched).toFixed(0)} ms, goto ${(performance.now() - opened).toFixed(0)} ms`);

    await t.test('evaluates functions, promises and expressions, JSON in and out', async () => {
      assert.equal(await view.evaluate('document.title'), 'harness');
      assert.deepEqual(await view.evaluate((a, b) => ({ sum: a.n + b, text: a.text }), { n: 1, text: 'é"\u2028😀' }, 2), { sum: 3, text: 'é"\u2028😀' });
      assert.equal(await view.evaluate(() => new Promise((resolve) => setTimeout(() => resolve('later')))), 'later');
      assert.equal(await view.evaluate(() => undefined), undefined);
      await assert.rejects(view.evaluate(() => { throw new TypeError('in the page'); }), /TypeError: in the page/);
      await assert.rejects(view.evaluate(() => Promise.reject(new Error('no'))), /Error: no/);
    });

    await t.test('types, fills and presses keys in a field inside a shadow root', async () => {
      const value = () => view.evaluate(() => document.querySelector('x-field').shadowRoot.querySelector('input').value);
      await view.type('x-field >>> input', 'dé-٥');
      assert.equal(await value(), 'abcdé-٥');
      await view.fill('x-field >>> input', '0x0A +7');
      assert.equal(await value(), '0x0A +7');
      await view.press('Home');
      await view.press('Shift+ArrowRight');
      await view.press('+');
      assert.equal(await value(), '+x0A +7');
      await view.fill('x-field >>> input', '');
      assert.equal(await value(), '');
      await assert.rejects(view.type('x-field >>> select', 'a'), /no element select/);
    });

    await t.test('clicks and drags with the mouse', async () => {
      await view.click('x-field >>> button');
      assert.deepEqual(await view.evaluate('window.clicks'), [true]);
      await view.drag('x-field >>> button', 6, 0);
      const drags = await view.evaluate('window.drags');
      assert.ok(drags.length > 0, 'no pointermove while the button was down');
      await assert.rejects(view.click('html >>> x'), /no open shadow root/);
    });

    await t.test('gives console messages and uncaught errors', async () => {
      const messages = (await view.messages()).map(({ type, text }) => `${type} ${text}`);
      for (const expected of ['log hello 1', 'error wrong', 'uncaught TypeError: boom', 'uncaught RangeError: rejected']) {
        assert.ok(messages.includes(expected), `${expected} is not in ${JSON.stringify(messages)}`);
      }
    });

    await t.test('runs WebAssembly with i64 under a strict policy', async () => {
      const sum = await view.evaluate(async () => {
        const { instance } = await WebAssembly.instantiateStreaming(fetch('/add.wasm'));
        return String(instance.exports.add(2n ** 62n, 1n));
      });
      assert.equal(sum, '4611686018427387905');
      assert.equal(await view.evaluate('window.evaluated'), 'EvalError');
    });

    await t.test('sizes the viewport and takes a picture of it', async (t) => {
      await view.resize(640, 480);
      await view.waitFor(() => innerWidth === 640 && innerHeight === 480);
      const folder = await mkdtemp(join(tmpdir(), 'leaseplay-harness-'));
      t.after(() => rm(folder, { recursive: true }));
      await view.screenshot(join(folder, 'page.png'));
      const png = await readFile(join(folder, 'page.png'));
      assert.equal(png.subarray(1, 4).toString(), 'PNG');
      assert.equal(png.readUInt32BE(16), 640); // IHDR's width
    });

    await t.test('opens a second page that shares nothing with the first', async () => {
      const opened = performance.now();
      const second = await browser.newPage();
      t.diagnostic(`second page in ${(performance.now() - opened).toFixed(0)} ms`);
      await view.evaluate(() => localStorage.setItem('k', 'v'));
      await second.goto(server.url());
      assert.equal(await second.evaluate(() => localStorage.getItem('k')), null);
      await second.close();
    });
  });
}

test('the server fails as it is told to', async (t) => {
  const server = await startServer({ files: { '/a.txt': 'twelve bytes', '/b.wasm': { body: wasm } }, base: '/deep/er', cors: true });
  t.after(() => server.close());
  const get = (path) => fetch(server.url(path));
  assert.equal(await (await get('/a.txt')).text(), 'twelve bytes');
  assert.equal((await get('/b.wasm')).headers.get('content-type'), 'application/wasm');
  assert.equal((await get('/none')).status, 404);
  assert.equal((await fetch(`${server.origin}/a.txt`)).status, 404);
  assert.equal((await get('/a.txt')).headers.get('access-control-allow-origin'), '*');

  const undo = server.override('/a.txt', { status: 503, body: 'busy', headers: { 'Content-Type': 'text/x' } });
  const busy = await get('/a.txt');
  assert.deepEqual([busy.status, busy.headers.get('content-type'), await busy.text()], [503, 'text/x', 'busy']);
  undo();
  assert.equal((await get('/a.txt')).status, 200);

  server.override('/a.txt', { cut: 5 });
  const cut = await get('/a.txt');
  assert.equal(cut.headers.get('content-length'), '12');
  await assert.rejects(cut.text());

  server.override(/\.txt$/, { drop: true });
  await assert.rejects(get('/a.txt'));

  let release = () => {};
  server.override('/a.txt', { hold: { bytes: 6, until: new Promise((resolve) => (release = resolve)) } });
  const reader = (await get('/a.txt')).body.getReader();
  assert.equal(Buffer.from((await reader.read()).value).toString(), 'twelve');
  release();
  assert.equal(Buffer.from((await reader.read()).value).toString(), ' bytes');
  assert.deepEqual(server.requests.map((r) => r.status), [200, 200, 404, 404, 200, 503, 200, 200, 0, 200]);
});
