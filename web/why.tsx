// Why the chosen step printed what it did: the sentence and the conditions.

import type { Because } from './messages.ts';
import { Stored } from './trace.tsx';
import type { Props } from './view.ts';

/** By what SQL made of a condition: a mark, and the same in words. */
const marks = new Map([
  [true, ['✓', 'holds']],
  [false, ['✗', 'does not hold']],
  [null, ['?', 'unknown']],
]);

function Conditions({ because, decided }: { because: readonly Because[]; decided: string | undefined }) {
  // There can be two conditions on one input; the first that is broken decides.
  const decisive = because.find(({ name, held }) => name === decided && held !== true);
  return (
    <>
      <p class="stage">{because[0]?.stage === 'bounds' ? 'Checked before BEGIN' : 'Evaluated by SQLite'}</p>
      <ul>
        {because.map((condition, i) => {
          const decides = condition === decisive;
          const [mark, says] = marks.get(condition.held) ?? [];
          return (
            <li key={i} class={decides ? 'decides' : ''} part="condition">
              <span class={`mark ${condition.held}`} aria-hidden="true">{mark}</span>
              <code>{condition.sql}</code>
              <code class="values">{condition.values}</code>
              <span class={decides ? 'badge' : 'sr'}>{decides ? 'this decides' : says}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

export function Why({ view: { lesson, result, compact } }: Props) {
  if (!result) return null;
  const { reason, because, decided } = result;
  const conditions = because.length > 0 && <Conditions because={because} decided={decided} />;
  return (
    <>
      {reason && <p class="reason" part="reason">{`${reason[0]?.toUpperCase()}${reason.slice(1)}.`}</p>}
      {compact ? (
        <details><summary>Conditions and row</summary>{conditions}<Stored lesson={lesson} result={result} /></details>
      ) : conditions}
    </>
  );
}
