// The WASI functions on a memory of their own, in Node: what they write, and what they refuse.
import assert from 'node:assert/strict';
import test from 'node:test';
import { compile } from './compile.mjs';

test('wasi', async (t) => {
  const { makeWASI } = await compile(t, 'web/wasi.ts');
  let memory;
  let imports;
  let output;
  t.beforeEach(() => {
    memory = new WebAssembly.Memory({ initial: 1 });
    new Uint8Array(memory.buffer).fill(0xee);
    ({ imports, output } = makeWASI(() => memory));
  });
  const view = () => new DataView(memory.buffer);
  const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);

  await t.test('there are no arguments and no environment', () => {
    for (const name of ['args', 'environ']) {
      assert.equal(imports[`${name}_sizes_get`](8, 16), 0);
      assert.deepEqual([view().getUint32(8, true), view().getUint32(16, true)], [0, 0]);
      assert.equal(imports[`${name}_get`](8, 16), 0);
    }
    assert.equal(imports.sched_yield(), 0);
  });

  await t.test('clocks: the time of day and one that never goes back', () => {
    const read = (clock) => {
      assert.equal(imports.clock_time_get(clock, 1n, 8), 0);
      return view().getBigUint64(8, true);
    };
    const before = BigInt(Date.now()) * 1_000_000n;
    const now = read(0);
    assert.ok(before <= now && now <= BigInt(Date.now()) * 1_000_000n);
    const first = read(1);
    assert.ok(first <= read(1));
    assert.equal(imports.clock_time_get(2, 1n, 8), 28);
  });

  await t.test('random bytes, more than the browser gives at once, and not one beside them', () => {
    memory.grow(3);
    assert.equal(imports.random_get(3, 150_000), 0);
    assert.deepEqual([...bytes(0, 3)], [0xee, 0xee, 0xee]);
    assert.ok(new Set(bytes(149_003, 1000)).size > 100);
    assert.equal(view().getUint8(150_003), 0);
  });

  await t.test('what is written is kept, across a grown memory and up to a length', () => {
    const vector = (at, text) => {
      bytes(at + 64, text.length).set(Buffer.from(text));
      view().setUint32(at, at + 64, true);
      view().setUint32(at + 4, text.length, true);
    };
    vector(8, 'panic: ');
    vector(16, 'oops');
    assert.equal(imports.fd_write(2, 8, 2, 4), 0);
    assert.equal(view().getUint32(4, true), 11);
    assert.equal(output.text, 'panic: oops');
    memory.grow(1);
    vector(8, '!');
    assert.equal(imports.fd_write(1, 8, 1, 4), 0);
    assert.equal(output.text, 'panic: oops!');
    output.clear();
    assert.equal(output.text, '');
    vector(8, 'x'.repeat(5000));
    for (let i = 0; i < 3; i++) assert.equal(imports.fd_write(2, 8, 1, 4), 0);
    assert.equal(output.text.length, 8192);
    for (const fd of [0, 3]) assert.equal(imports.fd_write(fd, 8, 1, 4), 8);
  });

  await t.test('waits for a clock', () => {
    const subscribe = ({ type = 0, clock = 1, timeout = 0n, flags = 0 }) => {
      bytes(8, 48).fill(0);
      view().setBigUint64(8, 0x1122334455667788n, true);
      view().setUint8(16, type);
      view().setUint32(24, clock, true);
      view().setBigUint64(32, timeout, true);
      view().setUint16(48, flags, true);
      return imports.poll_oneoff(8, 64, 1, 4);
    };
    const now = () => BigInt(Math.round(performance.now() * 1e6));
    const since = now();
    assert.equal(subscribe({ timeout: 2_000_000n }), 0);
    assert.ok(now() - since >= 2_000_000n);
    assert.equal(view().getUint32(4, true), 1);
    assert.equal(view().getBigUint64(64, true), 0x1122334455667788n);
    assert.deepEqual([...bytes(72, 24)], Array(24).fill(0));
    assert.equal(view().getUint8(96), 0xee);
    assert.equal(subscribe({ timeout: now() + 1_000_000n, flags: 1 }), 0); // a point in time
    assert.equal(subscribe({ clock: 0, timeout: 1n, flags: 1 }), 0); // long past
    assert.equal(subscribe({ clock: 7 }), 28);
    assert.equal(subscribe({ type: 1 }), 58);
    assert.equal(imports.poll_oneoff(8, 64, 2, 4), 58);
  });

  await t.test('an exit ends the call', () => {
    assert.throws(() => imports.proc_exit(2), /exit status 2/);
  });
});
