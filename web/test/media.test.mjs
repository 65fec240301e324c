// Without colours of its own and on paper: in forced colours and in print every mark still has a cue that is no colour, no text
// is lost in its background, and nothing is cut off. In Chromium, which alone lets a test ask for both.
import assert from 'node:assert/strict';
import test from 'node:test';
import { figures, lessons } from './lessons.mjs';
import { field, page, start } from './playground.mjs';

const sent = (text) => page(text).replace(/(<lease-playground.*)$/, '<main><h1>A tutorial</h1>$1</main>');

// In the page: `parts(selector)` of the playground that are to be seen, `behind(e)`, the colour behind one, and `lost()`,
// the texts that have the colour behind them.
const looks = `
const inside = () => window.document.querySelector('lease-playground').shadowRoot;
window.parts = (selector) => [...inside().querySelectorAll(selector)].filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 1 && !e.closest('.sr'));
const clear = (colour) => colour === 'none' || colour === 'transparent' || /^rgba\\(.*, 0\\)$/.test(colour);
window.behind = (e) => {
  const box = e.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  // In a drawing: the last filled shape before the text that holds its centre.
  const drawing = e.closest('svg');
  if (drawing && e.closest('text')) {
    const shapes = [...drawing.querySelectorAll('rect')].filter((shape) => {
      const at = shape.getBoundingClientRect();
      return shape.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING && !clear(getComputedStyle(shape).fill)
        && Number(getComputedStyle(shape).fillOpacity) > 0.5 && at.left <= x && x <= at.right && at.top <= y && y <= at.bottom;
    });
    if (shapes.length > 0) return getComputedStyle(shapes.at(-1)).fill;
  }
  for (let at = e; at; at = at.parentNode ?? at.host) {
    const colour = at instanceof Element ? getComputedStyle(at).backgroundColor : 'transparent';
    if (!clear(colour)) return colour;
  }
  return 'rgb(255, 255, 255)';
};
window.lost = () => parts('*').filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && !['STYLE', 'OPTION'].includes(e.tagName))
  .filter((e) => (e.closest('svg') ? getComputedStyle(e).fill : getComputedStyle(e).color) === behind(e)).map((e) => e.tagName + ' ' + e.className + ' ' + e.textContent);
/** What is wider or higher than the box that clips it, or than the page. */
window.cut = () => parts('*').filter((e) => {
  const { overflowX, overflowY } = getComputedStyle(e);
  const box = e.getBoundingClientRect();
  return (overflowX !== 'visible' && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1) || (overflowY !== 'visible' && e.scrollHeight > e.clientHeight + 1 && e.clientHeight > 1)
    || (!e.closest('svg') && box.right > window.innerWidth + 1);
}).map((e) => e.tagName + ' ' + e.className + ' ' + e.textContent.slice(0, 60));
`;

