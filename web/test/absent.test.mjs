// The quick answers about files that are not there, in front of a file system that notes what reaches it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { compile } from './compile.mjs';

const ENOENT = -44;

test('absent files', async (t) => {
  const { answerForAbsent } = await compile(t, 'web/absent.ts');
  let memory;
  let env;
  let asked;
  let refuse;
  t.beforeEach(() => {
    memory = new WebAssembly.Memory({ initial: 1 });
    asked = [];
    refuse = false;
    const call = (name, result) => (...numbers) => {
      asked.push([name, ...numbers]);
      return refuse ? -2 : result;
    };
    env = {
      __syscall_stat64: call('stat', 0), __syscall_lstat64: call('lstat', 0),
      __syscall_openat: call('open', 3), __syscall_unlinkat: call('unlink', 0),
    };
    answerForAbsent(env, memory);
  });
  /** The address of a path. */
  const at = (path, address = 100) => {
    new Uint8Array(memory.buffer).set(new TextEncoder().encode(`${path}\0`), address);
    return address;
  };
  const stat = (path) => env.__syscall_stat64(at(path), 8);
  const lstat = (path) => env.__syscall_lstat64(at(path), 8);
  const open = (path) => env.__syscall_openat(-100, at(path), 66, 8);
  const unlink = (path) => env.__syscall_unlinkat(-100, at(path), 0);

  await t.test('a file that nobody opened is absent, and the file system not asked', () => {
    for (const call of [stat, lstat, unlink]) assert.equal(call('/leaseplay-1-journal'), ENOENT);
    assert.deepEqual(asked, []);
  });

  await t.test('a file is there from its opening to its deletion', () => {
    assert.equal(open('/leaseplay-1'), 3);
    assert.equal(stat('/leaseplay-1'), 0);
    assert.equal(lstat('/leaseplay-1'), 0);
    assert.equal(stat('/leaseplay-1-journal'), ENOENT);
    assert.equal(stat('/leaseplay-11'), ENOENT);
    assert.equal(unlink('/leaseplay-1'), 0);
    assert.equal(stat('/leaseplay-1'), ENOENT);
    assert.deepEqual(asked, [['open', -100, 100, 66, 8], ['stat', 100, 8], ['lstat', 100, 8], ['unlink', -100, 100, 0]]);
  });

  await t.test('one that could not be opened is absent; one that could not be deleted is there', () => {
    refuse = true;
    assert.equal(open('/leaseplay-1'), -2);
    assert.equal(stat('/leaseplay-1'), ENOENT);
    refuse = false;
    open('/leaseplay-1');
    refuse = true;
    assert.equal(unlink('/leaseplay-1'), -2);
    refuse = false;
    assert.equal(stat('/leaseplay-1'), 0);
  });

  await t.test('all other files are left to the file system, errors too', () => {
    assert.equal(stat('/'), 0);
    assert.equal(unlink('/tmp/x'), 0);
    refuse = true;
    assert.equal(lstat('/tmp'), -2);
    assert.equal(asked.length, 3);
  });

  await t.test('a memory that has grown', () => {
    open('/leaseplay-1');
    memory.grow(1);
    assert.equal(env.__syscall_stat64(at('/leaseplay-1', 70_000), 8), 0);
    assert.equal(env.__syscall_stat64(at('/leaseplay-2', 131_000), 8), ENOENT);
  });

  await t.test('a system call that SQLite has stopped to import is not made up', () => {
    const none = {};
    answerForAbsent(none, memory);
    assert.deepEqual(none, {});
  });
});
