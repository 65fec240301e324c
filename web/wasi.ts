// The few WASI functions that Go's runtime needs, with its stderr kept for reports.

import { Fd, WASI, wasi } from '@bjorn3/browser_wasi_shim';

/** All that Go imports from wasi_snapshot_preview1; a program of lessons has no business with more. */
const wasiFunctions = [
  'args_get',
  'args_sizes_get',
  'clock_time_get',
  'environ_get',
  'environ_sizes_get',
  'fd_write',
  'poll_oneoff',
  'proc_exit',
  'random_get',
  'sched_yield',
] as const;

/** Enough for a panic's message and the first goroutine's stack. */
const kept = 8 * 1024;

/** A standard stream that keeps the first {@link kept} bytes written to it. */
export class Captured extends Fd {
  #text = '';
  #decoder = new TextDecoder();

  override fd_write(data: Uint8Array): { ret: number; nwritten: number } {
    this.#text += this.#decoder.decode(data.subarray(0, kept - this.#text.length), { stream: true });
    return { ret: wasi.ERRNO_SUCCESS, nwritten: data.length };
  }

  /** What was written so far. */
  get text(): string {
    return this.#text;
  }

  /** Forgets what was written. */
  clear(): void {
    this.#text = '';
  }
}

/**
 * A WASI process without arguments, environment, input or files; what it
 * writes to its outputs is kept in `output`.
 */
export function makeWASI(): { wasi: WASI; imports: WebAssembly.ModuleImports; output: Captured } {
  const output = new Captured();
  // debug has to be said: the shim takes an absent one for true.
  const process = new WASI([], [], [output, output, output], { debug: false });
  const imports: WebAssembly.ModuleImports = {};
  for (const name of wasiFunctions) {
    const provided = process.wasiImport[name];
    if (provided) imports[name] = provided;
  }
  return { wasi: process, imports, output };
}
