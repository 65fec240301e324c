// What the parts of a live playground are given: what there is to show, and what a reader can do.

import type { Lesson, Outcome, StepOutcome } from './messages.ts';
import type { LeaseError, Program, Step, Texts } from './program.ts';
import type { Reader, Writer } from './wire.ts';

/** A playground that has an outcome. */
export interface View {
  readonly lesson: Lesson;
  readonly program: Program;
  /** Of the last program that could run: where there is an error, not of `program`. */
  readonly outcome: Outcome;
  readonly error: LeaseError | undefined;
  /** Index of the chosen step; with the step and what it gave, unless there is none. */
  readonly selected: number;
  readonly step: Step | undefined;
  readonly result: StepOutcome | undefined;
  readonly compact: boolean;
  /** Whether number fields ask for a keyboard of digits, where there is no other. */
  readonly digits: boolean;
  /** The challenges that were met since the page was opened, by name. */
  readonly done: ReadonlySet<string>;
  /** The address of the page, where that opens permalinks and is nobody's frame. */
  readonly page: string | undefined;

  select(step: number): void;
  /** Changes inputs of a step and runs the program; edits of the same inputs are one to undo, until `settle`. */
  setInputs(step: number, inputs: Texts): void;
  /**
   * Makes this the program and runs it.
   * @param key edits in a row with the same key are one to undo, until `settle`
   * @param event the input event it comes from: while an input method composes, the program waits
   */
  edit(program: Program, key?: string | undefined, event?: Event | undefined): void;
  /** Adds, removes or moves steps: as `edit`, with another step chosen. */
  arrange(program: Program, selected: number): void;
  /** The edit is finished: at the end of a drag, when a field is left. */
  settle(): void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  reset(): void;
  preset(program: Program): void;
  toggleDigits(): void;
  /** Begins the challenges anew. */
  forget(): void;
  /** Asks the engine, at once. @throws Failure */
  ask<T>(name: string, write: (w: Writer) => void, read: (r: Reader) => T): T;
}

export interface Props {
  view: View;
}
