// The texts that a program is taken away as, and copying them. Loaded only when a reader asks for one.

import { Component } from 'preact';
import heads from 'takeaway.json';
import { Button } from './fields.tsx';
import { longest, writeLink } from './late-links.ts';
import { encodeProgram, type Lesson } from './messages.ts';
import { writeProgram, type Program } from './program.ts';
import type { Kind } from './takeaway.tsx';
import type { Props, View } from './view.ts';

/** The texts: one a kind, but for HTML, which has two. */
type TextKind = Kind | 'frame';

const help: Record<TextKind, string> = {
  link: 'Holds the whole program as it stands. What is behind the # stays in the browser.',
  embed: 'For a page of your own. Inside the element is the output as text, for where scripts don\'t run.',
  frame: 'Where only a frame will do. The page for authors has a script that makes it as high as its content.',
  python: 'Runs unchanged under Python 3.10 or newer, with its own sqlite3.',
  go: 'A main.go; it needs github.com/ncruces/go-sqlite3.',
  sql: 'For the sqlite3 shell: sqlite3 < program.sql',
};

/** Where the site is: this script is in a folder of it. */
const site = new URL('..', import.meta.url);

function hash(program: Program): string {
  const hash = writeLink(program);
  if (hash.length > longest) throw new Error('This program is too long for a link: embed the element, or shorten it.');
  return hash;
}

function link({ lesson, program, page }: View): string {
  return new URL(hash(program), page ?? new URL(`${lesson.name}.html`, site)).href;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\'': '&#39;', '\r': '&#13;' };
const escape = (text: string) => text.replace(/[&<>'\r]/g, (char) => entities[char] ?? char);

/** What the program is beside the lesson's own: nothing, its mistake, or another one. */
function difference({ lesson, program }: View): '' | 'variant' | 'program' {
  const own = lesson.programs[0]?.program;
  if (!own || json(lesson, { ...program, variant: '' }) !== json(lesson, own)) return 'program';
  return program.variant && 'variant';
}

function json(lesson: Lesson, program: Program): string {
  return JSON.stringify(writeProgram(program, (column) => lesson.columns.some(({ name, integer }) => integer && name === column)));
}

// The address of the script is the same for every version, so it has no integrity: the next version would break it.
function embed(view: View): string {
  const { lesson, program, outcome } = view;
  const what = { '': '', variant: ` variant="${program.variant}"`, program: ` program='${escape(json(lesson, program))}'` }[difference(view)];
  // Parsers drop a line break that comes first.
  const output = escape(outcome.lines.join('\n')).replace(/^\n/, '\n\n');
  return `<script type="module" src="${new URL('lease-playground.js', site).href}"></script>
<lease-playground lesson="${lesson.name}"${what}><pre>${output}</pre></lease-playground>`;
}

function frame(view: View): string {
  const { lesson, program, outcome } = view;
  const address = new URL(`${lesson.name}-frame.html`, site);
  const what = difference(view);
  if (what === 'variant') address.searchParams.set('variant', program.variant);
  if (what === 'program') address.hash = hash(program);
  // No address holds a quotation mark, and neither does a title.
  return `<iframe src="${escape(address.href)}" title="${escape(lesson.title)}" allow="clipboard-write"
  style="width: 100%; height: 40rem; border: 0"></iframe>
<noscript><pre>${escape(outcome.lines.join('\n'))}</pre></noscript>`;
}

function text(view: View, kind: TextKind): string {
  // Texts are of programs that run.
  if (view.error) throw view.error;
  if (kind === 'link') return link(view);
  if (kind === 'embed') return embed(view);
  if (kind === 'frame') return frame(view);
  const head = heads[view.lesson.name]?.[kind]?.[view.program.variant] ?? '';
  return head + view.ask('code', (w) => encodeProgram(w.string(kind), view.program), (r) => r.string());
}

interface SnippetProps extends Props {
  kind: TextKind;
}

/** What there is of a kind. */
export function Text({ view, kind }: Props & { kind: Kind }) {
  return (
    <>
      <Snippet key={kind} view={view} kind={kind} />
      {kind === 'embed' && !view.error && <Snippet key="frame" view={view} kind="frame" />}
    </>
  );
}

/** A text, and a button that copies it or, where the browser has that blocked, selects it. */
class Snippet extends Component<SnippetProps, { said?: string }> {
  override state: { said?: string } = {};
  #place: HTMLElement | null = null;

  override componentWillReceiveProps({ view }: SnippetProps): void {
    if (view.program !== this.props.view.program) this.setState({ said: '' });
  }

  async #copy(text: string): Promise<void> {
    const say = (said: string) => this.setState({ said });
    try {
      await navigator.clipboard.writeText(text); // missing where a page is not secure
      say('Copied.');
    } catch {
      const place = this.#place;
      if (!place) return;
      place.focus();
      getSelection()?.selectAllChildren(place);
      say(document.execCommand('copy') ? 'Copied.' : 'Selected: copy it with the keyboard or the menu.');
    }
  }

  override render({ view, kind }: SnippetProps, { said }: { said?: string }) {
    let made: string;
    try {
      made = text(view, kind);
    } catch (error) {
      return <p class="wrong" part="error">{(error as Error).message}</p>;
    }
    const name = kind === 'frame' ? { 'aria-label': 'HTML of a frame' } : { 'aria-labelledby': 'title-takeaway' };
    return (
      <>
        <p class="help">{help[kind]}</p>
        <pre class="lines" part="text" role="region" {...name} tabIndex={0} dir="ltr"
          ref={(place) => { this.#place = place; }}>
          {kind === 'link' ? <a href={made}>{made}</a> : made}
        </pre>
        <div class="tools">
          <Button act={() => void this.#copy(made)}>Copy</Button>
          <span role="status">{said}</span>
        </div>
      </>
    );
  }
}
