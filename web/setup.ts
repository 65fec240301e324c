// What the element's attributes ask for, and programs with that in them.

import { setFirst } from './edits.ts';
import { LeaseError, parseJSON, type Program, type Texts } from './program.ts';

/** What the element's attributes ask for. */
export interface Setup {
  lesson: string;
  /** JSON. */
  program: string | null;
  variant: string | null;
  /** The page's fragment, where the element opens permalinks; a program in it comes before the attributes. */
  hash: string;
  /** All others by their names in snake case: those that are fields of the lesson set the first step that has them. */
  inputs: Texts;
}

/** The lesson that a program's JSON names, however wrong the rest of it may be; empty for none. */
export function lessonIn(text: string | null): string {
  try {
    const { lesson } = parseJSON(text ?? '') as { lesson?: unknown };
    return typeof lesson === 'string' ? lesson : '';
  } catch {
    return '';
  }
}

/** Inputs of the first call that an attribute may always name, so that one which no step takes is a mistake. */
const documented = ['token', 'now', 'new_expiry'];

/**
 * The program with what the attributes set.
 * @throws {LeaseError} `unknown-field` for a documented attribute that no step has a field for
 */
export function withSetup(program: Program, { variant, inputs }: Pick<Setup, 'variant' | 'inputs'>): Program {
  if (variant !== null) program = { ...program, variant };
  for (const [name, text] of Object.entries(inputs)) {
    const changed = setFirst(program, name, text);
    if (!changed && documented.includes(name)) {
      throw new LeaseError('unknown-field', name, `no step of this program has a field "${name}"`);
    }
    program = changed ?? program;
  }
  return program;
}

/**
 * The program with what one attribute sets or, where that is gone, with what `base` has there.
 * @throws {LeaseError} as {@link withSetup}
 */
function withAttribute(program: Program, name: string, { variant, inputs }: Setup, base: Program): Program {
  if (name === 'variant') return { ...program, variant: variant ?? base.variant };
  const text = inputs[name];
  if (text !== undefined) return withSetup(program, { variant: null, inputs: { [name]: text } });
  const was = base.steps.find((step) => Object.hasOwn(step.inputs, name))?.inputs[name];
  return (was !== undefined && setFirst(program, name, was)) || program;
}

/** A program, what reset makes of it, and what it is without single attributes. */
export interface Standing {
  program: Program;
  initial: Program;
  base: Program;
}

/**
 * Takes attributes one by one, each if the program runs with it.
 * @param refused gets those that are not taken, and why; those that are taken are no longer in it
 * @param run runs the program or the initial one; throws as Runner.run
 */
export function take(
  names: Iterable<string>,
  setup: Setup,
  { program, initial, base }: Standing,
  refused: Map<string, LeaseError>,
  run: (program: Program, initial: Program) => void,
): Pick<Standing, 'program' | 'initial'> {
  for (const name of names) {
    if (name === '') continue;
    let next = program;
    let first = initial;
    try {
      next = withAttribute(program, name, setup, base);
      first = withAttribute(initial, name, setup, base);
      if (next !== program) run(next, first);
    } catch (error) {
      if (error instanceof LeaseError) {
        refused.set(name, error);
        continue;
      } // else the engine has crashed: running the program starts it anew
    }
    refused.delete(name);
    [program, initial] = [next, first];
  }
  return { program, initial };
}
