// axe-core finds no violation of WCAG 2.2 AA, or of its own advice, on any lesson's page: live, light and dark, with each mistake.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { launch } from './browsers.mjs';
import { lessons } from './lessons.mjs';
import { dist, startServer } from './testserver.mjs';
import { live } from './playground.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const pages = ['index.html', '404.html', 'authors.html', 'renew-frame.html', 'renew-frame.html?view=full', ...lessons.map((lesson) => `${lesson}.html`)];
const mistakes = ['id-only', 'expiry-inclusive', 'may-shorten'];

test('axe', async (t) => {
  const server = await startServer({ dir: dist });
  t.after(() => server.close());
  const browser = await launch('chromium');
  t.after(() => browser.close());
  const view = await browser.newPage({ width: 1280, height: 900 });

  const open = async (path) => {
    await view.goto(server.url(path));
    if (/index|404|authors/.test(path)) return;
    await live(view);
    // Figures come when the output is there.
    await view.waitFor(() => document.querySelector('lease-playground').shadowRoot.querySelector('.compact .why, .takeaway') !== null);
    await view.raw.waitForNetworkIdle({ idleTime: 100 });
  };
  /** What axe finds on the page as it is: rule and element of each. */
  const violations = async () => {
    await view.raw.evaluate(`${axe}; undefined`);
    return view.raw.evaluate(async () => {
      // A frame is a part of a page that has headings of its own.
      const rules = { 'page-has-heading-one': { enabled: !location.pathname.includes('-frame') } };
      const { violations, passes } = await globalThis.axe.run(document, { resultTypes: ['violations'], rules });
      if (passes.length < 5) throw new Error(`axe looked at nothing: ${passes.length} passes`);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, any }) => `${id}: ${target.join(' ')} ${html.slice(0, 120)} ${any[0]?.message ?? ''}`));
    });
  };

  await t.test('finds what is wrong, also inside the element', async () => {
    await open('/renew.html');
    await view.evaluate(() => {
      const image = document.createElement('img');
      image.src = 'data:,';
      document.querySelector('lease-playground').shadowRoot.querySelector('.why').append(image);
    });
    assert.match((await violations()).join('\n'), /image-alt/);
  });

  for (const scheme of ['light', 'dark']) {
    await t.test(scheme, async (t) => {
      await view.raw.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      for (const page of pages) {
        await t.test(page, async () => {
          await open(`/${page}`);
          assert.deepEqual(await violations(), []);
        });
      }
      for (const variant of mistakes) {
        await t.test(`the mistake ${variant}, with a text to take away and an error`, async () => {
          await open('/renew.html');
          await view.evaluate((variant) => {
            const element = document.querySelector('lease-playground');
            element.setAttribute('variant', variant);
            element.shadowRoot.querySelector('.takeaway button:nth-of-type(2)').click();
            for (const details of element.shadowRoot.querySelectorAll('details')) details.open = true;
          }, variant);
          await view.waitFor(() => document.querySelector('lease-playground').shadowRoot.querySelector('.takeaway pre'));
          assert.deepEqual(await violations(), []);
          await view.fill('lease-playground >>> #row-expiry', 'x');
          assert.deepEqual(await violations(), []);
        });
      }
    });
  }

  await t.test('320 px', async () => {
    await view.resize(320, 800);
    await open('/contention.html');
    assert.deepEqual(await violations(), []);
  });
});
