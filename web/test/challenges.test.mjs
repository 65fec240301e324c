// Challenges, mistakes and statements as a reader meets them, and what a screen reader hears of it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { launch } from './browsers.mjs';
import { lessons } from './lessons.mjs';
import { dist, startServer } from './testserver.mjs';
import { defaults, field, line, lines, live, page, text, undo } from './playground.mjs';

test('challenges, mistakes and statements', async (t) => {
  const server = await startServer({ dir: dist, files: { '/own.html': page('lesson="renew" load="interaction"') } });
  t.after(() => server.close());
  const browser = await launch('chromium');
  t.after(() => browser.close());
  const view = await browser.newPage({ width: 1280, height: 900 });
  const open = async (path) => {
    await view.goto(server.url(path));
    assert.equal(await live(view), 'live');
  };
  const all = (selector) => view.evaluate((selector) =>
    [...document.querySelector('lease-playground').shadowRoot.querySelectorAll(selector)].map((e) => e.textContent), selector);
  const count = () => text(view, '.challenges .tools .none');

  await t.test('every lesson has three or more, none of them done, each with a hint', async () => {
    for (const lesson of lessons) {
      await open(`/${lesson}.html`);
      const n = (await all('.challenges li')).length;
      assert.ok(n >= 3, `${lesson} has ${n}`);
      assert.equal(await count(), `0 of ${n} done`);
      assert.equal((await all('.challenges details')).filter((hint) => hint.length > 'Hint'.length + 10).length, n);
    }
  });

  await t.test('one is done as soon as the program does it, and stays done', async () => {
    await open('/renew.html');
    await view.fill(field('now'), '9');
    assert.deepEqual(await all('.challenges [part~=done] .badge'), ['done']);
    assert.equal(await count(), '1 of 3 done');
    await view.press('Tab'); // the edit is finished
    assert.match(await text(view, '[role=status]'), /Challenge done: Renew at the last possible tick\./);
    await view.click(undo);
    assert.deepEqual(await lines(view), defaults);
    assert.equal(await count(), '1 of 3 done');
    assert.doesNotMatch(await text(view, '[role=status]'), /Challenge/);
    await view.evaluate(() => document.querySelector('lease-playground').setAttribute('variant', 'id-only'));
    assert.equal(await count(), '2 of 3 done');
  });

  await t.test('they begin anew when asked to, and when the page is opened again', async () => {
    await view.click('lease-playground >>> .challenges .tools button');
    assert.equal(await count(), '0 of 3 done');
    await view.fill(field('now'), '9');
    assert.notEqual(await count(), '0 of 3 done');
    assert.deepEqual(await view.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]), [0, 0, '']);
    await open('/renew.html');
    assert.equal(await count(), '0 of 3 done');
  });

  await t.test('a mistake is named, its wrong answers are counted and stand beside the right ones', async () => {
    await open('/renew.html');
    await view.evaluate(() => document.querySelector('lease-playground').setAttribute('variant', 'id-only'));
    const note = await text(view, '[part=mistake]');
    assert.match(note, /^A mistake, on purpose: No token predicate\. Whoever knows the job's id renews it/);
    assert.match(note, /3 answers are wrong\./);
    assert.equal(await text(view, '#title-output'), 'Output of the mistake');
    assert.deepEqual(await all('.right'), ['stale token: False', 'at expiry: False', 'stored expiry: 15'].map((line) => `the right contract prints: ${line}`));
    assert.deepEqual(await all('.differs [part=line-text]'), ['stale token: True', 'at expiry: True', 'stored expiry: 20']);
  });

  await t.test('one click leads back, and the focus stays inside', async () => {
    await view.click('lease-playground >>> [part=mistake] button');
    assert.deepEqual(await lines(view), defaults);
    assert.equal(await text(view, '[part=mistake]'), null);
    assert.equal(await view.evaluate(() => document.querySelector('lease-playground').shadowRoot.activeElement?.getAttribute('role')), 'option');
    await view.click(undo);
    assert.match(await text(view, '[part=mistake]'), /3 answers are wrong/);
  });

  await t.test('a mistake that changes no line says so', async () => {
    await open('/contention.html');
    await view.evaluate(() => document.querySelector('lease-playground').setAttribute('variant', 'deferred'));
    assert.match(await text(view, '[part=mistake]'), /All answers are the right ones here\./);
    assert.deepEqual(await all('.right'), []);
  });

  await t.test('the statements of the chosen step, in order, with values, rows changed and errors', async () => {
    await open('/contention.html');
    await view.click(line(2));
    assert.deepEqual(await all('.trace ol li'), ['1BEGIN IMMEDIATEdatabase is locked']);
    assert.match(await text(view, '.trace'), /connection second/);
    await view.click(line(5));
    const [begin, update, commit] = await all('.trace ol li');
    assert.equal(begin, '1BEGIN IMMEDIATE');
    assert.match(update, /^2UPDATE job SET expiry = 15 WHERE id = 41 .*'claim-a'.*1 row changed$/);
    assert.equal(commit, '3COMMIT');
    assert.match(await text(view, '.trace table'), /expiry1015/);
    await view.click(line(1));
    assert.doesNotMatch(await text(view, '.trace table'), /sees/, 'it has changed nothing yet');
  });

  await t.test('a call that was refused before BEGIN gave SQLite nothing', async () => {
    await open('/renew.html');
    await view.fill(field('now'), 'x');
    assert.match(await text(view, '.trace'), /SQLite was given nothing/);
  });

  await t.test('statements and texts wrap at 320 px, whatever is in them', async () => {
    await view.resize(320, 900);
    await open('/renew.html');
    await view.fill(field('token'), 'x'.repeat(32));
    await view.evaluate(() => document.querySelector('lease-playground').shadowRoot.querySelector('.takeaway button:nth-of-type(2)').click());
    await view.waitFor(() => document.querySelector('lease-playground').shadowRoot.querySelector('.takeaway pre') !== null);
    assert.deepEqual(await view.evaluate(() => {
      const root = document.querySelector('lease-playground').shadowRoot;
      return [...root.querySelectorAll('.trace, .challenges, .takeaway, .takeaway pre, .mistake')]
        .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.className);
    }), []);
    assert.ok(await view.evaluate('document.documentElement.scrollWidth <= 320'));
    await view.resize(1280, 900);
  });

  await t.test('one announcement for each finished edit, also when the answer repeats', async () => {
    await view.goto(server.url('/own.html'));
    const heard = await view.evaluate(async () => {
      await customElements.whenDefined('lease-playground');
      let waiting;
      const late = () => { const f = waiting; waiting = undefined; f?.(); };
      customElements.get('lease-playground').timer = { set: (f) => (waiting = f), clear: () => (waiting = undefined) };
      const element = document.createElement('lease-playground');
      element.setAttribute('lesson', 'renew');
      element.setAttribute('load', 'eager');
      document.body.append(element);
      await element.ready;
      const root = element.shadowRoot;
      // What a screen reader goes by: each change of a live region. A change that leaves the text as it was is none.
      const heard = [];
      const regions = [...root.querySelectorAll('[role=status], [role=alert], [aria-live]')];
      for (const region of regions) new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
      const settle = async () => { late(); await new Promise(requestAnimationFrame); };
      const type = (text) => {
        const input = root.querySelector('#input-now');
        input.value = text;
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      };
      const steps = {
        'typing a number in three keys': () => { type('1'); type('10'); type('100'); },
        'the same answer again': () => { type('101'); },
        'and again': () => { type('102'); },
        'leaving the field after typing': () => { type('6'); root.querySelector('#input-now').dispatchEvent(new Event('change', { bubbles: true })); },
        'leaving it once more': () => root.querySelector('#input-now').dispatchEvent(new Event('change', { bubbles: true })),
        'undo': () => root.querySelector('.buttons button').click(),
        'a mistake': () => { const select = root.querySelector('#variant'); select.value = 'id-only'; select.dispatchEvent(new Event('change', { bubbles: true })); },
        'removing a step': () => root.querySelector('.inputs .tools button:last-child').click(),
        'choosing a line': () => root.querySelector('[role=option]:last-child').click(),
      };
      const result = {};
      for (const [what, act] of Object.entries(steps)) {
        heard.length = 0;
        act();
        await settle();
        await settle();
        result[what] = [regions.length, ...heard];
      }
      return result;
    });
    const bounds = 'ValueError: clock/extension bounds. new_expiry 15 is not greater than now ';
    const once = { ...heard };
    for (const [what, [regions, ...said]] of Object.entries(heard)) {
      assert.equal(regions, 1, 'one live region');
      assert.equal(said.length, ['leaving it once more', 'choosing a line'].includes(what) ? 0 : 1, `${what}: ${JSON.stringify(said)}`);
      once[what] = said[0];
    }
    assert.ok(once['typing a number in three keys'].startsWith(`${bounds}100`), once['typing a number in three keys']);
    assert.ok(once['the same answer again'].startsWith(`${bounds}101`));
    assert.match(once['leaving the field after typing'], /^renewed: True\./);
  });
});
