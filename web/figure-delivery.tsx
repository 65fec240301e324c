// The sequence of a delivery: what goes to the database and what to the endpoint, in the order in which it did.

import { answerOf, StepTable } from './step-table.tsx';
import type { StepOutcome } from './messages.ts';
import type { Props } from './view.ts';

export { default as css } from './figure-steps.css';

/** How the lesson's trace notes a message on its way. */
const sent = /^-- send (message \d+): (.*)$/;

/** An arrow to the right or back; one that fails ends half way. */
function Arrow({ back, fails }: { back?: boolean; fails?: boolean }) {
  const [from, to] = back ? [92, fails ? 52 : 6] : [6, fails ? 48 : 92];
  const tip = back ? 5 : -5;
  return (
    <svg class="arrow" height={18} aria-hidden="true">
      <line x1={`${from}%`} x2={`${to}%`} y1={9} y2={9} class={back ? 'reply' : ''} />
      <svg x={`${to}%`} y={9} overflow="visible">
        <path d={fails ? 'M-5-5 5 5M5-5-5 5' : `M${tip}-5 0 0 ${tip} 5`} />
      </svg>
    </svg>
  );
}

/** What is on the wire in a step. */
function Wire({ trace, saw }: StepOutcome & { saw: string | undefined }) {
  const message = trace.map(({ sql }) => sent.exec(sql)).find((match) => match);
  if (!message) return <span class="quiet">{saw ?? 'nothing'}</span>;
  const [, name, outcome] = message;
  return (
    <>
      <div>{name}</div>
      <Arrow fails={outcome === 'refused'} />
      {outcome !== 'refused' && <Arrow back fails={outcome !== 'ok'} />}
      <div><b>{outcome === 'ok' ? 'reply: ok' : outcome}</b></div>
      <div>{saw}</div>
    </>
  );
}

/** The statements of a step, in order; where the message was sent among them is marked. */
function Statements({ trace }: StepOutcome) {
  const shown = trace.filter(({ sql }) => !sql.startsWith('SELECT'));
  return (
    <ol class="statements">
      {shown.map(({ sql, changes, error }, k) => (
        <li key={k} class={sent.test(sql) ? 'send' : error ? 'refused' : ''}>
          {sent.test(sql) ? <span>send →</span> : <code>{/^(BEGIN|COMMIT|ROLLBACK)/.exec(sql)?.[0] ?? `${sql.split(' ')[0]} ${changes}`}</code>}
        </li>
      ))}
    </ol>
  );
}

export function Delivery({ view }: Props) {
  const { outcome } = view;
  const cells = (i: number) => {
    const step = outcome.steps[i];
    if (!step) return [];
    const rows = step.locked ? step.before : step.rows;
    const stored = rows.map((row) => <div key={row['id']}><code>{`${row['id']} ${row['state']}`}</code></div>);
    const saw = /receiver saw .*/.exec(answerOf(view, i))?.[0];
    return [<Statements {...step} />, stored.length > 0 ? stored : <span class="quiet">no rows</span>, <Wire {...step} saw={saw} />];
  };
  return (
    <figure part="figure">
      <StepTable view={view} label="What goes where, step by step" heads={['statements', 'outbox', 'to the endpoint and back']} cells={cells} />
      <figcaption>An arrow that ends in a cross did not arrive. INSERT and UPDATE say how many rows they changed; the outbox is what is committed after the step.</figcaption>
    </figure>
  );
}
