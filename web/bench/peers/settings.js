// What all databases of the renewals have in common.

const names = ['page_size', 'cache_size', 'synchronous', 'journal_mode'];

/** What wasm/extra_bench.go sets, too. @param {'memory' | 'file'} kind @param {string} database as ATTACH names it */
export function pragmas(kind, database = 'main') {
  const values = ['4096', '-2000', 'OFF', kind === 'memory' ? 'MEMORY' : 'DELETE'];
  return names.map((name, i) => `PRAGMA ${database}.${name} = ${values[i]}`);
}

/** The settings as they are, in one text. @param {(sql: string) => unknown} value gives a statement's one value */
export function settings(value, database = 'main') {
  return names.map((name) => `${name} ${value(`PRAGMA ${database}.${name}`)}`).join(', ');
}
