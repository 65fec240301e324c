// Where the two WebAssembly files are: beside this script, wherever the page is.

import lesson from 'lesson.wasm';
import sqlite from '@sqlite.org/sqlite-wasm/sqlite3.wasm';
import type { Assets } from './engine.ts';

export const assets: Assets = {
  lesson: new URL(lesson, import.meta.url),
  sqlite: new URL(sqlite, import.meta.url),
  sizes: { lesson: LESSON_WASM_BYTES, sqlite: SQLITE_WASM_BYTES },
};
