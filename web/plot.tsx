// The drawing of a decision map: cells, axes, the stored expiry on both, and the chosen call.

import type { TargetedFocusEvent, TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import type { Time } from './axis.ts';
import { cols, holds, rows, type Corner } from './cells.ts';

interface PlotProps {
  corner: Corner;
  now: Time;
  next: Time;
  expiry: bigint;
  paths: readonly [kind: string, d: string][];
  label: string;
  describedby: string;
  onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => void;
  onBlur: (event: TargetedFocusEvent<HTMLElement>) => void;
  onClick: (event: TargetedMouseEvent<HTMLElement>) => void;
  onPointerMove: (event: TargetedMouseEvent<HTMLElement>) => void;
  onPointerLeave: () => void;
}

/** The multiples of five, or of ten where they are long, among n numbers from first on; with their places. */
function marks(first: bigint, n: number): [number, bigint][] {
  const unit = first > 9_999n ? 10n : 5n;
  return Array.from({ length: n }, (_, i): [number, bigint] => [i, first + BigInt(i)]).filter(([, t]) => t % unit === 0n);
}

/** The middle of cell i of n, from the left or from above. */
const at = (i: number, n: number) => `${((i + 0.5) / n) * 100}%`;

export function Plot({ corner, now, next, expiry, paths, label, describedby, ...on }: PlotProps) {
  const chosen = now !== undefined && next !== undefined && holds(corner, now, next)
    ? { x: Number(now - corner.x), y: rows - 1 - Number(next - corner.y) } : undefined;
  // now < expiry left of the first line, new expiry > expiry above the second.
  const edge = { x: Number(expiry - corner.x), y: rows - 1 - Number(expiry - corner.y) };
  const digits = String(corner.y + BigInt(rows)).length;
  return (
    <div class="plane" dir="ltr" style={{ paddingLeft: `${digits + 1.5}ch` }}>
      <span class="axis-y" aria-hidden="true">new expiry ↑</span>
      <div class="cells" part="cells" role="application" aria-roledescription="decision map" tabIndex={0}
        aria-label={label} aria-describedby={describedby} {...on}>
        <svg viewBox={`0 0 ${cols} ${rows}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={`M0 0h${cols}v${rows}H0z`} />
          {paths.map(([kind, d]) => <path key={kind} class={kind} d={d} />)}
          {edge.x > 0 && edge.x < cols && <path class="edge" d={`M${edge.x} 0v${rows}`} />}
          {edge.y > 0 && edge.y < rows && <path class="edge" d={`M0 ${edge.y}h${cols}`} />}
          {chosen && (
            <>
              <path class="cross" d={`M${chosen.x + 0.5} ${chosen.y + 1}V${rows}M${chosen.x} ${chosen.y + 0.5}H0`} />
              {['halo', 'here'].map((kind) => <path key={kind} class={kind} d={`M${chosen.x} ${chosen.y}h1v1h-1z`} />)}
            </>
          )}
        </svg>
        <svg aria-hidden="true">
          {marks(corner.x, cols).map(([i, t]) => (digits < 10 || i + 10 >= cols) && (
            <text key={`x${t}`} x={at(i, cols)} y="100%" dy={16} text-anchor={digits < 10 ? 'middle' : 'end'}>{String(t)}</text>
          ))}
          {marks(corner.y, rows).map(([i, t]) => <text key={`y${t}`} x={-6} y={at(rows - 1 - i, rows)} dy={4} text-anchor="end">{String(t)}</text>)}
        </svg>
      </div>
      <span class="axis-x" aria-hidden="true">now →</span>
    </div>
  );
}
