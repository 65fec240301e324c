// The <lease-playground> element: attributes, properties and events around a session. Importing it changes nothing.

import { render } from 'preact';
import { realTimer, type Timer } from './announce.ts';
import { App } from './app.tsx';
import { changeStep } from './edits.ts';
import { css, sheetFor } from './styles.ts';
import type { Failure, Outcome } from './messages.ts';
import { isLink } from './permalink.ts';
import type { ProgramJSON } from './program.ts';
import { Session, type Owner, type State } from './session.ts';
import { lessonIn, type Setup } from './setup.ts';
import { shieldKeys } from './keys.ts';
import type { View } from './view.ts';

/** Attributes that are never fields of a lesson: the element's own, and some that every element can have. */
const reserved = new Set(['lesson', 'program', 'variant', 'permalink', 'view', 'theme', 'load', 'id', 'class', 'style', 'slot', 'title', 'lang', 'dir', 'hidden']);

/** Whether an attribute may be a field of a lesson. These are spelled with `-` only. */
const isInput = (name: string): boolean => !reserved.has(name) && !name.includes('_');

/** How near to the viewport a playground starts to load. */
const near = '300px';

export class LeasePlayground extends HTMLElement {
  /** Replaced by tests before they make an element. */
  static timer: Timer = realTimer;

  #root = this.attachShadow({ mode: 'open' });
  #session: Session;
  #attributes = new MutationObserver((records) => this.#noticed(records));
  #seen: IntersectionObserver | undefined;
  #theme = 'auto';
  #digits = true;

