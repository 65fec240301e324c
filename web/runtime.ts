// What only a start of the engine needs, all of it others' work: one chunk, larger than all the rest, loaded late.

export { startSQLite } from './sqlite.ts';
export { makeWASI } from './wasi.ts';
