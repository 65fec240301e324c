// A playground in somebody's page leaves alone what is the page's, in every browser: focus, scroll, keys, forms, history.
import assert from 'node:assert/strict';
import test from 'node:test';
import { browserNames } from './browsers.mjs';
import { defaults, document, fallback, field, lines, start } from './playground.mjs';

const tall = '<br>'.repeat(200);
const element = (load) => `<lease-playground lesson="renew" load="${load}">${fallback}</lease-playground>`;

// A page with a shortcut on every key, a form around the playground, and notes of what comes out of both.
const page = `
window.shortcuts = [];
window.submits = 0;
for (const type of ['keydown', 'keypress', 'keyup']) {
  for (const target of [document, window]) target.addEventListener(type, (event) => shortcuts.push(event.key));
}
document.addEventListener('submit', (event) => {
  window.submits++;
  event.preventDefault();
});
document.addEventListener('wheel', (event) => (window.turned = event.defaultPrevented));
document.addEventListener('focusin', ({ target }) => (window.focused ??= []).push(target.id || target.localName));
window.scrolls = 0;
document.addEventListener('scroll', () => window.scrolls++);
`;

/** Runs in the page: what has the focus, of all that there is inside the playground. */
const focus = () => {
  const inside = window.document.activeElement.shadowRoot?.activeElement;
  if (!inside) return window.document.activeElement.id || window.document.activeElement.localName;
  const all = [...window.document.activeElement.shadowRoot.querySelectorAll('*')];
  return `${inside.localName} ${all.indexOf(inside)}`;
};

