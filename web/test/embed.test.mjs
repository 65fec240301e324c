// What a page does with the element, in every browser: attributes, properties, loading.
import assert from 'node:assert/strict';
import test from 'node:test';
import { browserNames } from './browsers.mjs';
import { defaults, document, fallback, field, lines, live, page, start, state, text, undo } from './playground.mjs';

for (const name of browserNames) {
  test(name, async (t) => {
    const { server, browser, view, visit, open } = await start(t, name, {
      '/': page('lesson="renew" load="eager"'),
      '/set': page('lesson="renew" load="eager" now="15" new-expiry="20" token="claim-a"'),
      '/two': document(`<lease-playground load="eager" lesson="renew">${fallback}</lease-playground>
        <lease-playground load="eager" lesson="renew" now="15"></lease-playground>
        <script type="module" src="/lease-playground.js?again"></script>`),
      '/visible': document(`${'<br>'.repeat(300)}<lease-playground lesson="renew">${fallback}</lease-playground>`),
      '/asked': page('lesson="renew" load="interaction"'),
      '/broken': page(`lesson="renew" load="eager" program='{"lesson":"renew","steps":[{"op":"nothing"}]}'`),
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
      await view.click(undo);
      assert.deepEqual(await lines(view), defaults);
    });

    await t.test('a program that was set before the engine is there runs when it is', async () => {
      await visit('/asked');
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
      await visit('/visible');
      assert.equal(await view.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
        resolve(window.document.querySelector('lease-playground').state))))), 'idle');
      await view.evaluate(() => window.document.querySelector('lease-playground').scrollIntoView());
      await view.waitFor(() => window.document.querySelector('lease-playground').state === 'live');

      await visit('/asked');
      assert.equal(await state(view), 'idle');
      await view.click('lease-playground >>> .waiting button');
      assert.equal(await live(view), 'live');
      // The focus was on a button that is gone: it stays in the playground.
      assert.equal(await view.evaluate(() => window.document.querySelector('lease-playground').shadowRoot.activeElement?.getAttribute('role') ?? 'option'), 'option');
    });
  });
}
