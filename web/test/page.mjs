// One page of a browser under test: the same calls in Chromium, Firefox and WebKit.
import { writeFile } from 'node:fs/promises';
import { until } from './processes.mjs';

/**
 * What one browser has to do for a Page; each is given by puppeteer.mjs or webkit.mjs.
 * @typedef {object} Driver
 * @property {string} browser 'chromium', 'firefox' or 'webkit'
 * @property {import('puppeteer-core').Page} [raw]
 * @property {(url: string) => Promise<void>} goto
 * @property {(source: string) => Promise<string>} run evaluates an expression, awaits it, gives its string
 * @property {(text: string) => Promise<void>} typeText types into what has the focus
 * @property {(key: string, modifiers: string[]) => Promise<void>} press
 * @property {(points: {x: number, y: number}[]) => Promise<void>} drag down at the first point, up at the last
 * @property {() => Promise<Uint8Array>} png
 * @property {(width: number, height: number) => Promise<void>} resize
 * @property {() => Promise<Message[]>} messages
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} Message something a page told its console
 * @property {string} type 'log', 'info', 'debug', 'warn', 'error', or 'uncaught' for an error nothing caught
 * @property {string} text
 */

// Runs in the page. 'a >>> b' looks for b in the shadow root of a.
const find = `(selector) => {
  let node = document;
  for (const part of selector.split(/\\s*>>>\\s*/)) {
    const root = node === document ? node : node.shadowRoot;
    if (!root) throw new Error('no open shadow root for ' + part + ' in ' + selector);
    node = root.querySelector(part);
    if (!node) throw new Error('no element ' + part + ' for ' + selector);
  }
  return node;
}`;

// Runs in the page: the centre of an element, in CSS px of the viewport, when a click there would reach it.
const centre = `(selector) => {
  const element = (${find})(selector);
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  const point = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  let hit = document.elementFromPoint(point.x, point.y);
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(point.x, point.y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  for (let node = hit; node; node = node.parentNode ?? node.host) {
    if (node === element) return point;
  }
  throw new Error(selector + ' is covered by ' + (hit ? hit.outerHTML.slice(0, 80) : 'nothing: outside the viewport'));
}`;

/** Calls are made one at a time, in the order given. Every error says which call failed. */
export class Page {
  #driver;

  /** @param {Driver} driver */
  constructor(driver) {
    this.#driver = driver;
  }

  /** @returns {string} 'chromium', 'firefox' or 'webkit' */
  get browser() {
    return this.#driver.browser;
  }

  /** The puppeteer Page, for what only one browser can do; undefined in WebKit. */
  get raw() {
    return this.#driver.raw;
  }

  /** Loads a page, up to its load event. @param {string} url */
  async goto(url) {
    await this.#driver.goto(url);
  }

  /**
   * Runs code in the page, awaits its promise, gives its value.
   * @param {string | ((...args: any[]) => any)} code a function (it sees nothing of the test's scope) or an expression
   * @param {...unknown} args for a function; arguments and value cross as JSON, undefined stays undefined
   * @returns {Promise<any>}
   * @throws {Error} with the page's error name and message; pageStack has its stack
   */
  async evaluate(code, ...args) {
    const call = typeof code === 'function' ? `(${code})(${args.map((a) => JSON.stringify(a)).join(',')})` : `(${code})`;
    const source = `(async () => {
      try { return JSON.stringify({ value: await ${call} }); }
      catch (e) { return JSON.stringify({ error: String(e), stack: String(e?.stack) }); }
    })()`;
    const answer = JSON.parse(await this.#driver.run(source));
    if ('error' in answer) throw Object.assign(new Error(answer.error), { pageStack: answer.stack });
    return answer.value;
  }

  /**
   * Waits until code answers something truthy, and gives that.
   * @param {string | ((...args: any[]) => any)} code as for evaluate
   * @param {...unknown} args
   */
  async waitFor(code, ...args) {
    return until(String(code), () => this.evaluate(code, ...args));
  }

  /** Clicks the centre of an element with the mouse. @param {string} selector `host >>> inner` enters a shadow root */
  async click(selector) {
    await this.#driver.drag([await this.evaluate(`(${centre})(${JSON.stringify(selector)})`)]);
  }

  /**
   * Drags an element from its centre with the mouse.
   * @param {string} selector
   * @param {number} dx CSS px to the right
   * @param {number} dy CSS px down
   */
  async drag(selector, dx, dy) {
    const { x, y } = await this.evaluate(`(${centre})(${JSON.stringify(selector)})`);
    await this.#driver.drag([{ x, y }, { x: x + dx / 2, y: y + dy / 2 }, { x: x + dx, y: y + dy }]);
  }

  /** Types at the end of a text field, key by key. @param {string} selector @param {string} text */
  async type(selector, text) {
    await this.evaluate(`((e) => { e.focus(); e.setSelectionRange(e.value.length, e.value.length); })((${find})(${JSON.stringify(selector)}))`);
    await this.#driver.typeText(text);
  }

  /** Replaces the text of a field by typing. @param {string} selector @param {string} text may be empty */
  async fill(selector, text) {
    await this.evaluate(`((e) => { e.focus(); e.select(); })((${find})(${JSON.stringify(selector)}))`);
    if (text === '') await this.#driver.press('Backspace', []);
    else await this.#driver.typeText(text);
  }

  /**
   * Presses one key where the focus is.
   * @param {string} key a character, or Enter, Tab, Escape, Space, Backspace, Delete, Home, End, PageUp, PageDown,
   *   ArrowLeft, ArrowUp, ArrowRight, ArrowDown; with Shift+, Control+, Alt+ or Meta+ before it
   */
  async press(key) {
    const parts = key.split(/(?<=.)\+/);
    await this.#driver.press(parts.at(-1), parts.slice(0, -1));
  }

  /** Sets the viewport, CSS px. WebKit's window is never narrower than about 450. */
  async resize(width, height) {
    await this.#driver.resize(width, height);
  }

  /** Writes a PNG of the viewport. @param {string} path */
  async screenshot(path) {
    await writeFile(path, await this.#driver.png());
  }

  /**
   * All that the page has told its console since its last goto, uncaught errors included, in order.
   * @returns {Promise<Message[]>}
   */
  async messages() {
    return this.#driver.messages();
  }

  async close() {
    await this.#driver.close();
  }
}
