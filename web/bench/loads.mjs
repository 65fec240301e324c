// From navigation to the first live result: our renew page, and a minimal page over sql.js that does the same.
import { startServer } from '../test/testserver.mjs';
import { peerFiles } from './renewals.mjs';
import { brotliCompressSync, constants } from 'node:zlib';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Slow, as Lighthouse's "slow 4G" has it but for its longer round trips: these are those of a local server. */
const slow = { cpu: 4, bytesPerSecond: 1_600_000 / 8 };

/** Writes the peer's page as a host would have it, compressed as well as ours is. */
async function peerSite() {
  const folder = await mkdtemp(join(tmpdir(), 'leaseplay-bench-'));
  for (const [path, { body }] of Object.entries(await peerFiles())) {
    if (path.startsWith('/sqlite/')) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    const bytes = Buffer.from(body);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
    await writeFile(join(folder, path), bytes);
    await writeFile(join(folder, `${path}.br`), brotliCompressSync(bytes, { params }));
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Runs in our page before its own scripts: notes when the first outcome was there. */
function noteLive() {
  window.customElements.whenDefined('lease-playground').then(() => window.document.querySelector('lease-playground').ready)
    .then(() => { window.liveAt = window.performance.now(); });
}

/**
 * @param {Awaited<ReturnType<typeof import('../test/browsers.mjs').launch>>} browser
 * @param {string} site the built site
 * @param {number} rounds
 */
export async function measureLoads(browser, site, rounds) {
  const peer = await peerSite();
  const servers = [await startServer({ dir: site }), await startServer({ dir: peer.folder })];
  const pages = [
    { name: 'our renew page', server: servers[0], path: '/renew.html', prepare: noteLive },
    { name: 'minimal page over sql.js', server: servers[1], path: '/peers/page.html' },
  ];
  const bytes = pages.map(({ name }) => ({ name, values: [] }));
  const visit = async ({ server, path, prepare }, throttled) => {
    const page = await browser.newPage(); // a context of its own, so nothing is cached
    const from = server.requests.length;
    const cdp = await page.raw.createCDPSession();
    if (throttled) {
      await cdp.send('Network.enable');
      await cdp.send('Network.emulateNetworkConditions', {
        offline: false, latency: 0, downloadThroughput: slow.bytesPerSecond, uploadThroughput: slow.bytesPerSecond,
      });
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
    }
    if (prepare) await page.raw.evaluateOnNewDocument(prepare);
    await page.goto(server.url(path));
    const at = await page.waitFor(() => window.liveAt);
    const received = server.requests.slice(from).filter(({ path }) => !path.includes('figure') && !path.includes('favicon'))
      .reduce((sum, { bytes }) => sum + bytes, 0);
    await page.close();
    return { at, received };
  };
  const timed = async (throttled, rounds) => {
    const rows = pages.map(({ name }) => ({ name, values: [] }));
    for (let round = 0; round < rounds; round++) {
      for (const i of round % 2 ? [1, 0] : [0, 1]) {
        const { at, received } = await visit(pages[i], throttled);
        rows[i].values.push(at);
        if (round === 0 && !throttled) bytes[i].values.push(received / 1000);
      }
    }
    return rows;
  };
  try {
    await timed(false, 1); // the servers' and the browser's first time
    bytes.forEach(({ values }) => { values.length = 0; });
    const plain = await timed(false, rounds);
    const throttled = await timed(true, Math.max(3, Math.ceil(rounds / 3)));
    bytes[0].budget = 910;
    return [
      { title: 'To the first live result: download', unit: 'kB', note: 'As the server sent it, brotli; without HTTP headers.', rows: bytes },
      { title: 'To the first live result: time', unit: 'ms', note: 'From navigation, nothing cached.', rows: plain },
      { title: 'To the first live result: time, slowed down', unit: 'ms', note: 'CPU 4 times slower, 1.6 Mbit/s, no extra latency.', rows: throttled },
    ];
  } finally {
    for (const server of servers) await server.close();
    await peer.remove();
  }
}
