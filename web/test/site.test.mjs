// The site's pages: what they load, and what they say where the live part can't start.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { browserNames, launch } from './browsers.mjs';
import { startLeaseplay } from './serve.mjs';
import { dist, startServer } from './testserver.mjs';

const output = ['renewed: True', 'stale token: False', 'no extension: False', 'at expiry: False', 'stored expiry: 15'].join('\n');

/** Runs in the page: the notices to be seen once those that come late have come. */
const notices = () => {
  for (const animation of document.getAnimations()) animation.finish();
  return [...document.querySelectorAll('.notice')].filter((n) => n.checkVisibility({ visibilityProperty: true })).map((n) => n.innerText);
};
const staticOutput = () => document.querySelector('lease-playground > pre').innerText;

/** Runs in the page: the scripts that were asked for, and are not named in its head, before both modules were there. */
const early = () => {
  const named = [...document.querySelectorAll('link[href], script[src]')].map((e) => e.href || e.src);
  const entries = performance.getEntriesByType('resource');
  const there = Math.max(...entries.filter((e) => /\.wasm$/.test(e.name)).map((e) => e.responseEnd));
  return entries.filter((e) => /\.js$/.test(e.name) && !named.includes(e.name) && e.startTime < there).map((e) => e.name);
};

for (const name of browserNames) {
  test(name, async (t) => {
    const server = await startServer({ dir: dist, base: '/deep/er' });
    t.after(() => server.close());
    const browser = await launch(name);
    t.after(() => browser.close());

    await t.test('a lesson page loads each file once and says nothing on the console', async () => {
      const view = await browser.newPage();
      await view.goto(server.url('/renew.html'));
      await view.waitFor(() => document.querySelector('lease-playground').state === 'live');
      // The size check counts what sizes.json says that the page loads: all of that, and nothing else.
      const { pages } = JSON.parse(await readFile(join(dist, 'sizes.json'), 'utf8'));
      const loads = pages['renew.html'].map((path) => `/deep/er/${path}`).filter((path) => !path.endsWith('.svg'));
      await view.waitFor((loads) => loads.every((path) => performance.getEntries().some((e) => e.name.endsWith(path) && e.responseEnd > 0)), loads);
      const paths = server.requests.map(({ path }) => path);
      assert.deepEqual(paths.filter((path) => !loads.includes(path) && !path.endsWith('.svg')), [], 'not in sizes.json');
      assert.deepEqual(paths.filter((path, i) => paths.indexOf(path) !== i), [], 'loaded more than once');
      assert.deepEqual(server.requests.filter(({ status }) => status >= 400), []);
      assert.deepEqual(await view.evaluate(early), [], 'taken by the first output and not named in the head');
      assert.deepEqual(await view.evaluate(notices), []);
      assert.deepEqual(await view.messages(), []);
      await view.close();
    });

    await t.test('the first page and the one for what is missing are quiet too', async () => {
      const view = await browser.newPage();
      for (const page of ['/', '/authors.html', '/404.html']) {
        await view.goto(server.url(page));
        assert.equal(await view.evaluate(() => document.querySelectorAll('h1').length), 1);
        assert.deepEqual(await view.messages(), []);
      }
      await view.close();
    });

    await t.test('a frame takes the attributes of the element from the address', async () => {
      const view = await browser.newPage();
      await view.goto(server.url('/renew-frame.html?theme=dark&now=7&onclick=alert(1)&id=x&class=y&lesson=replay&payload=z'));
      await view.waitFor(() => document.querySelector('lease-playground').state === 'live');
      assert.deepEqual(await view.evaluate(() => [...document.querySelector('lease-playground').attributes].map((a) => a.name).sort()),
        ['lesson', 'load', 'now', 'payload', 'permalink', 'theme', 'view']);
      assert.equal(await view.evaluate(() => document.querySelector('lease-playground').program.steps[0].now), '7');
      assert.deepEqual(await view.messages(), []);
      await view.close();
    });

    await t.test('a frame says whose output its static text is, until it is live', async () => {
      const view = await browser.newPage();
      const undo = server.override(/\.wasm$/, { drop: true });
      await view.goto(server.url('/renew-frame.html?now=9&new-expiry=19'));
      const shown = () => view.evaluate(() => document.querySelector('lease-playground').innerText);
      await view.waitFor(() => document.querySelector('lease-playground').state === 'failed');
      assert.equal((await shown()).replaceAll(/\n+/g, '\n').trim(), `The lesson's own program prints:\n${output}`);
      undo();
      await view.evaluate(() => document.querySelector('lease-playground').run().then(() => 0));
      assert.equal(await view.evaluate(() => document.querySelector('lease-playground p').checkVisibility()), false);
      await view.close();
    });

    // Puppeteer starts a Firefox that lets files load scripts, which no reader's does.
    if (name !== 'firefox') {
      await t.test('opened as a file, a lesson page has its output and names the way out', async () => {
        const view = await browser.newPage();
        await view.goto(new URL('renew.html', pathToFileURL(dist)).href);
        assert.equal(await view.evaluate(staticOutput), output);
        const said = await view.evaluate(notices);
        assert.equal(said.length, 1);
        assert.match(said[0], /any static web\s+server/);
        assert.notEqual(await view.evaluate(() => getComputedStyle(document.body).margin), '8px', 'the style sheet is missing');
        await view.close();
      });
    }

    await t.test('where its script is missing, a lesson page says that the live part has not started', async () => {
      const view = await browser.newPage();
      const undo = server.override('/lease-playground.js', { status: 404, body: '' });
      await view.goto(server.url('/renew.html'));
      undo();
      assert.equal(await view.evaluate(staticOutput), output);
      assert.match((await view.evaluate(notices)).join(), /has not started/);
      await view.close();
    });
  });
}

