// The output, letter for letter, as a list whose lines can be chosen.

import type { TargetedKeyboardEvent } from 'preact';
import { addStep, moveStep, removeStep } from './edits.ts';
import { Button } from './fields.tsx';
import { Panel } from './panel.tsx';
import type { Step } from './program.ts';
import type { Props, View } from './view.ts';

/** What a key does on the list; undefined for keys that are none of its business. */
function action(view: View, event: TargetedKeyboardEvent<HTMLElement>): (() => void) | undefined {
  const { program, selected } = view;
  const last = program.steps.length - 1;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  const go = (to: number) => () => view.select(Math.max(0, Math.min(to, last)));
  const move = (to: number) => () => {
    if (to >= 0 && to <= last) view.arrange(moveStep(program, selected, to), to);
  };
  if (event.altKey) return { ArrowUp: move(selected - 1), ArrowDown: move(selected + 1) }[event.key];
  return {
    ArrowUp: go(selected - 1),
    ArrowDown: go(selected + 1),
    Home: go(0),
    End: go(last),
    Delete: () => view.arrange(removeStep(program, selected), selected),
  }[event.key];
}

/** The call beside its line: `first renew 41 claim-a 5 15`. */
const call = ({ connection, op, inputs }: Step) => [connection, op, ...Object.values(inputs)].join(' ');

export function Lines({ view }: Props) {
  const { lesson, program, outcome, error, selected } = view;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const act = action(view, event);
    if (!act) return;
    const list = event.currentTarget;
    event.preventDefault();
    event.stopPropagation();
    act();
    list.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  };
  return (
    <Panel name="output" title={program.variant ? 'Output of the mistake' : 'Output'}>
      {program.steps.length === 0 ? <p class="none">No steps: nothing is printed.</p> : (
        <div role="listbox" aria-labelledby="title-output" class={error ? 'lines stale' : 'lines'} part="lines" onKeyDown={onKeyDown}>
          {program.steps.map((step, i) => {
            const { line, right, error: raised } = outcome.steps[i] ?? { line: '…' };
            const chosen = i === selected;
            return (
              <div key={i} data-number={i + 1} role="option" aria-selected={chosen} tabIndex={chosen ? 0 : -1} onClick={() => view.select(i)}
                class={`line${right === undefined ? '' : ' differs'}${raised ? ' raised' : ''}`}
                part={`line${chosen ? ' chosen' : ''}${right === undefined ? '' : ' differs'}`}>
                <span class="text" part="line-text" dir="auto">{line}</span>
                <span class="call" part="line-call" dir="auto">{call(step)}</span>
                {right !== undefined && <span class="right">the right contract prints: <span class="text" dir="auto">{right}</span></span>}
              </div>
            );
          })}
        </div>
      )}
      {error && (
        <p class="wrong" part="error">
          {error.message}. The output is that of the last program that could run.
        </p>
      )}
      {!view.compact && (
        <div class="tools add" role="group" aria-label="Add a step below the chosen one">
          <span aria-hidden="true">Add a step</span>
          {lesson.ops.map((op) => (
            <Button key={op.name} label={`Add ${op.name}: ${op.help}`}
              act={program.steps.length < lesson.maxSteps &&
                (() => view.arrange(addStep(lesson, program, selected + 1, op.name), program.steps.length === 0 ? 0 : selected + 1))}>
              {op.name}
            </Button>
          ))}
        </div>
      )}
    </Panel>
  );
}
