// What the build puts in place of imports that are no scripts: addresses of files, styles as text, numbers.

declare module 'lesson.wasm' {
  /** Address of the compiled lessons, relative to the script's own. */
  const address: string;
  export default address;
}

declare module '@sqlite.org/sqlite-wasm/sqlite3.wasm' {
  /** Address of SQLite's own build, relative to the script's own. */
  const address: string;
  export default address;
}

declare module 'takeaway.json' {
  /** What each lesson's take-aways begin with: by lesson, language and variant. */
  const heads: Record<string, Record<string, Record<string, string>>>;
  export default heads;
}

declare module '*.css' {
  /** The style sheet, minified. */
  const text: string;
  export default text;
}

/** Sizes of the two files in bytes, uncompressed. */
declare const LESSON_WASM_BYTES: number;
declare const SQLITE_WASM_BYTES: number;

/** The version of SQLite that its script belongs to, as `sqlite3_libversion_number` has it. */
declare const SQLITE_SCRIPT_VERSION: number;

/** The names of attributes that a frame's address may set. */
declare const FRAME_ATTRIBUTES: readonly string[];
