// The figure of requeueing: how long the job is claimed, and now, on one axis.

import { Component } from 'preact';
import { frameOf, readTimes, stored, units, type Frame } from './axis.ts';
import { Guide, Handle } from './handle.tsx';
import { Axis, Span } from './span.tsx';
import type { Props } from './view.ts';

export { default as css } from './figure-clock.css';

/** Beyond all integers of SQLite: where a claim without an end goes on. */
const never = 2n ** 64n;

export class Requeue extends Component<Props, { held: boolean }> {
  override state = { held: false };
  #frame: Frame | undefined;

  override render({ view }: Props) {
    const { step, result, selected } = view;
    const row = result?.before[0];
    if (!row || !step) return <p class="none">There is no job to draw.</p>;
    const until = stored(row['lease_until']);
    const text = step.inputs['now'];
    const [now] = text === undefined ? [] : readTimes(view, [text]);
    const frame = this.state.held && this.#frame || frameOf(now ?? until ?? 0n, [until], this.#frame);
    this.#frame = frame;
    const after = result.rows[0]?.['state'] ?? 'NULL';
    const end = until === undefined ? 'without an end: lease_until is NULL' : <>up to and including <b>{String(until)}</b></>;
    const lease = (claimed: boolean) => (
      <Span frame={frame} kind={claimed ? 'lease' : 'lease gone'} from={{ at: -never, closed: true }} to={{ at: until ?? never, closed: true }} />
    );
    const left = until !== undefined && now !== undefined ? until - now : undefined;
    return (
      <figure class="clock" part="figure">
        <div class="track" dir="ltr">
          {text !== undefined && (
            <Handle name="now" text={text} value={now} otherwise={until ?? 0n} frame={frame} min={frame.from} max={frame.to}
              onValue={(value) => view.setInputs(selected, { now: String(value) })}
              onGrab={() => this.setState({ held: true })}
              onDone={() => {
                this.setState({ held: false });
                view.settle();
              }} />
          )}
          <div class="drawing">
            <svg class="guides" aria-hidden="true">
              <Guide frame={frame} at={until} from="0%" kind="at-end" />
              <Guide frame={frame} at={now} from="0%" kind="at-now" />
            </svg>
            <p class="said">{String(row['state'] ?? 'NULL')} {end}</p>
            <svg height={14}>{lease(row['state'] === 'claimed')}</svg>
            <p class="said">after this step: {after}</p>
            <svg height={14}>{lease(after === 'claimed')}</svg>
            <Axis frame={frame} />
          </div>
        </div>
        <figcaption>
          {text !== undefined && now === undefined && `now “${text.slice(0, 40)}” is no int of 64 bits and has no place here. `}
          {left !== undefined && `now ${now} is ${left === 0n ? 'the last unit of the lease' : left > 0n ? `${units(left)} before the end of the lease` : `${units(-left)} after the end of the lease`}. `}
          {`Printed: ${result.line}. Nothing here tells whether the old worker has stopped.`}
        </figcaption>
      </figure>
    );
  }
}
