// Types of <lease-playground> for pages that embed it: put this file beside the script, or name it in a
// `/// <reference path="…" />`. Then querySelector('lease-playground') and its events have their types.

/** A value of a row: an INTEGER is a number where a number has it exactly, else its text. */
export type LeaseValue = string | number | null;

/** A row by column. */
export type LeaseRow = Record<string, LeaseValue>;

/** One operation; its inputs are beside these, as text, by the names of the operation's fields. */
export interface LeaseStep {
  op: string;
  /** Printed before the answer, with ": ". */
  label?: string;
  /** The lesson's first if it is left out. */
  connection?: string;
  [field: string]: string | undefined;
}

/** A row to start from and steps to take. A lesson's options, as `journal`, are beside these, as text. */
export interface LeaseProgram {
  lesson: string;
  /** A classic mistake; the right contract if it is left out. */
  variant?: string;
  /** The lesson's own row if it is left out. */
  row?: LeaseRow;
  steps: LeaseStep[];
  [option: string]: unknown;
}

/** An exception, as Python would raise it. */
export interface LeaseRaised {
  readonly type: string;
  readonly message: string;
  /** SQLite's extended result code, 0 if it is none of SQLite's. */
  readonly code: number;
}

/** What one step gave. */
export interface LeaseStepOutcome {
  /** What it printed. */
  readonly line: string;
  /** The answer as Python prints it; empty if the step raised. */
  readonly value: string;
  readonly error: LeaseRaised | undefined;
  /** With a variant: what the right contract prints, where it differs. */
  readonly right: string | undefined;
  /** One sentence: what decided. */
  readonly reason: string;
  /** The name of the condition that decided alone. */
  readonly decided: string | undefined;
  /** Each condition, as SQL and with values in place, and whether it held; null is SQL's unknown. */
  readonly because: readonly { readonly stage: string; readonly name: string; readonly sql: string; readonly values: string; readonly held: boolean | null }[];
  /** The statements that SQLite was given, with values in place, and how many rows each changed. */
  readonly trace: readonly { readonly sql: string; readonly writes: boolean; readonly changes: number; readonly error: LeaseRaised | undefined }[];
  /** The table as committed, before and after the step. */
  readonly before: readonly Readonly<LeaseRow>[];
  readonly rows: readonly Readonly<LeaseRow>[];
  /** Why the table could not be read after the step. */
  readonly locked: LeaseRaised | undefined;
  /** What connections inside a transaction see instead. */
  readonly views: readonly { readonly connection: string; readonly rows: readonly Readonly<LeaseRow>[]; readonly writing: boolean }[];
}

/** What running a program gave. It is frozen: copy what you want to change. */
export interface LeaseOutcome {
  /** What it printed. */
  readonly lines: readonly string[];
  readonly steps: readonly LeaseStepOutcome[];
  /** The lesson's challenges that it met, by name. */
  readonly done: readonly string[];
}

/** A program or attribute that can't be run (`LeaseError`, with a path into the program), or a failure of the engine. */
export type LeaseFailure = Error & { readonly code: string } & (
  | { readonly name: 'LeaseError'; readonly path: string }
  | { readonly name: 'EngineError'; readonly file?: string; readonly status?: number; readonly detail?: string }
);

export interface LeasePlaygroundElement extends HTMLElement {
  /** Settles with the first outcome, or rejects with the {@link LeaseFailure} to get one; loads nothing. */
  readonly ready: Promise<LeaseOutcome>;
  readonly state: 'idle' | 'loading' | 'live' | 'failed';
  /** A copy of the program as it stands. Setting it runs it; one that can't be run throws, and the old one stays. */
  get program(): LeaseProgram | undefined;
  set program(program: LeaseProgram);
  /** Of the last program without an error. */
  readonly outcome: LeaseOutcome | undefined;
  /** Runs the program anew, after loading what that takes. Rejects with a {@link LeaseFailure}. */
  run(): Promise<LeaseOutcome>;
}

declare global {
  interface HTMLElementTagNameMap {
    'lease-playground': LeasePlaygroundElement;
  }
  interface HTMLElementEventMap {
    'lease-outcome': CustomEvent<LeaseOutcome>;
    'lease-error': CustomEvent<LeaseFailure>;
  }
}
