// What the page and lesson.wasm say to each other: twins of lesson/wire.go and lesson/describe.go.

import type { EngineError } from './failures.ts';
import { integer, LeaseError, type Program, type Texts, type Value } from './program.ts';
import { Reader, Writer } from './wire.ts';

/** An input of an operation, or an option of a program. */
export interface Field {
  name: string;
  label: string;
  kind: 'int' | 'token' | 'text' | 'choice';
  /** For `choice`. */
  choices: string[];
  /** What a new step begins with. */
  default: string;
}

/** A lesson, as far as forms and figures need to know it. */
export interface Lesson {
  name: string;
  title: string;
  summary: string;
  /** Which figure suits it; empty for none. */
  figure: string;
  table: string;
  /** Choices are what to offer for a text; a program may store others. */
  columns: { name: string; integer: boolean; nullable: boolean; choices: string[] }[];
  /** The first one is a step's unless it names another. */
  connections: string[];
  options: Field[];
  ops: { name: string; label: string; help: string; fields: Field[] }[];
  /** The first one is the default. */
  programs: { name: string; title: string; program: Program }[];
  variants: { name: string; title: string; says: string }[];
  challenges: Challenge[];
  /** The decision map: the operation it is of, the fields across and up. */
  grid?: Grid;
  /** How many steps a program may have. */
  maxSteps: number;
}

/** Something for a reader to bring about; whether it is done is the engine's to say. */
export interface Challenge {
  name: string;
  title: string;
  hint: string;
  /** Whether it takes a variant. */
  mistake: boolean;
}

export interface Grid {
  op: string;
  x: string;
  y: string;
  /** What the contract takes: both fields are 0 to `max`, and y is 1 to `window` after x. */
  max: number;
  window: number;
}

/** An exception of a step, as Python would raise it. */
export interface Raised {
  readonly type: string;
  readonly message: string;
  /** SQLite's extended result code, 0 if it is none of SQLite's. */
  readonly code: number;
}

/** A row by column, in the order of the lesson's columns. */
export type Row = Readonly<Record<string, Value>>;

/** One condition of the contract, and whether it held; null is SQL's unknown. */
export interface Because {
  /** `bounds` are checked before BEGIN, `where` is a predicate that SQLite evaluated. */
  readonly stage: string;
  readonly name: string;
  /** The condition, and the same with values in place. */
  readonly sql: string;
  readonly values: string;
  readonly held: boolean | null;
}

/** What one step gave. */
export interface StepOutcome {
  readonly line: string;
  /** As Python prints it; empty if the step raised. */
  readonly value: string;
  readonly error: Raised | undefined;
  /** With a variant: the right contract's line, where it differs. */
  readonly right: string | undefined;
  /** One sentence: what decided. */
  readonly reason: string;
  /** The name of the condition that decided alone. */
  readonly decided: string | undefined;
  readonly because: readonly Because[];
  /** The statements that SQLite was given, with bound values, and how many rows each changed. */
  /** `writes`: an INSERT, UPDATE or DELETE, whose `changes` are worth telling. */
  readonly trace: readonly { readonly sql: string; readonly writes: boolean; readonly changes: number; readonly error: Raised | undefined }[];
  /** The table as committed, before and after the step. */
  readonly before: readonly Row[];
  readonly rows: readonly Row[];
  /** Why the table could not be read after the step. */
  readonly locked: Raised | undefined;
  /** What connections inside a transaction see instead. */
  readonly views: readonly { readonly connection: string; readonly rows: readonly Row[]; readonly writing: boolean }[];
}

/** What running a program gave. All of it is frozen: it is what is shown, and what pages are given. */
export interface Outcome {
  /** What the program prints. */
  readonly lines: readonly string[];
  readonly steps: readonly StepOutcome[];
  /** The challenges that it met, by name. */
  readonly done: readonly string[];
}

/** What of a Writer a program takes; permalinks have their own. */
interface Sink {
  u32(n: number): this;
  string(text: string): this;
}
type Source = Pick<Reader, 'u32' | 'string'>;

/** Writes a program, as Go's Writer.Program. */
export function encodeProgram(w: Sink, program: Program): void {
  const inputs = (texts: Texts) => {
    const entries = Object.entries(texts);
    w.u32(entries.length);
    for (const [name, text] of entries) w.string(name).string(text);
  };
  w.string(program.lesson).string(program.variant);
  inputs(program.options);
  const row = Object.entries(program.row ?? {});
  w.u32(program.row ? 1 : 0).u32(row.length);
  for (const [name, text] of row) w.string(name).u32(text === null ? 1 : 0).string(text ?? '');
  w.u32(program.steps.length);
  for (const step of program.steps) {
    w.string(step.op).string(step.label).string(step.connection);
    inputs(step.inputs);
  }
}

