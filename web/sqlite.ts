// Starts the official SQLite build from an already compiled module, quietly.

import startEmscripten from '@sqlite.org/sqlite-wasm';
import { answerForAbsent } from './absent.ts';

/** One running SQLite: its exports as WebAssembly gave them, its memory, and its version twice. */
export interface SQLite {
  readonly exports: WebAssembly.Exports;
  readonly memory: WebAssembly.Memory;
  /** What the module and the script that starts it say, as numbers such as 3054001: they have to be the same. */
  readonly version: { readonly module: number; readonly script: number };
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

/**
 * SQLite's script, of which the build leaves out all but Emscripten's runtime
 * (web/sqlitescript.go): so it gives no `sqlite3` object, whatever its type says.
 */
const startRuntime: (options: ModuleOptions) => Promise<unknown> = startEmscripten;

const quiet = () => {};

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
    const instantiateWasm: ModuleOptions['instantiateWasm'] = (imports, done) => {
      if (imports.env) answerForAbsent(imports.env, memory);
      WebAssembly.instantiate(module, imports).then((instance) => {
        exports = instance.exports;
        done(instance, module);
      }).catch(reject);
    };
    startRuntime({ wasmMemory: memory, print: quiet, printErr: quiet, instantiateWasm })
      .then(() => {
        const { sqlite3_libversion_number: version } = exports as unknown as { sqlite3_libversion_number(): number };
        resolve({ exports, memory, version: { module: version(), script: SQLITE_SCRIPT_VERSION } });
      })
      .catch(reject);
  });
}
