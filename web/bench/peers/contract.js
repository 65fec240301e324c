// The tutorial's renewal in JavaScript, as its author would write it: what every SQLite in JavaScript here is given.

export const schema = 'CREATE TABLE job(id INTEGER PRIMARY KEY, token TEXT NOT NULL, expiry INTEGER NOT NULL)';
export const row = "INSERT INTO job VALUES (41, 'claim-a', 10)";
/** Parameters: the new expiry, id, token, now. */
export const update = 'UPDATE job SET expiry = ?1 WHERE id = ?2 AND token = ?3 AND expiry > ?4 AND expiry < ?1';

export class ValueError extends Error {}

/** @throws {ValueError} before anything is begun */
export function check(id, token, now, newExpiry) {
  if (!Number.isInteger(id) || id < 1 || id > 1000) throw new ValueError('claim fields');
  let length = 0;
  for (const _ of token) length++;
  if (length < 1 || length > 32) throw new ValueError('claim fields');
  if (!Number.isInteger(now) || !Number.isInteger(newExpiry) || now < 0 || now > 1_000_000 || newExpiry < 0 || newExpiry > 1_000_000 ||
    newExpiry <= now || newExpiry > now + 10) throw new ValueError('clock/extension bounds');
}

/** Renews over and over, as the clock goes on; how many succeeded. */
export function renewals(renew, n) {
  let done = 0;
  for (let i = 0; i < n; i++) if (renew(41, 'claim-a', 5 + i, 15 + i)) done++;
  return done;
}
