// The tutorial's renewal in JavaScript, as its author would write it: what every SQLite in JavaScript here is given.

export const schema = 'CREATE TABLE job(id INTEGER PRIMARY KEY, token TEXT NOT NULL, expiry INTEGER NOT NULL)';
export const row = "INSERT INTO job VALUES (41, 'claim-a', 10)";
/** The lesson's own text. Parameters count by their first place: the new expiry, id, token, now. */
export const update = 'UPDATE job SET expiry = :new_expiry WHERE id = :id AND token = :token AND expiry > :now AND expiry < :new_expiry';

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
