// Permalinks: those made once keep working, broken ones give the lesson's own program and say so.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { launch } from './browsers.mjs';
import { dist, startServer } from './testserver.mjs';
import { defaults, lines, live, page, text } from './playground.mjs';
import { fragment, message, renewal } from './wire.mjs';

/** Links that readers may have kept: only ever added to. */
const golden = JSON.parse(readFileSync(new URL('permalinks.json', import.meta.url), 'utf8'));
const [own] = golden;

const call = ['id', '41', 'token', 'claim-a', 'now', '5', 'new_expiry', '15'];
const whole = fragment(message(...renewal(...call)));
const wrongWith = (...parts) => fragment(message(...renewal(...parts)));

const broken = {
  'nothing behind the version': '#v1=',
  'no equals sign': '#v1',
  'cut at its end': own.hash.slice(0, -7),
  'cut in the middle': own.hash.slice(0, own.hash.length / 2),
  'without its first letter': own.hash.replace('#v1=', '#v1=').replace(/=./, '='),
  'bad percent-encoding': `${own.hash.slice(0, 60)}%E0%A4%A${own.hash.slice(60)}`,
  'good percent-encoding': own.hash.replace('v1=', 'v1%3D'),
  'letters that are no base64url': `${own.hash}*`,
  'padding': '#v1=AAAA====',
  'another version': own.hash.replace('v1', 'v2'),
  'a version of no number': own.hash.replace('v1', 'v1x'),
  '100 kB': `#v1=${'A'.repeat(100_000)}`,
  '100 kB of markup': `#v1=${'<img src=x onerror=alert(1)>'.repeat(3600)}`,
  'something behind it': fragment(Buffer.concat([message(...renewal(...call)), message(0)])),
  'a repeated key': wrongWith(...call, 'now', '6'),
  'a repeated key in its place': wrongWith('id', '41', 'token', 'claim-a', 'now', '5', 'now', '15'),
  'a count past its end': fragment(message('renew', '', 0, 0, 0, 0xffffffff)),
  'a length past its end': fragment(Buffer.concat([message('renew', '', 0, 0, 0, 1), message(0xfffffff0)])),
  'a number past 32 bits': fragment(Buffer.concat([message('renew', '', 0, 0, 0), Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7f])])),
  'a number longer than it need be': fragment(Buffer.concat([message('renew', '', 0, 0, 0), Buffer.from([0x80, 0])])),
  'a flag that is neither': fragment(message('renew', '', 0, 2, 0, 0)),
  'bytes that are no UTF-8': wrongWith('id', '41', 'token', [0xff, 0xfe], 'now', '5', 'new_expiry', '15'),
  'a pair written as two surrogates': wrongWith('id', '41', 'token', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], 'now', '5', 'new_expiry', '15'),
  'another lesson': golden.find(({ program }) => program.lesson === 'outbox').hash,
  'no such lesson': fragment(message('</script><script>alert(1)</script>', '', 0, 0, 0, 0)),
  'no such variant': fragment(message('renew', '"><img src=x onerror=alert(1)>', 0, 0, 0, 0)),
  'no such operation': fragment(message('renew', '', 0, 0, 0, 1, '</script><img src=x onerror=alert(1)>', '', 'first', 0)),
  'no such field': wrongWith(...call, '<b>"\'\0\u202e'.repeat(100), 'x'),
  'a missing field': wrongWith(...call.slice(0, 6)),
  '__proto__': wrongWith(...call, '__proto__', 'x'),
  'a row that the table can\'t hold': fragment(message('renew', '', 0, 1, 3, 'id', 0, '1', 'token', 1, '', 'expiry', 0, '1', 0)),
  'a line break in a label': fragment(message('renew', '', 0, 0, 0, 1, 'stored', 'a\nb', 'first', 0)),
};

