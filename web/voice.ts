// What a screen reader is told of a playground, and when: its answers, and the challenges that they met.

import { Announcer, spoken, type Timer } from './announce.ts';
import type { Failure, Outcome } from './messages.ts';

/** How things stand when something is to be said. */
export interface Standing {
  outcome: Outcome | undefined;
  selected: number;
  /** What is wrong is said instead of the outcome. */
  wrong: Failure | undefined;
}

export class Voice {
  said = '';
  readonly announcer: Announcer;
  /** The lines as they were when something was said last. */
  #heard: readonly string[] = [];
  #won = '';

  /** @param changed is called when there is something else in {@link said} */
  constructor(standing: () => Standing, changed: () => void, timer: Timer) {
    this.announcer = new Announcer(() => {
      this.#say(standing());
      changed();
    }, timer);
  }

  /** The program is another one: its lines are nothing new. */
  begin(lines: readonly string[]): void {
    this.#heard = lines;
  }

  /** A challenge was met; that is said with what is said next. */
  won(title: string): void {
    this.#won += ` Challenge done: ${title}.`;
  }

  #say({ outcome, selected, wrong }: Standing): void {
    const text = wrong?.message ?? spoken(outcome, selected, this.#heard) + this.#won;
    this.#won = '';
    this.#heard = outcome?.lines ?? [];
    // The same text again would not be read again: a no-break space makes it another.
    this.said = text === this.said ? `${text}\u00a0` : text;
  }
}
