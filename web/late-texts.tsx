// The texts that a program is taken away as, and copying them. Loaded only when a reader asks for one.

import { Component } from 'preact';
import heads from 'takeaway.json';
import { Button } from './fields.tsx';
import { longest, writeLink } from './late-links.ts';
import { encodeProgram } from './messages.ts';
import { writeProgram } from './program.ts';
import type { Kind } from './takeaway.tsx';
import type { Props, View } from './view.ts';

const help: Record<Kind, string> = {
  link: 'Holds the whole program as it stands. What is behind the # stays in the browser.',
  embed: 'For a page of your own. Inside the element is the output as text, for where scripts don\'t run.',
  python: 'Runs unchanged under Python 3.10 or newer, with its own sqlite3.',
  go: 'A main.go; it needs github.com/ncruces/go-sqlite3.',
  sql: 'For the sqlite3 shell: sqlite3 < program.sql',
};

/** Where the site is: this script is in a folder of it. */
const site = new URL('..', import.meta.url);

function link({ lesson, program, page }: View): string {
  const hash = writeLink(program);
  if (hash.length > longest) throw new Error('This program is too long for a link: embed it, or shorten it.');
  return new URL(hash, page ?? new URL(`${lesson.name}.html`, site)).href;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\'': '&#39;', '\r': '&#13;' };
const escape = (text: string) => text.replace(/[&<>'\r]/g, (char) => entities[char] ?? char);

function embed({ lesson, program, outcome }: View): string {
  const isInteger = (column: string) => lesson.columns.some(({ name, integer }) => integer && name === column);
  const json = (of: typeof program) => JSON.stringify(writeProgram(of, isInteger));
  const own = lesson.programs[0]?.program;
  const isOwn = own && json({ ...program, variant: '' }) === json(own);
  const what = !isOwn ? ` program='${escape(json(program))}'` : program.variant && ` variant="${program.variant}"`;
  // Parsers drop a line break that comes first.
  const output = escape(outcome.lines.join('\n')).replace(/^\n/, '\n\n');
  return `<script type="module" src="${new URL('lease-playground.js', site).href}"></script>
<lease-playground lesson="${lesson.name}"${what}><pre>${output}</pre></lease-playground>`;
}

function text(view: View, kind: Kind): string {
  // Texts are of programs that run.
  if (view.error) throw view.error;
  if (kind === 'link') return link(view);
  if (kind === 'embed') return embed(view);
  const head = heads[view.lesson.name]?.[kind]?.[view.program.variant] ?? '';
  return head + view.ask('code', (w) => encodeProgram(w.string(kind), view.program), (r) => r.string());
}

interface TextProps extends Props {
  kind: Kind;
}

/** A text, and a button that copies it or, where the browser has that blocked, selects it. */
export class Text extends Component<TextProps, { said?: string }> {
  override state: { said?: string } = {};
  #place: HTMLElement | null = null;

  override componentWillReceiveProps({ view, kind }: TextProps): void {
    if (kind !== this.props.kind || view.program !== this.props.view.program) this.setState({ said: '' });
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

  override render({ view, kind }: TextProps, { said }: { said?: string }) {
    let made: string;
    try {
      made = text(view, kind);
    } catch (error) {
      return <p class="wrong" part="error">{(error as Error).message}</p>;
    }
    return (
      <>
        <p class="help">{help[kind]}</p>
        <pre class="lines" part="text" role="region" aria-labelledby="title-takeaway" tabIndex={0} dir="ltr"
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
