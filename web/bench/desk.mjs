// Runs code in pages with no debugger attached: each page fetches its next job and sends back what came of it.
//
// While a debugger is attached, as the tests' driver is, Chromium notes a whole
// stack for every exception that is not an Error. Emscripten's file system throws
// many, so that whatever uses it would look several times slower than readers see it.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import puppeteer from 'puppeteer-core';

/**
 * A page of ours without its policy, which rightly lets nobody in from outside.
 * @param {string} path of the page's HTML
 */
export async function unlocked(path) {
  const html = await readFile(path, 'utf8');
  const open = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
  if (open === html) throw new Error(`${path} has no policy to leave out`);
  return open;
}

/** In a page: does jobs until there are no more. */
function work(address) {
  void (async () => {
    for (;;) {
      const response = await window.fetch(address);
      if (response.status !== 200) return;
      const { source, args } = await response.json();
      let answer;
      try {
        answer = { value: await (0, window.eval)(`(${source})`)(...args) };
      } catch (error) {
        answer = { error: String(error?.stack ?? error) };
      }
      await window.fetch(address, { method: 'POST', body: JSON.stringify(answer) });
    }
  })();
  return true;
}

/**
 * @typedef {object} Worker a page without a debugger
 * @property {(code: (...args: any[]) => any, ...args: unknown[]) => Promise<any>} evaluate as Page.evaluate
 */

/**
 * Lets go of a browser's pages, so that they work by themselves.
 * @param {import('puppeteer-core').Browser} browser whose driver is to disconnect
 * @param {import('../test/page.mjs').Page[]} pages of that browser
 * @returns {Promise<{workers: Worker[], endpoint: string, close(): Promise<void>}>} one worker a page; endpoint is
 *   where a driver can connect to the browser again, and close ends it
 */
export async function release(browser, pages) {
  const jobs = new Map();
  const server = createServer((request, response) => {
    const job = jobs.get(request.url);
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.method === 'GET') return void job.idle(response);
    let body = '';
    request.on('data', (piece) => { body += piece; });
    request.on('end', () => {
      response.end();
      job.done(JSON.parse(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const desk = `http://127.0.0.1:${server.address().port}`;

  const workers = [];
  for (const [i, page] of pages.entries()) {
    const job = {};
    const next = () => new Promise((resolve) => { job.idle = resolve; });
    let waiting = next(); // the page's request for a job, kept open
    jobs.set(`/${i}`, job);
    workers.push({
      async evaluate(code, ...args) {
        const response = await waiting;
        waiting = next();
        const done = new Promise((resolve) => { job.done = resolve; });
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify({ source: String(code), args }));
        const { value, error } = await done;
        if (error !== undefined) throw new Error(error);
        return value;
      },
    });
    await page.evaluate(work, `${desk}/${i}`);
  }
  const endpoint = browser.wsEndpoint();
  await browser.disconnect();
  return {
    workers,
    endpoint,
    close: async () => {
      await (await puppeteer.connect({ browserWSEndpoint: endpoint })).close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
