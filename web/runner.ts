// Asks the engine for lessons and outcomes, and finds the program that a playground begins with.

import { assets } from './assets.ts';
import { fill, setFirst } from './edits.ts';
import { loadEngine, type Engine, type Progress } from './engine.ts';
import { asEngineError } from './failures.ts';
import { ask, decodeLesson, decodeOutcome, encodeProgram, type Lesson, type Outcome } from './messages.ts';
import { prepareLink, programOf } from './permalink.ts';
import { LeaseError, parseProgram, type Program, type Texts } from './program.ts';
import type { Reader, Writer } from './wire.ts';

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

/** A program with its lesson and what it printed. */
export interface Opened {
  lesson: Lesson;
  program: Program;
  outcome: Outcome;
}

export class Runner {
  #engine: Engine | undefined;

  /** Whether it was loaded, be it that it has crashed since. */
  get loaded(): boolean {
    return this.#engine !== undefined;
  }

  /** Whether it can answer at once. */
  get alive(): boolean {
    return this.#engine?.alive ?? false;
  }

  /**
   * Loads the engine, or starts it anew after a crash.
   * @param hash a fragment that is to be read
   * @throws {EngineError}
   */
  async start(onProgress?: (progress: Progress) => void, hash = ''): Promise<void> {
    const link = prepareLink(hash);
    link.catch(() => {}); // for the end to say
    this.#engine ??= await loadEngine(assets, onProgress);
    await this.#engine.revive();
    await link;
  }

  /** @throws {LeaseError} that the engine answers with, {EngineError} as Engine.call. */
  ask<T>(name: string, write: (w: Writer) => void, read: (r: Reader) => T): T {
    const engine = this.#engine;
    if (!engine) throw asEngineError('not loaded', 'stopped');
    return ask((request) => engine.call(request), name, write, read);
  }

  run(lesson: Lesson, program: Program): Outcome {
    return this.ask('run', (w) => encodeProgram(w, program), (r) => decodeOutcome(r, lesson));
  }

  /** Runs a program that may be of another lesson than this one. */
  open(program: Program, current: Lesson | undefined): Opened {
    const lesson = program.lesson === current?.name ? current : this.#describe(program.lesson);
    const full = fill(lesson, program);
    return { lesson, program: full, outcome: this.run(lesson, full) };
  }

  #describe(name: string): Lesson {
    return this.ask('describe', (w) => w.string(name), decodeLesson);
  }

  /**
   * Runs the program to begin with: `asked`, else the link's, else the attributes', else the lesson's own. Where it can't
   * be run, the lesson's own is, and `notice` says why.
   * @throws {LeaseError} where there is no such lesson, {EngineError} as Engine.call
   */
  begin(setup: Setup, asked: Program | undefined): Opened & { notice?: LeaseError } {
    const own = (): Program => {
      const program = this.#describe(setup.lesson).programs[0]?.program;
      if (!program) throw new LeaseError('unknown-lesson', 'lesson', `the lesson ${setup.lesson} has no program`);
      return program;
    };
    try {
      const first = () => programOf(setup.hash, setup.lesson) ?? withSetup(setup.program === null ? own() : parseProgram(setup.program, setup.lesson), setup);
      return this.open(asked ?? first(), undefined);
    } catch (notice) {
      if (!(notice instanceof LeaseError)) throw notice;
      return { ...this.open(own(), undefined), notice };
    }
  }
}

/** Inputs of the first call that an attribute may always name, so that one which no step takes is a mistake. */
const documented = ['token', 'now', 'new_expiry'];

/**
 * The program with what the attributes set.
 * @throws {LeaseError} `unknown-field` for a documented attribute that no step has a field for
 */
export function withSetup(program: Program, { variant, inputs }: Setup): Program {
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