function list<T, R extends Source>(r: R, item: (r: R) => T): T[] {
  return Array.from({ length: r.u32() }, () => item(r));
}

function record<T>(r: Source, value: (r: Source) => T): Record<string, T> {
  return Object.fromEntries(list(r, (r): [string, T] => [r.string(), value(r)]));
}

const text = (r: Source) => r.string();
const flag = (r: Source) => r.u32() !== 0;

/** Reads a program, as Go's Reader.Program. */
export function decodeProgram(r: Source): Program {
  const lesson = r.string();
  const variant = r.string();
  const options = record(r, text);
  const hasRow = flag(r);
  const row = record(r, (r) => {
    const isNull = flag(r);
    const cell = r.string();
    return isNull ? null : cell;
  });
  const steps = list(r, (r) => ({ op: r.string(), label: r.string(), connection: r.string(), inputs: record(r, text) }));
  return { lesson, variant, options, row: hasRow ? row : undefined, steps };
}

const field = (r: Reader): Field => ({
  name: r.string(),
  label: r.string(),
  kind: r.string() as Field['kind'],
  choices: list(r, text),
  default: r.string(),
});

/** Reads a lesson, as Go's Writer.Lesson writes it. */
export function decodeLesson(r: Reader): Lesson {
  // Properties are evaluated in the order they are written in.
  return {
    name: r.string(),
    title: r.string(),
    summary: r.string(),
    figure: r.string(),
    table: r.string(),
    columns: list(r, (r) => ({ name: r.string(), integer: flag(r), nullable: flag(r), choices: list(r, (r) => r.string()) })),
    connections: list(r, text),
    options: list(r, field),
    ops: list(r, (r) => ({ name: r.string(), label: r.string(), help: r.string(), fields: list(r, field) })),
    programs: list(r, (r) => ({ name: r.string(), title: r.string(), program: decodeProgram(r) })),
    variants: list(r, (r) => ({ name: r.string(), title: r.string(), says: r.string() })),
    challenges: list(r, (r) => ({ name: r.string(), title: r.string(), hint: r.string(), mistake: flag(r) })),
    grid: flag(r) ? { op: r.string(), x: r.string(), y: r.string(), max: r.u32(), window: r.u32() } : undefined,
    maxSteps: r.u32(),
  };
}

/** SQLite's names for the types of values (https://sqlite.org/c3ref/c_blob.html). */
const SQLITE_INTEGER = 1;
const SQLITE_TEXT = 3;

/** Freezes a value all the way down. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** Reads an outcome, as Go's Reader.Outcome, in the form of its JSON. */
export function decodeOutcome(r: Reader, lesson: Lesson): Outcome {
  const raised = (r: Reader): Raised | undefined =>
    flag(r) ? { type: r.string(), message: r.string(), code: r.u32() } : undefined;
  const value = (r: Reader): Value => {
    const type = r.u32();
    const plain = r.string();
    if (type === SQLITE_INTEGER) return integer(plain);
    return type === SQLITE_TEXT ? plain : null;
  };
  const rows = (r: Reader): Row[] => list(r, (r) =>
    Object.fromEntries(list(r, value).map((v, i) => [lesson.columns[i]?.name ?? i, v])));
  const truths = [false, true, null];
  const steps = list(r, (r): StepOutcome => ({
    line: r.string(),
    value: r.string(),
    error: raised(r),
    right: r.string() || undefined,
    reason: r.string(),
    decided: r.string() || undefined,
    because: list(r, (r) => ({ stage: r.string(), name: r.string(), sql: r.string(), values: r.string(), held: truths[r.u32()] ?? null })),
    trace: list(r, (r) => ({ sql: r.string(), writes: flag(r), changes: r.u32(), error: raised(r) })),
    before: rows(r),
    rows: rows(r),
    locked: raised(r),
    views: list(r, (r) => ({ connection: r.string(), rows: rows(r), writing: flag(r) })),
  }));
  return frozen({ lines: steps.map((step) => step.line), steps, done: list(r, text) });
}

/** What can go wrong: with the program, or with the engine. */
export type Failure = LeaseError | EngineError;

/**
 * Asks the engine and reads its answer, all of it.
 * @param call the engine's
 * @param name of the request
 * @throws {LeaseError} that the engine answered with
 * @throws {EngineError} as the engine's call, and `wire`
 */
export function ask<T>(
  call: (request: Uint8Array) => Uint8Array,
  name: string,
  write: (w: Writer) => void,
  read: (r: Reader) => T,
): T {
  const w = new Writer().string(name);
  write(w);
  const r = new Reader(call(w.bytes()));
  if (r.string() !== 'ok') throw new LeaseError(r.string(), r.string(), r.string());
  const answer = read(r);
  r.end();
  return answer;
}
