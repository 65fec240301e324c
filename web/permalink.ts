// Permalinks: whether a page's fragment is one. What reads and writes them is loaded when it is asked for.

import { asEngineError } from './failures.ts';
import { LeaseError, type Program } from './program.ts';

let links: typeof import('./late-links.ts') | undefined;

/** Whether a fragment is meant to be a permalink, be it whole or not: any other is the page's own. */
export const isLink = (hash: string): boolean => /^#v\d/.test(hash);

/** Loads what it takes to read this fragment. @throws {EngineError} `script` */
export async function prepareLink(hash: string): Promise<void> {
  if (!isLink(hash)) return;
  links ??= await import('./late-links.ts').catch((cause: unknown) => {
    throw asEngineError(cause, 'script');
  });
}

/**
 * The program of a fragment that was prepared, or undefined where it is no permalink.
 * @throws {LeaseError} `bad-link` where it is broken, or to another lesson
 */
export function programOf(hash: string, lesson: string): Program | undefined {
  if (!isLink(hash)) return undefined;
  const program = links?.readLink(hash);
  if (program?.lesson !== lesson) throw new LeaseError('bad-link', '', 'the link is to another lesson');
  return program;
}
