// One playground without its looks: the program, what it printed, and how it got there.

import type { Timer } from './announce.ts';
import { fill } from './edits.ts';
import type { Progress } from './engine.ts';
import { asEngineError, isEngineError } from './failures.ts';
import { History } from './history.ts';
import type { Failure, Lesson, Outcome } from './messages.ts';
import { LeaseError, readProgram, writeProgram, type Program, type ProgramJSON } from './program.ts';
import { Ready } from './ready.ts';
import { Runner, type Opened } from './runner.ts';
import { take, type Setup } from './setup.ts';
import { Voice } from './voice.ts';

/** `failed` is a failure of the engine, or of a lesson that is not there; a program with an error leaves it `live`. */
export type State = 'idle' | 'loading' | 'live' | 'failed';

/** Who the session belongs to. */
export interface Owner {
  setup(): Setup;
  /** There is something else to show. */
  changed(): void;
  ran(outcome: Outcome): void;
  failed(error: Failure): void;
}

export class Session {
  state: State = 'idle';
  lesson: Lesson | undefined;
  program: Program | undefined;
  /** Of the last program that could run: not of {@link program} while there is an {@link error}. */
  outcome: Outcome | undefined;
  /** What is wrong with the program as it stands. */
  error: LeaseError | undefined;
  /** Whether this is the lesson's own program, because what was asked for could not be run. */
  own = false;
  /** Why it is `failed`; it stays while another try is under way. */
  failure: Failure | undefined;
  progress: Progress | undefined;
  /** The step whose inputs are shown. */
  selected = 0;
  /** The challenges that were met, by name. */
  readonly done = new Set<string>();
  /** Settles with the first outcome, or the failure to get one; another try makes another. */
  readonly ready = new Ready<Outcome>();
  readonly history = new History();
  readonly runner = new Runner();

  #owner: Owner;
  #voice: Voice;
  /** A program that was set before there was an engine to run it. */
  #pending: Program | undefined;
  /** What reset goes back to. */
  #initial: Program | undefined;
  /** What an attribute that is taken away goes back to. */
  #base: Program | undefined;
  /** The attributes that were passed over, and why. The empty name is for all of them, or for a program as a whole. */
  #refused = new Map<string, LeaseError>();
  #recovery: Promise<void> | undefined;

  constructor(owner: Owner, timer: Timer) {
    this.#owner = owner;
    const standing = () => ({ outcome: this.outcome, selected: this.selected, wrong: this.failure ?? this.error });
    this.#voice = new Voice(standing, () => owner.changed(), timer);
  }

  /** What is wrong with the attributes, which were passed over. */
  get notice(): LeaseError | undefined {
    return this.#refused.values().next().value;
  }

  /** What a screen reader is told. */
  get said(): string {
    return this.#voice.said;
  }

  /** Loads the engine and runs the program, unless that is done or under way; `ready` tells how it went. */
  load(): Promise<Outcome> {
    if (this.state === 'idle' || this.state === 'failed') {
      if (this.state === 'failed') this.ready.renew();
      this.state = 'loading';
      void this.#load();
      this.#owner.changed();
    }
    return this.ready.promise;
  }

  async #load(): Promise<void> {
    const onProgress = (progress: Progress) => {
      this.progress = progress;
      this.#owner.changed();
    };
    try {
      await this.runner.start(onProgress, this.#owner.setup().hash);
      try {
        this.#begin();
      } catch (error) {
        if (!isEngineError(error)) throw error;
        await this.runner.start(); // what crashes it twice is a failure
        this.#begin();
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #begin(): void {
    const { lesson, program, outcome } = this;
    if (lesson && program && outcome && !this.#pending) return this.#runOrRefuse(lesson, program);
    this.#anew();
  }

  /**
   * Begins with what is asked for or, where that can't be run, with the lesson's own program.
   * @param keep rather keep a program of the same lesson than do that
   * @throws {LeaseError} as Runner.begin, and where it kept the program
   */
  #anew(keep = false): void {
    const asked = this.#pending;
    const { notice, base, ...opened } = this.runner.begin(this.#owner.setup(), asked);
    if (keep && notice && opened.lesson.name === this.lesson?.name) throw notice;
    // Whoever set a program waits for what that one prints.
    if (asked && notice) this.ready.reject(notice);
    this.own = notice !== undefined;
    this.#refused = new Map(notice && [['', notice]]);
    this.#open(opened, base);
    if (notice) this.#owner.failed(notice);
  }

  /** Makes a program the one that all edits begin from. */
  #open({ lesson, program, outcome }: Opened, base = program): void {
    this.#base = base;
    if (lesson !== this.lesson) this.done.clear();
    this.lesson = lesson;
    this.program = this.#initial = program;
    this.#pending = undefined;
    this.selected = 0;
    this.#voice.begin(outcome.lines);
    this.history.clear();
    this.#ran(outcome);
  }

  #ran(outcome: Outcome): void {
    this.outcome = outcome;
    for (const { name, title } of this.lesson?.challenges ?? []) {
      if (!outcome.done.includes(name) || this.done.has(name)) continue;
      this.done.add(name);
      this.#voice.won(title);
    }
    this.state = 'live';
    this.error = this.failure = undefined;
    this.ready.resolve(outcome);
    this.#owner.changed();
    this.#owner.ran(outcome);
  }

  #runOrRefuse(lesson: Lesson, program: Program): void {
    try {
      this.#ran(this.runner.run(lesson, program));
    } catch (error) {
      if (!(error instanceof LeaseError)) throw error;
      this.state = 'live';
      this.error = error;
      this.failure = undefined;
      this.ready.reject(error);
      this.#owner.changed();
      this.#owner.failed(error);
    }
  }

