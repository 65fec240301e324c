// What the page for authors says, done as an author would: its samples from another origin, its test, its tables; the tutorial.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { browserNames, launch } from './browsers.mjs';
import { dist, startServer } from './testserver.mjs';
import { defaults, document as html, live, page as playground } from './playground.mjs';

const source = (name) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');
const authors = await source('authors.md');
/** The samples of a language, in the order of the page. */
const samples = (language) => [...authors.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code);
/** The first sample of a language that holds a text. */
const sample = (language, text) => {
  const found = samples(language).find((code) => code.includes(text));
  assert.ok(found, `no sample of ${language} with ${text}`);
  return found;
};
const plain = sample('html', '<lease-playground');
const framed = sample('html', '<iframe');
const [policy] = samples('http').map((line) => line.replace(/^[\w-]+: /, '').trim());

/** Runs in the page: waits for every playground, whatever it waits for itself, and gives what each printed. */
const all = async () => {
  await customElements.whenDefined('lease-playground');
  const elements = [...document.querySelectorAll('lease-playground')];
  const outcomes = await Promise.all(elements.map((element) => element.run()));
  return outcomes.map(({ lines }, i) => [elements[i].querySelector('pre').textContent.trim(), lines.join('\n')]);
};

for (const name of browserNames) {
  test(name, async (t) => {
    const site = await startServer({ dir: dist, base: '/a/b', cors: true });
    t.after(() => site.close());
    const here = (text) => text.replaceAll('https://HOST', site.url('').replace(/\/$/, ''));
    const watch = '<script src="/watch.js"></script>';
    const host = await startServer({
      files: {
        '/watch.js': 'window.violations = []; document.addEventListener("securitypolicyviolation", (e) => violations.push(e.violatedDirective + " " + e.blockedURI));',
        '/plain': `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${watch}${here(plain)}`,
        '/frame': `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${here(framed)}`,
        '/tutorial.html': here(await source('example/tutorial.html')).replace('<head>', `<head>${watch}`),
        '/tutorial.css': await source('example/tutorial.css'),
        // Markdown leaves HTML as it is, so for a browser the rest is words.
        '/tutorial-md': `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${here(await source('example/tutorial.md'))}`,
      },
    });
    t.after(() => host.close());
    const browser = await launch(name);
    t.after(() => browser.close());
    const view = await browser.newPage();
    const messages = async () => (await view.messages()).filter(({ text }) => !/favicon/.test(text));

    await t.test('the recipe for HTML goes live under the policy of the page, and violates nothing', async () => {
      const undo = host.override('/plain', {
        // The recorder of the harness and the watcher above are of the page's own origin.
        headers: { 'Content-Security-Policy': `${here(policy).replace('script-src', "script-src 'self'")}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'` },
      });
      await view.goto(host.url('/plain'));
      undo();
      assert.equal(await live(view), 'live');
      assert.deepEqual(await view.evaluate(all), [[defaults.join('\n'), defaults.join('\n')]]);
      assert.deepEqual(await view.evaluate('violations'), []);
      assert.deepEqual(await messages(), []);
    });

    await t.test('the recipe for frames is as high as its content', async () => {
      await view.goto(host.url('/frame'));
      const height = () => /^(\d+)px$/.exec(document.querySelector('iframe').style.height)?.[1];
      const first = Number(await view.waitFor(height));
      await view.resize(500, 700); // narrower is higher
      await view.waitFor((first) => parseFloat(document.querySelector('iframe').style.height) > first, first);
      await view.resize(1024, 720);
      if (name !== 'chromium') return; // in the others a test can't look into a frame of another site
      const inner = await view.raw.waitForFrame((frame) => frame.url().includes('renew-frame.html'));
      assert.deepEqual(await inner.evaluate(async () => {
        const element = document.querySelector('lease-playground');
        const { lines } = await element.ready;
        return [lines[0], element.getAttribute('view'), getComputedStyle(element.shadowRoot.querySelector('[part~=root]')).colorScheme,
          document.featurePolicy.allowsFeature('clipboard-write')];
      }), ['renewed: True', 'compact', 'light', true]);
    });

    await t.test('the tutorial prints what it says, on a site of its own', async () => {
      await view.goto(host.url('/tutorial.html'));
      const printed = await view.evaluate(all);
      assert.equal(printed.length, 3);
      for (const [says, prints] of printed) assert.equal(prints, says);
      const own = (await view.evaluate('violations')).filter((violation) => !violation.includes(host.origin)); // the harness's
      assert.deepEqual(own, []);
      await view.goto(host.url('/tutorial-md'));
      const more = await view.evaluate(all);
      assert.equal(more.length, 2);
      for (const [says, prints] of more) assert.equal(prints, says);
      assert.deepEqual(await messages(), []);
    });
  });
}

