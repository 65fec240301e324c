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
/** What a page may have set for words of its own. */
const inherited = `<style>
body { text-transform: uppercase; text-indent: 3em; text-shadow: 2px 2px red; text-align-last: justify; white-space: WHITE;
  word-break: break-all; line-break: anywhere; hyphens: auto; tab-size: 1; user-select: none; -webkit-user-select: none; cursor: wait; }
</style>`;

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
      ...Object.fromEntries(['nowrap', 'pre'].map((white) => [`/${white}`, page('lesson="renew" load="eager"').replace('<body>', `${inherited.replace('WHITE', white)}<body>`)])),
      ...Object.fromEntries(lessons.map((lesson) => [`/${lesson}-large`, page(`lesson="${lesson}" load="eager"`).replace('<body>', '<style>html { font-size: 200%; } body { margin: 0; }</style><body>')])),
      '/zero': page(program({ ...row, expiry: 0 }, [renew('5', '15')])),
    }, { 'Content-Security-Policy': "default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'" }); // the pages here have styles of their own

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

    await t.test('what a page sets for its own words changes neither texts nor layout; spacing that readers set does', async () => {
      const looks = async (path) => {
        await open(path);
        await view.waitFor(() => document.querySelector('lease-playground').shadowRoot.querySelector('#map-says')); // the last to come
        return view.evaluate(() => {
          const root = document.querySelector('lease-playground').shadowRoot;
          const style = (part) => getComputedStyle(root.querySelector(`[part~=${part}]`));
          const { textTransform, textIndent, textShadow, textAlignLast, whiteSpace, wordBreak, lineBreak, hyphens, tabSize, cursor } = style('reason');
          const { top } = root.host.getBoundingClientRect(); // the page's own line breaks are lines in some
          const boxes = [...root.querySelectorAll('.panel, .panel :is(p, li, label, input, button, td, [role=option])')].map((e) => e.getBoundingClientRect()).filter(({ width }) => width > 0).map((box) => [box.x, box.y - top, box.width, box.height].map(Math.round).join(' '));
          return { reason: { textTransform, textIndent, textShadow, textAlignLast, whiteSpace, wordBreak, lineBreak, hyphens, tabSize, cursor },
            line: root.querySelector('[part~=line-text]').innerText, selectable: (style('reason').userSelect ?? style('reason').webkitUserSelect) !== 'none', boxes };
        });
      };
      await view.resize(768, 900);
      const plain = await looks('/renew');
      assert.equal(plain.line, 'renewed: True');
      for (const white of ['/nowrap', '/pre']) assert.deepEqual(await looks(white), plain);
      await open('/wide');
      assert.notEqual(await view.evaluate(() => getComputedStyle(document.querySelector('lease-playground').shadowRoot.querySelector('[part~=reason]')).letterSpacing), 'normal');
    });

    await t.test('320 px, letters of twice the size: the stored rows stay in their panel', async () => {
      await view.resize(320, 900);
      for (const lesson of lessons) {
        await open(`/${lesson}-large`);
        if (figures[lesson]) await view.waitFor(figure);
        assert.deepEqual([lesson, await view.evaluate(() => Math.max(0, document.querySelector('lease-playground').shadowRoot.querySelector('[part=rows]').getBoundingClientRect().right - innerWidth))], [lesson, 0]);
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
