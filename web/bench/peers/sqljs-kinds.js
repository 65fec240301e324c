// Databases of sql.js in memory and on a file, with the settings that all renewals have.

import { row, schema } from './contract.js';
import { pragmas, settings } from './settings.js';
import { start } from './sqljs.js';

export { cached, plain } from './sqljs.js';

/**
 * Gives a function that makes a fresh database of a kind. sql.js opens nothing but a file of its own, so one in memory
 * is attached to it, and each transaction locks both. 'memory, locked' has the empty file locked once for all;
 * 'as it opens' is that file with no setting changed.
 */
export async function open() {
  const SQL = await start();
  return (kind) => {
    const db = new SQL.Database();
    const memory = kind.startsWith('memory');
    const name = memory ? 'm' : 'main';
    if (kind === 'memory, locked') db.run('PRAGMA main.locking_mode = EXCLUSIVE');
    if (memory) db.run("ATTACH ':memory:' AS m");
    if (kind !== 'as it opens') for (const sql of pragmas(memory ? 'memory' : 'file', name)) db.run(sql);
    db.run(memory ? schema.replace('job', 'm.job') : schema);
    db.run(row);
    return { db, settings: () => settings((sql) => db.exec(sql)[0].values[0][0], name), close: () => db.close() };
  };
}