test('leaseplay serve sends all that a page needs, under its own policy', async (t) => {
  const server = await startLeaseplay(dist);
  t.after(() => server.close());
  const browser = await launch('chromium');
  t.after(() => browser.close());
  const view = await browser.newPage();
  await view.goto(server.url('/renew.html'));
  await view.waitFor(() => document.querySelector('lease-playground').state === 'live');
  assert.deepEqual(await view.messages(), []);
  const policed = await view.evaluate(async () => (await fetch(location.href)).headers.get('content-security-policy'));
  assert.match(policed, /require-trusted-types-for 'script'/);
  const encoded = await view.evaluate(() => performance.getEntriesByType('resource')
    .filter((e) => /\.(wasm|js|css)$/.test(e.name) && e.encodedBodySize >= e.decodedBodySize).map((e) => e.name));
  assert.deepEqual(encoded, [], 'sent without compression');
});

test('the pages are accessible and as wide as the window, light and dark', async (t) => {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const server = await startServer({ dir: dist });
  t.after(() => server.close());
  const browser = await launch('chromium');
  t.after(() => browser.close());
  const view = await browser.newPage({ width: 320, height: 640 });
  for (const scheme of ['light', 'dark']) {
    await view.raw.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    for (const page of ['index.html', 'authors.html', 'renew.html', 'contention.html', '404.html']) {
      await view.goto(server.url(`/${page}`));
      await view.waitFor(() => [...document.querySelectorAll('lease-playground')].every((e) => e.state === 'live'));
      await view.raw.evaluate(axe);
      const { violations } = await view.evaluate(() => window.axe.run());
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      assert.deepEqual(found, [], `${page}, ${scheme}`);
      assert.ok(await view.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${page} is too wide`);
    }
  }
});

test('without JavaScript a lesson page has its output and says so', async (t) => {
  const server = await startServer({ dir: dist });
  t.after(() => server.close());
  const browser = await launch('chromium');
  t.after(() => browser.close());
  const view = await browser.newPage();
  await view.raw.setJavaScriptEnabled(false);
  await view.goto(server.url('/renew.html'));
  // What evaluate sends is the debugger's, which still runs.
  assert.equal(await view.evaluate(staticOutput), output);
  const said = await view.evaluate(notices);
  assert.equal(said.length, 1);
  assert.match(said[0], /JavaScript is off/);
  await view.goto(server.url('/renew-frame.html?now=9&new-expiry=19'));
  assert.deepEqual(await view.evaluate(() => [...document.querySelectorAll('lease-playground > *')].filter((e) => e.checkVisibility()).map((e) => e.innerText)),
    ["The lesson's own program prints:", output]);
});
