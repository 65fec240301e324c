// Who may act when: the renewal and the requeueing at every tick around the expiry, as the engine answers them.

import { readTimes, stored } from './axis.ts';
import { encodeProgram, decodeOutcome, type Outcome } from './messages.ts';
import type { Props, View } from './view.ts';

export { default as css } from './figure-steps.css';

/** Ticks on either side of the expiry. */
const around = 3n;

/** How a step prints its two answers. */
const printed = /renew: (\w+) requeue: (\w+)$/;

/** Runs the operation at each of the times, on the row as it is before the chosen step. */
function run(view: View, times: bigint[]): Outcome | undefined {
  const { lesson, program, selected } = view;
  const steps = times.map((now) => ({ op: 'at', label: '', connection: lesson.connections[0] ?? '', inputs: { now: String(now) } }));
  try {
    return view.ask('run', (w) => encodeProgram(w, { ...program, steps: [...program.steps.slice(0, selected), ...steps] }),
      (r) => decodeOutcome(r, lesson));
  } catch {
    return undefined; // a program that can't be run, or no engine: the playground says which
  }
}

export function Boundary({ view }: Props) {
  const { result, step, selected } = view;
  const expiry = stored(result?.before[0]?.['expiry']);
  if (expiry === undefined || !step) return <p class="none">There is no lease to draw.</p>;
  const times = Array.from({ length: Number(2n * around) + 1 }, (_, i) => expiry - around + BigInt(i));
  const answers = run(view, times)?.steps.slice(selected) ?? [];
  const [now] = readTimes(view, [step.inputs['now']]);
  const read = times.map((_, i) => printed.exec(answers[i]?.value ?? '')?.slice(1));
  const Cell = ({ may }: { may: string | undefined }) => (
    <td class={may === 'True' ? 'may' : ''}><span aria-hidden="true">{may === 'True' ? '■' : may === 'False' ? '–' : '✗'}</span><span class="sr">{may ?? 'ValueError'}</span></td>
  );
  const both = (both: string[] | undefined) => (!both ? '' : both[0] !== both[1] ? '' : both[0] === 'True' ? 'overlap' : 'gap');
  const named = (kind: string) => times.filter((_, i) => both(read[i]) === kind);
  const unlike = times.filter((_, i) => answers[i]?.right !== undefined);
  const gaps = named('gap');
  const overlaps = named('overlap');
  return (
    <figure part="figure">
      <div class="scroll" dir="ltr">
        <table class="steps ticks" aria-label={`Who may act around the expiry ${expiry}`}>
          <thead>
            <tr>
              <th scope="row">now</th>
              {times.map((t, i) => (
                <th key={i} scope="col" class={t === now ? 'here' : ''}>
                  <button type="button" class="step" aria-label={`now ${t}`} aria-pressed={t === now} onClick={() => {
                    view.setInputs(selected, { now: String(t) });
                    view.settle();
                  }}>{String(t)}</button>
                  {t === expiry && <div>expiry</div>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr><th scope="row">holder renews</th>{read.map((answer, i) => <Cell key={i} may={answer?.[0]} />)}</tr>
            <tr><th scope="row">sweep requeues</th>{read.map((answer, i) => <Cell key={i} may={answer?.[1]} />)}</tr>
            <tr class="both"><th scope="row">together</th>{read.map((answer, i) => <td key={i} class={both(answer)}>{both(answer)}{answers[i]?.right !== undefined && <span class="unlike">≠</span>}</td>)}</tr>
          </tbody>
        </table>
      </div>
      <figcaption>
        {gaps.length > 0 && `Nobody may act at ${gaps.join(', ')}. `}
        {overlaps.length > 0 && `Both may act at ${overlaps.join(', ')}: two workers on one job. `}
        {overlaps.length === 0 && 'At no tick here may both act. '}
        {unlike.length > 0 && `≠ marks what the right contract answers otherwise: ${unlike.join(', ')}. `}
        {now === undefined ? 'The chosen now is no int of 64 bits. ' : times.includes(now) ? '' : `The chosen now ${now} is further out. `}
        A number sets the chosen step’s now.
      </figcaption>
    </figure>
  );
}
