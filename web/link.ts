// Joins lesson.wasm to SQLite: the import object, and the few functions that copy text between the two memories.

import { EngineError } from './failures.ts';
import type { SQLite } from './sqlite.ts';
import { decodeText, encodeText } from './wire.ts';

/** Result codes of the C API that are decided on this side (https://sqlite.org/rescode.html). */
const SQLITE_OK = 0;
const SQLITE_NOMEM = 7;
const SQLITE_MISUSE = 21;
const SQLITE_IOERR_DELETE_NOENT = 5898;

const SQLITE_TRANSIENT = -1;

/** The exports of sqlite3.wasm that the copying functions call; addresses are of SQLite's memory. */
interface TextAPI {
  sqlite3_realloc(address: number, size: number): number;
  sqlite3_free(address: number): void;
  sqlite3_open_v2(name: number, db: number, flags: number, vfs: number): number;
  sqlite3_prepare_v3(db: number, sql: number, size: number, flags: number, stmt: number, tail: number): number;
  sqlite3_bind_text(stmt: number, i: number, text: number, size: number, destructor: number): number;
  sqlite3_bind_parameter_name(stmt: number, i: number): number;
  sqlite3_column_text(stmt: number, i: number): number;
  sqlite3_column_bytes(stmt: number, i: number): number;
  sqlite3_errmsg(db: number): number;
  sqlite3_vfs_find(name: number): number;
  /** The VFS's own xDelete. */
  sqlite3__wasm_vfs_unlink(vfs: number, name: number): number;
}

/** A module's memory as bytes and as words, looked at anew whenever it has grown. */
class Memory {
  #memory: () => WebAssembly.Memory;
  #bytes = new Uint8Array();
  #view = new DataView(this.#bytes.buffer);

  constructor(memory: () => WebAssembly.Memory) {
    this.#memory = memory;
  }

  get bytes(): Uint8Array {
    this.#refresh();
    return this.#bytes;
  }

  /** The bytes from `at`; addresses come from WebAssembly as signed numbers. */
  at(at: number, size: number): Uint8Array {
    return this.bytes.subarray(at >>> 0, (at >>> 0) + (size >>> 0));
  }

  word(at: number): number {
    this.#refresh();
    return this.#view.getUint32(at >>> 0, true);
  }

  setWord(at: number, value: number): void {
    this.#refresh();
    this.#view.setUint32(at >>> 0, value, true);
  }

  #refresh(): void {
    const { buffer } = this.#memory();
    if (this.#bytes.buffer === buffer) return;
    this.#bytes = new Uint8Array(buffer); // growth detached the old buffer
    this.#view = new DataView(buffer);
  }
}

/**
 * The import module `leaseplay`. Addresses and sizes are of lesson.wasm's
 * memory, handles of SQLite's. Text is not NUL-terminated; a function that
 * gives a text writes what fits into `buf` and returns the whole length in bytes.
 */
export function textFunctions(sqlite: SQLite, lessonMemory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
  const native = sqlite.exports as unknown as TextAPI;
  const theirs = new Memory(lessonMemory);
  const own = new Memory(() => sqlite.memory);
  let unix = 0; // the VFS of all files

  // A piece of SQLite's memory, reused by every call: one word for a handle
  // that SQLite gives out, then the text on its way in and its final NUL.
  let scratch = 0;
  let room = 0;
  const word = 4;
  const enough = (size: number): boolean => {
    if (word + size + 1 <= room) return true;
    const wanted = Math.max(1024, 2 * (word + size + 1));
    const got = native.sqlite3_realloc(scratch, wanted);
    if (got === 0) return false;
    scratch = got;
    room = wanted;
    return true;
  };
  const put = (text: Uint8Array): number => {
    const to = scratch + word;
    own.bytes.set(text, to);
    own.bytes[to + text.length] = 0;
    return to;
  };
  const copyIn = (text: number, size: number): number => put(theirs.at(text, size));
  const copyOut = (text: number, size: number, buf: number, cap: number): number => {
    theirs.at(buf, cap).set(own.at(text, Math.min(size, cap >>> 0)));
    return size;
  };
  const copyOutCString = (text: number, buf: number, cap: number): number =>
    text === 0 ? 0 : copyOut(text, own.bytes.indexOf(0, text) - text, buf, cap);

  return {
    sqlite3_open_v2(name: number, size: number, flags: number, db: number): number {
      theirs.setWord(db, 0);
      if (!enough(size)) return SQLITE_NOMEM;
      own.setWord(scratch, 0);
      const rc = native.sqlite3_open_v2(copyIn(name, size), scratch, flags, 0);
      theirs.setWord(db, own.word(scratch)); // also on error, for its message
      return rc;
    },
    sqlite3_prepare_v3(db: number, sql: number, size: number, flags: number, stmt: number): number {
      theirs.setWord(stmt, 0);
      if (!enough(size)) return SQLITE_NOMEM;
      // With the NUL counted in, SQLite reads the text where it is.
      const rc = native.sqlite3_prepare_v3(db, copyIn(sql, size), size + 1, flags, scratch, 0);
      theirs.setWord(stmt, own.word(scratch));
      return rc;
    },
    sqlite3_bind_text(stmt: number, i: number, text: number, size: number): number {
      if (!enough(size)) return SQLITE_NOMEM;
      return native.sqlite3_bind_text(stmt, i, copyIn(text, size), size, SQLITE_TRANSIENT);
    },
    sqlite3_bind_parameter_name(stmt: number, i: number, buf: number, cap: number): number {
      return copyOutCString(native.sqlite3_bind_parameter_name(stmt, i), buf, cap);
    },
    sqlite3_column_text(stmt: number, i: number, buf: number, cap: number): number {
      const text = native.sqlite3_column_text(stmt, i);
      return text === 0 ? 0 : copyOut(text, native.sqlite3_column_bytes(stmt, i), buf, cap);
    },
    sqlite3_errmsg(db: number, buf: number, cap: number): number {
      return copyOutCString(native.sqlite3_errmsg(db), buf, cap);
    },
    vfs_delete(name: number, size: number): number {
      // Only the names that Go makes: file:/NAME?vfs=unix, nothing escaped.
      const path = /^file:(\/[^?#%\0]+)(?:\?|$)/.exec(decodeText(theirs.at(name, size)))?.[1];
      if (path === undefined) return SQLITE_MISUSE;
      for (const suffix of ['', '-journal', '-wal', '-shm']) {
        const file = encodeText(path + suffix);
        if (!enough(file.length)) return SQLITE_NOMEM;
        unix ||= native.sqlite3_vfs_find(put(encodeText('unix')));
        const rc = native.sqlite3__wasm_vfs_unlink(unix, put(file));
        if (rc !== SQLITE_OK && rc !== SQLITE_IOERR_DELETE_NOENT) return rc;
      }
      return SQLITE_OK;
    },
  };
}

/**
 * Checks that every import of lesson.wasm is there.
 * @throws {EngineError} `import`, with the name of the first one that is not.
 */
export function checkImports(module: WebAssembly.Module, imports: WebAssembly.Imports, file: string): void {
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function' || typeof imports[from]?.[name] !== 'function') {
      throw new EngineError('import', { file, detail: `${from}.${name}` });
    }
  }
}
