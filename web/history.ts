// Undo and redo of whole programs; typing in one field is one step.

import type { Program } from './program.ts';

/** A program and the step that was chosen. */
export interface Moment {
  readonly program: Program;
  readonly selected: number;
}

/** More than anybody goes back, and little memory: programs share what they have in common. */
const limit = 200;

export class History {
  #past: Moment[] = [];
  #future: Moment[] = [];
  #key = '';

  /** Notes what was there before an edit. Edits one after the other with the same key, if not empty, are one. */
  push(before: Moment, key = ''): void {
    this.#future = [];
    if (key !== '' && key === this.#key) return;
    this.#key = key;
    this.#past.push(before);
    if (this.#past.length > limit) this.#past.shift();
  }

  /** Ends an edit: the next one is another, whatever its key. */
  settle(): void {
    this.#key = '';
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** What to go back to from now, if anything. */
  undo(now: Moment): Moment | undefined {
    return this.#go(this.#past, this.#future, now);
  }

  /** What to go forward to from now, if anything. */
  redo(now: Moment): Moment | undefined {
    return this.#go(this.#future, this.#past, now);
  }

  #go(from: Moment[], to: Moment[], now: Moment): Moment | undefined {
    const there = from.pop();
    if (there) to.push(now);
    this.settle();
    return there;
  }

  clear(): void {
    this.#past = [];
    this.#future = [];
    this.settle();
  }
}
