// The element is accessible and fits, light and dark, narrow and wide: checked by axe in Chromium, which all three need alike.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { live, page, start } from './playground.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const body = (attributes) => page(attributes).replace(/(<lease-playground.*)$/, '<main><h1>A tutorial</h1>$1</main>');

test('looks', async (t) => {
  const { view, open, server } = await start(t, 'chromium', {
    '/right': body('lesson="renew" load="eager"'),
    '/mistake': body('lesson="renew" load="eager" variant="id-only"'),
    '/nulls': body('lesson="outbox" load="eager"'),
    '/compact': body('lesson="contention" load="eager" view="compact"'),
    '/rtl': body('lesson="renew" load="eager" dir="rtl"'),
    '/plain': body('lesson="renew" load="eager"'),
    '/dark-page': body('lesson="renew" load="eager"').replace('<body>', '<meta name="color-scheme" content="dark"><body>'),
    '/asked-light': body('lesson="renew" load="eager" theme="light"'),
  });

  for (const path of ['/right', '/mistake', '/nulls', '/compact', '/rtl']) {
    for (const scheme of ['light', 'dark']) {
      for (const width of [320, 768, 1280]) {
        await t.test(`${path.slice(1)}, ${scheme}, ${width} px`, async () => {
          await view.raw.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          await view.resize(width, 900);
          await open(path);
          await view.raw.evaluate(axe);
          const found = await view.raw.evaluate(async (runOnly) => {
            const { violations } = await window.axe.run(window.document, { runOnly });
            return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.flat().join(' ')} ${failureSummary}`)}`);
          }, rules);
          assert.deepEqual(found, []);
          assert.equal(await view.evaluate(() => window.document.documentElement.scrollWidth <= window.innerWidth), true, 'the page scrolls sideways');
        });
      }
    }
  }

  await t.test('colours are those the element, else the page, else the reader asks for', async () => {
    const background = async (path) => {
      await view.goto(server.url(path));
      await live(view);
      return view.evaluate(() => getComputedStyle(window.document.querySelector('lease-playground').shadowRoot.querySelector('.root')).backgroundColor);
    };
    const [light, dark] = ['rgb(255, 255, 255)', 'rgb(22, 25, 29)'];
    await view.raw.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
    assert.deepEqual([await background('/plain'), await background('/dark-page')], [light, dark]);
    await view.raw.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    assert.deepEqual([await background('/plain'), await background('/asked-light')], [dark, light]);
  });
});
