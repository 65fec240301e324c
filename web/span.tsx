// A stretch of time as a bar whose ends say whether they belong to it, and the axis below.

import { place, ticks, within, type Frame } from './axis.ts';

/** An end of a stretch: filled where it belongs to it, hollow where not. */
export interface End {
  at: bigint;
  closed: boolean;
}

interface SpanProps {
  frame: Frame;
  kind: string;
  from: End;
  to: End;
}

/** Of the bar, and of the drawing that it is alone in, in pixels. */
const thick = 12;
const y = 1;

/** The bar. What lies outside the frame is cut off, with arrows that say where it goes on. */
export function Span({ frame, kind, from, to }: SpanProps) {
  const middle = y + thick / 2;
  const gone = to.at < frame.from ? '←' : from.at > frame.to ? '→' : '';
  if (gone) return <text aria-hidden="true" x={gone === '←' ? 0 : '100%'} text-anchor={gone === '←' ? 'start' : 'end'} y={y + 11}>{gone}</text>;
  const [left, right] = [within(frame, from.at), within(frame, to.at)];
  const end = ({ at, closed }: End) => at >= frame.from && at <= frame.to && (
    <circle class={closed ? '' : 'open'} cx={`${place(frame, at)}%`} cy={middle} r={5} />
  );
  return (
    <g class={`span ${kind}`} aria-hidden="true">
      <rect x={`${left}%`} y={y} width={`${right - left}%`} height={thick} />
      {end(from)}
      {end(to)}
      {from.at < frame.from && <text x={2} y={y + 10}>‹‹</text>}
      {to.at > frame.to && <text x="99%" y={y + 10} text-anchor="end">››</text>}
    </g>
  );
}

/** The axis, with numbers below. */
export function Axis({ frame }: { frame: Frame }) {
  const x = (t: bigint) => `${place(frame, t)}%`;
  const every = Number(frame.to - frame.from) <= 60;
  const units = every ? Array.from({ length: Number(frame.to - frame.from) + 1 }, (_, i) => frame.from + BigInt(i)) : [];
  return (
    <svg class="axis" height={20} aria-hidden="true">
      <line x1="0%" x2="100%" />
      {units.map((t) => <line key={`u${t}`} class="unit" x1={x(t)} x2={x(t)} y1={-3} y2={0} />)}
      {ticks(frame).map((t) => (
        <g key={t}>
          <line x1={x(t)} x2={x(t)} y1={-3} y2={4} />
          <text x={x(t)} y={16} text-anchor={place(frame, t) > 95 && t > 99_999n ? 'end' : 'middle'}>{String(t)}</text>
        </g>
      ))}
    </svg>
  );
}
