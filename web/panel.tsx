// A titled part of the playground.

import type { ComponentChildren } from 'preact';

interface PanelProps {
  /** Names its class and its part. */
  name: string;
  title: ComponentChildren;
  /** Beside the title. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

export function Panel({ name, title, tools, children }: PanelProps) {
  return (
    <div class={`panel ${name}`} part={name} role="group" aria-labelledby={`title-${name}`}>
      <div class="title"><span id={`title-${name}`} role="heading" aria-level={2}>{title}</span>{tools}</div>
      {children}
    </div>
  );
}
