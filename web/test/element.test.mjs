// The element in every browser: what a reader types, what the API gives, what happens when the engine fails.
import assert from 'node:assert/strict';
import test from 'node:test';
import { browserNames, launch } from './browsers.mjs';
import { dist, startServer } from './testserver.mjs';

const fallback = '<pre>the static output</pre>';
const document = (body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>element</title><body>
<script src="/listen.js"></script><script type="module" src="/lease-playground.js"></script>${body}`;
const page = (attributes) => document(`<lease-playground ${attributes}>${fallback}</lease-playground>`);

const defaults = ['renewed: True', 'stale token: False', 'no extension: False', 'at expiry: False', 'stored expiry: 15'];

// Notes events and keys that come out of the element, and runs what a test asks for before the element is there.
const listen = `
window.heard = [];
for (const type of ['lease-outcome', 'lease-error']) {
  document.addEventListener(type, ({ detail }) => heard.push(detail.code ?? detail.lines.join('|')));
}
window.keys = [];
document.addEventListener('keydown', ({ key }) => keys.push(key));
`;

// Makes leaseplay_call of every engine trap for as many calls as window.traps says.
const trap = `
window.traps = 0;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...args) => {
  const made = await instantiate(...args);
  const call = made.exports?.leaseplay_call;
  if (!call) return made;
  const exports = { ...made.exports, leaseplay_call: (size) => {
    if (window.traps > 0) { window.traps--; throw new WebAssembly.RuntimeError('unreachable'); }
    return call(size);
  } };
  return { exports };
};
`;

const lines = (page) => page.evaluate(() =>
  [...window.document.querySelector('lease-playground').shadowRoot.querySelectorAll('[part=line-text]')].map((e) => e.textContent));
const live = (page) => page.evaluate(async () => {
  const element = window.document.querySelector('lease-playground');
  await element.ready;
  return element.state;
});
const text = (page, selector) => page.evaluate((selector) =>
  window.document.querySelector('lease-playground').shadowRoot.querySelector(selector)?.textContent ?? null, selector);
const field = (name) => `lease-playground >>> #input-${name}`;
const line = (n) => `lease-playground >>> [role=option]:nth-child(${n})`;

