// The timeline of a renewal: the lease, now, the window that a renewal may reach into, and the new expiry.

import { Component } from 'preact';
import { frameOf, readTimes, stored, units, type Frame, type Time } from './axis.ts';
import { Guide, Handle } from './handle.tsx';
import type { Grid } from './messages.ts';
import { Axis, Span } from './span.tsx';
import type { Props, View } from './view.ts';

/** What there is to draw of a step. */
interface Times {
  grid: Grid | undefined;
  now: Time;
  next: Time;
  /** The stored expiry before the step and after it. */
  expiry: Time;
  after: Time;
}

function timesOf(view: View): Times {
  const { lesson, step, result } = view;
  const grid = lesson.grid?.op === step?.op ? lesson.grid : undefined;
  const [now, next] = grid && step ? readTimes(view, [step.inputs[grid.x], step.inputs[grid.y]]) : [];
  return { grid, now, next, expiry: stored(result?.before[0]?.['expiry']), after: stored(result?.rows[0]?.['expiry']) };
}

/** What the drawing's own texts don't say. */
function words(view: View, { grid, now, next, expiry = 0n, after }: Times): string {
  const { step, result } = view;
  const says: string[] = [];
  if (grid) {
    for (const [name, text, t] of [['now', step?.inputs[grid.x], now], ['new expiry', step?.inputs[grid.y], next]] as const) {
      if (t === undefined) says.push(`${name} “${(text ?? '').slice(0, 40)}” is no int of 64 bits and has no place here.`);
      else if (!onClock(grid, t)) says.push(`${name} ${t} is off this clock, which goes from 0 to ${grid.max}.`);
    }
    if (now !== undefined) {
      const left = expiry - now;
      says.push(left > 0n ? `At now ${now} the lease has ${units(left)} left.` : `now ${now} is ${left === 0n ? 'the expiry itself' : `${units(-left)} past the expiry`}.`);
    }
  }
  return `${says.join(' ')} Printed: ${result?.line}. ${after === expiry ? 'The stored expiry stays' : `The stored expiry was ${expiry}, now it is`} ${after}.`;
}

const onClock = (grid: Grid, t: bigint) => t >= 0n && t <= grid.max;

const windowEnd = (grid: Grid, now: bigint) => {
  const end = now + BigInt(grid.window);
  return end > grid.max ? BigInt(grid.max) : end;
};

export class Timeline extends Component<Props, { held: boolean }> {
  override state = { held: false };
  #frame: Frame | undefined;

  override render({ view }: Props) {
    const times = timesOf(view);
    const { grid, now, next, expiry, after } = times;
    const { step, selected } = view;
    if (expiry === undefined) return <p class="none">There is no lease to draw.</p>;
    const open = grid && now !== undefined && onClock(grid, now) && now < grid.max ? windowEnd(grid, now) : undefined;
    const frame = this.state.held && this.#frame || frameOf(now ?? expiry, [expiry, after, next, open], this.#frame);
    this.#frame = frame;
    const origin = { at: 0n, closed: true };
    const handle = (name: string, label: string, value: Time, up = false) => grid && (
      <Handle name={label} text={step?.inputs[name] ?? ''} value={value} otherwise={expiry} frame={frame} up={up}
        min={0n} max={BigInt(grid.max)}
        onValue={(value) => view.setInputs(selected, { [name]: String(value) })}
        onGrab={() => this.setState({ held: true })}
        onDone={() => {
          this.setState({ held: false });
          view.settle();
        }} />
    );
    const lease = (end: bigint, kind: string) => end > 0n && <Span frame={frame} kind={kind} from={origin} to={{ at: end, closed: false }} />;
    return (
      <figure class="clock" part="figure">
        <div class="track" dir="ltr">
          {handle(grid?.x ?? '', 'now', now)}
          <div class="drawing">
            <svg class="guides" aria-hidden="true">
              <Guide frame={frame} at={expiry} from="0%" kind="at-end" />
              <Guide frame={frame} at={now} from="0%" kind="at-now" />
              <Guide frame={frame} at={next} from="50%" kind="at-next" />
            </svg>
            <p class="said">lease: every tick before <b>{String(expiry)}</b></p>
            <svg height={14}>{lease(expiry, 'lease')}</svg>
            <p class="said">{open === undefined ? 'no renewal can begin at this now'
              : <>a renewal may reach <b>{now! + 1n === open ? '' : `${now! + 1n} to `}{String(open)}</b></>}</p>
            <svg height={14}>
              {open !== undefined && <Span frame={frame} kind="window" from={{ at: now!, closed: false }} to={{ at: open, closed: true }} />}
            </svg>
            <p class="said">after this step: {after === expiry ? 'unchanged' : <>every tick before <b>{String(after)}</b></>}</p>
            <svg height={14}>{after !== undefined && lease(after, after === expiry ? 'lease same' : 'lease')}</svg>
            <Axis frame={frame} />
          </div>
          {handle(grid?.y ?? '', 'new expiry', next, true)}
        </div>
        <figcaption>{words(view, times)}</figcaption>
      </figure>
    );
  }
}
