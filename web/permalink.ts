// Permalinks: a whole program in a page's fragment, which browsers keep from servers.
//
// `#v1=` is the message that a program is to the engine (lesson/wire.go), in base64url. Old links have to
// keep working, so a change of that message takes a v2 beside this one.

import { decodeProgram, encodeProgram } from './messages.ts';
import { LeaseError, type Program } from './program.ts';
import { Reader, Writer } from './wire.ts';

const v1 = '#v1=';

/** Characters of the longest link: programs of 200 steps fit, and no browser cuts it. */
export const longest = 65_536;

/** The fragment that holds a program, with its `#`. It may be too long to be a link. */
export function writeLink(program: Program): string {
  const w = new Writer();
  encodeProgram(w, program);
  const binary = Array.from(w.bytes(), (byte) => String.fromCharCode(byte)).join('');
  return v1 + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Whether a fragment is meant to be a permalink, be it whole or not: any other is the page's own. */
export const isLink = (hash: string): boolean => /^#v\d/.test(hash);

/**
 * The program of a fragment, or undefined for one that is no permalink. Whether it can be run is for the engine to say.
 * @throws {LeaseError} `bad-link` unless the fragment is, letter for letter, what {@link writeLink} makes of that program
 */
export function readLink(hash: string, lesson: string): Program | undefined {
  const wrong = (what: string) => new LeaseError('bad-link', '', what);
  if (!isLink(hash)) return undefined;
  if (!hash.startsWith(v1)) throw wrong('the link is of a version that this page does not know');
  if (hash.length > longest) throw wrong('the link is too long');
  let program: Program | undefined;
  try {
    const binary = atob(hash.slice(v1.length).replaceAll('-', '+').replaceAll('_', '/'));
    program = decodeProgram(new Reader(Uint8Array.from(binary, (char) => char.charCodeAt(0))));
  } catch { // not base64, or cut
  }
  // So nothing comes twice, is left over, or reads in two ways.
  if (!program || writeLink(program) !== hash) throw wrong('the link is damaged: some of it is missing or was changed');
  if (program.lesson !== lesson) throw wrong('the link is to another lesson');
  return program;
}
