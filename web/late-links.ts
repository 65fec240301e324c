// Reads and writes permalinks: a whole program in a page's fragment, which browsers keep from servers. Loaded on demand.
//
// `#v1=` is base64url of the message that a program is to the engine (lesson/wire.go), but with counts and lengths as
// LEB128: one byte each, nearly always. Old links have to keep working, so another format is a v2 beside this one.

import { decodeProgram, encodeProgram } from './messages.ts';
import { LeaseError, type Program } from './program.ts';
import { decodeText, encodeText } from './wire.ts';

const v1 = '#v1=';

/** Characters of the longest link: any program of 200 steps fits, and no browser cuts it. */
export const longest = 65_536;

class LinkWriter {
  binary = '';

  u32(n: number): this {
    for (; n > 127; n >>>= 7) this.binary += String.fromCharCode(n % 128 + 128);
    this.binary += String.fromCharCode(n);
    return this;
  }

  string(text: string): this {
    const bytes = encodeText(text);
    this.u32(bytes.length);
    for (const byte of bytes) this.binary += String.fromCharCode(byte);
    return this;
  }
}

class LinkReader {
  #bytes: Uint8Array;
  #at = 0;

  constructor(binary: string) {
    this.#bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  }

  u32(): number {
    let n = 0;
    for (let shift = 0; shift < 32; shift += 7) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) break;
      n += byte % 128 * 2 ** shift;
      if (byte < 128 && n < 2 ** 32) return n;
    }
    throw new RangeError('cut, or past 32 bits');
  }

  string(): string {
    const size = this.u32();
    const bytes = this.#bytes.subarray(this.#at, this.#at += size);
    if (bytes.length < size) throw new RangeError('cut');
    return decodeText(bytes);
  }
}

/** The fragment that holds a program, with its `#`. It may be too long to be a link. */
export function writeLink(program: Program): string {
  const w = new LinkWriter();
  encodeProgram(w, program);
  return v1 + btoa(w.binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * The program of a fragment. Whether it can be run is for the engine to say.
 * @throws {LeaseError} `bad-link` unless the fragment is, letter for letter, what {@link writeLink} makes of that program
 */
export function readLink(hash: string): Program {
  const wrong = (what: string) => new LeaseError('bad-link', '', `the link ${what}`);
  if (!hash.startsWith(v1)) throw wrong('is of a version that this page does not know');
  if (hash.length > longest) throw wrong('is too long');
  let program: Program | undefined;
  try {
    program = decodeProgram(new LinkReader(atob(hash.slice(v1.length).replaceAll('-', '+').replaceAll('_', '/'))));
  } catch { // no base64, or cut, or no UTF-8
  }
  // So nothing comes twice, is left over, or reads in two ways.
  if (!program || writeLink(program) !== hash) throw wrong('is damaged: some of it is missing or was changed');
  return program;
}