test('the rest of the page for authors', async (t) => {
  const server = await startServer({
    dir: dist,
    files: {
      '/own.html': playground('lesson="renew" load="eager"'),
      '/asked.html': playground('lesson="renew" load="interaction"'),
      '/unknown.html': playground('lesson="renew" load="eager" variant="none"'),
      '/none.html': playground('lesson="none" load="eager"'),
      '/paste.html': html(''),
    },
    cors: true,
  });
  t.after(() => server.close());
  const browser = await launch('chromium');
  t.after(() => browser.close());
  const view = await browser.newPage();
  /** The names in the first column of the tables with that head. */
  const table = (head) => [...authors.matchAll(new RegExp(`^\\| ${head} \\|.*\\n((?:^\\|.*\\n)+)`, 'gm'))]
    .flatMap(([, rows]) => rows.split('\n').flatMap((row) => [...(row.split(/(?<!\\)\|/)[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name)));

  await t.test('the sample of a test runs as it is written', async () => {
    await view.goto(server.url('/asked.html'));
    const AsyncFunction = (async () => {}).constructor;
    await new AsyncFunction('page', sample('js', 'page.evaluate'))(view);
  });

  await t.test('properties, attributes and events are those of the element', async () => {
    await view.goto(server.url('/own.html'));
    await live(view);
    assert.deepEqual(await view.evaluate(() => Object.getOwnPropertyNames(customElements.get('lease-playground').prototype)
      .filter((name) => !/^(constructor|(dis)?connectedCallback)$/.test(name)).sort()), table('property').map((name) => name.replace('()', '')).sort());
    const heard = await view.evaluate(() => new Promise((resolve) => {
      const element = document.querySelector('lease-playground');
      const types = [];
      const { dispatchEvent } = element;
      element.dispatchEvent = (event) => {
        types.push([event.type, event.bubbles, event.composed]);
        return dispatchEvent.call(element, event);
      };
      void element.run().then(() => {
        element.setAttribute('variant', 'none');
        void element.outcome;
        resolve(types);
      });
    }));
    assert.deepEqual(heard, table('event').map((type) => [type, true, true]));
  });

  await t.test('parts are those that the element has, in one state or another', async () => {
    const found = new Set();
    const collect = async () => {
      const parts = await view.evaluate(() => [...document.querySelector('lease-playground').shadowRoot.querySelectorAll('[part]')].flatMap((e) => [...e.part]));
      for (const part of parts) found.add(part);
    };
    // Figures come later than the rest.
    const figures = /^\| (.*`timeline`.*?) \|/m.exec(authors)[1].replaceAll('`', '').split(', ');
    const lessons = Object.keys(JSON.parse(await readFile(join(dist, 'sizes.json'), 'utf8')).pages);
    for (const lesson of lessons) {
      await view.goto(server.url(`/${lesson}`));
      await live(view);
      await view.waitFor((names) => names.every((name) => {
        const panel = document.querySelector('lease-playground').shadowRoot.querySelector(`[part~=${name}]`);
        return !panel || panel.querySelector('figure');
      }), figures);
      await collect();
    }
    await view.goto(server.url('/renew.html'));
    await live(view);
    await view.evaluate(() => {
      const element = document.querySelector('lease-playground');
      const root = element.shadowRoot;
      element.program = { ...element.program, variant: 'id-only' }; // meets a challenge too
      root.querySelector('.takeaway .tools button').click();
    });
    await view.waitFor(() => document.querySelector('lease-playground').shadowRoot.querySelector('[part=text]'));
    await collect();
    await view.fill('lease-playground >>> #row-expiry', 'x');
    await collect();
    await view.goto(server.url('/unknown.html'));
    await live(view);
    await collect();
    await view.goto(server.url('/asked.html'));
    await view.evaluate(() => customElements.whenDefined('lease-playground').then(() => true));
    await collect();
    await view.goto(server.url('/none.html'));
    await view.waitFor(() => document.querySelector('lease-playground').state === 'failed');
    await collect();
    await view.goto(server.url('/asked.html'));
    const shown = await view.evaluate(async () => {
      await customElements.whenDefined('lease-playground');
      const element = document.querySelector('lease-playground');
      const done = element.run();
      await Promise.resolve();
      const parts = [...element.shadowRoot.querySelectorAll('[part]')].flatMap((e) => [...e.part]);
      await done;
      return parts;
    });
    for (const part of shown) found.add(part);
    assert.deepEqual([...found].sort(), table('part').sort());
  });

  await t.test('the sample of a style works', async () => {
    await view.goto(server.url('/own.html'));
    await live(view);
    assert.deepEqual(await view.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
      const style = (part) => getComputedStyle(document.querySelector('lease-playground').shadowRoot.querySelector(`[part~=${part}]`));
      return [style('takeaway').display, style('root').borderRadius, style('line-text').fontSize, style('root').getPropertyValue('--accent')];
    }, samples('css')[0]), ['none', '0px', '17.6px', '#7a3e9d']);
  });

  await t.test('the immutable script is the same element, with all scripts under the digests of an import map', async () => {
    const pins = JSON.parse(await readFile(join(dist, 'integrity.json'), 'utf8'));
    const host = await startServer({
      files: {
        '/': `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({
          integrity: Object.fromEntries(Object.entries(pins.integrity).map(([path, digest]) => [server.url(`/${path}`), digest])),
        })}</script><script type="module" src="${server.url(`/${pins.entry}`)}" integrity="${pins.integrity[pins.entry]}" crossorigin="anonymous"></script>
        <lease-playground lesson="renew" load="eager"></lease-playground>`,
      },
    });
    t.after(() => host.close());
    await view.goto(host.url());
    assert.equal(await live(view), 'live');
    assert.deepEqual(await view.messages(), []);
    // A script that was changed on its host is refused.
    const undo = server.override(/\/assets\/(chunk|engine|runtime)[^/]*\.js$/, { body: '0' });
    const fresh = await browser.newPage();
    await fresh.goto(host.url());
    undo();
    assert.match((await fresh.messages()).map(({ text }) => text).join('\n'), /integrity/i);
    assert.equal(await fresh.evaluate(() => customElements.get('lease-playground') === undefined), true);
    await fresh.close();
  });

  await t.test('the HTML of a frame runs the program as it stands', async () => {
    const frame = async () => {
      await view.evaluate(() => {
        const button = [...document.querySelector('lease-playground').shadowRoot.querySelectorAll('.takeaway .tools button')].find((b) => b.textContent === 'HTML');
        if (button.getAttribute('aria-pressed') !== 'true') button.click();
      });
      return view.waitFor(() => document.querySelector('lease-playground').shadowRoot.querySelector('[aria-label="HTML of a frame"]')?.textContent);
    };
    const edits = ['', 'program.variant = "id-only"', 'program.steps[0].token = "</noscript><b>\'\\"&amp;"; program.steps.length = 2'];
    for (const edit of edits) {
      await view.goto(server.url('/own.html'));
      await live(view);
      const [program, lines] = await view.evaluate(`(() => {
        const element = document.querySelector('lease-playground');
        const { program } = element; ${edit}; element.program = program;
        return [element.program, element.outcome.lines];
      })()`);
      const code = await frame();
      await view.goto(server.url('/paste.html'));
      const said = await view.evaluate((code) => {
        document.body.insertAdjacentHTML('beforeend', code);
        const aside = new DOMParser().parseFromString(code, 'text/html'); // as without scripts
        return [aside.querySelector('noscript').textContent, document.querySelectorAll('b').length];
      }, code);
      assert.deepEqual(said, [lines.join('\n'), 0]);
      const inner = await view.raw.waitForFrame((f) => f.url().includes('renew-frame.html'));
      await inner.waitForFunction(() => document.querySelector('lease-playground')?.state === 'live');
      assert.deepEqual(await inner.evaluate(() => {
        const { program, outcome } = document.querySelector('lease-playground');
        return [program, outcome.lines];
      }), [program, lines]);
    }
  });
});
