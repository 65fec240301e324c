// Programs: the form the page works with, and the JSON form that the API, the attribute and the command share.

/** Field texts by name, exactly as typed. */
export type Texts = Readonly<Record<string, string>>;

/** One operation and its inputs. */
export interface Step {
  readonly op: string;
  /** Printed before the value, with ": "; may be empty. */
  readonly label: string;
  /** Empty for the lesson's first. */
  readonly connection: string;
  readonly inputs: Texts;
}

/** A row to start from and steps to take. Never changed in place: an edit makes another one. */
export interface Program {
  readonly lesson: string;
  /** Empty for the right contract. */
  readonly variant: string;
  readonly options: Texts;
  /** Texts by column, null for NULL; undefined for the lesson's own row. */
  readonly row: Readonly<Record<string, string | null>> | undefined;
  readonly steps: readonly Step[];
}

/** A row's value in JSON: an INTEGER is a number where a number has it exactly, else its text. */
export type Value = string | number | null;

/** A step in JSON: its fields are beside op, label and connection. */
export interface StepJSON {
  op: string;
  label?: string;
  connection?: string;
  [field: string]: string | undefined;
}

/** A program in JSON: the lesson's options are beside the keys named here. */
export interface ProgramJSON {
  lesson: string;
  variant?: string;
  row?: Record<string, Value>;
  steps: StepJSON[];
  [option: string]: unknown;
}

/** Something wrong with a program, which was therefore not run. */
export class LeaseError extends Error {
  override readonly name = 'LeaseError';
  /** `unknown-lesson`, `unknown-field`, `bad-value`, `bad-json`, …: match this, never the message. */
  readonly code: string;
  /** Where: `steps[0].now`, `row.expiry`; empty for the whole. */
  readonly path: string;

  constructor(code: string, path: string, message: string) {
    super(message);
    this.code = code;
    this.path = path;
  }
}

type Members = Record<string, unknown>;

function object(value: unknown, path: string, what: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new LeaseError('bad-json', path, `${what} is an object`);
}

function string(value: unknown, path: string): string {
  if (typeof value === 'string') return value;
  throw new LeaseError('bad-json', path, 'a string is needed here');
}

/** The members that are left, all of which have to be strings. */
function texts(members: Members, path: string): Texts {
  // fromEntries makes own properties also of names like __proto__.
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, string(value, path + name)]),
  );
}

function readRow(value: unknown): Program['row'] {
  if (value === undefined || value === null) return undefined;
  return Object.fromEntries(Object.entries(object(value, 'row', 'a row')).map(([name, cell]) => {
    if (cell === null || typeof cell === 'string') return [name, cell];
    if (Number.isSafeInteger(cell)) return [name, String(cell)];
    throw new LeaseError('bad-value', `row.${name}`, "a row's value is an int, a string or null; an int past 2^53 is given as a string");
  }));
}

function readStep(value: unknown, i: number): Step {
  const path = `steps[${i}]`;
  const { op, label = '', connection = '', ...inputs } = object(value, path, 'a step');
  if (op === undefined || op === '') throw new LeaseError('missing-field', `${path}.op`, 'a step names its op');
  return {
    op: string(op, `${path}.op`),
    label: string(label, `${path}.label`),
    connection: string(connection, `${path}.connection`),
    inputs: texts(inputs, `${path}.`),
  };
}

/**
 * Reads the JSON form and copies it. Whether names and values are the lesson's is for the engine to say.
 * @param lesson the lesson where the value names none
 * @throws {LeaseError} `bad-json`, `bad-value` or `missing-field` where the shape is wrong
 */
export function readProgram(value: unknown, lesson = ''): Program {
  const { lesson: name = lesson, variant = '', row, steps, ...options } = object(value, '', 'a program');
  if (!Array.isArray(steps)) {
    throw new LeaseError(steps === undefined ? 'missing-field' : 'bad-json', 'steps', 'a program has a list of steps');
  }
  return {
    lesson: string(name, 'lesson'),
    variant: string(variant, 'variant'),
    options: texts(options, ''),
    row: readRow(row),
    steps: steps.map(readStep),
  };
}

/** JSON.parse, where browsers can do it with the text of each number, so that an int past 2^53 stays exact. */
const parse: (text: string, reviver: (key: string, value: unknown, context?: { source?: string }) => unknown) => unknown = JSON.parse;

/** Reads JSON. @throws {LeaseError} `bad-json` where it is none */
export function parseJSON(text: string): unknown {
  try {
    return parse(text, (_, value, context) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value);
  } catch (error) {
    throw new LeaseError('bad-json', '', `the program is no JSON: ${(error as Error).message}`);
  }
}

/**
 * Reads a program from JSON text, as the attribute has it.
 * @throws {LeaseError} as {@link readProgram} and {@link parseJSON}
 */
export function parseProgram(text: string, lesson: string): Program {
  return readProgram(parseJSON(text), lesson);
}

/** A value of an INTEGER column from its text, as {@link Value} has it. */
export function integer(text: string): Value {
  const n = Number(text);
  return Number.isSafeInteger(n) && String(n) === text ? n : text;
}

/**
 * Writes the JSON form, a copy.
 * @param isInteger whether a column is INTEGER
 */
export function writeProgram(program: Program, isInteger: (column: string) => boolean): ProgramJSON {
  const { lesson, variant, options, row, steps } = program;
  return {
    lesson,
    ...(variant && { variant }),
    ...options,
    ...(row && {
      row: Object.fromEntries(Object.entries(row).map(([name, cell]) =>
        [name, cell !== null && isInteger(name) ? integer(cell) : cell])),
    }),
    steps: steps.map(({ op, label, connection, inputs }) => ({
      op, ...(label && { label }), ...(connection && { connection }), ...inputs,
    })),
  };
}
