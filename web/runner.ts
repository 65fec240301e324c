// Asks the engine for lessons and outcomes, and finds the program that a playground begins with.

import { assets } from './assets.ts';
import { fill } from './edits.ts';
import { loadEngine, type Engine, type Progress } from './engine.ts';
import { asEngineError } from './failures.ts';
import { ask, decodeLesson, decodeOutcome, encodeProgram, type Lesson, type Outcome } from './messages.ts';
import { prepareLink, programOf } from './permalink.ts';
import { LeaseError, parseProgram, type Program } from './program.ts';
import { withSetup, type Setup } from './setup.ts';
import type { Reader, Writer } from './wire.ts';

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
   * be run, the lesson's own is, and `notice` says why. `base` is that program less what single attributes set.
   * @throws {LeaseError} where no lesson is named, or there is none of that name; {EngineError} as Engine.call
   */
  begin(setup: Setup, asked: Program | undefined): Opened & { base: Program; notice?: LeaseError } {
    const name = setup.lesson || (asked?.lesson ?? '');
    const own = (): Program => {
      const program = this.#describe(name).programs[0]?.program;
      if (!program) throw new LeaseError('unknown-lesson', 'lesson', `the lesson ${name} has no program`);
      return program;
    };
    try {
      const whole = asked ?? programOf(setup.hash, name);
      const base = whole ?? (setup.program === null ? own() : parseProgram(setup.program, name));
      return { base, ...this.open(whole ?? withSetup(base, setup), undefined) };
    } catch (notice) {
      if (!name || !(notice instanceof LeaseError)) throw notice;
      const base = own();
      return { base, ...this.open(base, undefined), notice };
    }
  }
}
