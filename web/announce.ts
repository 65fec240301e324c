// Decides when a screen reader hears an answer: once for each edit, when it is finished.

import type { Outcome } from './messages.ts';

/** What there is to hear of an outcome: the chosen step's answer, and how many others are not as they were. */
export function spoken(outcome: Outcome | undefined, selected: number, before: readonly string[]): string {
  const step = outcome?.steps[selected];
  if (!step) return 'No steps.';
  const others = outcome?.lines.filter((line, i) => i !== selected && line !== before[i]).length ?? 0;
  return `${step.line}. ${step.reason}.${others > 0 ? ` ${others} other line${others > 1 ? 's' : ''} changed.` : ''}`;
}

/** Runs a callback later; tests put their own in its place. */
export interface Timer {
  set(callback: () => void, ms: number): unknown;
  clear(handle: unknown): void;
}

export const realTimer: Timer = {
  set: (callback, ms) => setTimeout(callback, ms),
  clear: (handle) => clearTimeout(handle as number),
};

/** Milliseconds without a keystroke after which typing counts as finished. */
export const pause = 700;

export class Announcer {
  #timer: Timer;
  #say: () => void;
  #waiting: unknown;

  /** @param say is called once for each finished edit */
  constructor(say: () => void, timer: Timer) {
    this.#say = say;
    this.#timer = timer;
  }

  /** There was an edit, which may go on. */
  edited(): void {
    this.cancel();
    this.#waiting = this.#timer.set(() => this.finished(), pause);
  }

  /** The edit is finished; says nothing where there was none. */
  finished(): void {
    if (this.#waiting === undefined) return;
    this.cancel();
    this.#say();
  }

  cancel(): void {
    if (this.#waiting !== undefined) this.#timer.clear(this.#waiting);
    this.#waiting = undefined;
  }
}
