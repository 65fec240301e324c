// Answers SQLite's commonest question to its file system, whether a journal is there, when it isn't.
//
// Before a transaction SQLite looks for a journal or a WAL that a crash may have
// left. Emscripten's file system says "no such file" by an exception, which it
// catches and throws anew. Each is dear when a debugger is attached, developer
// tools or a test's driver: Chromium then notes a whole stack for it, and a
// program took three times as long. Without one this saves a tenth.
// Which of the lessons' files are there is known without asking: those that were
// opened and not deleted since.

type Syscall = (...numbers: number[]) => number;

const ENOENT = 44; // WASI's number, as Emscripten's: a syscall returns it negated

/** What lesson.wasm calls its database files, with their journals; all others are left to Emscripten. */
const ours = '/leaseplay-';

const decoder = new TextDecoder();

/**
 * Puts quick answers in front of the system calls that SQLite imports.
 * @param env the imports, which are changed
 * @param memory SQLite's, where the calls' paths are, NUL-terminated
 */
export function answerForAbsent(env: WebAssembly.ModuleImports, memory: WebAssembly.Memory): void {
  const there = new Set<string>();
  const front = (name: string, pathAt: number, answer: (path: string, call: () => number) => number): void => {
    const system = env[name];
    // Without it SQLite can't be linked either, and says so by itself.
    if (typeof system !== 'function') return;
    env[name] = (...numbers: number[]): number => {
      const bytes = new Uint8Array(memory.buffer); // anew each time: the memory may have grown
      const from = (numbers[pathAt] ?? 0) >>> 0;
      const path = decoder.decode(bytes.subarray(from, bytes.indexOf(0, from)));
      const call = () => (system as Syscall)(...numbers);
      return path.startsWith(ours) ? answer(path, call) : call();
    };
  };
  const unlessAbsent = (path: string, call: () => number): number => (there.has(path) ? call() : -ENOENT);
  front('__syscall_stat64', 0, unlessAbsent);
  front('__syscall_lstat64', 0, unlessAbsent);
  front('__syscall_openat', 1, (path, call) => {
    const file = call();
    if (file >= 0) there.add(path);
    return file;
  });
  front('__syscall_unlinkat', 1, (path, call) => {
    if (!there.has(path)) return -ENOENT;
    const rc = call();
    if (rc === 0) there.delete(path);
    return rc;
  });
}
