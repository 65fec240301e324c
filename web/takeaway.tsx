// The program to take away. What makes the texts is loaded when a reader asks for the first one.

import { Component } from 'preact';
import type { Text } from './late-texts.tsx';
import type { Props } from './view.ts';

/** What a program can be taken away as, by the engine's names for languages. */
export const kinds = { link: 'Link', embed: 'HTML', python: 'Python', go: 'Go', sql: 'SQL' };
export type Kind = keyof typeof kinds;

interface State {
  kind?: Kind | undefined;
  Text?: typeof Text;
  failed?: boolean;
}

export class TakeAway extends Component<Props, State> {
  override state: State = {};

  #choose(kind: Kind): void {
    this.setState({ kind: kind === this.state.kind ? undefined : kind, failed: false });
    if (!this.state.Text) import('./late-texts.tsx').then(({ Text }) => this.setState({ Text }), () => this.setState({ failed: true }));
  }

  override render({ view }: Props, { kind, Text, failed }: State) {
    return (
      <>
        <div class="tools" role="group" aria-labelledby="title-takeaway">
          {(Object.keys(kinds) as Kind[]).map((name) => (
            <button key={name} type="button" part="button" aria-pressed={name === kind} onClick={() => this.#choose(name)}>{kinds[name]}</button>
          ))}
        </div>
        {kind && failed && <p class="wrong">The script that makes the texts could not be loaded. All else works without it.</p>}
        {kind && Text && <Text view={view} kind={kind} />}
      </>
    );
  }
}
