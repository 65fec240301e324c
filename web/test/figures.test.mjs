// The figures: dragged, moved with keys, clicked; what they say as text; each lesson's own, and no other.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { browserNames } from './browsers.mjs';
import { figures, lessons } from './lessons.mjs';
import { field, line, lines, page, start, text } from './playground.mjs';

const variants = ['', 'id-only', 'expiry-inclusive', 'may-shorten'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const slider = (name) => `lease-playground >>> [role=slider][aria-label="${name}"]`;
const map = 'lease-playground >>> [part=cells]';
const valueOf = (view, name) => view.evaluate((name) => window.document.querySelector('lease-playground').shadowRoot.querySelector(`#input-${name}`).value, name);
const focus = (view, selector) => view.evaluate((inner) => window.document.querySelector('lease-playground').shadowRoot.querySelector(inner).focus(), selector.split(' >>> ')[1]);
const waits = (view, selector) => view.waitFor((selector) => window.document.querySelector('lease-playground').shadowRoot.querySelector(selector) !== null, selector);
/** The chosen cell's answer, when the map is that of the program as it stands. */
const chosen = (view) => view.evaluate(async () => {
  for (let frames = 0; frames < 2; frames++) await new Promise((done) => requestAnimationFrame(done));
  return window.document.querySelector('lease-playground').shadowRoot.querySelector('.chosen-cell').textContent;
});

for (const name of browserNames) {
  test(name, async (t) => {
    const { view, open, clean, server } = await start(t, name, Object.fromEntries(
      lessons.map((lesson) => [`/${lesson}-page`, page(`lesson="${lesson}" load="eager"`)])));
    await view.resize(1024, 900);

    await t.test('the handles follow the keys of a slider, and the line follows them', async () => {
      await open('/renew-page');
      await waits(view, '[role=slider]');
      await focus(view, slider('now'));
      for (const [key, now, first] of [
        ['ArrowRight', '6', 'renewed: True'], ['ArrowLeft', '5', 'renewed: True'], ['PageUp', '15', 'ValueError: clock/extension bounds'],
        ['PageDown', '5', 'renewed: True'], ['ArrowDown', '4', 'ValueError: clock/extension bounds'], ['ArrowUp', '5', 'renewed: True'],
        ['Home', '0', 'ValueError: clock/extension bounds'], ['ArrowLeft', '0', 'ValueError: clock/extension bounds'],
        ['End', '1000000', 'ValueError: clock/extension bounds'], ['ArrowRight', '1000000', 'ValueError: clock/extension bounds'],
      ]) {
        await view.press(key);
        assert.deepEqual([key, await valueOf(view, 'now'), (await lines(view))[0]], [key, now, first]);
      }
      assert.equal(await view.evaluate(() => window.document.querySelector('lease-playground').shadowRoot.activeElement.getAttribute('aria-label')), 'now');
      await view.fill(field('now'), '9');
      await focus(view, slider('new expiry'));
      await view.press('PageUp');
      assert.equal((await lines(view))[0], 'ValueError: clock/extension bounds');
      for (let i = 0; i < 6; i++) await view.press('ArrowLeft');
      assert.deepEqual([await valueOf(view, 'new_expiry'), (await lines(view))[0]], ['19', 'renewed: True']);
      assert.deepEqual(await view.evaluate('keys.filter((key) => /^(Arrow|Page|Home|End)/.test(key))'), [], 'keys that reached the page');
      await clean();
    });

    await t.test('a handle is dragged by whole units', async () => {
      await open('/renew-page');
      await waits(view, '[role=slider]');
      const unit = await view.evaluate(() => {
        const at = (name) => {
          const box = window.document.querySelector('lease-playground').shadowRoot.querySelector(`[role=slider][aria-label="${name}"]`).getBoundingClientRect();
          return box.left + box.width / 2;
        };
        return (at('new expiry') - at('now')) / 10;
      });
      await view.drag(slider('now'), 4.3 * unit, 30);
      assert.deepEqual([await valueOf(view, 'now'), (await lines(view))[0]], ['9', 'renewed: True']);
      await view.drag(slider('new expiry'), -5 * unit, -10);
      assert.deepEqual([await valueOf(view, 'new_expiry'), (await lines(view))[0]], ['10', 'renewed: False']);
      await view.click('lease-playground >>> .buttons button:nth-child(1)'); // a drag is one step to undo
      assert.equal(await valueOf(view, 'new_expiry'), '15');
      await clean();
    });

    await t.test('a click and the arrow keys on the map make that call', async () => {
      await open('/renew-page');
      await waits(view, '[part=cells]');
      await view.click(map); // 30 by 40 cells from 0, 0: the middle
      assert.deepEqual([await valueOf(view, 'now'), await valueOf(view, 'new_expiry')].map(Number).map((n, i) => Math.abs(n - [15, 20][i]) <= 1), [true, true]);
      await view.fill(field('now'), '9');
      await view.fill(field('new_expiry'), '11');
      assert.equal(await chosen(view), 'now 9, new expiry 11: True');
      await focus(view, map);
      for (const [key, said] of [
        ['ArrowRight', 'now 10, new expiry 11: False'], ['ArrowDown', 'now 10, new expiry 10: ValueError'], ['PageUp', 'now 10, new expiry 20: False'],
        ['ArrowLeft', 'now 9, new expiry 20: ValueError'], ['ArrowDown', 'now 9, new expiry 19: True'],
      ]) {
        await view.press(key);
        assert.deepEqual([key, await chosen(view)], [key, said]);
        assert.equal((await lines(view))[0].includes(said.split(': ')[1]), true);
      }
    });

    await t.test('the map is that of the chosen step and of the mistake', async () => {
      await open('/renew-page');
      await waits(view, '[part=cells]');
      await chosen(view);
      assert.match(await text(view, '#map-says'), /True for now 1–9 with new expiry 11 to now\+10\.$/);
      await view.click(line(4));
      await chosen(view);
      assert.match(await text(view, '#map-says'), /True for now 6–14 with new expiry 16 to now\+10\.$/);
      await view.evaluate(() => {
        const element = window.document.querySelector('lease-playground');
        element.program = { ...element.program, variant: 'expiry-inclusive' };
      });
      await chosen(view);
      assert.match(await text(view, '#map-says'), /True for now 6–15 with new expiry 16 to now\+10\.$/);
      assert.match(await text(view, '.keys li:last-child'), /answers otherwise 10$/);
      await clean();
    });

    await t.test('what is no int, out of bounds or far away is said, and breaks nothing', async () => {
      for (const [now, next, expiry, says] of [
        ['05', '15', 10, /now “05” is no int of 64 bits/], ['', 'x'.repeat(500), 10, /new expiry “x{40}” is no int/],
        ['-5', '3', 10, /now -5 is off this clock, which goes from 0 to 1000000\..*now -5 the lease has 15 units left/s],
        ['1_0', '0x14', 10, /now 10 is the expiry itself/], ['999999', '1000000', 5, /now 999999 is 999994 units past the expiry/],
        ['9223372036854775807', '-9223372036854775808', 0, /now 9223372036854775807 is off/], ['5', '15', -9, /14 units past/],
      ]) {
        await view.evaluate((now, new_expiry, expiry) => {
          window.document.querySelector('lease-playground').program = {
            lesson: 'renew', row: { id: 41, token: 'claim-a', expiry }, steps: [{ op: 'renew', id: '41', token: 'claim-a', now, new_expiry }],
          };
        }, now, next, expiry);
        await chosen(view);
        assert.match(await text(view, '.clock figcaption'), says);
      }
      assert.equal(await view.evaluate(() => window.document.documentElement.scrollWidth <= window.innerWidth), true);
      await clean();
    });

    await t.test('each lesson loads its own figure and no other', async () => {
      for (const lesson of lessons) {
        const from = server.requests.length;
        await open(`/${lesson}-page`);
        if (figures[lesson]) {
          await waits(view, 'figcaption');
          assert.notEqual((await text(view, 'figcaption')).trim(), '', lesson);
        }
        const others = server.requests.slice(from).map(({ path }) => /figure-(\w+?)-/.exec(path)?.[1]).filter((figure) => figure && figure !== figures[lesson]);
        assert.deepEqual(others, [], lesson);
        await clean();
      }
    });

    await t.test('requeue: the last unit of the lease still holds', async () => {
      await open('/requeue-page');
      await waits(view, '[role=slider]');
      assert.match(await text(view, 'figcaption'), /now 101 is 1 unit after the end of the lease/);
      await focus(view, slider('now'));
      await view.press('ArrowLeft');
      assert.deepEqual(await lines(view), ['expired-lease=kept']);
      assert.match(await text(view, 'figcaption'), /now 100 is the last unit of the lease/);
    });

    await t.test('boundary: a gap, and with the mistake an overlap', async () => {
      await open('/boundary-page');
      await waits(view, 'figcaption');
      assert.match(await text(view, 'figcaption'), /Nobody may act at 15\. At no tick here may both act\./);
      await view.click('lease-playground >>> button[aria-label="now 18"]');
      assert.equal((await lines(view))[0], 'now=18 renew: False requeue: True');
      await view.evaluate(() => {
        const element = window.document.querySelector('lease-playground');
        element.program = { ...element.program, variant: 'both-inclusive' };
      });
      assert.match(await text(view, 'figcaption'), /Both may act at 15: two workers on one job\..*≠ marks what the right contract answers otherwise: 15\./);
    });

    await t.test('lanes, delivery and replay say what their outcomes say', async () => {
      const cells = () => view.evaluate(() => [...window.document.querySelector('lease-playground').shadowRoot.querySelectorAll('figure tbody tr')]
        .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)));
      await open('/contention-page');
      await waits(view, 'figcaption');
      assert.deepEqual((await cells()).slice(0, 4).map((row) => row.slice(0, 2)), [
        ['begin Trueholds the write lock', ''], ['holds the write lock', 'renew database is locked'],
        ['holds the write lock', 'stored 10'], ['commit Falseno longer holds the write lock', ''],
      ]);
      await open('/outbox-page');
      await waits(view, 'figcaption');
      assert.deepEqual((await cells())[2], ['no longer holds claim-1 until 10', 'claim Trueholds claim-2 until 20', 'claimedclaim-220']);
      await open('/delivery-page');
      await waits(view, 'figcaption');
      assert.deepEqual((await cells())[2].slice(1), ['1 pending', 'message 1reply lostreceiver saw 1']);
      await open('/replay-page');
      await waits(view, 'figcaption');
      await view.click('lease-playground >>> figure tr:nth-child(2) .step');
      assert.deepEqual(await cells(), [['1 created job=12 replayed job=1stored: job 1', '3 conflict job=1'], ['', '4 created job=2stored: job 2']]);
      await clean();
    });
  });
}

