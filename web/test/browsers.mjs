// The three browsers that the tests run in, behind one interface.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Page } from './page.mjs';
import * as puppeteer from './puppeteer.mjs';
import * as webkit from './webkit.mjs';

/** @typedef {'chromium' | 'firefox' | 'webkit'} Name */

/** Every browser; tests that must hold everywhere loop over it. */
export const browserNames = /** @type {Name[]} */ (['chromium', 'firefox', 'webkit']);

/** @type {Record<string, string> | undefined} */
let found;

/** Where scripts/lib/browsers finds the executables; it installs them where it can, and fails where not. */
function executables() {
  if (!found) {
    const script = fileURLToPath(new URL('../../scripts/lib/browsers', import.meta.url));
    const lines = execFileSync('bash', [script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    found = Object.fromEntries(lines.trim().split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)));
  }
  return found;
}

/**
 * Starts a browser with a fresh profile. Always close it: `test.after(() => browser.close())`.
 * @param {Name} name
 * @returns {Promise<{name: Name, version: string, newPage(size?: {width: number, height: number}): Promise<Page>, close(): Promise<void>}>}
 *   newPage gives a page that shares no cache or storage with another; its viewport is 1024 by 720 CSS px unless told
 * @throws {Error} when the browser is missing or does not start
 */
export async function launch(name) {
  const paths = executables();
  const browser =
    name === 'webkit'
      ? await webkit.launch({ driver: paths.WEBKIT_DRIVER, miniBrowser: paths.MINI_BROWSER, xvfb: paths.XVFB })
      : await puppeteer.launch(name, name === 'firefox' ? paths.FIREFOX : paths.CHROMIUM);
  return {
    name,
    version: browser.version,
    newPage: async ({ width, height } = { width: 1024, height: 720 }) => {
      const page = new Page(await browser.newDriver());
      await page.resize(width, height);
      return page;
    },
    close: browser.close,
  };
}
