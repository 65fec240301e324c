// Programs as permalinks hold them, written here without the code under test, and in ways that it never would.

/** A number as LEB128. */
function leb128(n) {
  const bytes = [];
  for (; n > 127; n = Math.floor(n / 128)) bytes.push(n % 128 + 128);
  return Buffer.from([...bytes, n]);
}

/** Bytes of a message: numbers, strings with their length, arrays as a string's raw bytes. */
export function message(...parts) {
  return Buffer.concat(parts.map((part) => {
    if (typeof part === 'number') return leb128(part);
    const bytes = typeof part === 'string' ? Buffer.from(part) : Buffer.from(part);
    return Buffer.concat([leb128(bytes.length), bytes]);
  }));
}

/** The parts of a program of one call of renew, its fields given in pairs. */
export const renewal = (...fields) => [
  'renew', '', 0, 0, 0, // lesson, variant, no options, no row of its own
  1, 'renew', '', 'first', fields.length / 2, ...fields,
];

/** A fragment that holds these bytes. */
export const fragment = (bytes) => `#v1=${bytes.toString('base64url')}`;
