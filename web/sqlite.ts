// Starts the official SQLite build from an already compiled module, quietly.

// The order of these two imports matters: see globals.ts.
import { keepGlobals, restoreGlobals } from './globals.ts';
import sqlite3InitModule, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm';

restoreGlobals();

/** One running SQLite: its exports as WebAssembly gave them, its memory, and its JavaScript API. */
export interface SQLite {
  readonly exports: WebAssembly.Exports;
  readonly memory: WebAssembly.Memory;
  readonly api: Sqlite3Static;
}

/** Emscripten's module options, as far as they are used here. */
interface ModuleOptions {
  wasmMemory: WebAssembly.Memory;
  print: () => void;
  printErr: () => void;
  instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => void;
}

const initModule: (options: ModuleOptions) => Promise<Sqlite3Static> = sqlite3InitModule;

const quiet = () => {};

/**
 * SQLite's own settings. The VFSs that keep data are left out: none of them
 * can work here, they warn on the console, and kvvfs touches localStorage,
 * which throws where a page may not store anything.
 */
const apiConfig = {
  debug: quiet,
  log: quiet,
  warn: quiet,
  error: quiet,
  disable: { vfs: { kvvfs: true, opfs: true, 'opfs-vfs': true, 'opfs-wl': true, 'opfs-sahpool': true } },
};

const pageSize = 64 * 1024;
/** What sqlite3.wasm asks for at least. */
const initialMemory = 8 * 1024 * 1024;
/** Plenty for lessons' databases, and little enough for a phone to set aside (the default is 2 GiB). */
const maximumMemory = 256 * 1024 * 1024;

/**
 * Starts a SQLite of its own, with no files and no connections.
 * @throws RangeError without memory, LinkError where module and script do not fit.
 */
export function startSQLite(module: WebAssembly.Module): Promise<SQLite> {
  return new Promise((resolve, reject) => {
    // The memory is made here, and a failed instantiation kept from the
    // script, because the script would tell the console of either.
    const memory = new WebAssembly.Memory({
      initial: initialMemory / pageSize,
      maximum: maximumMemory / pageSize,
    });
    let exports: WebAssembly.Exports = {};
    let restore = quiet;
    const instantiateWasm: ModuleOptions['instantiateWasm'] = (imports, done) => {
      WebAssembly.instantiate(module, imports).then((instance) => {
        exports = instance.exports;
        // The script takes its settings from a global, within this very task.
        restore = keepGlobals(['sqlite3ApiConfig', 'sqlite3ApiBootstrap', 'WhWasmUtilInstaller', 'Jaccwabyt']);
        Object.assign(globalThis, { sqlite3ApiConfig: apiConfig });
        done(instance, module);
      }).catch(reject);
    };
    initModule({ wasmMemory: memory, print: quiet, printErr: quiet, instantiateWasm })
      .finally(() => restore())
      .then((api) => resolve({ exports, memory, api }))
      .catch(reject);
  });
}
