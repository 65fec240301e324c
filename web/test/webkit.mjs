// WebKitGTK through WebKitWebDriver (plain WebDriver calls), on a virtual display of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { start, stop, until } from './processes.mjs';

const keys = {
  Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C', Space: ' ', Backspace: '\uE003', Delete: '\uE017',
  ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015',
  Home: '\uE011', End: '\uE010', PageUp: '\uE00E', PageDown: '\uE00F',
  Shift: '\uE008', Control: '\uE009', Alt: '\uE00A', Meta: '\uE03D',
};

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * @param {{driver: string, miniBrowser: string, xvfb: string}} paths of the executables
 * @returns {Promise<{newDriver(): Promise<import('./page.mjs').Driver>, version: string, close(): Promise<void>}>}
 */
export async function launch(paths) {
  const home = await mkdtemp(join(tmpdir(), 'leaseplay-webkit-'));
  const screen = await start(
    paths.xvfb,
    ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const open = new Set();
  const close = async () => {
    await Promise.all([...open].map((session) => session.close()));
    await stop(screen);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    // Xvfb picks a free display by itself and writes its number.
    const display = await Promise.race([
      once(screen.stdio[3], 'data').then(([number]) => String(number).trim()),
      once(screen, 'exit').then(([code]) => Promise.reject(new Error(`Xvfb ended with ${code} before it was ready`))),
    ]);
    const env = {
      ...process.env, DISPLAY: `:${display}`, LANG: 'C.UTF-8', NO_AT_BRIDGE: '1', GTK_A11Y: 'none',
      HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, XDG_RUNTIME_DIR: home,
    };
    const newSession = async () => {
      const session = await openSession(paths, env);
      open.add(session);
      return session;
    };
    const first = await newSession();
    let unused = first;
    return {
      version: first.version,
      newDriver: async () => {
        const session = unused ?? (await newSession());
        unused = undefined;
        return driver(session);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A driver process with its one session: WebKitWebDriver takes no second, and pages then share nothing. */
async function openSession(paths, env) {
  const port = await freePort();
  const child = await start(paths.driver, [`--port=${port}`], { stdio: ['ignore', 'ignore', 'pipe'], env });
  let stderr = '';
  child.stderr.on('data', (bytes) => (stderr = (stderr + bytes).slice(-2000)));
  const call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(120_000),
    }).catch((error) => {
      throw new Error(`WebKitWebDriver ${method} ${path}: ${error.cause?.message ?? error.message} ${stderr}`);
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebKitWebDriver ${method} ${path}: ${value?.error}: ${value?.message} ${stderr}`);
    return value;
  };
  try {
    await until('WebKitWebDriver', () => call('GET', '/status'));
    const { sessionId, capabilities } = await call('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: paths.miniBrowser, args: ['--automation'] } },
      },
    });
    const at = `/session/${sessionId}`;
    await call('POST', `${at}/timeouts`, { script: 120_000, pageLoad: 120_000 });
    return {
      version: `${capabilities.browserName}/${capabilities.browserVersion}`,
      call: (method, path, body) => call(method, at + path, body),
      close: async () => {
        if (child.exitCode === null) await call('DELETE', at).catch(() => {}); // ended below in any case
        await stop(child);
      },
    };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/** @returns {import('./page.mjs').Driver} */
function driver({ call, close }) {
  const run = async (source) => {
    // The last argument of an async script is the function that takes its answer.
    const answer = await call('POST', '/execute/async', { script: `const done = arguments[0]; (${source}).then(done);`, args: [] });
    return answer;
  };
  const perform = async (type, id, actions, more) => {
    await call('POST', '/actions', { actions: [{ type, id, actions, ...more }] });
    await call('DELETE', '/actions');
  };
  const stroke = (value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }];
  return {
    browser: 'webkit',
    goto: async (url) => {
      await call('POST', '/url', { url });
    },
    run,
    typeText: (text) => perform('key', 'keyboard', [...text].flatMap(stroke)),
    press: async (key, modifiers) => {
      const values = modifiers.map((m) => keys[m]);
      await perform('key', 'keyboard', [
        ...values.map((value) => ({ type: 'keyDown', value })),
        ...stroke(keys[key] ?? key),
        ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
      ]);
    },
    drag: async ([from, ...to]) => {
      const move = ({ x, y }) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 });
      await perform('pointer', 'mouse', [
        move(from), { type: 'pointerDown', button: 0 }, ...to.map(move), { type: 'pointerUp', button: 0 },
      ], { parameters: { pointerType: 'mouse' } });
    },
    png: async () => Buffer.from(await call('GET', '/screenshot'), 'base64'),
    resize: async (width, height) => {
      // WebDriver sizes the window, so add what the window has around the viewport.
      const frame = JSON.parse(await run('Promise.resolve(JSON.stringify([outerWidth - innerWidth, outerHeight - innerHeight]))'));
      await call('POST', '/window/rect', { width: width + frame[0], height: height + frame[1] });
    },
    // WebKitWebDriver has no console: testserver.mjs puts recorder.js into each page instead.
    messages: async () => {
      const list = JSON.parse(await run('Promise.resolve(JSON.stringify(window.harnessMessages ?? null))'));
      if (!list) throw new Error('WebKit gives console messages only of pages that come from testserver.mjs');
      return list;
    },
    close,
  };
}
