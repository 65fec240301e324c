// Two lanes over the steps: what each connection does, and the claim or the lock that it holds from step to step.

import type { Row } from './messages.ts';
import { answerOf, StepTable } from './step-table.tsx';
import type { Props, View } from './view.ts';

export { default as css } from './figure-steps.css';

/** What a connection holds between two steps. */
interface Hold {
  kind: 'claim' | 'write' | 'read';
  says: string;
}

const show = (value: Row[string] | undefined) => (value === null || value === undefined ? 'NULL' : String(value));

/** For each step, what each connection holds after it. */
function holds(view: View): Map<string, Hold>[] {
  const claims = view.lesson.columns.some(({ name }) => name === 'lease_until');
  let holder = '';
  return view.outcome.steps.map(({ views, before, rows }, i) => {
    if (!claims) {
      return new Map((views ?? []).map(({ connection, writing }): [string, Hold] =>
        [connection, writing ? { kind: 'write', says: 'the write lock' } : { kind: 'read', says: 'a read lock' }]));
    }
    const row = rows[0];
    if (JSON.stringify(before) !== JSON.stringify(rows)) holder = view.program.steps[i]?.connection ?? '';
    if (row?.['state'] !== 'claimed') holder = '';
    return new Map(holder ? [[holder, { kind: 'claim', says: `${show(row?.['token'])} until ${show(row?.['lease_until'])}` }]] : []);
  });
}

/** The bar of a lane beside a step: what is held before it in the upper half, after it in the lower. */
function Bar({ before, after }: { before: Hold | undefined; after: Hold | undefined }) {
  return (
    <svg class="bar" aria-hidden="true" preserveAspectRatio="none">
      <line class="none" x1={8} x2={8} y1="0%" y2="100%" />
      {before && <rect class={before.kind} x={3} width={10} y="-2%" height="52%" />}
      {after && <rect class={after.kind} x={3} width={10} y="50%" height="52%" />}
    </svg>
  );
}

export function Lanes({ view }: Props) {
  const { lesson, outcome, program } = view;
  const held = holds(view);
  const all = outcome.steps.flatMap(({ before, rows }) => [before[0], rows[0]]).filter((row) => row !== undefined);
  const changing = lesson.columns.filter(({ name }) => new Set(all.map((row) => show(row[name]))).size > 1);
  const columns = changing.length > 0 ? changing : lesson.columns.slice(-1);
  const cells = (i: number) => {
    const step = program.steps[i];
    const { rows, locked } = outcome.steps[i] ?? { rows: [] };
    const lane = (connection: string) => {
      const [before, after] = [held[i - 1]?.get(connection), held[i]?.get(connection)];
      const changed = before?.says !== after?.says;
      return (
        <div class="lane">
          <Bar before={before} after={after} />
          {step?.connection === connection && <span class={outcome.steps[i]?.error ? 'did refused' : 'did'}><code>{step.op}</code> {answerOf(view, i)}</span>}
          {changed && before && !after && <span class="hold">no longer holds {before.says}</span>}
          {after && <span class={changed ? 'hold' : 'sr'}>holds {after.says}</span>}
        </div>
      );
    };
    const state = locked ? <span class="refused">{locked.message}</span> : columns.map(({ name }) => <div key={name}><code>{show(rows[0]?.[name])}</code></div>);
    return [...lesson.connections.map(lane), state];
  };
  const kinds = new Set(held.flatMap((step) => [...step.values()].map(({ kind }) => kind)));
  return (
    <figure part="figure">
      <StepTable view={view} label="What each connection does and holds" cells={cells}
        heads={[...lesson.connections, <>stored{columns.map(({ name }) => <div key={name}>{name}</div>)}</>]} />
      <figcaption>
        {kinds.size === 0 ? 'No connection holds anything from one step to the next. ' : 'A bar down a lane is what the connection holds from one step to the next. '}
        {kinds.has('read') && 'A hollow bar is a read lock: others may read, and begin to write. '}
        {kinds.has('write') && 'A full bar is the write lock: others may read, and not begin to write. '}
        {kinds.has('claim') && 'A claim ends at its time by itself; nobody has to be asked. '}
      </figcaption>
    </figure>
  );
}
