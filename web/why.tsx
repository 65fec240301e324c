// Why the chosen step printed what it did: the sentence, the conditions, the row before and after.

import type { Because, Row, StepOutcome } from './messages.ts';
import type { Props, View } from './view.ts';

/** By what SQL made of a condition: a mark, and the same in words. */
const marks = new Map([
  [true, ['✓', 'holds']],
  [false, ['✗', 'does not hold']],
  [null, ['?', 'unknown']],
]);

function Conditions({ because, decided }: { because: Because[]; decided: string | undefined }) {
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

/** The table at one time, or as one connection sees it. */
interface Sight {
  name: string;
  rows: Row[];
}

function sights({ before, rows, locked, views }: StepOutcome): Sight[] {
  const same = JSON.stringify(before) === JSON.stringify(rows);
  const committed = locked ? [{ name: 'before', rows: before }]
    : same ? [{ name: 'unchanged', rows }]
      : [{ name: 'before', rows: before }, { name: 'after', rows }];
  return [...committed, ...views.map(({ connection, rows, writing }) => (
    { name: `${connection} sees${writing ? ', not committed' : ''}`, rows }))];
}

/** The stored rows: one below the other, a column for each time it was looked at. Values that changed are marked. */
function Stored({ lesson, result }: { lesson: View['lesson']; result: StepOutcome }) {
  const all = sights(result);
  const count = Math.max(1, ...all.map(({ rows }) => rows.length));
  const cell = ({ rows }: Sight, i: number, column: string) => {
    const row = rows[i];
    if (!row) return i === 0 && column === lesson.columns[0]?.name ? 'no row' : '';
    return row[column] === null ? 'NULL' : String(row[column]);
  };
  return (
    <>
      <p class="stage" id="stored">{`Stored in ${lesson.table}`}</p>
      {result.locked && <p>{`Nobody else can read it now: ${result.locked.message}.`}</p>}
      <table aria-labelledby="stored" part="rows">
        <thead>
          <tr><td />{all.map(({ name }) => <th key={name} scope="col">{name}</th>)}</tr>
        </thead>
        {Array.from({ length: count }, (_, i) => (
          <tbody key={i}>
            {lesson.columns.map(({ name: column }) => (
              <tr key={column}>
                <th scope="row">{column}</th>
                {all.map((sight, at) => {
                  const text = cell(sight, i, column);
                  return <td key={at} dir="auto">{all[0] && text !== cell(all[0], i, column) ? <strong>{text}</strong> : text}</td>;
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}

export function Why({ view: { lesson, result, compact } }: Props) {
  if (!result) return null;
  const { reason, because, decided } = result;
  const details = (
    <>
      {because.length > 0 && <Conditions because={because} decided={decided} />}
      <Stored lesson={lesson} result={result} />
    </>
  );
  return (
    <>
      {reason && <p class="reason" part="reason">{`${reason[0]?.toUpperCase()}${reason.slice(1)}.`}</p>}
      {compact ? <details><summary>Conditions and row</summary>{details}</details> : details}
    </>
  );
}
