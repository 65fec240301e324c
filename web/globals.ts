// Gives a page's own globals back after SQLite's JavaScript has used their names.
//
// This module has to be imported before SQLite's: what it keeps is what was
// there before that module ran.

/** Notes these properties of globalThis; the result puts them back as they were. */
export function keepGlobals(names: readonly string[]): () => void {
  const kept = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  return () => {
    for (const [name, descriptor] of kept) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}

/** Undoes what SQLite's module leaves behind, or removes, when it is loaded. */
export const restoreGlobals = keepGlobals(['sqlite3InitModule', 'sqlite3InitModuleState', 'sqlite3Worker1Promiser']);
