// The panels below the output, in order. A new one is a component in a file of its own, and a line here.

import type { ComponentChildren } from 'preact';
import type { Props, View } from './view.ts';
import { Why } from './why.tsx';

export interface Panel {
  /** Names its part. */
  name: string;
  title: string;
  /** Beside the output, or below it at full width. */
  place: 'beside' | 'below';
  /** Whether the compact view has it. */
  compact: boolean;
  /** Whether there is anything to show. */
  shows: (view: View) => boolean;
  Content: (props: Props) => ComponentChildren;
}

export const panels: readonly Panel[] = [
  { name: 'why', title: 'Why', place: 'beside', compact: true, shows: ({ result }) => result !== undefined, Content: Why },
];
