// A page with playgrounds, as the tests of the element open it, and short ways to look into one.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { launch } from './browsers.mjs';
import { dist, startServer } from './testserver.mjs';

export const fallback = '<pre>the static output</pre>';
/** The renew lesson's output, to the letter. */
export const defaults = ['renewed: True', 'stale token: False', 'no extension: False', 'at expiry: False', 'stored expiry: 15'];

export const document = (body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>element</title><body>
<script src="/listen.js"></script><script type="module" src="/lease-playground.js"></script>${body}`;
/** A page with one playground. */
export const page = (attributes) => document(`<lease-playground ${attributes}>${fallback}</lease-playground>`);

// Notes events and keys that come out of the element.
const listen = `
window.heard = [];
for (const type of ['lease-outcome', 'lease-error']) {
  document.addEventListener(type, ({ detail }) => heard.push(detail.code ?? detail.lines.join('|')));
}
window.keys = [];
document.addEventListener('keydown', ({ key }) => keys.push(key));
`;

export const field = (name) => `lease-playground >>> #input-${name}`;
export const line = (n) => `lease-playground >>> [role=option]:nth-child(${n})`;
export const undo = 'lease-playground >>> .buttons button:nth-child(1)';
export const redo = 'lease-playground >>> .buttons button:nth-child(2)';
export const reset = 'lease-playground >>> .buttons button:nth-child(3)';

export const lines = (page) => page.evaluate(() =>
  [...window.document.querySelector('lease-playground').shadowRoot.querySelectorAll('[part=line-text]')].map((e) => e.textContent));
export const text = (page, selector) => page.evaluate((selector) =>
  window.document.querySelector('lease-playground').shadowRoot.querySelector(selector)?.textContent ?? null, selector);
export const state = (page) => page.evaluate(() => window.document.querySelector('lease-playground').state);

/** Waits until the first playground is ready; its state. */
export const live = (page) => page.evaluate(async () => {
  await window.customElements.whenDefined('lease-playground');
  const element = window.document.querySelector('lease-playground');
  await element.ready;
  return element.state;
});

/**
 * Starts a browser and a server whose pages run under a strict policy.
 * @param {import('node:test').TestContext} t ends both
 * @param {import('./browsers.mjs').Name} name
 * @param {Record<string, string>} files besides the built site
 * @param {Record<string, string>} [headers] of every answer, besides the policy
 * @param {string} [dir] another built site
 */
export async function start(t, name, files, headers = {}, dir = dist) {
  const server = await startServer({
    dir,
    files: { '/listen.js': listen, '/probe.js': await readFile(new URL('./probe.js', import.meta.url), 'utf8'), ...files },
    headers: {
      'Content-Security-Policy': "default-src 'none'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'",
      ...headers,
    },
  });
  t.after(() => server.close());
  const browser = await launch(name);
  t.after(() => browser.close());
  const view = await browser.newPage();
  /** Opens a page and waits for its script: WebKit's driver may be back before that. */
  const visit = async (path) => {
    await view.goto(server.url(path));
    await view.evaluate(() => window.customElements.whenDefined('lease-playground').then(() => true));
  };
  return {
    server,
    browser,
    view,
    visit,
    /** Opens a page and waits for its first playground. */
    open: async (path) => {
      await visit(path);
      assert.equal(await live(view), 'live');
    },
    /** Insists that the page has told the console nothing. */
    clean: async () => {
      assert.deepEqual((await view.messages()).filter(({ text }) => !/favicon/.test(text)), []);
    },
  };
}

/**
 * Insists that memories, as probe.bytes() of a page with one engine has them, have not grown. Go's may take a last 256 kB:
 * when its collector comes is up to the clock.
 */
export function sameMemories([go, ...sqlite], [goBefore, ...sqliteBefore]) {
  assert.deepEqual(sqlite, sqliteBefore, "SQLite's memory grew");
  assert.ok(go <= goBefore + 2 ** 18, `Go's memory grew from ${goBefore} to ${go} bytes`);
}