  constructor() {
    super();
    const owner: Owner = {
      setup: () => this.#setup(),
      changed: () => this.#render(),
      ran: (outcome) => this.dispatchEvent(new CustomEvent('lease-outcome', { bubbles: true, composed: true, detail: outcome })),
      failed: (error) => this.dispatchEvent(new CustomEvent('lease-error', { bubbles: true, composed: true, detail: error })),
    };
    this.#session = new Session(owner, LeasePlayground.timer);
    this.#attributes.observe(this, { attributes: true, attributeOldValue: true });
    shieldKeys(this.#root);
    for (const type of ['pointerdown', 'focusin']) {
      this.addEventListener(type, () => {
        if (this.getAttribute('load') === 'interaction' && this.state === 'idle') void this.#session.load();
      });
    }
  }

  /** Going to another permalink, or back from one, is opening it. An anchor of the page's own changes nothing. */
  #went = ({ oldURL }: HashChangeEvent): void => {
    if (isLink(this.#hash) || (this.#hash === '' && oldURL.includes('#v'))) void this.#session.follow();
  };

  connectedCallback(): void {
    // A property that was set before this class was there hides the one of the class.
    if (Object.hasOwn(this, 'program')) {
      const { program } = this;
      Reflect.deleteProperty(this, 'program');
      this.program = program;
    }
    // A sheet belongs to a document: what was adopted is gone after a move to another one.
    if (this.#root.adoptedStyleSheets.length === 0) this.#root.adoptedStyleSheets = [sheetFor(this.ownerDocument, css)];
    if (this.hasAttribute('permalink')) addEventListener('hashchange', this.#went);
    this.#noticed(this.#attributes.takeRecords());
    this.#dress();
    this.#arm();
    this.#render();
  }

  disconnectedCallback(): void {
    removeEventListener('hashchange', this.#went);
    this.#seen?.disconnect();
    this.#session.rest();
  }

  /** `idle` before loading, then `loading`, then `live` or `failed`; a failure can become `live` again. */
  get state(): State {
    return this.#session.state;
  }

  /** Settles with the first outcome, or rejects with the {@link Failure} to get one; after a retry there is another. */
  get ready(): Promise<Outcome> {
    return this.#session.ready.promise;
  }

  /** What the program printed, and why; undefined before it ran. Of the last program without an error. */
  get outcome(): Outcome | undefined {
    this.#noticed(this.#attributes.takeRecords());
    return this.#session.outcome;
  }

  /** A copy of the program as it stands; undefined before there is one. */
  get program(): ProgramJSON | undefined {
    this.#noticed(this.#attributes.takeRecords());
    return this.#session.json;
  }

  /**
   * Runs another program, at once or when the engine is there.
   * @throws {LeaseError} where it can't be run; the old one then stays. Before the engine is there
   *   only its shape is checked: the rest comes as a `lease-error`.
   */
  set program(program: ProgramJSON | undefined) {
    this.#noticed(this.#attributes.takeRecords());
    this.#session.setJSON(program);
  }

  /** Runs the program anew, and loads the engine if need be. Rejects with a {@link Failure}. */
  run(): Promise<Outcome> {
    this.#noticed(this.#attributes.takeRecords());
    return this.#session.run();
  }

  get #hash(): string {
    return this.hasAttribute('permalink') ? location.hash : '';
  }

  #setup(): Setup {
    const inputs = [...this.attributes]
      .filter(({ name }) => isInput(name))
      .map(({ name, value }) => [name.replaceAll('-', '_'), value]);
    const program = this.getAttribute('program');
    return {
      lesson: this.getAttribute('lesson') || lessonIn(program),
      program,
      variant: this.getAttribute('variant'),
      hash: this.#hash,
      inputs: Object.fromEntries(inputs),
    };
  }

  #noticed(records: MutationRecord[]): void {
    // A host that renders anew writes attributes as they are, perhaps by way of removing them: that takes nothing from the reader.
    const before = new Map(records.reverse().map(({ attributeName, oldValue }) => [attributeName ?? '', oldValue]));
    const names = new Set([...before].filter(([name, old]) => this.getAttribute(name) !== old).map(([name]) => name));
    if (names.size === 0) return;
    if (names.has('theme')) this.#dress();
    if (names.has('load')) this.#arm();
    const asked = [...names].filter((name) => ['lesson', 'program', 'variant'].includes(name) || isInput(name));
    if (asked.length > 0) this.#session.reconfigure(new Set(asked.map((name) => name.replaceAll('-', '_'))));
    this.#render();
  }

  /** Takes the colours that the attribute, the page or the reader asks for, in this order. */
  #dress(): void {
    const theme = this.getAttribute('theme') ?? '';
    const pageSays = getComputedStyle(this).colorScheme !== 'normal' || this.ownerDocument.querySelector('meta[name=color-scheme]');
    this.#theme = theme === 'light' || theme === 'dark' ? theme : pageSays ? '' : 'both';
  }

  /** Arranges for the engine to be loaded. */
  #arm(): void {
    this.#seen?.disconnect();
    if (!this.isConnected || this.state !== 'idle') return;
    const load = this.getAttribute('load');
    if (load === 'eager') return void this.#session.load();
    if (load === 'interaction') return;
    this.#seen = new IntersectionObserver((entries, observer) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      void this.#session.load();
    }, { rootMargin: near });
    this.#seen.observe(this);
  }

  #view(): View | undefined {
    const session = this.#session;
    const { lesson, program, outcome, selected, error, history } = session;
    if (!lesson || !program || !outcome) return undefined;
    return {
      lesson, program, outcome, selected, error,
      step: program.steps[selected],
      result: outcome.steps[selected],
      compact: this.getAttribute('view') === 'compact',
      digits: this.#digits,
      done: session.done,
      page: this.hasAttribute('permalink') && parent === window ? location.href : undefined,
      select: (step) => session.select(step),
      setInputs: (step, inputs) => {
        // Of the program as it is by then: who drags may hold an earlier view.
        if (session.program) session.edit(changeStep(session.program, step, { inputs }), `steps[${step}].${Object.keys(inputs)}`);
      },
      edit: (next, key, event) => {
        if (event instanceof InputEvent && event.isComposing) session.hold(next, key ?? '');
        else session.edit(next, key);
      },
      arrange: (next, chosen) => session.edit(next, '', chosen),
      settle: () => session.settle(),
      undo: history.canUndo ? () => session.travel('undo') : undefined,
      redo: history.canRedo ? () => session.travel('redo') : undefined,
      reset: () => session.reset(),
      preset: (next) => session.preset(next),
      toggleDigits: () => {
        this.#digits = !this.#digits;
        this.#render();
      },
      forget: () => session.forget(),
      ask: (name, write, read) => session.runner.ask(name, write, read),
    };
  }

  #render(): void {
    const focused = this.#root.activeElement;
    const offered = this.getAttribute('load') === 'interaction';
    try {
      render(<App session={this.#session} view={this.#view()} theme={this.#theme} offered={offered} />, this.#root);
    } catch (error) { // a mistake in what is shown is no failure of what was run
      reportError(error);
    }
    // A control that went away with the focus on it leaves it to the chosen line, not to the page.
    if (!focused || focused.isConnected) return;
    // Without a line to choose, to what brings one back.
    const find = (selector: string) => this.#root.querySelector<HTMLElement>(selector);
    (find('[aria-selected=true]') ?? find('.add button') ?? find('.buttons button'))?.focus();
  }
}