test('every cell of the map is what the line says', async (t) => {
  const { view, open } = await start(t, 'chromium', { '/': page('lesson="renew" load="eager"') });
  await open('/');
  await waits(view, '[part=cells]');
  for (const variant of variants) {
    const wrong = await view.evaluate(async (variant) => {
      const element = window.document.querySelector('lease-playground');
      const root = element.shadowRoot;
      const wrong = [];
      element.program = { lesson: 'renew', variant, steps: [{ op: 'renew', label: '', id: '41', token: variant === 'id-only' ? 'claim-old' : 'claim-a', now: '5', new_expiry: '15' }] };
      for (let frames = 0; frames < 3; frames++) await new Promise((done) => requestAnimationFrame(done));
      let seed = 1; // every sixteenth cell or so, another set for each variant
      for (let cell = variant.length; cell < 1200; cell += 1 + (seed = (seed * 16807) % 2147483647) % 31) {
        const cells = root.querySelector('[part=cells]');
        const box = cells.getBoundingClientRect();
        const [x, y] = [cell % 30, Math.floor(cell / 30)];
        const where = { clientX: box.left + (x + 0.5) / 30 * box.width, clientY: box.bottom - (y + 0.5) / 40 * box.height, bubbles: true };
        cells.dispatchEvent(new PointerEvent('pointermove', where));
        await Promise.resolve();
        await new Promise((done) => setTimeout(done));
        const title = root.querySelector('.pointed').textContent;
        cells.dispatchEvent(new MouseEvent('click', where));
        const line = element.outcome.lines[0].split(':')[0];
        if (title !== `now ${x}, new expiry ${y}: ${line}` || element.program.steps[0].now !== String(x)) wrong.push([title, line]);
      }
      return wrong;
    }, variant);
    assert.deepEqual(wrong, [], variant);
  }
});

