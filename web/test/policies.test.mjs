// Pages that allow little, in every browser: policies, frames in a sandbox, other origins and bases, no WebAssembly.
import assert from 'node:assert/strict';
import test from 'node:test';
import { browserNames, launch } from './browsers.mjs';
import { lessons } from './lessons.mjs';
import { defaults, fallback, live, text } from './playground.mjs';
import { dist, startServer } from './testserver.mjs';

/** Notes what a policy refused, and tells the page around how its first playground stands. */
const watch = `
window.violations = [];
addEventListener('securitypolicyviolation', (event) => violations.push([event.effectiveDirective, event.blockedURI].join(' ')));
addEventListener('message', async ({ source, data }) => {
  if (data !== 'how?') return;
  const element = document.querySelector('lease-playground');
  const answer = {
    script: customElements.get('lease-playground') !== undefined,
    origin: self.origin,
    state: element.state,
    lines: element.outcome?.lines,
    code: element.state === 'failed' ? await element.ready.catch((error) => error.code) : undefined,
    fallback: document.querySelector('pre').checkVisibility(),
    violations,
  };
  source.postMessage(answer, '*');
});`;

// Before the playground's script, so that there is none by then.
const without = 'delete window.WebAssembly;';

const html = (head, body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,">
<script src="/watch.js"></script>${head}<body>${body}`;
const element = (attributes = 'lesson="renew"') => `<lease-playground load="eager" ${attributes}>${fallback}</lease-playground>`;

for (const name of browserNames) {
  test(name, async (t) => {
    const site = await startServer({ dir: dist, base: '/a/b', cors: true });
    t.after(() => site.close());
    const closed = await startServer({ dir: dist }); // whose files no other origin may read
    t.after(() => closed.close());
    const script = (address) => `<script type="module" src="${address}"></script>`;
    const embed = script(site.url('/lease-playground.js'));
    const framed = (sandbox, address) => html('', `<iframe ${sandbox} src="${address}" width="800" height="600"></iframe>`);
    const files = {
      '/watch.js': watch,
      '/without.js': without,
      '/all': html(embed, lessons.map((lesson) => element(`lesson="${lesson}" permalink`)).join('')),
      '/plain': html(embed, element()),
      '/based': html(`<base href="${site.url('/')}">${script('lease-playground.js')}`, element()),
      '/misbased': html(`<base href="http://nowhere.invalid/x/y/">${embed}`, element()).replace('"/watch.js"', '"WATCH"'),
      '/same-origin': framed('sandbox="allow-scripts allow-same-origin"', '/plain'),
      '/sandboxed': framed('sandbox="allow-scripts"', '/plain'),
      '/sandboxed-closed': framed('sandbox="allow-scripts"', '/closed'),
      '/closed': html(script(closed.url('/lease-playground.js')), element()),
      '/without': html(`<script src="/without.js"></script>${embed}`, element()),
    };
    const host = await startServer({ files });
    t.after(() => host.close());
    files['/misbased'] = files['/misbased'].replace('WATCH', host.url('/watch.js'));
    const browser = await launch(name);
    t.after(() => browser.close());
    const view = await browser.newPage();
    // The scripts of the host are its own; for the playground there is only what the authors' page names: a script, WebAssembly, connections.
    const policy = (sources = `'wasm-unsafe-eval'; connect-src ${site.origin}`) =>
      `default-src 'none'; img-src data:; script-src ${host.origin} ${site.origin} ${sources}; require-trusted-types-for 'script'; trusted-types 'none'`;
    const open = async (path, csp = policy()) => {
      const undo = host.override(path, csp ? { headers: { 'Content-Security-Policy': csp } } : {});
      await view.goto(host.url(path));
      undo();
    };
    const failed = async () => {
      await view.waitFor(() => document.querySelector('lease-playground').state === 'failed');
      assert.equal(await view.evaluate(() => document.querySelector('pre').checkVisibility()), true, 'the fallback is gone');
      return view.evaluate(() => document.querySelector('lease-playground').ready.catch((error) => error.code));
    };

    await t.test("all of every lesson works under default-src 'none' and Trusted Types, and violates nothing", async () => {
      await open('/all');
      await live(view);
      const done = await view.evaluate(async () => {
        const elements = [...document.querySelectorAll('lease-playground')];
        await Promise.all(elements.map((element) => element.ready));
        const seen = {};
        for (const element of elements) {
          const root = element.shadowRoot;
          const all = (selector) => [...root.querySelectorAll(selector)];
          /** Each choice, box and button that is there, once. */
          for (const summary of all('summary')) summary.click();
          for (const select of all('select')) {
            for (const { value } of [...select.options]) {
              select.value = value;
              select.dispatchEvent(new Event('change', { bubbles: true }));
            }
          }
          for (const radio of all('input[type=radio]')) radio.click();
          for (const input of all('input[type=text]')) {
            input.value = '7';
            input.dispatchEvent(new InputEvent('input', { bubbles: true }));
          }
          for (const button of all('button')) button.click();
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          for (const button of all('button')) button.click();
          seen[element.getAttribute('lesson')] = [element.state, root.adoptedStyleSheets.length > 0];
        }
        return seen;
      });
      assert.deepEqual(done, Object.fromEntries(lessons.map((lesson) => [lesson, ['live', true]])));
      // Figures and take-aways come with scripts of their own.
      await view.waitFor(() => [...document.querySelectorAll('lease-playground')].every((e) => e.shadowRoot.adoptedStyleSheets.length > 1));
      assert.deepEqual(await view.evaluate('violations'), []);
      assert.deepEqual((await view.messages()).filter(({ text }) => !/clipboard/i.test(text)), []);
    });

    await t.test('a base in the page: of the site, and of nowhere', async () => {
      for (const path of ['/based', '/misbased']) {
        await open(path);
        assert.equal(await live(view), 'live', path);
        assert.deepEqual(await view.evaluate(() => document.querySelector('lease-playground').outcome.lines), defaults);
        assert.deepEqual(await view.evaluate('violations'), []);
      }
    });

    /** How the playground in the page's frame stands, once it is loading no more. */
    const inFrame = () => view.waitFor(async () => {
      const frame = document.querySelector('iframe');
      const answer = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
      frame.contentWindow.postMessage('how?', '*');
      const { state, ...rest } = await answer;
      return state !== 'loading' && state !== 'idle' && { state, ...rest };
    });

    await t.test('in a frame with sandbox="allow-scripts allow-same-origin"', async () => {
      await open('/same-origin', '');
      assert.deepEqual(await inFrame(), { script: true, origin: host.origin, state: 'live', lines: defaults, fallback: false, violations: [] });
    });

    await t.test('in a frame with sandbox="allow-scripts": it works where its files may be read by all', async () => {
      await open('/sandboxed', '');
      assert.deepEqual(await inFrame(), { script: true, origin: 'null', state: 'live', lines: defaults, fallback: false, violations: [] });
    });

    await t.test('in such a frame whose files are for their own origin, the fallback stays', async () => {
      await open('/sandboxed-closed', '');
      const answer = await inFrame();
      assert.deepEqual(answer, { script: false, origin: 'null', fallback: true, violations: [] });
    });

    await t.test('where the policy forbids WebAssembly it says so, and keeps the fallback', async () => {
      await open('/plain', policy(`; connect-src ${site.origin}`));
      assert.equal(await failed(), 'csp');
      assert.match(await text(view, '[part=problem]'), /Content Security Policy blocks WebAssembly: its script-src has to allow 'wasm-unsafe-eval'\./);
    });

    await t.test('where the policy forbids the download it says so, and keeps the fallback', async () => {
      await open('/plain', policy("'wasm-unsafe-eval'"));
      assert.equal(await failed(), 'csp');
      const said = await text(view, '[part=problem]');
      assert.match(said, /Content Security Policy blocks \S+\.wasm: its connect-src has to allow/);
      assert.ok(said.includes(`has to allow ${site.origin}.`), said);
    });

    await t.test('where there is no WebAssembly it says so, and keeps the fallback', async () => {
      await open('/without');
      assert.equal(await failed(), 'unsupported');
      assert.match(await text(view, '[part=problem]'), /offers no WebAssembly/);
    });
  });
}
