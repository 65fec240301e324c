// The figure of requeueing: how long the job is claimed, and now, on one axis.

import { Component } from 'preact';
import { frameOf, readTimes, stored, type Frame } from './axis.ts';
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
    const end = until === undefined ? 'without an end: lease_until is NULL' : <>up to and including <tspan>{String(until)}</tspan></>;
    const lease = (y: number, claimed: boolean) => (
      <Span frame={frame} y={y} kind={claimed ? 'lease' : 'lease gone'} from={{ at: -never, closed: true }} to={{ at: until ?? never, closed: true }} />
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
          <svg class="drawing" height={124}>
            <Guide frame={frame} at={until} from={8} to={104} kind="at-end" />
            <Guide frame={frame} at={now} from={0} to={104} kind="at-now" />
            <text class="said" y={14}>{String(row['state'] ?? 'NULL')} {end}</text>
            {lease(20, row['state'] === 'claimed')}
            <text class="said" y={58}>after this step: {after}</text>
            {lease(64, after === 'claimed')}
            <Axis frame={frame} y={104} />
          </svg>
        </div>
        <figcaption>
          {text !== undefined && now === undefined && `now “${text.slice(0, 40)}” is no int of 64 bits and has no place here. `}
          {left !== undefined && `now ${now} is ${left === 0n ? 'the last unit of the lease' : left > 0n ? `${left} before the end of the lease` : `${-left} after the end of the lease`}. `}
          {`Printed: ${result.line}. Nothing here tells whether the old worker has stopped.`}
        </figcaption>
      </figure>
    );
  }
}
