// Makes a source that imports nothing itself a module that Node can import, for tests without a browser.
import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {import('node:test').TestContext} t removes what was written
 * @param {string} source such as web/wasi.ts
 */
export async function compile(t, source) {
  const outDir = await mkdtemp(join(tmpdir(), 'leaseplay-compile-'));
  t.after(() => rm(outDir, { recursive: true }));
  const flags = ['--ignoreConfig', '--target', 'ES2022', '--module', 'ESNext', '--lib', 'ES2023,DOM', '--outDir', outDir];
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [...flags, join(root, source)]);
  const compiled = join(outDir, basename(source, '.ts'));
  await rename(`${compiled}.js`, `${compiled}.mjs`);
  return import(pathToFileURL(`${compiled}.mjs`).href);
}