for (const name of browserNames) {
  test(name, async (t) => {
    const server = await startServer({
      dir: dist,
      files: {
        '/': page('lesson="renew" load="eager"'),
        '/set': page('lesson="renew" load="eager" now="15" new-expiry="20" token="claim-a"'),
        '/two': document(`<lease-playground load="eager" lesson="renew">${fallback}</lease-playground>
          <lease-playground load="eager" lesson="renew" now="15"></lease-playground>
          <script type="module" src="/lease-playground.js?again"></script>`),
        '/visible': document(`${'<br>'.repeat(300)}<lease-playground lesson="renew">${fallback}</lease-playground>`),
        '/asked': page('lesson="renew" load="interaction"'),
        '/broken': page(`lesson="renew" load="eager" program='{"lesson":"renew","steps":[{"op":"nothing"}]}'`),
        '/trap': document(`<script src="/trap.js"></script><lease-playground lesson="renew" load="eager">${fallback}</lease-playground>`),
        '/listen.js': listen,
        '/trap.js': trap,
      },
      headers: {
        'Content-Security-Policy': "default-src 'none'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types 'none'",
      },
    });
    t.after(() => server.close());
    const browser = await launch(name);
    t.after(() => browser.close());
    const view = await browser.newPage();
    const open = async (path) => {
      await view.goto(server.url(path));
      assert.equal(await live(view), 'live');
    };
    const clean = async () => {
      const told = (await view.messages()).filter(({ text }) => !/favicon/.test(text));
      assert.deepEqual(told, []);
    };

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
      await view.click('lease-playground >>> .buttons button:nth-child(1)');
      assert.deepEqual(await lines(view), defaults);
      await view.click('lease-playground >>> .buttons button:nth-child(2)');
      assert.deepEqual((await lines(view))[2], 'no extension: True');
      await view.click('lease-playground >>> .buttons button:nth-child(3)');
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

    await t.test('attributes set the first call; one that changes runs the program', async () => {
      await open('/set');
      assert.equal((await lines(view))[0], 'renewed: False');
      assert.equal(await view.evaluate(async () => {
        const element = window.document.querySelector('lease-playground');
        element.setAttribute('now', '9');
        element.setAttribute('new-expiry', '19');
        return element.outcome.lines[0];
      }), 'renewed: True');
    });

    await t.test('program is a copy in JSON, kept exactly; a bad one is refused and the old one stays', async () => {
      await open('/');
      const answer = await view.evaluate(() => {
        const element = window.document.querySelector('lease-playground');
        const program = element.program;
        program.steps.length = 1;
        program.steps[0].token = 'a\ud800';
        program.row.expiry = 1000;
        element.program = program;
        program.steps.length = 0;
        let refusal;
        try {
          element.program = { lesson: 'renew', steps: [{ op: 'renew', now: '1' }] };
        } catch (error) {
          refusal = [error.name, error.code, error.path];
        }
        const { token } = element.program.steps[0];
        return { row: element.program.row, refusal, token: [...token].map((c) => c.codePointAt(0)), lines: element.outcome.lines };
      });
      assert.deepEqual(answer, {
        row: { id: 41, token: 'claim-a', expiry: 1000 },
        refusal: ['LeaseError', 'missing-field', 'steps[0].id'],
        token: [0x61, 0xd800],
        lines: ["UnicodeEncodeError: 'utf-8' codec can't encode character '\\ud800' in position 1: surrogates not allowed"],
      });
      await view.click('lease-playground >>> .buttons button:nth-child(1)');
      assert.deepEqual(await lines(view), defaults);
    });

    await t.test('a program that was set before the engine is there runs when it is', async () => {
      await view.goto(server.url('/asked'));
      assert.deepEqual(await view.evaluate(async () => {
        const element = window.document.querySelector('lease-playground');
        const before = element.state;
        element.program = { lesson: 'renew', steps: [{ op: 'stored', label: 'mine' }] };
        const { lines } = await element.run();
        return [before, element.state, lines];
      }), ['idle', 'live', ['mine: 10']]);
    });

    await t.test('a broken program attribute gives the lesson\'s own, and a notice', async () => {
      await open('/broken');
      assert.deepEqual(await lines(view), defaults);
      assert.match(await text(view, '[part~=notice]'), /steps\[0\]\.op/);
      assert.deepEqual(await view.evaluate('heard'), [defaults.join('|'), 'unknown-op']);
    });

    await t.test('two of them, and the script twice: one download; moving one keeps what it is', async () => {
      const page = await browser.newPage(); // with no cache
      const before = server.requests.length;
      await page.goto(server.url('/two'));
      await live(page);
      await page.fill(field('now'), '9');
      assert.deepEqual(await page.evaluate(async () => {
        const [first, second] = window.document.querySelectorAll('lease-playground');
        await second.ready;
        second.after(first);
        return [first.program.steps[0].now, first.state, second.outcome.lines[0], first.shadowRoot.querySelector('#input-now').value];
      }), ['9', 'live', 'ValueError: clock/extension bounds', '9']);
      const wasm = server.requests.slice(before).filter(({ path }) => path.endsWith('.wasm'));
      assert.equal(wasm.length, 2);
      await page.close();
    });

    await t.test('loads when it comes into view, or when asked', async () => {
      await view.goto(server.url('/visible'));
      assert.equal(await view.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
        resolve(window.document.querySelector('lease-playground').state))))), 'idle');
      await view.evaluate(() => window.document.querySelector('lease-playground').scrollIntoView());
      await view.waitFor(() => window.document.querySelector('lease-playground').state === 'live');

      await view.goto(server.url('/asked'));
      assert.equal(await view.evaluate(() => window.document.querySelector('lease-playground').state), 'idle');
      await view.click('lease-playground >>> .waiting button');
      assert.equal(await live(view), 'live');
      // The focus was on a button that is gone: it stays in the playground.
      assert.equal(await view.evaluate(() => window.document.querySelector('lease-playground').shadowRoot.activeElement?.getAttribute('role') ?? 'option'), 'option');
    });

    await t.test('an answer is announced once an edit is finished, also when it repeats', async () => {
      await view.goto(server.url('/asked'));
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

    await t.test('a crash is not seen; one after the other is, with a retry', async () => {
      await open('/trap');
      await view.evaluate('traps = 1');
      await view.fill(field('now'), '9');
      await view.waitFor(() => window.document.querySelector('lease-playground').outcome.steps[0].because[2].values === '10 > 9');
      assert.equal(await view.evaluate(() => window.document.querySelector('lease-playground').state), 'live');
      await view.evaluate('traps = 2');
      await view.fill(field('now'), '8');
      await view.waitFor(() => window.document.querySelector('lease-playground').state === 'failed');
      assert.match(await text(view, '[part=problem]'), /crashed/);
      assert.equal(await view.evaluate(() => window.document.querySelector('lease-playground').shadowRoot.querySelector('#input-now').value), '8');
      await view.click('lease-playground >>> [part=problem] > button');
      await view.waitFor(() => window.document.querySelector('lease-playground').state === 'live');
      assert.equal(await text(view, '[part=problem]'), null);
      assert.equal((await lines(view))[0], 'renewed: True');
      await clean();
    });

    for (const [what, override, says] of [
      ['missing', { status: 404, body: 'no', headers: { 'Content-Type': 'text/plain' } }, /lesson[^ ]*\.wasm with HTTP status 404/],
      ['a web page', { body: '<!doctype html>', headers: { 'Content-Type': 'text/html' } }, /web page instead of lesson[^ ]*\.wasm/],
    ]) {
      await t.test(`a .wasm that is ${what}: the fallback stays, with what happened and a retry that works`, async () => {
        const page = await browser.newPage(); // with no cache
        const undo = server.override(/lesson[^/]*\.wasm$/, override);
        await page.goto(server.url('/'));
        await page.waitFor(() => window.document.querySelector('lease-playground').state === 'failed');
        assert.match(await text(page, '[part=problem]'), says);
        assert.equal(await page.evaluate(() => window.document.querySelector('pre').checkVisibility()), true);
        assert.equal(await page.evaluate(() => window.document.querySelector('lease-playground').ready.catch((error) => error.name)), 'EngineError');
        undo();
        await page.click('lease-playground >>> [part=problem] > button');
        assert.equal(await live(page), 'live');
        assert.deepEqual(await lines(page), defaults);
        await page.close();
      });
    }
  });
}