for (const name of browserNames) {
  test(name, async (t) => {
    const { server, view, visit, open, clean } = await start(t, name, {
      '/page.js': page,
      '/below': document(`<script src="/page.js"></script><input id="before">${tall}${element('interaction')}${tall}`),
      '/between': document(`<script src="/page.js"></script><form action="/elsewhere"><input id="before">${element('eager')}<button id="after">send</button></form>`),
      '/elsewhere': '<!doctype html><title>elsewhere</title><p>another page',
    });

    await t.test('starting below the fold it moves neither focus nor scroll', async () => {
      await visit('/below');
      await view.evaluate(() => {
        window.document.querySelector('#before').focus({ preventScroll: true });
        window.scrollTo(0, 100);
      });
      const frames = () => view.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await frames();
      await view.evaluate(() => {
        window.focused = [];
        return window.document.querySelector('lease-playground').run().then(() => 0);
      });
      await frames();
      assert.deepEqual(await view.evaluate(() => [window.document.activeElement.id, scrollY, window.focused]), ['before', 100, []]);
    });

    await t.test('Tab goes through all of it and out, and back the same way', async () => {
      await open('/between');
      // Figures that come late have places of their own.
      await view.waitFor(() => window.document.querySelector('lease-playground').shadowRoot.adoptedStyleSheets.length > 1);
      await view.waitFor(() => window.document.querySelector('lease-playground').shadowRoot.querySelector('[role=slider]') !== null);
      await view.evaluate(() => window.document.querySelector('#before').focus());
      const walk = async (key, end) => {
        const places = [];
        for (let i = 0; i < 120; i++) {
          await view.press(key);
          const place = await view.evaluate(focus);
          if (place === end) return places;
          places.push(place);
        }
        assert.fail(`${key} does not get to #${end}: ${places.slice(-3)}`);
      };
      const there = await walk('Tab', 'after');
      assert.ok(there.length > 15, there.join());
      assert.equal(new Set(there).size, there.length, 'it goes round in circles');
      assert.deepEqual(await walk('Shift+Tab', 'before'), there.toReversed());
      // Nothing that has the focus is out of sight.
      assert.ok(there.every((place) => !place.startsWith('body')), there.join());
    });

    await t.test("the page's shortcuts do not fire while somebody types or chooses", async () => {
      await view.fill(field('token'), 'jk/?');
      for (const key of ['Home', 'End', 'ArrowLeft', 'Delete', 'Backspace', 'Enter', 'Space']) await view.press(key);
      await view.click('lease-playground >>> [role=option]:nth-child(2)');
      await view.evaluate('shortcuts.length = 0');
      for (const key of ['ArrowDown', 'ArrowUp', 'End', 'Home']) await view.press(key);
      await view.evaluate(() => window.document.querySelector('lease-playground').shadowRoot.querySelector('[role=slider]').focus());
      for (const key of ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown']) await view.press(key);
      assert.deepEqual((await view.evaluate('shortcuts')).filter((key) => !/^(Shift|Tab)$/.test(key)), []);
      // But where nothing is typed, the page has its keys.
      await view.evaluate(() => window.document.querySelector('lease-playground').shadowRoot.querySelector('.buttons button').focus());
      await view.press('j');
      assert.ok((await view.evaluate('shortcuts')).includes('j'));
    });

    await t.test('Enter submits no form of the page, also when it ends a composition', async () => {
      await open('/between');
      await view.fill(field('token'), 'claim-b');
      await view.press('Enter');
      await view.fill('lease-playground >>> #label', 'mine');
      await view.press('Enter');
      // Composing, as an input method's keys come: the Enter that ends it is none of the page's, and no line feed.
      const composed = await view.evaluate(() => {
        const element = window.document.querySelector('lease-playground');
        const input = element.shadowRoot.querySelector('#input-token');
        input.focus();
        const runs = window.heard.length;
        input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true, composed: true }));
        input.value = 'きょう';
        input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, isComposing: true }));
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, composed: true, cancelable: true }));
        const during = [window.heard.length - runs, input.value];
        input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, composed: true, data: 'きょう' }));
        return [...during, element.program.steps[0].token];
      });
      assert.deepEqual(composed, [0, 'きょう', 'きょう']);
      assert.deepEqual(await view.evaluate(() => [window.submits, location.pathname]), [0, '/between']);
      // A button inside is no button of the form's, and neither are the fields: the form sends its own and no more.
      await view.click('lease-playground >>> .buttons button:nth-child(3)');
      assert.deepEqual(await view.evaluate(() => [window.submits, [...window.document.forms[0].elements].map(({ id }) => id)]), [0, ['before', 'after']]);
    });

    // Only Chromium's protocol has an input method to speak for.
    if (name === 'chromium') {
      await t.test('a real composition: the program waits for its end, and Enter submits nothing', async () => {
        await open('/between');
        await view.fill(field('token'), '');
        const session = await view.raw.createCDPSession();
        const runs = await view.evaluate('heard.length');
        for (const text of ['k', 'き', 'きょ', 'きょう']) {
          await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
        }
        assert.equal(await view.evaluate('heard.length'), runs);
        await session.send('Input.insertText', { text: '今日' });
        await view.press('Enter');
        assert.deepEqual(await view.evaluate(() => {
          const element = window.document.querySelector('lease-playground');
          return [element.program.steps[0].token, element.shadowRoot.querySelector('#input-token').value, window.submits];
        }), ['今日', '今日', 0]);
        await session.detach();
      });
    }

    await t.test('the wheel changes no value, and scrolls the page', async () => {
      await visit('/below');
      await view.evaluate(() => window.document.querySelector('lease-playground').run().then(() => 0));
      await view.click(field('now'));
      const turn = () => view.evaluate(() => {
        const element = window.document.querySelector('lease-playground');
        for (const control of element.shadowRoot.querySelectorAll('input, select, [role=slider], canvas, svg')) {
          const event = new WheelEvent('wheel', { deltaY: 120, bubbles: true, composed: true, cancelable: true });
          control.dispatchEvent(event);
          if (event.defaultPrevented) return control.outerHTML;
        }
        return JSON.stringify(element.program);
      });
      const program = await view.evaluate(() => JSON.stringify(window.document.querySelector('lease-playground').program));
      assert.equal(await turn(), program);
      // A synthetic wheel turns nothing by itself; the real one is Puppeteer's alone.
      if (view.raw) {
        const before = await view.evaluate(() => [scrollY, window.scrolls]);
        await view.raw.mouse.wheel({ deltaY: 200 });
        await view.waitFor((y) => scrollY > y, before[0]);
        assert.equal(await view.evaluate(() => JSON.stringify(window.document.querySelector('lease-playground').program)), program);
      }
    });

    await t.test('back and forward: what the fields say is what was run', async () => {
      await open('/between');
      await view.fill(field('now'), '14');
      await view.fill('lease-playground >>> #row-expiry', '12');
      const agree = async () => {
        await view.waitFor(() => window.document.title === 'element' && window.document.querySelector('lease-playground')?.state === 'live');
        return view.evaluate(() => {
          const element = window.document.querySelector('lease-playground');
          const { program, outcome, shadowRoot: root } = element;
          const fields = ['id', 'token', 'now', 'new_expiry'];
          const typed = fields.map((field) => root.querySelector(`#input-${field}`).value);
          const row = root.querySelector('#row-expiry').value;
          element.program = program;
          return {
            same: [...typed, row].join() === [...fields.map((field) => program.steps[0][field]), program.row?.expiry ?? 10].join(),
            lines: outcome.lines.join() === element.outcome.lines.join(),
            shown: [...root.querySelectorAll('[part=line-text]')].map((e) => e.textContent).join() === outcome.lines.join(),
            expected: [outcome.lines[0], program.steps[0].now],
          };
        });
      };
      const edited = ['renewed: False', '14'];
      const first = await agree();
      assert.deepEqual(first, { same: true, lines: true, shown: true, expected: edited });
      await view.goto(server.url('/elsewhere'));
      for (const way of ['back', 'forward', 'back']) {
        await view.evaluate((way) => void setTimeout(() => history[way]()), way); // after the answer, which needs this page
        if (way === 'forward') {
          await view.waitFor(() => window.document.title === 'elsewhere');
          continue;
        }
        const after = await agree();
        // A browser brings back the page as it was, or loads it anew; in either case all of it agrees.
        assert.deepEqual({ ...after, expected: 0 }, { same: true, lines: true, shown: true, expected: 0 });
        assert.ok([edited.join(), `${defaults[0]},5`].includes(after.expected.join()), after.expected.join());
      }
      await view.fill(field('now'), '7');
      assert.equal((await view.evaluate(() => window.document.querySelector('lease-playground').program.steps[0].now)), '7');
      assert.equal((await lines(view)).length, 5);
      await clean();
    });
  });
}
