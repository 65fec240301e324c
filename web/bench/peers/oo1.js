// The renewal over the object-oriented API of the official build, plain and with cached statements.

import startSQLite from '../sqlite/index.mjs';
import { check, row, schema, update } from './contract.js';

/** A fresh database in memory, of the same VFS as ours. */
export async function open() {
  const sqlite3 = await startSQLite({ print: () => {}, printErr: () => {} });
  let opened = 0;
  return () => {
    const db = new sqlite3.oo1.DB(`file:/bench-${++opened}?vfs=memdb`, 'c');
    db.exec([schema, ';', row]);
    return db;
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
