// Random programs of every lesson through the element in Chromium: each whole outcome is the native command's.
// LEASEPLAY_PROGRAMS says how many (2,100), LEASEPLAY_SEED which (1).
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { live, page, start } from './playground.mjs';

const programs = Number(process.env.LEASEPLAY_PROGRAMS ?? 2100);
const seed = process.env.LEASEPLAY_SEED ?? '1';
const root = fileURLToPath(new URL('../../', import.meta.url));
/** Programs that are run, and compared, at a time. */
const batch = 200;

/** The lines that a Go command prints. */
function go(args, input = '') {
  return new Promise((resolve, reject) => {
    const child = execFile('go', ['run', ...args], { cwd: root, maxBuffer: 2 ** 30 }, (error, output) =>
      error ? reject(error) : resolve(output.trimEnd().split('\n')));
    child.stdin.end(input);
  });
}

/** JSON as Go writes it, with ints past 2^53 as their text: so the element has them. */
const parse = (json) => JSON.parse(json.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}/g, (token) =>
  (token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`)));

/** Runs in the page: outcomes as JSON, in which views and challenges are left out where there are none. */
const outcomes = (programs) => {
  const element = window.document.querySelector('lease-playground');
  return programs.map((program) => {
    element.program = program;
    const { lines, steps, done } = element.outcome;
    return JSON.stringify({
      lines,
      steps: steps.map(({ views, ...step }) => (views.length > 0 ? { ...step, views } : step)),
      ...(done.length > 0 ? { done } : {}),
    });
  });
};

test(`chromium: ${programs} programs`, async (t) => {
  assert.ok(programs > 0, 'LEASEPLAY_PROGRAMS is a number');
  const lines = await go(['./lesson/lessontest/random', '--programs', String(programs), '--seed', seed]);
  assert.equal(lines.length, programs);
  const { view, visit, clean } = await start(t, 'chromium', { '/': page('lesson="renew" load="eager"') });
  await visit('/');
  assert.equal(await live(view), 'live');
  for (let at = 0; at < programs; at += batch) {
    const some = lines.slice(at, at + batch);
    const [wanted, got] = await Promise.all([
      go(['./cmd/leaseplay', 'eval'], some.join('\n')),
      view.evaluate(outcomes, some.map((line) => JSON.parse(line))),
    ]);
    assert.equal(got.length, some.length);
    assert.equal(wanted.length, some.length);
    some.forEach((program, i) => assert.deepEqual(JSON.parse(got[i]), parse(wanted[i]), `seed ${seed}, program ${at + i}: ${program}`));
  }
  await clean();
});
