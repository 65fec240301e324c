// The element against what was recorded and what the native command answers, in every browser: lines, outcomes, locks, limits.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { browserNames } from './browsers.mjs';
import { lessons } from './lessons.mjs';
import { document, start } from './playground.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const recorded = join(root, 'lesson/testdata');

/** The recorded programs, by file: [{program, lines}]; int.jsonl is of numbers alone. */
async function recordings() {
  const files = (await readdir(recorded)).filter((name) => name.endsWith('.jsonl') && name !== 'int.jsonl').sort();
  return Promise.all(files.map(async (file) => {
    const cases = (await readFile(join(recorded, file), 'utf8')).trim().split('\n').map((line) => JSON.parse(line));
    return { file, cases };
  }));
}

/** @type {Map<string, Promise<unknown[]>>} */
const asked = new Map();

/** What the native command answers to these programs; it is asked once, as every browser has the same. */
function native(programs) {
  const input = programs.map((program) => JSON.stringify(program)).join('\n');
  if (!asked.has(input)) {
    asked.set(input, new Promise((resolve, reject) => {
      const child = execFile('go', ['run', './cmd/leaseplay', 'eval'], { cwd: root, maxBuffer: 1e9 }, (error, output) =>
        error ? reject(error) : resolve(output.trim().split('\n').map((line) => JSON.parse(line))));
      child.stdin.end(input);
    }));
  }
  return asked.get(input);
}

/** An outcome as the command writes it, which leaves out what is empty. */
function written({ done, steps, ...rest }) {
  const full = ([, value]) => value.length > 0;
  return {
    ...rest,
    steps: steps.map(({ views, ...step }) => ({ ...step, ...Object.fromEntries(Object.entries({ views }).filter(full)) })),
    ...Object.fromEntries(Object.entries({ done }).filter(full)),
  };
}

/** Runs in the page: the lines of each program, through the element alone. */
const printed = (programs) => {
  const element = window.document.querySelector('lease-playground');
  return programs.map((program) => {
    element.program = program;
    return element.outcome.lines;
  });
};