test('accessible and legible', async (t) => {
  const wrapped = (lesson, rest = '') => page(`lesson="${lesson}" load="eager"${rest}`).replace(/(<lease-playground.*)$/, '<main><h1>A tutorial</h1>$1</main>');
  const { view, open } = await start(t, 'chromium', {
    ...Object.fromEntries(lessons.map((lesson) => [`/${lesson}-page`, wrapped(lesson)])),
    '/wrong-page': wrapped('boundary', ' variant="both-inclusive"'),
    '/shorten-page': wrapped('renew', ' variant="may-shorten"'),
    '/rtl-page': wrapped('renew', ' dir="rtl"'),
  });
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  for (const lesson of [...Object.keys(figures), 'wrong', 'shorten', 'rtl']) {
    for (const [width, scheme] of [[320, 'light'], [768, 'dark'], [1280, 'light']]) {
      await t.test(`${lesson}, ${width} px, ${scheme}`, async () => {
        await view.raw.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await view.resize(width, 900);
        await open(`/${lesson}-page`);
        await waits(view, 'figcaption');
        await view.raw.evaluate(axe);
        assert.deepEqual(await view.raw.evaluate(async (runOnly) => {
          const { violations } = await window.axe.run(window.document, { runOnly });
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.flat().join(' ')} ${failureSummary}`)}`);
        }, rules), []);
        assert.deepEqual(await view.evaluate(() => {
          const root = window.document.querySelector('lease-playground').shadowRoot;
          const cut = [...root.querySelectorAll('figure text, figure span:not(.sr, .of), figure td, figcaption')].filter((e) => {
            const box = e.getBoundingClientRect();
            const panel = e.closest('.panel').getBoundingClientRect();
            return box.width > 0 && !e.closest('.scroll') && (box.right > panel.right || box.left < panel.left);
          });
          return [window.document.documentElement.scrollWidth <= window.innerWidth, cut.map((e) => e.textContent)];
        }), [true, []]);
      });
    }
  }

  await t.test('time runs from left to right on a page from right to left', async () => {
    await open('/rtl-page');
    await waits(view, '[role=slider]');
    const x = await view.evaluate(() => [...window.document.querySelector('lease-playground').shadowRoot.querySelectorAll('[role=slider]')].map((e) => e.getBoundingClientRect().left));
    assert.equal(x[0] < x[1], true);
  });
});
