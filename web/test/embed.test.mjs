// What a page does with the element, in every browser: attributes, properties, loading.
import assert from 'node:assert/strict';
import test from 'node:test';
import { browserNames } from './browsers.mjs';
import { defaults, document, fallback, field, lines, live, page, start, state, text, undo } from './playground.mjs';

const step = (change) => JSON.stringify({ lesson: 'renew', steps: [{ op: 'renew', id: '41', token: 'claim-a', now: '5', new_expiry: '15', ...change }] });
/** Attributes beside programs that can't be run and alone name their lesson, and what is said of them. */
const unnamed = [
  ['', step({ op: 'renw' }), 'unknown-op', /shown: steps\[0\]\.op: lesson renew has no op "renw"/],
  ['', step({ now: undefined }), 'missing-field', /steps\[0\]\.now/],
  ['', step({ id: 41 }), 'bad-json', /steps\[0\]\.id: a string is needed here/],
  ['', JSON.stringify({ lesson: 'renew', steps: Array(201).fill({ op: 'stored' }) }), 'too-long', /200 steps/],
  ['variant="nope"', step({}), 'unknown-variant', /no variant "nope"/],
];

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
      '/unnamed': document(unnamed.map(([more, program]) => `<lease-playground load="eager" ${more} program='${program}'>${fallback}</lease-playground>`).join('')),
      '/unknown': document(`<lease-playground load="eager" program="{">${fallback}</lease-playground>`),
      '/nine': page('lesson="renew" load="eager" now="9" new-expiry="19" new_expiry="12"'),
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

    await t.test('so it does where the program alone names the lesson', async () => {
      await open('/unnamed');
      const seen = await view.evaluate(async () => {
        const elements = [...window.document.querySelectorAll('lease-playground')];
        await Promise.all(elements.map((element) => element.ready));
        return elements.map(({ state, outcome, shadowRoot }) => [state, outcome.lines, shadowRoot.querySelector('[part~=notice]').textContent]);
      });
      for (const [i, [state, lines, notice]] of seen.entries()) {
        assert.deepEqual([state, lines], ['live', defaults]);
        assert.match(notice, unnamed[i][3]);
      }
      assert.deepEqual((await view.evaluate('heard')).filter((code) => !code.includes(' ')), unnamed.map(([, , code]) => code));
    });

    await t.test('where no lesson can be known, what is wrong with the JSON is said', async () => {
      await visit('/unknown');
      assert.deepEqual(await view.evaluate(async () => {
        const element = window.document.querySelector('lease-playground');
        return [await element.ready.catch(({ code }) => code), element.state];
      }), ['bad-json', 'failed']);
      assert.match(await text(view, '[part=problem]'), /the program is no JSON/);
    });

    await t.test('an attribute that is taken away leaves what the program has; one spelled with _ is none', async () => {
      await open('/nine');
      assert.deepEqual(await view.evaluate(async () => {
        const element = window.document.querySelector('lease-playground');
        const seen = [];
        const note = () => seen.push([element.program.steps[0].now, element.program.steps[0].new_expiry, element.outcome.lines[0]].join(' '));
        note();
        element.setAttribute('new_expiry', '13');
        note();
        element.removeAttribute('new_expiry');
        note();
        element.removeAttribute('now');
        note();
        element.removeAttribute('new-expiry');
        note();
        // A program that was set is by then what the program has.
        element.program = { lesson: 'renew', steps: [{ ...element.program.steps[0], now: '7' }] };
        element.setAttribute('now', '8');
        note();
        element.removeAttribute('now');
        note();
        return seen;
      }), ['9 19 renewed: True', '9 19 renewed: True', '9 19 renewed: True', '5 19 ValueError: clock/extension bounds', '5 15 renewed: True', '8 15 renewed: True', '7 15 renewed: True']);
    });

    await t.test('an attribute that can\'t be taken leaves the program as it is, and says so until it can', async () => {
      await open('/');
      await view.fill(field('now'), '6');
      const seen = await view.evaluate(async () => {
        const element = window.document.querySelector('lease-playground');
        const seen = [];
        const set = async (name, value) => {
          window.heard.length = 0;
          element.setAttribute(name, value);
          const { lines } = await element.run();
          const notice = element.shadowRoot.querySelector('[part~=notice]')?.textContent ?? '';
          seen.push([element.program.variant ?? '', element.program.steps[0].now, lines[1], element.state, window.heard.filter((code) => !code.includes(' ')), notice]);
        };
        await set('variant', 'zz');
        await set('program', '{');
        await set('now', '7');
        await set('lesson', 'zz');
        element.setAttribute('lesson', 'renew');
        element.removeAttribute('program');
        void element.outcome;
        await set('variant', 'id-only');
        return seen;
      });
      const said = seen.map((all) => all.pop());
      const stayed = ['', '6', 'stale token: False', 'live'];
      assert.deepEqual(seen, [
        [...stayed, ['unknown-variant']], [...stayed, ['bad-json']],
        ['', '7', 'stale token: False', 'live', ['bad-json']],
        ['', '7', 'stale token: False', 'live', ['unknown-lesson']],
        ['id-only', '7', 'stale token: True', 'live', []],
      ]);
      assert.match(said[0], /variant: lesson renew has no variant "zz".*The program stays as it was\.$/);
      assert.ok(said.slice(0, 4).every((notice) => notice.endsWith('The program stays as it was.')));
      assert.equal(said[4], '');
    });

    await t.test('a bad program set before the engine is there: what waits for it hears of it', async () => {
      await visit('/asked');
      assert.deepEqual(await view.evaluate(async () => {
        const element = window.document.querySelector('lease-playground');
        element.program = { lesson: 'renew', steps: [{ op: 'zz' }] };
        const code = (promise) => promise.then(() => 'none', (error) => error.code);
        const first = await code(element.run());
        return [first, await code(element.ready), element.state, element.outcome.lines.length, await code(element.run())];
      }), ['unknown-op', 'unknown-op', 'live', 5, 'none']);
      assert.match(await text(view, '[part~=notice]'), /no op "zz".*This is the lesson's own program\.$/);
    });

    await t.test('what is handed out can\'t change what is shown', async () => {
      await open('/');
      const kept = await view.evaluate(() => {
        const element = window.document.querySelector('lease-playground');
        const { outcome } = element;
        const frozen = (value) => Object(value) !== value || (Object.isFrozen(value) && Object.values(value).every(frozen));
        try {
          outcome.lines[0] = outcome.steps[0].line = 'hacked';
        } catch { // where it runs in strict mode
        }
        element.setAttribute('view', 'compact');
        void element.outcome;
        return [frozen(outcome), element.outcome.lines[0]];
      });
      assert.deepEqual(kept, [true, defaults[0]]);
      assert.deepEqual(await lines(view), defaults);
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
