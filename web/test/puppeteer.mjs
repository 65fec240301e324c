// Chromium over CDP and Firefox over WebDriver BiDi, both through puppeteer-core.
import puppeteer from 'puppeteer-core';
import { until } from './processes.mjs';

// No network but the page's own, nothing on screen. --no-sandbox: CI runs as root.
const chromiumArgs = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

const limit = 120_000; // ms for one call to the browser: far above what a busy machine needs
let barriers = 0;

/**
 * @param {'chromium' | 'firefox'} name
 * @param {string} executablePath
 * @returns {Promise<{newDriver(): Promise<import('./page.mjs').Driver>, version: string, close(): Promise<void>}>}
 */
export async function launch(name, executablePath) {
  // Puppeteer makes a fresh profile for each launch and removes it after.
  const browser = await puppeteer.launch({
    executablePath,
    browser: name === 'firefox' ? 'firefox' : 'chrome',
    headless: true,
    args: name === 'chromium' ? chromiumArgs : [],
    env: { ...process.env, LANG: 'C.UTF-8' },
    timeout: limit,
    protocolTimeout: limit,
  });
  return {
    version: await browser.version(),
    newDriver: async () => newDriver(name, browser),
    close: () => browser.close(),
  };
}

/** What an uncaught error says; Firefox puts the error's own name into the message of an Error. */
function errorText(error) {
  if (!(error instanceof Error)) return String(error);
  return /^\w*Error: /.test(error.message) ? error.message : `${error.name}: ${error.message}`;
}

/** A page in a browser context of its own: no cache, storage or cookies of another. */
async function newDriver(name, browser) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(limit);
  /** @type {import('./page.mjs').Message[]} */
  let messages = [];
  page.on('console', (m) => messages.push({ type: m.type() === 'warning' ? 'warn' : m.type(), text: m.text() }));
  page.on('pageerror', (e) => messages.push({ type: 'uncaught', text: errorText(e) }));
  return {
    browser: name,
    raw: page,
    goto: async (url) => {
      messages = [];
      await page.goto(url, { waitUntil: 'load' });
    },
    run: (source) => page.evaluate(source),
    typeText: (text) => page.keyboard.type(text),
    press: async (key, modifiers) => {
      for (const m of modifiers) await page.keyboard.down(m);
      await page.keyboard.press(key === 'Space' ? ' ' : key); // which Firefox knows by no name
      for (const m of modifiers.toReversed()) await page.keyboard.up(m);
    },
    drag: async ([from, ...to]) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      for (const { x, y } of to) await page.mouse.move(x, y);
      await page.mouse.up();
    },
    png: () => page.screenshot({ type: 'png' }),
    resize: (width, height) => page.setViewport({ width, height }),
    // Events come in the order they were made: once a message of ours is here, so is all before it.
    messages: async () => {
      const text = `harness barrier ${++barriers}`;
      await page.evaluate(`console.debug(${JSON.stringify(text)})`);
      await until('the console', () => messages.some((m) => m.text === text));
      return messages.filter((m) => !m.text.startsWith('harness barrier '));
    },
    close: () => context.close(),
  };
}