test('forced colours and print', async (t) => {
  const { view, open } = await start(t, 'chromium', {
    '/looks.js': looks,
    ...Object.fromEntries(lessons.map((lesson) => [`/${lesson}`, sent(`lesson="${lesson}" load="eager"`).replace('<main>', '<script src="/looks.js"></script><main>')])),
    '/mistake': sent('lesson="renew" load="eager" variant="id-only"').replace('<main>', '<script src="/looks.js"></script><main>'),
    '/overlap': sent('lesson="boundary" load="eager" variant="both-inclusive"').replace('<main>', '<script src="/looks.js"></script><main>'),
    '/dark': sent('lesson="renew" load="eager" theme="dark"').replace('<main>', '<script src="/looks.js"></script><main>'),
  });
  const session = await view.raw.createCDPSession();
  const media = (type, forced) => session.send('Emulation.setEmulatedMedia', {
    media: type, features: [{ name: 'forced-colors', value: forced ? 'active' : 'none' }, { name: 'prefers-color-scheme', value: 'light' }],
  });
  const shown = async (path, lesson = path.slice(1)) => {
    await open(path);
    if (figures[lesson] ?? true) await view.waitFor(() => parts('figcaption').length > 0);
  };
  const wrong = (name) => view.evaluate((name) => window[name](), name);
  await view.resize(1024, 1400);

  for (const forced of [true, false]) {
    const what = forced ? 'forced colours' : 'print';
    for (const path of [...lessons.map((lesson) => `/${lesson}`), '/mistake', '/overlap', '/dark']) {
      await t.test(`${what}: ${path.slice(1)} has all its texts, none in the colour behind it`, async () => {
        await media(forced ? 'screen' : 'print', forced);
        if (!forced) await view.resize(718, 1000); // A4 less its margins, in CSS px
        await shown(path);
        assert.equal(await view.evaluate('matchMedia("(forced-colors: active)").matches'), forced);
        assert.deepEqual(await wrong('lost'), []);
        assert.ok(await view.evaluate(() => parts('[part=line-text]').length > 0));
        if (!forced) assert.deepEqual(await wrong('cut'), []);
      });
    }
  }

  await t.test('forced colours: what is chosen, held, read, left or wrong still differs by more than colour', async () => {
    await media('screen', true);
    await view.resize(1024, 1400);
    await shown('/renew');
    // The chosen line has the system's own colours for that, and no other line has them.
    const lines = await view.evaluate(() => parts('.line').map((e) => [e.getAttribute('aria-selected'), getComputedStyle(e).backgroundColor]));
    const [chosen] = lines.filter(([selected]) => selected === 'true');
    assert.ok(lines.every(([selected, colour]) => (colour === chosen[1]) === (selected === 'true')), JSON.stringify(lines));
    // The connection that is chosen, too.
    const segments = await view.evaluate(() => parts('.segments span').map((e) => getComputedStyle(e).backgroundColor));
    assert.ok(segments.length > 1 && new Set(segments).size > 1, segments.join());
    // Fields and buttons that can be pressed have a border of another colour than what is behind them.
    const borders = await view.evaluate(() => parts('input[type=text], select, button:not([aria-disabled])')
      .map((e) => [e.textContent || e.id, getComputedStyle(e).borderTopColor, getComputedStyle(e).borderTopStyle, behind(e.parentElement)]));
    assert.ok(borders.length > 5);
    assert.deepEqual(borders.filter(([, colour, style, ground]) => style === 'none' || colour === ground), []);
    // The map's answers are shapes, each another one.
    const keys = await view.evaluate(() => parts('.keys .key').map((e) => e.innerHTML.replaceAll(/class="\w+"/g, '')));
    assert.ok(keys.length >= 3 && new Set(keys).size === keys.length, keys.join('\n'));

    await view.fill(field('now'), 'soon');
    const marks = await view.evaluate(() => parts('.mark').map((e) => [e.className, e.textContent]));
    const looks = new Map(marks.filter(([name]) => /true|false/.test(name)));
    assert.ok(looks.size > 0 && new Set(looks.values()).size === looks.size, JSON.stringify(marks));

    // A mistake's answers have a sign and an underline, and the mistake its own.
    await shown('/mistake', 'renew');
    const content = (selector, pseudo) => view.evaluate((selector, pseudo) => parts(selector).map((e) => getComputedStyle(e, pseudo).content), selector, pseudo);
    assert.match((await content('.right', '::before'))[0], /≠/);
    assert.match((await content('.mistake strong', '::before'))[0], /⚠/);
    assert.equal(await view.evaluate(() => getComputedStyle(parts('.differs > .text')[0]).textDecorationStyle), 'wavy');

    // The gap at the expiry is dashed and the overlap double; both are named.
    const edge = (selector) => view.evaluate((selector) => parts(selector).map((e) => [e.textContent.replace('≠', ''), getComputedStyle(e).borderTopStyle]), selector);
    await shown('/boundary');
    assert.deepEqual(await edge('.ticks .gap'), [['gap', 'dashed']]);
    await shown('/overlap', 'boundary');
    assert.deepEqual(await edge('.ticks .overlap'), [['overlap', 'double']]);

    // Locks and leases: held is filled, read only is dashed and empty, none is a line.
    await shown('/contention');
    const bars = await view.evaluate(() => parts('.bar rect').map((e) => [e.classList.contains('read'), getComputedStyle(e).fill === behind(e), getComputedStyle(e).strokeDasharray !== 'none']));
    assert.ok(bars.length > 1);
    assert.deepEqual(bars.filter(([read, empty, dashed]) => read !== empty || read !== dashed), []);
  });

  await t.test('print: what cannot be pressed on paper is left out, and what was chosen in the dark is ink on paper', async () => {
    await media('print', false);
    await view.resize(718, 1000);
    await shown('/dark', 'renew');
    assert.deepEqual(await view.evaluate(() => parts('.buttons, .keyboard').length), 0);
    const [ink] = await view.evaluate(() => parts('[part=line-text]').map((e) => getComputedStyle(e).color));
    assert.ok(ink.match(/\d+/g).every((part) => Number(part) < 128), ink);
  });
});
