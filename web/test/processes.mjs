// Child processes of the browser tests: each in its own process group, none left behind.
import { spawn } from 'node:child_process';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const running = new Set();

/** Signals a whole process group; one that has ended already is fine. */
function signal(child, name) {
  try {
    process.kill(-child.pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Starts a command in a process group of its own.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<ChildProcess>} once it runs; rejects when it can't be started
 */
export function start(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, detached: true });
    child.once('error', (error) => reject(new Error(`cannot start ${command}: ${error.message}`)));
    child.once('spawn', () => {
      running.add(child);
      resolve(child);
    });
  });
}

/**
 * Ends a process and its children: asked first, killed when it has not ended after 3 s.
 * @param {ChildProcess | undefined} child
 */
export async function stop(child) {
  if (!child || !running.has(child)) return;
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    signal(child, 'SIGTERM');
    const timer = setTimeout(() => signal(child, 'SIGKILL'), 3000);
    await ended;
    clearTimeout(timer);
  }
  signal(child, 'SIGKILL'); // grandchildren that outlived it
  running.delete(child);
}

process.on('exit', () => {
  for (const child of running) signal(child, 'SIGKILL');
});
for (const [name, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]]) {
  process.on(name, () => process.exit(code));
}

/**
 * Asks again and again until a condition holds: a bounded wait for something that gives no signal.
 * @template T
 * @param {string} what named in the error
 * @param {() => T | Promise<T>} ask holds when truthy
 * @param {number} [limit] ms, default 30,000
 * @returns {Promise<T>} the first truthy answer
 * @throws {Error} with what was asked and the last answer or error, once the limit has passed
 */
export async function until(what, ask, limit = 30_000) {
  const deadline = performance.now() + limit;
  for (;;) {
    let last;
    try {
      const answer = await ask();
      if (answer) return answer;
      last = `last answer ${JSON.stringify(answer)}`;
    } catch (error) {
      last = `last error: ${error.message}`;
    }
    if (performance.now() > deadline) throw new Error(`waited ${limit} ms for ${what}; ${last}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
