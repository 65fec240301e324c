// Runs the real `leaseplay serve` for the tests that are about that server.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { start, stop } from './processes.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Builds the command into a temporary folder and serves a folder on a free port of 127.0.0.1.
 * @param {string} dir such as testserver.mjs's dist
 * @returns {Promise<{origin: string, url(path?: string): string, close(): Promise<void>}>}
 * @throws {Error} with the command's own words when it does not build or start
 */
export async function startLeaseplay(dir) {
  const folder = await mkdtemp(join(tmpdir(), 'leaseplay-serve-'));
  let child;
  const close = async () => {
    await stop(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const binary = join(folder, 'leaseplay');
    await promisify(execFile)('go', ['build', '-o', binary, './cmd/leaseplay'], { cwd: root });
    child = await start(binary, ['serve', '--dir', dir, '--addr', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'pipe'] });
    const origin = await new Promise((resolve, reject) => {
      let said = '';
      const hear = (bytes) => {
        said += bytes;
        const address = /http:\/\/[\w.:[\]]+:\d+/.exec(said);
        if (address) resolve(address[0]);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', (code) => reject(new Error(`leaseplay serve ended with ${code}: ${said}`)));
    });
    return { origin, url: (path = '/') => origin + path, close };
  } catch (error) {
    await close();
    throw error;
  }
}
