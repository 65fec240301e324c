// The smallest page over sql.js that does what a reader of the tutorial needs: the program's output, live as inputs change.

import { plain, open } from './sqljs.js';

const fresh = await open();
const input = (id) => document.getElementById(id);

/** Runs the whole program on a fresh database and prints it. */
function run() {
  const db = fresh();
  const renew = plain(db);
  const line = (label, ...call) => {
    try {
      return `${label}: ${renew(...call) ? 'True' : 'False'}`;
    } catch (error) {
      return `ValueError: ${error.message}`;
    }
  };
  const lines = [
    line('renewed', 41, input('token').value, Number(input('now').value), Number(input('new_expiry').value)),
    line('stale token', 41, 'claim-old', 6, 16),
    line('no extension', 41, 'claim-a', 6, 14),
    line('at expiry', 41, 'claim-a', 15, 20),
    `stored expiry: ${db.exec('SELECT expiry FROM job')[0].values[0][0]}`,
  ];
  db.close();
  input('output').textContent = `${lines.join('\n')}\n`;
}

addEventListener('input', run);
run();
globalThis.liveAt = performance.now();