/** Runs in the page: each preset of a lesson with each mistake, as a reader chooses them, with its outcome. */
const presets = async (lesson) => {
  const old = window.document.querySelector('lease-playground');
  const element = window.document.createElement('lease-playground');
  element.setAttribute('lesson', lesson);
  element.setAttribute('load', 'eager');
  old.replaceWith(element);
  await element.ready;
  const choices = (id) => [...element.shadowRoot.querySelectorAll(`#${id} option`)].map(({ value }) => value);
  const choose = (id, value) => {
    const select = element.shadowRoot.querySelector(`#${id}`);
    if (!select) return;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const found = [];
  for (const preset of choices('preset').length > 0 ? choices('preset') : ['']) {
    choose('preset', preset);
    for (const variant of choices('variant')) {
      choose('variant', variant);
      found.push({ program: element.program, outcome: element.outcome });
    }
    choose('variant', '');
  }
  return found;
};

/** Runs in the page: what one program gives, or the code of the refusal. */
const outcomeOf = (program) => {
  const element = window.document.querySelector('lease-playground');
  try {
    element.program = program;
  } catch (error) {
    return error.code;
  }
  return element.outcome;
};

for (const name of browserNames) {
  test(name, async (t) => {
    const { view, open, clean } = await start(t, name, {
      '/': document('<script src="/probe.js"></script><lease-playground lesson="renew" load="eager" view="compact"></lease-playground>'),
    });
    await open('/');

    await t.test('prints the recorded lines of every recorded program', async (t) => {
      const files = await recordings();
      const counts = {};
      for (const { file, cases } of files) {
        const begun = performance.now();
        const lines = await view.evaluate(printed, cases.map(({ program }) => program));
        cases.forEach(({ program, lines: expected }, i) =>
          assert.deepEqual(lines[i], expected, `${file}, line ${i + 1}: ${JSON.stringify(program)}`));
        for (const { program } of cases) counts[program.lesson] = (counts[program.lesson] ?? 0) + 1;
        t.diagnostic(`${file}: ${cases.length} programs in ${(performance.now() - begun).toFixed(0)} ms`);
      }
      assert.ok(counts.renew >= 1500 && counts.requeue >= 200, JSON.stringify(counts));
      assert.deepEqual(Object.entries(counts).filter(([lesson, n]) => !lessons.includes(lesson) || n < 50), [], 'few recorded programs, or of no lesson');
    });

    await t.test('gives the native outcome, whole, of every preset with every mistake', async () => {
      assert.ok(lessons.includes('renew'));
      const all = [];
      for (const lesson of lessons) {
        const found = await view.evaluate(presets, lesson);
        assert.ok(found.length >= 2, `${lesson} has no mistake`);
        assert.equal(new Set(found.map(({ program }) => JSON.stringify(program))).size, found.length, `${lesson}: a choice changed nothing`);
        all.push(...found);
      }
      const outcomes = await native(all.map(({ program }) => program));
      all.forEach(({ program, outcome }, i) => assert.deepEqual(written(outcome), outcomes[i], JSON.stringify(program)));
    });

    await t.test('SQLITE_BUSY is real: a renewal is refused and changes nothing while readers go on', async () => {
      const [busy, reader, wal] = await view.evaluate(presets, 'contention').then((found) => {
        const of = (journal, op) => found.find(({ program }) => !program.variant && program.journal === journal && program.steps[0].op === op);
        return [of('delete', 'begin'), of('delete', 'begin-deferred'), of('wal', 'begin-deferred')];
      });
      assert.deepEqual(busy.outcome.lines, ['first in transaction: True', 'sqlite3.OperationalError: database is locked',
        'second still reads: 10', 'first in transaction: False', 'second renews: True', 'stored expiry: 15']);
      assert.equal(busy.outcome.steps[1].error.code, 5);
      assert.deepEqual(busy.outcome.steps[1].rows, [{ id: 41, token: 'claim-a', expiry: 10 }]);
      // The writer's lock in a write-ahead log, which leaves the readers alone as well.
      const both = await view.evaluate(outcomeOf, { ...busy.program, journal: 'wal' });
      assert.deepEqual(both.lines, busy.outcome.lines);
      // An open reader makes COMMIT fail with a rollback journal, and not with a write-ahead log.
      const commit = (outcome) => outcome.steps[2].trace.find(({ sql }) => sql === 'COMMIT');
      assert.equal(commit(reader.outcome).error.code, 5);
      assert.equal(reader.outcome.lines[2], 'sqlite3.OperationalError: database is locked');
      assert.equal(reader.outcome.lines[3], 'second reads: 10');
      assert.equal(commit(wal.outcome).error, undefined);
      assert.deepEqual(wal.outcome.lines.slice(2, 4), ['first renews: True', 'second reads: 10']);
    });

    await t.test('ints past 2^53 stay exact, in and out', async () => {
      const answers = await view.evaluate(async () => {
        const element = window.document.querySelector('lease-playground');
        const run = (lesson, row, steps) => {
          element.program = { lesson, row, steps };
          return [element.outcome.lines[0], Object.values(element.outcome.steps[0].rows[0]).at(-1), Object.values(element.program.row).at(-1)];
        };
        const stored = (expiry) => run('renew', { id: 41, token: 'claim-a', expiry }, [{ op: 'stored' }]);
        const requeue = (now) => run('requeue', { id: 1, state: 'claimed', lease_until: '9007199254740992' }, [{ op: 'requeue', now }]);
        let refusal;
        try {
          stored(2 ** 53 + 2);
        } catch (error) {
          refusal = error.code;
        }
        return {
          exact: ['9007199254740993', '9223372036854775807', '-9223372036854775808'].map(stored),
          safe: stored('9007199254740991'),
          requeue: ['9007199254740993', '9007199254740992', '9_223_372_036_854_775_807', '9223372036854775808'].map((now) => requeue(now)[0]),
          refusal,
        };
      });
      assert.deepEqual(answers, {
        exact: ['9007199254740993', '9223372036854775807', '-9223372036854775808'].map((int) => [int, int, int]),
        safe: ['9007199254740991', 9007199254740991, 9007199254740991],
        requeue: ['expired-lease=requeued', 'expired-lease=kept', 'expired-lease=requeued', 'ValueError: clock'],
        refusal: 'bad-value',
      });
    });

    await t.test('both memories grow in the middle of a call, and no text is lost', async () => {
      const answer = await view.evaluate(async () => {
        const old = window.document.querySelector('lease-playground');
        const element = window.document.createElement('lease-playground');
        for (const [name, value] of Object.entries({ lesson: 'outbox', load: 'eager', view: 'compact' })) element.setAttribute(name, value);
        old.replaceWith(element);
        await element.ready;
        // SQLite's memory is filled up, so that its next large text needs more.
        const { memory, exports } = probe.databases.at(-1);
        const block = 64 * 1024;
        const taken = [];
        do taken.push(exports.sqlite3_malloc(block)); while (taken.at(-1) + 2 * block < memory.buffer.byteLength);
        const before = probe.bytes();
        const body = 'é'.repeat(25_000) + 'b'.repeat(49_999) + '.';
        const token = 't'.repeat(99_999) + '!';
        const steps = Array.from({ length: 200 }, (_, i) =>
          i % 2 ? { op: 'stored', label: `s${i}` } : { op: 'claim', id: '1', token: i ? token : 'claim-1', now: '0', until: '10' });
        element.program = { lesson: 'outbox', row: { id: 1, body, state: 'pending', token: null, lease_until: null }, steps };
        const { lines, steps: outcomes } = element.outcome;
        for (const address of taken) exports.sqlite3_free(address);
        return {
          grew: probe.bytes().map((bytes, i) => bytes > before[i]),
          first: lines.slice(0, 3),
          rest: lines.slice(2).every((line, i) => line === (i % 2 ? `s${i + 2}: claimed` : 'ValueError: claim fields')),
          rows: outcomes.every(({ rows }) => rows[0].body === body),
          kept: element.program.steps[198].token === token,
        };
      });
      assert.deepEqual(answer, { grew: [true, true], first: ['True', 's1: claimed', 'ValueError: claim fields'], rest: true, rows: true, kept: true });
    });

    await t.test('nothing is left: no file, no open file, one start of Go, a clean console', async () => {
      const left = await view.evaluate(() => ({
        files: [...probe.files], open: [...probe.open.values()], many: probe.made > 2000, initialized: probe.initialized, compiled: probe.compiled,
      }));
      assert.deepEqual(left, { files: [], open: [], many: true, initialized: [1], compiled: 2 });
      await clean();
    });

    await t.test('after a trap both instances are new ones, of the modules that are there', async () => {
      const after = await view.evaluate(async () => {
        const element = window.document.querySelector('lease-playground');
        probe.traps = 1;
        const { lines } = await element.run();
        return {
          lines: lines.slice(0, 2), initialized: probe.initialized, databases: probe.databases.length,
          compiled: probe.compiled, files: [...probe.files], open: [...probe.open.values()],
        };
      });
      assert.deepEqual(after, { lines: ['True', 's1: claimed'], initialized: [1, 1], databases: 2, compiled: 2, files: [], open: [] });
      await clean();
    });
  });
}
