// Loads the engine once for a page, answers requests with it, and starts it anew after a crash.

import { ABI } from './abi.ts';
import { download, requireWebAssembly } from './download.ts';
import { EngineError } from './failures.ts';
import { startInstance, type Instance, type Modules } from './instance.ts';

/** Where the two .wasm files are; relative addresses count from the document's base. */
export interface Assets {
  lesson: URL | string;
  sqlite: URL | string;
  /** Their sizes in bytes, uncompressed: for progress, and to tell a file cut short. */
  sizes?: { lesson: number; sqlite: number };
}

/** How far the downloads are, both files together, in bytes uncompressed; `total` where it is known. */
export interface Progress {
  loaded: number;
  total?: number;
}

/** A load that everybody who asks for the same files shares. */
interface Load {
  engine: Promise<Engine>;
  progress: Progress;
  listeners: Set<(progress: Progress) => void>;
}

/** The loads of a page, and the files whose last load failed. */
interface Registry {
  loads: Map<string, Load>;
  failed: Set<string>;
}

/**
 * On globalThis, so that a page which has this script twice, by two embeds,
 * loads and compiles once. Raise the number when Load, Registry or Engine change.
 */
const registryKey = Symbol.for(`leaseplay.engines/1/${ABI}`);

function registry(): Registry {
  const holder = globalThis as { [registryKey]?: Registry };
  const there = holder[registryKey];
  if (there) return there;
  const made: Registry = { loads: new Map(), failed: new Set() };
  Object.defineProperty(globalThis, registryKey, { value: made });
  return made;
}

/**
 * The engine of these two files. The first call for them downloads and
 * compiles; all others share that. After a failure the next call tries anew.
 * @param onProgress hears how far the download is, at once and then with each piece
 * @throws {EngineError} any code but `trap`, `stopped` and `wire`
 */
export function loadEngine(assets: Assets, onProgress?: (progress: Progress) => void): Promise<Engine> {
  const urls = {
    lesson: new URL(assets.lesson, document.baseURI),
    sqlite: new URL(assets.sqlite, document.baseURI),
  };
  const key = `${urls.lesson}\n${urls.sqlite}`;
  const { loads, failed } = registry();
  let load = loads.get(key);
  if (!load) {
    const total = assets.sizes && assets.sizes.lesson + assets.sizes.sqlite;
    const listeners: Load['listeners'] = new Set();
    const progress: Progress = { loaded: 0, total };
    const received = (bytes: number) => {
      progress.loaded += bytes;
      for (const listener of listeners) tell(listener, progress);
    };
    const engine = fetchModules(urls, assets.sizes, failed.has(key) ? 'reload' : 'default', received).then(
      async (modules) => new Engine(modules, await startInstance(modules)),
    );
    load = { engine, progress, listeners };
    loads.set(key, load);
    engine.then(
      () => failed.delete(key),
      () => { // forgotten, so that the next call starts from nothing
        loads.delete(key);
        failed.add(key);
      },
    );
  }
  if (onProgress) {
    const { engine, progress, listeners } = load;
    // The load stays as long as the page: whoever comes after its end must not stay with it.
    const forget = () => void listeners.delete(onProgress);
    listeners.add(onProgress);
    engine.then(forget, forget);
    tell(onProgress, progress);
  }
  return load.engine;
}

/** One listener's mistake is reported as its own and does not end everybody's load. */
function tell(listener: (progress: Progress) => void, progress: Progress): void {
  try {
    listener({ ...progress });
  } catch (error) {
    reportError(error);
  }
}

async function fetchModules(
  urls: { lesson: URL; sqlite: URL },
  sizes: Assets['sizes'],
  cache: RequestCache,
  received: (bytes: number) => void,
): Promise<Modules> {
  requireWebAssembly();
  const abort = new AbortController();
  const get = (name: 'lesson' | 'sqlite') =>
    download(urls[name], { size: sizes?.[name], cache, signal: abort.signal, received });
  // The scripts come beside the files; whether they did is for startInstance to say.
  import('./runtime.ts').catch(() => {});
  try {
    const [lesson, sqlite] = await Promise.all([get('lesson'), get('sqlite')]);
    return { lesson, sqlite, files: { lesson: urls.lesson.href, sqlite: urls.sqlite.href } };
  } catch (error) {
    abort.abort(); // the other file is of no use alone
    throw error;
  }
}

/** A running engine. It answers one request at a time, at once; after a crash it can be revived. */
export class Engine {
  #modules: Modules;
  #instance: Instance | undefined;
  #reviving: Promise<void> | undefined;

  /** For {@link loadEngine}. */
  constructor(modules: Modules, instance: Instance) {
    this.#modules = modules;
    this.#instance = instance;
  }

  /** Whether {@link call} can answer: false from a crash until {@link revive} is done. */
  get alive(): boolean {
    return this.#instance !== undefined;
  }

  /**
   * Answers a request; both are messages of the wire format. The response is the caller's own copy.
   * @throws {EngineError} `trap` or `memory` where the engine crashed over it: revive before the next
   *   call; `stopped` where that was left out.
   */
  call(request: Uint8Array): Uint8Array<ArrayBuffer> {
    if (!this.#instance) throw new EngineError('stopped');
    const { lesson, output } = this.#instance;
    output.clear();
    try {
      // Each of the three calls may let the memory grow, which detaches views
      // made before it. Addresses come as signed numbers.
      const to = lesson.leaseplay_request(request.length) >>> 0;
      new Uint8Array(lesson.memory.buffer, to, request.length).set(request);
      const size = lesson.leaseplay_call(request.length) >>> 0;
      const from = lesson.leaseplay_response() >>> 0;
      return new Uint8Array(lesson.memory.buffer, from, size).slice();
    } catch (cause) {
      // Go would go on answering after a panic, from whatever state it left.
      this.#instance = undefined;
      const code = /\bout of memory\b/.test(output.text) ? 'memory' : 'trap';
      throw new EngineError(code, { file: this.#modules.files.lesson, detail: output.text || String(cause), cause });
    }
  }

  /**
   * Starts the engine anew after a crash, from the modules it has: nothing is downloaded. It
   * does nothing where the engine is alive; calls at the same time share one start.
   * @throws {EngineError} as {@link startInstance}
   */
  revive(): Promise<void> {
    if (this.#instance) return Promise.resolve();
    this.#reviving ??= startInstance(this.#modules)
      .then((instance) => {
        this.#instance = instance;
      })
      .finally(() => {
        this.#reviving = undefined;
      });
    return this.#reviving;
  }

  /** {@link call}, after {@link revive} where that is needed. */
  async ask(request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    await this.revive();
    return this.call(request);
  }
}