  #fail(error: unknown): void {
    this.state = 'failed';
    this.failure = error instanceof LeaseError ? error : asEngineError(error, 'start');
    this.ready.reject(this.failure);
    this.#owner.changed();
    this.#owner.failed(this.failure);
  }

  /** Runs the program as it stands; where the engine crashes over it, once more with a new one. */
  #run(): void {
    const { lesson, program } = this;
    if (!lesson || !program) return;
    try {
      if (this.runner.alive) return this.#runOrRefuse(lesson, program);
    } catch { // a crash
    }
    this.#owner.changed();
    this.#recovery ??= this.runner.start()
      .then(() => this.lesson && this.program && this.#runOrRefuse(this.lesson, this.program))
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#recovery = undefined;
      });
  }

  /** Runs the program as it stands, loading what it takes. Rejects with a Failure. */
  async run(): Promise<Outcome> {
    if (this.state !== 'live') return this.load();
    this.#run();
    await this.#recovery;
    const wrong = this.failure ?? this.error;
    if (wrong || !this.outcome) throw wrong;
    return this.outcome;
  }

  /** Edits the program. Edits in a row with the same key are one to undo, and wait for {@link settle} to be announced. */
  edit(program: Program, key = '', selected = this.selected): void {
    this.hold(program, key);
    this.#go(program, selected);
    if (key === '') this.settle();
  }

  /** Keeps an edit without running it yet: what an input method is still composing is no input. */
  hold(program: Program, key: string): void {
    if (this.program) this.history.push({ program: this.program, selected: this.selected }, key);
    this.program = program;
  }

  #go(program: Program, selected: number): void {
    this.#put(program, selected);
    this.#voice.announcer.edited();
    this.#run();
  }

  #put(program: Program, selected: number): void {
    this.program = program;
    this.selected = Math.max(0, Math.min(selected, program.steps.length - 1));
  }

  /** The edit is finished. */
  settle(): void {
    this.history.settle();
    this.#voice.announcer.finished();
  }

  select(step: number): void {
    this.settle();
    this.selected = step;
    this.#owner.changed();
  }

  /** Goes back or forward through the edits, if there are any. */
  travel(way: 'undo' | 'redo'): void {
    const there = this.program && this.history[way]({ program: this.program, selected: this.selected });
    if (!there) return;
    this.#go(there.program, there.selected);
    this.settle();
  }

  /** Goes back to the program it began with; that too can be undone. */
  reset(): void {
    this.#refused.clear();
    if (this.#initial) this.edit(this.#initial, '', 0);
  }

  /** Begins from another of the lesson's programs. */
  preset(program: Program): void {
    if (!this.lesson) return;
    this.#base = program;
    this.#initial = fill(this.lesson, { ...program, variant: this.program?.variant ?? '' });
    this.reset();
  }

  /** The program in JSON; undefined before there is one. */
  get json(): ProgramJSON | undefined {
    const program = this.#pending ?? this.program;
    return program && writeProgram(program, (name) => this.lesson?.columns.some((c) => c.integer && c.name === name) ?? false);
  }

  /** Takes a program in JSON and runs it, now or when there is an engine. Throws LeaseError and leaves the old one. */
  setJSON(value: unknown): void {
    const program = readProgram(value, this.lesson?.name ?? this.#owner.setup().lesson);
    const old = this.program;
    try {
      if (this.state === 'live' && this.runner.alive && old) {
        const opened = this.runner.open(program, this.lesson);
        this.#refused.clear();
        this.#base = opened.program;
        if (opened.lesson !== this.lesson) return this.#open(opened);
        this.settle();
        this.hold(opened.program, '');
        this.#put(opened.program, this.selected);
        return this.#ran(opened.outcome);
      }
    } catch (error) {
      if (!isEngineError(error)) throw error;
    }
    this.#pending = program;
    if (this.state === 'live') this.state = 'failed'; // it has just crashed: load starts it anew
    if (this.runner.loaded) void this.load();
  }

  /** The attributes of these names have changed; `keep` as for {@link #anew}. */
  reconfigure(names: Set<string>, keep = true): void {
    if (this.state === 'failed' && this.failure instanceof LeaseError) void this.load();
    if (this.state !== 'live') return;
    try {
      if (names.has('lesson') || names.has('program') || this.#refused.has('')) return this.#anew(keep);
    } catch (error) {
      if (!(error instanceof LeaseError)) {
        this.outcome = undefined;
        return this.#fail(error);
      }
      this.#refused.set('', error);
      this.#owner.failed(error);
    }
    this.#take(names);
  }

  /** Takes these attributes, and those that were refused before, as far as the program can be run with them. */
  #take(names: Set<string>): void {
    const { lesson, program, error } = this;
    if (!lesson || !program || !this.#initial || !this.#base) return;
    const tried = new Set([...this.#refused.keys(), ...names]);
    const taken = take(tried, this.#owner.setup(), { program, initial: this.#initial, base: this.#base }, this.#refused,
      // What the reader did wrong is not an attribute's fault.
      (next, initial) => this.runner.run(lesson, error ? initial : next));
    this.#initial = taken.initial;
    if (taken.program !== program) this.edit(taken.program, 'attributes');
    for (const name of names) {
      const wrong = this.#refused.get(name);
      if (wrong) this.#owner.failed(wrong);
    }
  }

  /** The page's fragment has changed: begins with what is asked for now. */
  async follow(): Promise<void> {
    try {
      await this.runner.start(undefined, this.#owner.setup().hash);
      this.reconfigure(new Set(['program']), false);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Begins the challenges anew. */
  forget(): void {
    this.done.clear();
    this.#owner.changed();
  }

  /** Says nothing more, while the element is out of the page. */
  rest(): void {
    this.#voice.announcer.cancel();
  }
}
