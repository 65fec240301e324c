// The playground at its edges: words that don't break, no step left, as many as there can be, hosts from right to left, wide letters.
import assert from 'node:assert/strict';
import test from 'node:test';
import { browserNames } from './browsers.mjs';
import { figures, lessons } from './lessons.mjs';
import { page, start } from './playground.mjs';

const row = { id: 41, token: 'claim-a', expiry: 10 };
const renew = (now, expiry) => ({ op: 'renew', label: 'l', id: '41', token: 'claim-a', now, new_expiry: expiry });
const program = (row, steps) => `lesson="renew" load="eager" program='${JSON.stringify({ lesson: 'renew', row, steps })}'`;
const last = '9223372036854775807';
const spacing = '<style>lease-playground { line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em; }</style>';

/** Runs in the page: texts that reach out of their panel, and whether the page scrolls sideways. */
const cut = () => {
  const root = document.querySelector('lease-playground').shadowRoot;
  const out = [...root.querySelectorAll('figure text, .handle span, .said, figcaption, .wrong')].filter((e) => {
    const box = e.getBoundingClientRect();
    const panel = e.closest('.panel').getBoundingClientRect();
    return box.width > 0 && (box.right > panel.right + 0.5 || box.left < panel.left - 0.5);
  });
  return [document.documentElement.scrollWidth <= innerWidth, out.map((e) => e.textContent)];
};
const figure = () => document.querySelector('lease-playground').shadowRoot.querySelector('figcaption') !== null;

for (const name of browserNames) {
  test(name, async (t) => {
    const { view, open } = await start(t, name, {
      ...Object.fromEntries(lessons.map((lesson) => [`/${lesson}`, page(`lesson="${lesson}" load="eager"`)])),
      ...Object.fromEntries(lessons.map((lesson) => [`/${lesson}-rtl`, page(`lesson="${lesson}" load="eager" dir="rtl"`)])),
      '/one': page(program(row, [renew('5', '15')])),
      '/many': page(program(row, Array.from({ length: 199 }, () => renew('5', '15')))),
      '/far': page(program({ ...row, expiry: last }, [renew('5', '15')])).replace('<body>', `${spacing}<body>`),
      '/late': page(program(row, [renew(last, last)])).replace('<body>', `${spacing}<body>`),
      '/wide': page('lesson="renew" load="eager"').replace('<body>', `${spacing}<body>`),
      '/zero': page(program({ ...row, expiry: 0 }, [renew('5', '15')])),
    });

    for (const width of [320, 768, 1280]) {
      await t.test(`${width} px: a word of an error that doesn't break stays in its field`, async () => {
        await view.resize(width, 900);
        await open('/requeue');
        await view.fill('lease-playground >>> #row-lease_until', 'x'.repeat(60));
        assert.match(await view.evaluate(() => document.querySelector('lease-playground').shadowRoot.querySelector('#row-lease_until-error').textContent), /xxxx/);
        assert.deepEqual(await view.evaluate(cut), [true, []]);
      });
    }

    await t.test('320 px, wide letters: no text of the timeline is cut off', async () => {
      await view.resize(320, 900);
      for (const path of ['/wide', '/far', '/late']) {
        await open(path);
        await view.waitFor(figure);
        assert.deepEqual([path, ...await view.evaluate(cut)], [path, true, []]);
      }
    });

    await t.test('the map of an expiry of 0 begins at 0', async () => {
      await open('/zero');
      await view.waitFor(() => document.querySelector('lease-playground').shadowRoot.querySelector('#map-says') !== null);
      assert.match(await view.evaluate(() => document.querySelector('lease-playground').shadowRoot.querySelector('#map-says').textContent), /^Shown are now 0–29 and new expiry 0–39\./);
    });

    await t.test('the focus of the last step goes to what adds one; no list is without an option', async () => {
      await open('/one');
      assert.deepEqual(await view.evaluate(() => {
        const root = document.querySelector('lease-playground').shadowRoot;
        const remove = [...root.querySelectorAll('.inputs .tools button')].find((e) => e.textContent === 'Remove');
        remove.focus();
        remove.click();
        return [root.activeElement?.closest('.add') !== null, root.activeElement?.textContent, root.querySelectorAll('[role=listbox]').length];
      }), [true, 'renew', 0]);
    });

    await t.test('no step is added to a program that has as many as there can be', async () => {
      await open('/many');
      assert.deepEqual(await view.evaluate(() => {
        const element = document.querySelector('lease-playground');
        const add = element.shadowRoot.querySelector('.add button');
        const seen = [];
        for (let i = 0; i < 3; i++) {
          seen.push([element.program.steps.length, add.ariaDisabled]);
          add.click();
        }
        return [seen, element.shadowRoot.querySelector('[part=error]') === null];
      }), [[[199, null], [200, 'true'], [200, 'true']], true]);
    });

    await t.test('on a page from right to left the texts run from left to right', async () => {
      await view.resize(1280, 900);
      for (const lesson of lessons) {
        await open(`/${lesson}-rtl`);
        if (figures[lesson]) await view.waitFor(figure);
        assert.deepEqual(await view.evaluate(() => {
          const root = document.querySelector('lease-playground').shadowRoot;
          const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
          const wrong = [];
          const box = (node, from, to) => {
            const range = document.createRange();
            range.setStart(node, from);
            range.setEnd(node, to);
            return range.getBoundingClientRect();
          };
          for (let node; (node = walker.nextNode());) {
            const length = node.data.trimEnd().length;
            if (length < 2 || node.parentElement.closest('option, .sr')) continue;
            const [first, end] = [box(node, 0, 1), box(node, length - 1, length)];
            const sameLine = Math.abs(first.top - end.top) < 3 && first.width > 0 && end.width > 0;
            if (sameLine && first.left >= end.left) wrong.push(node.data);
          }
          // Of what a step did: the operation before its answer.
          for (const did of root.querySelectorAll('.did')) {
            const text = did.lastChild;
            if (text.data?.trim() && box(text, 0, text.data.length).left < did.querySelector('code').getBoundingClientRect().left) wrong.push(did.textContent);
          }
          return wrong;
        }), [], lesson);
      }
    });

    await t.test('no two fields of a playground have the same name', async () => {
      for (const lesson of lessons) {
        await open(`/${lesson}`);
        const names = await view.evaluate(() => [...document.querySelector('lease-playground').shadowRoot.querySelectorAll('input[type=text], select')].map((e) => e.ariaLabel ?? e.labels[0].textContent));
        assert.deepEqual(names.filter((name, i) => names.indexOf(name) !== i), [], lesson);
      }
    });
  });
}
