// Runs before the playground's script in a test's page: notes what the page does with WebAssembly and with SQLite's files.
(() => {
  const probe = (window.probe = {
    /** Calls that compile a whole file; the loader's check that WebAssembly may run is none. */
    compiled: 0,
    /** Instances of lesson.wasm and sqlite3.wasm, in the order they were made. */
    lessons: [],
    databases: [],
    /** The calls of `_initialize`, one count for each instance of lesson.wasm. */
    initialized: [],
    /** Files that SQLite made and did not delete, files that are open, and how many it ever made: of all instances. */
    files: new Set(),
    open: new Map(),
    made: 0,
    /** How many of the next calls of leaseplay_call trap. */
    traps: 0,
    /** Bytes of each instance's memory. */
    bytes: () => [
      ...probe.lessons.map(({ memory }) => memory.buffer.byteLength),
      ...probe.databases.map(({ memory }) => memory.buffer.byteLength),
    ],
  });

  for (const name of ['compile', 'compileStreaming']) {
    const original = WebAssembly[name];
    WebAssembly[name] = (...args) => {
      probe.compiled++;
      return original.apply(WebAssembly, args);
    };
  }

  const O_CREAT = 0o100;
  /** Emscripten's system calls, watched on their way out of sqlite3.wasm. */
  const watch = ({ env, wasi_snapshot_preview1: wasi, ...rest }) => {
    const path = (at) => {
      const bytes = new Uint8Array(env.memory.buffer, at >>> 0);
      return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    };
    return {
      ...rest,
      env: {
        ...env,
        __syscall_openat: (dir, name, flags, ...more) => {
          const fd = env.__syscall_openat(dir, name, flags, ...more);
          if (fd >= 0) probe.open.set(fd, path(name));
          if (fd >= 0 && flags & O_CREAT && !probe.files.has(path(name))) {
            probe.files.add(path(name));
            probe.made++;
          }
          return fd;
        },
        __syscall_unlinkat: (dir, name, flags) => {
          const error = env.__syscall_unlinkat(dir, name, flags);
          if (error === 0) probe.files.delete(path(name));
          return error;
        },
      },
      wasi_snapshot_preview1: {
        ...wasi,
        fd_close: (fd) => {
          probe.open.delete(fd);
          return wasi.fd_close(fd);
        },
      },
    };
  };

  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (module, imports) => {
    if (imports.env) {
      const made = await instantiate(module, watch(imports));
      probe.databases.push({ memory: imports.env.memory, exports: made.exports });
      return made;
    }
    const made = await instantiate(module, imports);
    const n = probe.lessons.push({ memory: made.exports.memory }) - 1;
    probe.initialized[n] = 0;
    return {
      exports: {
        ...made.exports,
        _initialize: () => {
          probe.initialized[n]++;
          made.exports._initialize();
        },
        leaseplay_call: (size) => {
          if (probe.traps > 0) {
            probe.traps--;
            throw new WebAssembly.RuntimeError('unreachable');
          }
          return made.exports.leaseplay_call(size);
        },
      },
    };
  };
})();
