// Starts one lesson.wasm on a SQLite of its own, from compiled modules.

import { ABI } from './abi.ts';
import { asEngineError, EngineError } from './failures.ts';
import { checkImports, textFunctions } from './link.ts';
import type { Captured } from './wasi.ts';

/** The two compiled modules and where they came from; instances can be made of them again and again. */
export interface Modules {
  readonly lesson: WebAssembly.Module;
  readonly sqlite: WebAssembly.Module;
  readonly files: { readonly lesson: string; readonly sqlite: string };
}

/** What lesson.wasm exports; addresses and sizes are of its memory, as signed 32-bit numbers. */
interface LessonExports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  /** The number that {@link ABI} has to equal. */
  leaseplay_abi(): number;
  /** Address of a buffer for a request of so many bytes. */
  leaseplay_request(size: number): number;
  /** Answers the request of so many bytes; the size of the response. */
  leaseplay_call(size: number): number;
  /** Address of the response, which holds until the next call. */
  leaseplay_response(): number;
}

/** A running engine, without care for what happens after a trap. */
export interface Instance {
  readonly lesson: LessonExports;
  /** What Go wrote to its standard outputs. */
  readonly output: Captured;
}

const lessonExports = ['memory', '_initialize', 'leaseplay_abi', 'leaseplay_request', 'leaseplay_call', 'leaseplay_response'];
const sqliteExports = ['sqlite3_open_v2', 'sqlite3_prepare_v3', 'sqlite3__wasm_vfs_unlink'];

/**
 * Makes a fresh instance of both modules.
 * @throws {EngineError} `version`, `import`, `memory`, `script` or `start`.
 */
export async function startInstance({ lesson, sqlite, files }: Modules): Promise<Instance> {
  requireExports(lesson, lessonExports, files.lesson);
  requireExports(sqlite, sqliteExports, files.sqlite);
  const { startSQLite, makeWASI } = await import('./runtime.ts').catch((cause: unknown) => {
    throw new EngineError('script', { detail: String(cause), cause });
  });
  const database = await startSQLite(sqlite).catch((error: unknown) => {
    throw asEngineError(error, 'start', { file: files.sqlite });
  });
  const { module, script } = database.version;
  if (module !== script) {
    throw new EngineError('version', { file: files.sqlite, detail: `it is ${module}, its script for ${script}` });
  }

  let exports: LessonExports | undefined;
  const memory = (): WebAssembly.Memory => {
    if (!exports) throw new EngineError('start', { file: files.lesson, detail: 'it called out before it was there' });
    return exports.memory;
  };
  const { imports: wasi, output } = makeWASI(memory);
  const imports = {
    // The very exports: WebAssembly calls WebAssembly, with no JavaScript between.
    sqlite3: database.exports,
    leaseplay: textFunctions(database, memory),
    wasi_snapshot_preview1: wasi,
  };
  checkImports(lesson, imports, files.lesson);
  try {
    const instance = await WebAssembly.instantiate(lesson, imports);
    exports = instance.exports as unknown as LessonExports;
    exports._initialize(); // this once
    const abi = exports.leaseplay_abi();
    if (abi !== ABI) throw new EngineError('version', { file: files.lesson, detail: `ABI ${abi} and not ${ABI}` });
  } catch (error) {
    throw asEngineError(error, 'start', { file: files.lesson, detail: `${error}\n${output.text}`.trim() });
  }
  return { lesson: exports, output };
}

function requireExports(module: WebAssembly.Module, names: readonly string[], file: string): void {
  const there = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
  const missing = names.find((name) => !there.has(name));
  if (missing !== undefined) throw new EngineError('version', { file, detail: `it has no ${missing}` });
}
