// Why the chosen step printed what it did: the sentence, the conditions, the row before and after.

import type { Because, Row } from './messages.ts';
import type { Props } from './view.ts';

const marks = new Map<boolean | null, readonly [string, string]>([
  [true, ['✓', 'holds']],
  [false, ['✗', 'does not hold']],
  [null, ['?', 'unknown']],
]);

function Condition({ because: { name, sql, values, held }, decided }: { because: Because; decided: string | undefined }) {
  const [mark, says] = marks.get(held) ?? ['', ''];
  const decides = held !== true && name === decided;
  return (
    <li class={decides ? 'decides' : ''} part="condition">
      <span class={`mark ${held}`} aria-hidden="true">{mark}</span>
      <code>{sql}</code>
      <code class="values">{values}</code>
      <span class={decides ? 'badge' : 'sr'}>{decides ? 'this decides' : says}</span>
    </li>
  );
}

function Conditions({ title, all, decided }: { title: string; all: Because[]; decided: string | undefined }) {
  // Two conditions can be on the same input; only the first that is broken decides.
  const first = all.find((because) => because.name === decided && because.held !== true);
  if (all.length === 0) return null;
  return (
    <>
      <p class="stage">{title}</p>
      <ul class="conditions" aria-label={title}>
        {all.map((because, i) => <Condition key={i} because={because} decided={because === first ? decided : undefined} />)}
      </ul>
    </>
  );
}

const show = (value: Row[string] | undefined) => (value === null ? 'NULL' : String(value ?? ''));

/** The table's rows before and after; changed values are marked. */
function Stored({ view: { lesson, result } }: Props) {
  if (!result) return null;
  const { before, rows, locked, views = [] } = result;
  const same = JSON.stringify(before) === JSON.stringify(rows);
  const parts: { name: string; rows: Row[]; changed: boolean }[] = same && !locked
    ? [{ name: 'unchanged', rows, changed: false }]
    : [{ name: 'before', rows: before, changed: false }, ...(locked ? [] : [{ name: 'after', rows, changed: true }])];
  for (const { connection, rows, writing } of views) {
    parts.push({ name: `${connection} sees${writing ? ', not committed' : ''}`, rows, changed: true });
  }
  return (
    <>
      <p class="stage" id="stored">{`Stored in ${lesson.table}`}</p>
      {locked && <p>{`Nobody else can read it now: ${locked.message}.`}</p>}
      <table aria-labelledby="stored" part="rows">
        <thead>
          <tr><td />{lesson.columns.map(({ name }) => <th key={name} scope="col">{name}</th>)}</tr>
        </thead>
        <tbody>
          {parts.map(({ name, rows, changed }) => (rows.length === 0 ? [undefined] : rows).map((row, i) => (
            <tr key={name + i}>
              <th scope="row">{i === 0 ? name : ''}</th>
              {row ? lesson.columns.map((column) => {
                const text = show(row[column.name]);
                const other = changed && text !== show(before[i]?.[column.name]);
                return <td key={column.name} dir="auto">{other ? <strong>{text}</strong> : text}</td>;
              }) : <td colSpan={lesson.columns.length}>no rows</td>}
            </tr>
          )))}
        </tbody>
      </table>
    </>
  );
}

export function Why({ view }: Props) {
  const { result, compact } = view;
  if (!result) return null;
  const stage = (name: string) => result.because.filter((because) => because.stage === name);
  const details = (
    <>
      <Conditions title="Checked before BEGIN" all={stage('bounds')} decided={result.decided} />
      <Conditions title="Evaluated by SQLite" all={stage('where')} decided={result.decided} />
      <Stored view={view} />
    </>
  );
  return (
    <>
      {result.reason && <p class="reason" part="reason">{`${result.reason[0]?.toUpperCase()}${result.reason.slice(1)}.`}</p>}
      {compact ? <details><summary>Conditions and row</summary>{details}</details> : details}
    </>
  );
}
