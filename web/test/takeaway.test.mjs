// Taking a program away: what the texts hold, that they are loaded when asked for, and that copying works everywhere.
import assert from 'node:assert/strict';
import test from 'node:test';
import { launch } from './browsers.mjs';
import { dist, startServer } from './testserver.mjs';
import { defaults, document as html, lines, live, page } from './playground.mjs';

const hostile = '</pre></script><b>"\'&amp;\u202e';

test('take-away', async (t) => {
  const files = {
    '/own.html': page('lesson="renew" load="eager"'),
    '/paste.html': html(''),
  };
  const server = await startServer({ dir: dist, files, cors: true });
  t.after(() => server.close());
  const frame = await startServer({ files: { '/': `<!doctype html><html lang="en"><title>frame</title><body><iframe width="1000" height="700" src="${server.url('/own.html')}"></iframe>` } });
  t.after(() => frame.close());
  const browser = await launch('chromium');
  t.after(() => browser.close());
  const view = await browser.newPage();

  /** Chooses what to take away as, waits for its text, and gives it. */
  const take = async (kind) => {
    await view.evaluate((kind) => {
      const button = [...document.querySelector('lease-playground').shadowRoot.querySelectorAll('.takeaway .tools button')].find((b) => b.textContent === kind);
      if (button.getAttribute('aria-pressed') !== 'true') button.click();
    }, kind);
    return view.waitFor(() => document.querySelector('lease-playground').shadowRoot.querySelector('.takeaway pre, .takeaway .wrong')?.textContent);
  };
  const open = async (path) => {
    await view.goto(server.url(path));
    assert.equal(await live(view), 'live');
  };
  const late = () => server.requests.filter(({ path }) => /\/late-/.test(path)).length;

  await t.test('nothing of it is loaded before it is asked for, and then once', async () => {
    await open('/renew.html');
    assert.equal(late(), 0);
    await take('Link');
    const after = late();
    assert.ok(after > 0);
    await take('Python');
    await take('Go');
    assert.equal(late(), after);
    assert.deepEqual(await view.messages(), []);
  });

  await t.test('each text is of the program as it stands', async () => {
    await view.fill('lease-playground >>> #input-token', 'claim-zz');
    assert.match(await take('Python'), /^# Renew a lease[^]*import sqlite3[^]*claim-zz/);
    assert.match(await take('Go'), /package main[^]*claim-zz/);
    assert.match(await take('SQL'), /BEGIN IMMEDIATE[^]*claim-zz/);
    await view.fill('lease-playground >>> #input-token', 'claim-yy');
    assert.match(await take('SQL'), /claim-yy/);
    assert.equal(await view.evaluate(() => document.querySelector('lease-playground').shadowRoot.querySelectorAll('.takeaway pre').length), 1);
  });

  await t.test('a program that can\'t run has no text, and says why', async () => {
    await view.fill('lease-playground >>> #row-expiry', 'x');
    assert.match(await take('Python'), /column expiry needs an int of 64 bits/);
    await view.fill('lease-playground >>> #row-expiry', '10');
    assert.match(await take('Python'), /^# Renew a lease/);
  });

  await t.test('the link of an embedded playground leads to the lesson\'s page', async () => {
    await open('/own.html');
    const link = await take('Link');
    assert.ok(link.startsWith(server.url('/renew.html#v1=')), link);
    await view.goto(link);
    await live(view);
    assert.deepEqual(await lines(view), defaults);
  });

  for (const [what, edit] of Object.entries({
    'the lesson\'s own program': '',
    'a mistake': 'program.variant = "id-only"',
    'markup in texts': `program.steps[0].token = ${JSON.stringify(hostile)}; program.steps[1].label = '<img src=x>'; program.row.token = ${JSON.stringify(`\n${hostile}\u0000\r`)}`,
    'unpaired surrogates': 'program.steps[0].token = "\\ud800\'"',
  })) {
    await t.test(`the HTML to embed gives the same program and output: ${what}`, async () => {
      await open('/own.html');
      await view.evaluate(`(() => { const element = document.querySelector('lease-playground'); const { program } = element; ${edit}; element.program = program; })()`);
      const [program, printed] = await view.evaluate(() => {
        const { program, outcome } = document.querySelector('lease-playground');
        return [JSON.stringify(program), outcome.lines];
      });
      const code = await take('HTML');
      assert.ok(code.startsWith(`<script type="module" src="${server.url('/lease-playground.js')}"></script>\n<lease-playground lesson="renew"`), code);
      await view.goto(server.url('/paste.html'));
      assert.deepEqual(await view.evaluate(async (code) => {
        document.body.insertAdjacentHTML('beforeend', code);
        const element = document.querySelector('lease-playground');
        element.scrollIntoView();
        await element.ready;
        return [JSON.stringify(element.program), element.outcome.lines, element.textContent, document.querySelectorAll('b, img').length];
      }, code), [program, printed, printed.join('\n'), 0]);
    });
  }

  const copy = 'lease-playground >>> .takeaway pre + .tools button';
  const said = () => view.waitFor(() => document.querySelector('lease-playground').shadowRoot.querySelector('.takeaway [role=status]').textContent);

  await t.test('copies', async () => {
    await view.raw.browserContext().overridePermissions(server.origin, ['clipboard-read', 'clipboard-sanitized-write']);
    await open('/renew.html');
    const text = await take('Python');
    await view.raw.waitForNetworkIdle({ idleTime: 100 }); // figures that come late move the button
    await view.click(copy);
    assert.equal(await said(), 'Copied.');
    assert.equal(await view.evaluate(() => navigator.clipboard.readText()), text);
    await view.raw.browserContext().clearPermissionOverrides();
  });

  await t.test('selects the text where the page has no clipboard', async () => {
    await open('/renew.html');
    const text = await take('SQL');
    await view.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    });
    await view.raw.waitForNetworkIdle({ idleTime: 100 });
    await view.click(copy);
    assert.match(await said(), /^Selected/);
    assert.equal((await view.evaluate(() => String(getSelection()))).trim(), text.trim());
    await take('Go');
    assert.equal(await view.evaluate(() => document.querySelector('lease-playground').shadowRoot.querySelector('.takeaway [role=status]').textContent), '');
  });

  await t.test('copies in a frame of another site that was given no permission', async () => {
    await view.goto(frame.url('/'));
    const inner = await view.raw.waitForFrame((f) => f.url() === server.url('/own.html'));
    await inner.waitForFunction(() => document.querySelector('lease-playground')?.state === 'live');
    const button = (selector) => inner.evaluateHandle((selector) => document.querySelector('lease-playground').shadowRoot.querySelector(selector), selector);
    await (await button('.takeaway .tools button:nth-of-type(3)')).click();
    await inner.waitForFunction(() => document.querySelector('lease-playground').shadowRoot.querySelector('.takeaway pre'));
    await (await button('.takeaway pre + .tools button')).click();
    await inner.waitForFunction(() => document.querySelector('lease-playground').shadowRoot.querySelector('.takeaway [role=status]').textContent);
    const [status, selected, text] = await inner.evaluate(() => {
      const root = document.querySelector('lease-playground').shadowRoot;
      return [root.querySelector('.takeaway [role=status]').textContent, String(getSelection()), root.querySelector('.takeaway pre').textContent];
    });
    assert.match(status, /^(Copied\.|Selected)/);
    if (status !== 'Copied.') assert.equal(selected.trim(), text.trim());
  });

  await t.test('says so where its script is missing; all else works', async () => {
    const fresh = await browser.newPage();
    const undo = server.override(/\/late-texts[^/]*\.js$/, { status: 404, body: 'no', headers: { 'Content-Type': 'text/plain' } });
    await fresh.goto(server.url('/renew.html'));
    await live(fresh);
    await fresh.evaluate(() => document.querySelector('lease-playground').shadowRoot.querySelector('.takeaway button').click());
    assert.match(await fresh.waitFor(() => document.querySelector('lease-playground').shadowRoot.querySelector('.takeaway .wrong')?.textContent), /could not be loaded/);
    undo();
    assert.deepEqual(await lines(fresh), defaults);
    await fresh.close();
  });
});
