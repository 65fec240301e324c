// A static server for browser tests that can be told to fail: wrong status, type or length, held, cut off.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png',
  '.ico': 'image/x-icon', '.txt': 'text/plain; charset=utf-8',
};
const recorderPath = '/harness-recorder.js';
const recorder = new URL('./recorder.js', import.meta.url);

/** The built site, where scripts/build writes it. */
export const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/**
 * What a request is answered with instead of the file; what is left out stays as it is.
 * @typedef {object} Override
 * @property {number} [status]
 * @property {Record<string, string>} [headers] set after all others; an empty value removes one
 * @property {string | Uint8Array} [body] sent as it is, not compressed
 * @property {number} [cut] bytes of the body to send (its full length is announced) before the connection breaks
 * @property {{bytes: number, until: Promise<unknown>}} [hold] sends so many bytes, then the rest once the promise settles;
 *   with bytes 0 not even the headers before
 * @property {boolean} [drop] breaks the connection without an answer
 */

/**
 * @typedef {object} Request a request the server has had, in order of arrival
 * @property {string} method
 * @property {string} path as sent, with base and query
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {number} status 0 while there is no answer
 * @property {number} bytes of the body as sent, after compression
 */

/**
 * Serves a folder as `leaseplay serve` does: .br or .gz where the browser takes it, hashed files immutable.
 * @param {object} [options]
 * @param {string} [options.dir] a folder; default: none, only `files`
 * @param {Record<string, string | {type?: string, body: string | Uint8Array}>} [options.files] pages of the test's own,
 *   by path, before those of dir; a string is HTML or what the path's extension says
 * @param {string} [options.base] path prefix that everything is under, '/a/b'; outside it all is 404
 * @param {Record<string, string>} [options.headers] of every answer, such as a Content-Security-Policy
 * @param {boolean} [options.cors] lets other origins read; default false
 * @returns {Promise<TestServer>} on a free port of 127.0.0.1; each server is an origin of its own
 */
export async function startServer({ dir, files = {}, base = '', headers = {}, cors = false } = {}) {
  /** @type {Request[]} */
  const requests = [];
  /** @type {{pattern: string | RegExp, answer: Override}[]} */
  const overrides = [];

  async function load(path, accepts) {
    const own = files[path];
    if (own !== undefined) {
      const { type, body } = typeof own === 'string' ? { body: own } : own;
      return { type: type ?? types[extname(path)] ?? types['.html'], body: Buffer.from(body), path };
    }
    if (!dir) return undefined;
    const file = normalize(join(dir, path.endsWith('/') ? `${path}index.html` : path));
    if (!file.startsWith(normalize(dir + sep))) return undefined;
    const type = types[extname(file)] ?? 'application/octet-stream';
    for (const [encoding, extension] of [['br', '.br'], ['gzip', '.gz'], ['', '']]) {
      if (!accepts.split(/\s*,\s*/).some((name) => name.split(';')[0] === encoding) && encoding) continue;
      try {
        return { type, body: await readFile(file + extension), encoding, path: file };
      } catch (error) {
        if (error.code !== 'ENOENT' && error.code !== 'EISDIR' && error.code !== 'ENOTDIR') throw error;
      }
    }
    return undefined;
  }

  async function answer(request, response, record) {
    const url = new URL(request.url, 'http://localhost');
    const path = decodeURIComponent(url.pathname);
    const override = overrides.findLast(({ pattern }) => (typeof pattern === 'string' ? path === base + pattern : pattern.test(path)))?.answer ?? {};
    if (override.drop) return void response.destroy();
    if (override.hold?.bytes === 0) await Promise.allSettled([override.hold.until]);

    // WebKitGTK's pages get a recorder, since WebKitWebDriver has no console.
    const agent = request.headers['user-agent'] ?? '';
    const records = agent.includes('AppleWebKit') && !agent.includes('Chrome');
    if (path === recorderPath) {
      response.writeHead(200, { 'Content-Type': types['.js'] });
      return void response.end(await readFile(recorder));
    }
    let found = path.startsWith(`${base}/`) ? await load(path.slice(base.length), request.headers['accept-encoding'] ?? '') : undefined;
    if (found?.type.startsWith('text/html') && records) {
      if (found.encoding) found = await load(path.slice(base.length), '');
      const html = String(found.body);
      const at = /^\s*(<!doctype[^>]*>)?\s*(<html[^>]*>)?\s*(<head[^>]*>)?/i.exec(html)[0].length;
      found.body = Buffer.from(`${html.slice(0, at)}<script src="${recorderPath}"></script>${html.slice(at)}`);
    }

    const body = override.body !== undefined ? Buffer.from(override.body) : (found?.body ?? Buffer.from('404 page not found\n'));
    response.statusCode = override.status ?? (found || override.body !== undefined ? 200 : 404);
    const all = {
      'Content-Type': found?.type ?? types[override.body !== undefined ? (extname(path) || '.html') : '.txt'] ?? 'text/plain',
      'Content-Length': String(body.length),
      'Cache-Control': /[-.][0-9A-Za-z]{8,}\.\w+$/.test(path) && found ? 'public, max-age=31536000, immutable' : 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ...(found?.encoding && override.body === undefined && { 'Content-Encoding': found.encoding }),
      ...(cors && { 'Access-Control-Allow-Origin': '*' }),
      ...headers,
      ...override.headers,
    };
    for (const [name, value] of Object.entries(all)) if (value !== '') response.setHeader(name, value);
    record.status = response.statusCode;
    if (request.method === 'HEAD') return void response.end();
    const first = Math.min(override.hold?.bytes || override.cut || body.length, body.length);
    response.flushHeaders();
    response.write(body.subarray(0, first));
    if (override.hold?.bytes) await Promise.allSettled([override.hold.until]);
    const end = override.cut ?? body.length;
    if (end > first) response.write(body.subarray(first, end));
    record.bytes = end;
    if (override.cut !== undefined) response.write('', () => response.destroy());
    else response.end();
  }

  const server = createServer((request, response) => {
    const record = { method: request.method, path: request.url, headers: request.headers, status: 0, bytes: 0 };
    if (request.url !== recorderPath) requests.push(record);
    answer(request, response, record).catch((error) => {
      // A test server that breaks must not look like the failure under test.
      console.error(`testserver: ${request.url}: ${error.stack}`);
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;

  return {
    origin,
    requests,
    url: (path = '/') => origin + base + path,
    override: (pattern, answer) => {
      const entry = { pattern, answer };
      overrides.push(entry);
      return () => void overrides.splice(overrides.indexOf(entry), 1);
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/**
 * @typedef {object} TestServer
 * @property {string} origin such as http://127.0.0.1:40123
 * @property {Request[]} requests without those for the harness's own recorder
 * @property {(path?: string) => string} url the address of a path under base
 * @property {(pattern: string | RegExp, answer: Override) => () => void} override answers a path (without base) or
 *   every path that matches (with base) in another way, the latest override first, until the function it gives is called
 * @property {() => Promise<void>} close
 */
