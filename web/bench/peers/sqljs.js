// The renewal over sql.js: with statements compiled each time, as its db.run does, and with cached ones.

import { check, row, schema, update } from './contract.js';

export const start = () => globalThis.initSqlJs({ locateFile: (name) => new URL(`../${name}`, import.meta.url).href });

/** Gives a function that makes a fresh database as sql.js's documentation has it: a file of its own, in Emscripten's file system. */
export async function open() {
  const SQL = await start();
  return () => {
    const db = new SQL.Database();
    db.run(schema);
    db.run(row);
    return db;
  };
}

export function plain(db) {
  return (id, token, now, newExpiry) => {
    check(id, token, now, newExpiry);
    db.run('BEGIN IMMEDIATE');
    try {
      db.run(update, [newExpiry, id, token, now]);
      const renewed = db.getRowsModified() === 1;
      db.run('COMMIT');
      return renewed;
    } catch (error) {
      db.run('ROLLBACK');
      throw error;
    }
  };
}

export function cached(db) {
  const [begin, change, commit, rollback] = ['BEGIN IMMEDIATE', update, 'COMMIT', 'ROLLBACK'].map((sql) => db.prepare(sql));
  return (id, token, now, newExpiry) => {
    check(id, token, now, newExpiry);
    begin.run();
    try {
      change.run([newExpiry, id, token, now]);
      const renewed = db.getRowsModified() === 1;
      commit.run();
      return renewed;
    } catch (error) {
      rollback.run();
      throw error;
    }
  };
}
