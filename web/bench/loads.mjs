// From navigation to the first live result: our renew page, and a minimal page over sql.js that does the same.
//
// Each page says itself when it is live, by its own clock, with nothing attached to it: see desk.mjs for why.
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import puppeteer from 'puppeteer-core';
import { startServer } from '../test/testserver.mjs';
import { peerFiles } from './renewals.mjs';

/** Slow, as Lighthouse's "slow 4G" has it but for its longer round trips: these are those of a local server. */
const slow = { cpu: 4, bytesPerSecond: 1_600_000 / 8 };

/** For an empty page's process to be up before it navigates, in ms: else its start would count where no driver waits for it. */
const settled = 300;

/** Sends the time that a page is live at, in ms since its navigation began. The peer sets liveAt itself. */
const tell = "Object.defineProperty(window,'liveAt',{set(t){fetch('/live?at='+t)}})";
const ours = `${tell};customElements.whenDefined('lease-playground').then(()=>document.querySelector('lease-playground').ready).then(()=>{liveAt=performance.now()})`;

/** Puts a script into a page, before its policy, which allows none in line. */
function probed(html, script) {
  const at = html.search(/<meta (?:http-equiv="Content-Security-Policy"|charset)/);
  assert.notEqual(at, -1, 'the page has a place for the probe');
  return `${html.slice(0, at)}<script>${script}</script>${html.slice(at)}`;
}

async function writeCompressed(path, bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  await writeFile(`${path}.br`, brotliCompressSync(bytes, { params }));
}

/** Copies our site into a folder, with the probe in its renew page. */
async function writeOurs(site, folder) {
  await cp(site, folder, { recursive: true });
  await writeCompressed(join(folder, 'renew.html'), Buffer.from(probed(await readFile(join(site, 'renew.html'), 'utf8'), ours)));
}

/** Writes the peer's page as a host would have it, compressed as well as ours is. */
async function writePeer(folder) {
  const needed = ['/sql-wasm-browser.js', '/sql-wasm-browser.wasm', ...['page.html', 'page.js', 'sqljs.js', 'contract.js'].map((name) => `/peers/${name}`)];
  const files = await peerFiles();
  for (const path of needed) {
    const { body } = files[path];
    await writeCompressed(join(folder, path), path.endsWith('.html') ? Buffer.from(probed(String(body), tell)) : body);
  }
}

/**
 * Ways to open an address in a context of its own, where nothing is cached. Each gives what closes it.
 * @param {string} browserWSEndpoint of a Chromium that no driver is connected to
 */
async function makeOpeners(browserWSEndpoint) {
  // Puppeteer attaches itself to every page that it isn't told to pass over.
  const browser = await puppeteer.connect({ browserWSEndpoint, targetFilter: (target) => target.type() === 'browser' });
  const cdp = await browser.target().createCDPSession();
  const open = async (url, throttled) => {
    const { browserContextId } = await cdp.send('Target.createBrowserContext');
    const { targetId } = await cdp.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true });
    const session = cdp.connection().session(sessionId);
    if (throttled) {
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', {
        offline: false, latency: 0, downloadThroughput: slow.bytesPerSecond, uploadThroughput: slow.bytesPerSecond,
      });
      await session.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
    }
    await sleep(settled);
    await session.send('Page.navigate', { url }); // up to its first byte
    if (!throttled) await cdp.send('Target.detachFromTarget', { sessionId });
    return () => cdp.send('Target.disposeBrowserContext', { browserContextId });
  };
  return {
    alone: (url) => open(url, false),
    throttled: (url) => open(url, true),
    driven: async (url) => { // as the tests have it
      const driver = await puppeteer.connect({ browserWSEndpoint });
      const context = await driver.createBrowserContext();
      const page = await context.newPage();
      await sleep(settled);
      await page.goto(url);
      return async () => {
        await context.close();
        await driver.disconnect();
      };
    },
    disconnect: () => browser.disconnect(),
  };
}

/**
 * @param {string} endpoint of a Chromium that no driver is connected to
 * @param {string} site the built site
 * @param {number} rounds
 */
export async function measureLoads(endpoint, site, rounds) {
  const folder = await mkdtemp(join(tmpdir(), 'leaseplay-bench-'));
  await writeOurs(site, join(folder, 'ours'));
  await writePeer(join(folder, 'peer'));
  const files = { '/live': '' };
  const servers = [await startServer({ dir: join(folder, 'ours'), files }), await startServer({ dir: join(folder, 'peer'), files })];
  const pages = [
    { name: 'our renew page', server: servers[0], path: '/renew.html' },
    { name: 'minimal page over sql.js', server: servers[1], path: '/peers/page.html' },
  ];
  const openers = await makeOpeners(endpoint);
  const visit = async ({ server, path }, way) => {
    const from = server.requests.length;
    const close = await openers[way](server.url(path));
    const live = () => server.requests.slice(from).find(({ path }) => path.startsWith('/live?'));
    for (let waited = 0; !live(); waited += 20) {
      if (waited > 60_000) throw new Error(`${path} was not live in a minute`);
      await sleep(20);
    }
    const at = Number(new URL(live().path, server.origin).searchParams.get('at'));
    const received = server.requests.slice(from).filter(({ path }) => !/figure|favicon|live/.test(path));
    await close();
    return { at, received: received.reduce((sum, { bytes }) => sum + bytes, 0) };
  };
  const rowsOf = (names) => names.map((name) => ({ name, values: [] }));
  const bytes = rowsOf(pages.map(({ name }) => name));
  const plain = rowsOf([...pages.map(({ name }) => name), ...pages.map(({ name }) => `${name}, with the tests’ driver attached`)]);
  const throttled = rowsOf(pages.map(({ name }) => name));
  try {
    for (const page of pages) { // the servers' and the browser's first time
      await visit(page, 'alone');
      await visit(page, 'driven');
    }
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < plain.length; i++) {
        const which = (i + round) % plain.length;
        const { at, received } = await visit(pages[which % 2], which < 2 ? 'alone' : 'driven');
        plain[which].values.push(at);
        if (which < 2 && round === 0) bytes[which].values.push(received / 1000);
      }
    }
    for (let round = 0; round < Math.max(3, Math.ceil(rounds / 3)); round++) {
      for (const i of round % 2 ? [1, 0] : [0, 1]) throttled[i].values.push((await visit(pages[i], 'throttled')).at);
    }
  } finally {
    await openers.disconnect();
    for (const server of servers) await server.close();
    await rm(folder, { recursive: true, force: true });
  }
  bytes[0].budget = 910;
  return [
    { title: 'To the first live result: download', unit: 'kB', note: `As the server sent it, brotli; without HTTP headers and without the figure’s script, which the result doesn’t wait for. Each page has a probe of ${tell.length} to ${ours.length} bytes.`, rows: bytes },
    { title: 'To the first live result: time', unit: 'ms', note: 'From navigation by the page’s own performance.now(), nothing cached, no debugger attached. The last two rows say what a driver that is attached changes.', rows: plain },
    { title: 'To the first live result: time, slowed down', unit: 'ms', note: 'CPU 4 times slower, 1.6 Mbit/s, no extra latency. Chromium slows a page down by its debugging protocol alone, so a session is attached, but one that hears of nothing but the network. It slows only the main thread: what the browser compiles on others is as quick as ever.', rows: throttled },
  ];
}
