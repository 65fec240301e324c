// The panels that explain the output, in order. A new one is a component in a file of its own, and a line here.

import type { ComponentChild } from 'preact';
import { Challenges } from './challenges.tsx';
import { figures } from './figures.tsx';
import { TakeAway } from './takeaway.tsx';
import { Trace } from './trace.tsx';
import type { Props, View } from './view.ts';
import { Why } from './why.tsx';

export interface Explained {
  /** Names its class and its part. */
  name: string;
  title: string;
  /** Below the output, below the inputs, or below everything at full width. */
  place: 'output' | 'inputs' | 'below';
  /** Whether there is anything to show, which may depend on the view being compact. */
  shows: (view: View) => unknown;
  Content: (props: Props) => ComponentChild;
}

export const panels: readonly Explained[] = [
  { name: 'why', title: 'Why', place: 'output', shows: ({ result, compact }) => compact ? result : result?.reason, Content: Why },
  { name: 'trace', title: 'Statements', place: 'output', shows: (view) => view.result && !view.compact, Content: Trace },
  ...figures,
  { name: 'challenges', title: 'Challenges', place: 'inputs', shows: (view) => !view.compact, Content: Challenges },
  { name: 'takeaway', title: 'Take it away', place: 'below', shows: (view) => !view.compact, Content: (props) => <TakeAway {...props} /> },
];
