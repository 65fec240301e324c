// Compares the types that authors get with those of the element: tsc fails where they differ. Nothing here runs.

import type { LeasePlayground } from './element.tsx';
import type { LeaseFailure, LeaseOutcome, LeasePlaygroundElement, LeaseProgram } from './public.d.ts';
import type { Failure, Outcome } from './messages.ts';
import type { ProgramJSON } from './program.ts';

/** True where both are the same to the letter, optional and readonly members included. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
/** The members that the element itself has, apart from the browser's own callbacks. */
type Own<E> = Exclude<keyof E, keyof HTMLElement | 'connectedCallback' | 'disconnectedCallback'>;
/** All of a type's members in one object, for comparing. */
type Flat<T> = T extends Promise<infer V> ? Promise<Flat<V>> : T extends object ? { [K in keyof T]: Flat<T[K]> } : T;

const holds = <T extends true>(): T | undefined => undefined;

holds<Same<Own<LeasePlayground>, Own<LeasePlaygroundElement>>>();
holds<Same<Flat<Outcome>, Flat<LeaseOutcome>>>();
holds<Same<Flat<ProgramJSON>, Flat<LeaseProgram>>>();
holds<Same<LeasePlayground['state'], LeasePlaygroundElement['state']>>();
holds<Failure extends LeaseFailure ? true : false>();
holds<LeasePlayground extends LeasePlaygroundElement ? true : false>();

/** What an author writes. */
export function author(page: Document): void {
  const element = page.querySelector('lease-playground');
  if (!element) return;
  element.program = { lesson: 'renew', steps: [{ op: 'renew', now: '5' }] };
  void element.run().then(({ lines }) => lines.join('\n'));
  element.addEventListener('lease-outcome', ({ detail }) => detail.steps[0]?.reason.trim());
  element.addEventListener('lease-error', ({ detail }) => (detail.name === 'LeaseError' ? detail.path : detail.status));
  // @ts-expect-error it is read only
  element.outcome = undefined;
  // @ts-expect-error inputs are texts
  element.program = { lesson: 'renew', steps: [{ op: 'renew', now: 5 }] };
}
