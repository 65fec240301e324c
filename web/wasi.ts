// The ten WASI functions that Go's runtime needs, with its stderr kept for reports.
//
// Written here because the shims that there are bring file systems along, six
// times as much code; a program of lessons has no business with files.
// https://github.com/WebAssembly/WASI/blob/wasi-0.1/preview1/docs.md

/** Error numbers of WASI. */
const ERRNO_SUCCESS = 0;
const ERRNO_BADF = 8;
const ERRNO_INVAL = 28;
const ERRNO_NOTSUP = 58;

const CLOCK_REALTIME = 0;
const CLOCK_MONOTONIC = 1;

/** Enough for a panic's message and the first goroutine's stack. */
const kept = 8 * 1024;

/** What was written to a process's outputs: the first {@link kept} bytes. */
export class Captured {
  #text = '';
  #decoder = new TextDecoder();

  write(bytes: Uint8Array): void {
    this.#text += this.#decoder.decode(bytes.slice(0, Math.max(0, kept - this.#text.length)), { stream: true });
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

/** Nanoseconds on one of WASI's clocks; undefined for a clock that is not here. */
function nanoseconds(clock: number): bigint | undefined {
  switch (clock) {
    case CLOCK_REALTIME:
      return BigInt(Date.now()) * 1_000_000n;
    case CLOCK_MONOTONIC:
      return BigInt(Math.round(performance.now() * 1e6));
  }
  return undefined;
}

/**
 * The functions for a process without arguments, environment, input or files;
 * what it writes to its outputs is kept in `output`.
 * @param memory the process's; asked for at every call, as it may have grown
 */
export function makeWASI(memory: () => WebAssembly.Memory): { imports: WebAssembly.ModuleImports; output: Captured } {
  const output = new Captured();
  const view = () => new DataView(memory().buffer);
  const bytes = (at: number, size: number) => new Uint8Array(memory().buffer, at >>> 0, size >>> 0);
  const nothing = () => ERRNO_SUCCESS;
  /** Says that a list of strings is empty. */
  const noStrings = (count: number, size: number): number => {
    view().setUint32(count >>> 0, 0, true);
    view().setUint32(size >>> 0, 0, true);
    return ERRNO_SUCCESS;
  };
  const imports = {
    args_sizes_get: noStrings,
    args_get: nothing,
    environ_sizes_get: noStrings,
    environ_get: nothing,
    sched_yield: nothing,
    clock_time_get(clock: number, _precision: bigint, time: number): number {
      const now = nanoseconds(clock);
      if (now === undefined) return ERRNO_INVAL;
      view().setBigUint64(time >>> 0, now, true);
      return ERRNO_SUCCESS;
    },
    random_get(at: number, size: number): number {
      const most = 65536; // that getRandomValues gives at once
      for (let done = 0; done < size; done += most) crypto.getRandomValues(bytes(at + done, Math.min(most, size - done)));
      return ERRNO_SUCCESS;
    },
    fd_write(fd: number, vectors: number, count: number, written: number): number {
      if (fd !== 1 && fd !== 2) return ERRNO_BADF;
      let total = 0;
      for (let at = vectors >>> 0, n = 0; n < count; n++, at += 8) {
        const text = bytes(view().getUint32(at, true), view().getUint32(at + 4, true));
        output.write(text);
        total += text.length;
      }
      view().setUint32(written >>> 0, total, true);
      return ERRNO_SUCCESS;
    },
    /** Waits for one clock, all that Go asks for where it has no files; nothing else runs here meanwhile. */
    poll_oneoff(subscriptions: number, events: number, count: number, happened: number): number {
      const from = subscriptions >>> 0;
      const event = events >>> 0;
      const isClock = view().getUint8(from + 8) === 0;
      if (count !== 1 || !isClock) return ERRNO_NOTSUP;
      const clock = view().getUint32(from + 16, true);
      const now = nanoseconds(clock);
      if (now === undefined) return ERRNO_INVAL;
      const timeout = view().getBigUint64(from + 24, true);
      const isAbsolute = (view().getUint16(from + 40, true) & 1) !== 0;
      const until = isAbsolute ? timeout : now + timeout;
      while ((nanoseconds(clock) ?? until) < until);
      bytes(event, 32).fill(0); // errno 0, type 0: the clock
      view().setBigUint64(event, view().getBigUint64(from, true), true); // whose it is
      view().setUint32(happened >>> 0, 1, true);
      return ERRNO_SUCCESS;
    },
    proc_exit(code: number): never {
      throw new Error(`exit status ${code}`);
    },
  };
  return { imports, output };
}
