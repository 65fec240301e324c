// A table with a row for each step of the program, which its number chooses.

import type { ComponentChild } from 'preact';
import type { Props, View } from './view.ts';

/** The button that chooses step i. */
export function StepButton({ view, i, children }: Props & { i: number; children?: ComponentChild }) {
  return (
    <button type="button" class="step" aria-current={i === view.selected ? 'step' : undefined} onClick={() => view.select(i)}>
      {i + 1}{children}
    </button>
  );
}

interface StepTableProps extends Props {
  label: string;
  heads: readonly ComponentChild[];
  /** The cells of step i, one for each head. */
  cells: (i: number) => readonly ComponentChild[];
}

export function StepTable({ view, label, heads, cells }: StepTableProps) {
  return (
    <table class="steps" aria-label={label}>
      <thead>
        <tr><th scope="col">step</th>{heads.map((head, k) => <th key={k} scope="col">{head}</th>)}</tr>
      </thead>
      <tbody>
        {view.program.steps.map(({ label, op }, i) => (
          <tr key={i} class={i === view.selected ? 'here' : ''}>
            <th scope="row"><StepButton view={view} i={i}><span class="of"> {label || op}</span></StepButton></th>
            {cells(i).map((cell, k) => <td key={k}>{cell}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a step answered, short. */
export function answerOf(view: View, i: number): string {
  const { value, error } = view.outcome.steps[i] ?? {};
  return error ? error.message : value ?? '';
}
