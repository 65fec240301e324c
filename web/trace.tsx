// What the chosen step did: the statements that SQLite was given, and the stored rows before and after.

import type { Row, StepOutcome } from './messages.ts';
import type { Props, View } from './view.ts';

/** The statements in the order they were given in, with what became of each. */
function Statements({ trace }: Pick<StepOutcome, 'trace'>) {
  if (trace.length === 0) return <p class="none">SQLite was given nothing.</p>;
  return (
    <ol>
      {trace.map(({ sql, writes, changes, error }, i) => (
        <li key={i} part="statement">
          <span class="mark values" aria-hidden="true">{i + 1}</span>
          <code dir="auto">{sql}</code>
          {error ? <span class="wrong">{error.message}</span>
            : writes && <span class="values">{`${changes} row${changes === 1 ? '' : 's'} changed`}</span>}
        </li>
      ))}
    </ol>
  );
}

/** The table at one time, or as one connection sees it. */
interface Sight {
  name: string;
  rows: readonly Row[];
}

function sights({ before, rows, locked, views }: StepOutcome): Sight[] {
  const alike = (a: readonly Row[], b: readonly Row[]) => JSON.stringify(a) === JSON.stringify(b);
  const committed = locked ? [{ name: 'before', rows: before }]
    : alike(before, rows) ? [{ name: 'unchanged', rows }]
      : [{ name: 'before', rows: before }, { name: 'after', rows }];
  // What a connection sees is worth a column where others see something else.
  const own = views.filter((view) => !alike(view.rows, locked ? before : rows));
  return [...committed, ...own.map(({ connection, rows, writing }) => (
    { name: `${connection} sees${writing ? ', not committed' : ''}`, rows }))];
}

/** The stored rows: one below the other, a column for each time it was looked at. Values that changed are marked. */
export function Stored({ lesson, result }: { lesson: View['lesson']; result: StepOutcome }) {
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

export function Trace({ view: { lesson, step, result } }: Props) {
  if (!step || !result) return null;
  return (
    <>
      {lesson.connections.length > 1 && <p class="stage">{`Through the connection ${step.connection}`}</p>}
      <Statements trace={result.trace} />
      <Stored lesson={lesson} result={result} />
    </>
  );
}
