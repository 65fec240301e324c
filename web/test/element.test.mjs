// What a reader does in the element, in every browser: type, choose, arrange, undo, listen.
import assert from 'node:assert/strict';
import test from 'node:test';
import { browserNames } from './browsers.mjs';
import { defaults, fallback, field, line, lines, page, redo, reset, start, text, undo } from './playground.mjs';

for (const name of browserNames) {
  test(name, async (t) => {
    const { view, visit, open, clean } = await start(t, name, {
      '/': page('lesson="renew" load="eager"'),
      '/asked': page('lesson="renew" load="interaction"'),
    });

    await t.test('prints the default output and leaves the page as it was', async () => {
      await open('/');
      assert.deepEqual(await lines(view), defaults);
      assert.equal(await view.evaluate(() => window.document.querySelector('lease-playground').outerHTML),
        `<lease-playground lesson="renew" load="eager">${fallback}</lease-playground>`);
      assert.equal(await view.evaluate(() => window.document.querySelector('pre').checkVisibility()), false);
      assert.equal(await view.evaluate(() => window.document.activeElement.localName), 'body');
      assert.deepEqual(await view.evaluate('heard'), [defaults.join('|')]);
      await clean();
    });

    await t.test('typing runs the program without a click', async () => {
      await view.fill(field('now'), '15');
      assert.deepEqual((await lines(view))[0], 'ValueError: clock/extension bounds');
      await view.fill(field('new_expiry'), '25');
      assert.deepEqual((await lines(view))[0], 'renewed: False');
      assert.match(await text(view, '[part=reason]'), /^Expiry 10 is not greater than now 15/);
      await view.fill(field('token'), '');
      assert.deepEqual((await lines(view))[0], 'ValueError: claim fields');
      await view.press('Enter');
      assert.equal(await view.evaluate('location.search'), '');
    });

    await t.test('a step sees what the step before it stored', async () => {
      await open('/');
      await view.fill(field('new_expiry'), '12');
      assert.deepEqual(await lines(view), ['renewed: True', 'stale token: False', 'no extension: True', 'at expiry: False', 'stored expiry: 14']);
    });

    await t.test('typing is one step to undo; redo and reset', async () => {
      await view.click(undo);
      assert.deepEqual(await lines(view), defaults);
      await view.click(redo);
      assert.deepEqual((await lines(view))[2], 'no extension: True');
      await view.click(reset);
      assert.deepEqual(await lines(view), defaults);
      await clean();
    });

    await t.test('lines are chosen, moved and removed from the keyboard, the focus with them', async () => {
      await view.click(line(1));
      await view.press('ArrowDown');
      await view.press('Alt+ArrowDown');
      assert.deepEqual(await lines(view), [defaults[0], defaults[2], defaults[1], defaults[3], defaults[4]]);
      await view.press('End');
      await view.press('Delete');
      assert.equal((await lines(view)).length, 4);
      assert.deepEqual(await view.evaluate(() => {
        const chosen = window.document.querySelector('lease-playground').shadowRoot.activeElement;
        return [chosen.getAttribute('aria-selected'), chosen.tabIndex, [...chosen.parentElement.children].indexOf(chosen)];
      }), ['true', 0, 3]);
      await view.click('lease-playground >>> .add button:nth-of-type(2)');
      assert.equal((await lines(view))[4], 'stored expiry: 15');
    });

    await t.test('keys that the fields use do not reach the page; Tab and Escape do', async () => {
      await view.evaluate('keys.length = 0');
      await view.click(line(1));
      await view.fill(field('now'), '7');
      await view.press('ArrowLeft');
      await view.press('Escape');
      await view.press('Tab');
      assert.deepEqual(await view.evaluate('keys'), ['Escape', 'Tab']);
    });

    await t.test('a mistake is marked, with what the right contract prints', async () => {
      await open('/');
      await view.evaluate(() => window.document.querySelector('lease-playground').setAttribute('variant', 'id-only'));
      assert.deepEqual(await lines(view), ['renewed: True', 'stale token: True', 'no extension: False', 'at expiry: True', 'stored expiry: 20']);
      assert.match(await text(view, '[part=mistake]'), /^A mistake, on purpose: No token predicate\./);
      assert.equal(await text(view, '[role=option]:nth-child(2) .right'), 'the right contract prints: stale token: False');
    });

    await t.test('a row that the table can\'t hold is refused at its field; the output stays', async () => {
      await open('/');
      await view.fill('lease-playground >>> #row-expiry', '1x');
      assert.match(await text(view, '#row-expiry-error'), /"1x"/);
      assert.equal(await view.evaluate(() => window.document.querySelector('lease-playground').shadowRoot.querySelector('#row-expiry').value), '1x');
      assert.ok(await text(view, '.stale'));
      assert.equal(await view.evaluate('heard.at(-1)'), 'bad-value');
      await view.fill('lease-playground >>> #row-expiry', '٣٠');
      assert.equal(await text(view, '#row-expiry-error'), null);
      assert.equal((await lines(view))[4], 'stored expiry: 30');
    });

    await t.test('an answer is announced once an edit is finished, also when it repeats', async () => {
      await visit('/asked');
      const said = await view.evaluate(async () => {
        let waiting;
        window.customElements.get('lease-playground').timer = { set: (f) => (waiting = f), clear: () => (waiting = undefined) };
        const element = window.document.createElement('lease-playground');
        element.setAttribute('lesson', 'renew');
        element.setAttribute('load', 'eager');
        window.document.body.append(element);
        await element.ready;
        const root = element.shadowRoot;
        const all = [];
        const note = () => all.push(root.querySelector('[role=status]').textContent);
        const input = root.querySelector('#input-now');
        const type = (text) => {
          input.value = text;
          input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        };
        note();
        type('6');
        type('7');
        note();
        waiting();
        note();
        input.dispatchEvent(new Event('change', { bubbles: true }));
        note();
        type('8');
        input.dispatchEvent(new Event('change', { bubbles: true }));
        note();
        return all;
      });
      const answer = 'renewed: True. every predicate holds, so the UPDATE changes the row.';
      assert.deepEqual(said, ['', '', answer, answer, `${answer}\u00a0`]);
    });

    await t.test('an input method is left alone until it is done', async () => {
      await open('/');
      assert.deepEqual(await view.evaluate(() => {
        const element = window.document.querySelector('lease-playground');
        const input = element.shadowRoot.querySelector('#input-token');
        const runs = window.heard.length;
        input.value = 'か';
        input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
        const during = window.heard.length - runs;
        input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
        return [during, input.value, element.outcome.lines[0]];
      }), [0, 'か', 'renewed: False']);
    });
  });
}