test('permalinks', async (t) => {
  const server = await startServer({ dir: dist, files: { '/embedded.html': page('lesson="renew" load="eager"') } });
  t.after(() => server.close());
  const browser = await launch('chromium');
  t.after(() => browser.close());
  const view = await browser.newPage();
  const open = async (path) => {
    await view.goto('about:blank'); // else only the fragment would change
    await view.goto(server.url(path));
    assert.equal(await live(view), 'live');
  };
  /** All that a link must not do, done or not. */
  const untouched = async () => {
    assert.deepEqual(await view.messages(), []);
    assert.equal(await view.evaluate(() => {
      const root = document.querySelector('lease-playground').shadowRoot;
      return root.querySelectorAll('img, script, b b, [onerror]').length + document.querySelectorAll('main img, main script').length;
    }), 0, 'markup from the link');
  };
  const program = () => view.evaluate(() => {
    // Lone surrogates would not cross as UTF-8; JSON writes them as escapes.
    return JSON.stringify(document.querySelector('lease-playground').program);
  });
  /** The link of the program as it stands, from the panel that gives it. */
  const link = async () => {
    // Not by the mouse: figures that come late move the panel.
    await view.evaluate(() => document.querySelector('lease-playground').shadowRoot.querySelector('.takeaway button').click());
    await view.waitFor(() => document.querySelector('lease-playground').shadowRoot.querySelector('.takeaway a') !== null);
    return view.evaluate(() => document.querySelector('lease-playground').shadowRoot.querySelector('.takeaway a').href);
  };

  for (const { name, hash, program: wanted, lines: printed } of golden) {
    await t.test(`an old link: ${name}`, async () => {
      const path = `/${wanted.lesson}.html${hash}`;
      await open(path);
      assert.deepEqual(JSON.parse(await program()), wanted);
      assert.deepEqual(await lines(view), printed);
      assert.equal(await text(view, '[part=notice]'), null);
      assert.equal(await link(), server.url(path));
      await untouched();
    });
  }

  await t.test('what is read is what this test writes', async () => {
    await open(`/renew.html${whole}`);
    assert.deepEqual(await lines(view), ['True']);
  });

  for (const [what, hash] of Object.entries(broken)) {
    await t.test(`a broken link: ${what}`, async () => {
      await open(`/renew.html${hash}`);
      assert.deepEqual(await lines(view), defaults);
      const notice = await text(view, '[part=notice]');
      assert.match(notice, /^What the page asks for can't be shown: .{4,300}This is the lesson's own program\.$/su);
      assert.doesNotMatch(notice, /[\0\u202e]/);
      await untouched();
    });
  }

  await t.test('back and forward show inputs that go with the output', async () => {
    const shown = () => view.evaluate(() => {
      const { shadowRoot, outcome } = document.querySelector('lease-playground');
      return [shadowRoot.querySelector('#input-now').value, outcome.lines[0], outcome.steps.length];
    });
    const second = wrongWith('id', '41', 'token', 'claim-a', 'now', '10', 'new_expiry', '15');
    const go = async (how, wanted) => {
      await view.evaluate(`new Promise((resolve) => { addEventListener('hashchange', resolve, { once: true }); ${how} })`);
      await view.waitFor((wanted) => document.querySelector('lease-playground').outcome.lines.length === wanted[2] &&
        document.querySelector('lease-playground').outcome.lines[0] === wanted[1], wanted);
      assert.deepEqual(await shown(), wanted);
    };
    await open('/renew.html');
    await go(`location.hash = '${whole}'`, ['5', 'True', 1]);
    await go(`location.hash = '${second}'`, ['10', 'False', 1]);
    await go('history.back()', ['5', 'True', 1]);
    await go('history.back()', ['5', 'renewed: True', 5]);
    await go('history.forward()', ['5', 'True', 1]);
    await view.fill('lease-playground >>> #input-now', '11');
    await go('location.hash = "#mistakes"', ['11', 'False', 1]); // an anchor of the page's: what was typed stays
    assert.equal(await view.evaluate('location.hash'), '#mistakes');
    await go(`location.hash = '${own.hash.slice(0, -3)}'`, ['5', 'renewed: True', 5]);
    assert.match(await text(view, '[part=notice]'), /damaged/);
    await go('history.back()', ['5', 'renewed: True', 5]);
    await untouched();
  });

  await t.test('editing leaves the address alone', async () => {
    await open(`/renew.html${whole}`);
    const length = await view.evaluate('history.length');
    await view.fill('lease-playground >>> #input-now', '9');
    assert.equal(await view.evaluate('location.hash'), whole);
    assert.equal(await view.evaluate('history.length'), length);
  });

  await t.test('an embedded playground leaves its page\'s fragment alone', async () => {
    await open(`/embedded.html${whole}`);
    assert.deepEqual(await lines(view), defaults);
    await view.evaluate(`new Promise((resolve) => { addEventListener('hashchange', resolve, { once: true }); location.hash = '${own.hash.slice(0, -3)}' })`);
    assert.deepEqual(await lines(view), defaults);
    assert.equal(await text(view, '[part=notice]'), null);
  });
});
