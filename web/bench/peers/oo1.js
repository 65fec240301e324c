// The renewal over the object-oriented API of the official build, plain and with cached statements.

import startSQLite from '../sqlite/index.mjs';
import { check, row, schema, update } from './contract.js';
import { pragmas, settings } from './settings.js';

/** Gives a function that makes a fresh database of a kind: in memory, or on a file in Emscripten's file system. */
export async function open() {
  const sqlite3 = await startSQLite({ print: () => {}, printErr: () => {} });
  const { wasm } = sqlite3;
  let opened = 0;
  return (kind) => {
    const file = `/bench-${++opened}`;
    const db = new sqlite3.oo1.DB(kind === 'memory' ? ':memory:' : `file:${file}?vfs=unix`, 'c'); // the VFS that our files have
    db.exec([...pragmas(kind), schema, row].join(';'));
    return {
      db,
      settings: () => settings((sql) => db.selectValue(sql)),
      close: () => {
        db.close();
        if (kind === 'file') wasm.scopedAllocCall(() => wasm.exports.sqlite3__wasm_vfs_unlink(0, wasm.scopedAllocCString(file)));
      },
    };
  };
}

export function plain(db) {
  return (id, token, now, newExpiry) => {
    check(id, token, now, newExpiry);
    db.exec('BEGIN IMMEDIATE');
    try {
      db.exec({ sql: update, bind: [newExpiry, id, token, now] });
      const renewed = db.changes() === 1;
      db.exec('COMMIT');
      return renewed;
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };
}

export function cached(db) {
  const [begin, change, commit, rollback] = ['BEGIN IMMEDIATE', update, 'COMMIT', 'ROLLBACK'].map((sql) => db.prepare(sql));
  const renew = (id, token, now, newExpiry) => {
    check(id, token, now, newExpiry);
    begin.stepReset();
    try {
      change.bind([newExpiry, id, token, now]).stepReset();
      const renewed = db.changes() === 1;
      commit.stepReset();
      return renewed;
    } catch (error) {
      rollback.stepReset();
      throw error;
    }
  };
  renew.end = () => [begin, change, commit, rollback].forEach((stmt) => stmt.finalize());
  return renew;
}
