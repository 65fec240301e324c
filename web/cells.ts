// The cells of a decision map: which part of the plane, what the engine answered in each, and that in words.

import type { Time } from './axis.ts';
import { encodeProgram } from './messages.ts';
import type { View } from './view.ts';

/** More than 1,200 cells in all; as many up as it takes to have the window of ten in them all across. */
export const cols = 30;
export const rows = 40;

/** The first cell of an area, below and to the left of all others. */
export interface Corner {
  readonly x: bigint;
  readonly y: bigint;
}

/** Answers by their codes, which are those of Go's type Answer. */
export const answers = ['False', 'True', 'ValueError', 'another error'] as const;

export interface Cells {
  readonly corner: Corner;
  /** Codes, row by row from the corner. */
  readonly codes: readonly number[];
  /** With a variant: what the right contract answers. */
  readonly right: readonly number[];
}

const half = BigInt(cols / 2);
/** The least int of 64 bits: an area can't begin before it. */
const first = -(2n ** 63n);

/** Whether a call is in the area. */
export const holds = ({ x, y }: Corner, now: bigint, next: bigint) =>
  now >= x && now < x + BigInt(cols) && next >= y && next < y + BigInt(rows);

/** The area to show: the old one while it has the call, else around the stored expiry, else around the call. */
export function cornerFor(expiry: bigint, now: Time, next: Time, old?: Corner): Corner {
  // No negative times where nobody asks for them.
  const before = (t: bigint, back = half) => (t < first + back ? first : t < 0n || t > back ? t - back : 0n);
  const has = (corner: Corner) => now === undefined || next === undefined || holds(corner, now, next);
  const low = before(expiry, half + 5n);
  const atExpiry = { x: low, y: low };
  if (old && has(old) && (old.x === atExpiry.x || !has(atExpiry))) return old;
  if (has(atExpiry)) return atExpiry;
  const x = before(now!);
  const nearby = { x, y: x };
  return has(nearby) ? nearby : { x, y: before(next!) };
}

/** Asks the engine for all cells of an area. @throws Failure */
export function askCells(view: View, corner: Corner): Cells {
  const codes = (text: string) => Array.from(text, (char) => char.charCodeAt(0));
  const { program, selected } = view;
  return view.ask(
    'map',
    (w) => {
      encodeProgram(w, { ...program, steps: program.steps.slice(0, selected + 1) });
      w.u32(selected).string(String(corner.x)).string(String(corner.y)).u32(cols).u32(rows);
    },
    (r) => ({ corner, codes: codes(r.string()), right: codes(r.string()) }),
  );
}

/** The code of a call's cell. */
export function codeAt({ corner, codes }: Cells, now: bigint, next: bigint): number | undefined {
  return holds(corner, now, next) ? codes[Number(next - corner.y) * cols + Number(now - corner.x)] : undefined;
}

/** The first and the last new expiry with True at each now, from the left; undefined for none or a gap. */
function columns({ codes }: Cells): ([number, number] | undefined)[] {
  return Array.from({ length: cols }, (_, x) => {
    const ys = Array.from({ length: rows }, (_, y) => y).filter((y) => codes[y * cols + x] === 1);
    const [first, last] = [ys[0], ys.at(-1)];
    return first !== undefined && last !== undefined && last - first + 1 === ys.length ? [first, last] : undefined;
  });
}

/** Where True is, each part as `now 1–9 with new expiry 11 to now+10`. */
export function regions(cells: Cells): string[] {
  const all = columns(cells);
  const { corner } = cells;
  const said: string[] = [];
  for (let x = 0; x < cols; x++) {
    const here = all[x];
    if (!here) continue;
    let last = x;
    // Each end is the same all along, or one more with each now.
    const slopes = [0, 1].map((end) => (all[x + 1] && all[x + 1]![end] === here[end]! + 1 ? 1 : 0));
    while (all[last + 1]?.every((y, end) => y === here[end]! + slopes[end]! * (last + 1 - x))) last++;
    const end = (which: 0 | 1) => {
      const y = corner.y + BigInt(here[which]);
      const more = y - corner.x - BigInt(x);
      return last > x && slopes[which] === 1 ? `now${more < 0n ? '−' : '+'}${more < 0n ? -more : more}` : String(y);
    };
    const now = corner.x + BigInt(x);
    const [low, high] = [end(0), end(1)];
    said.push(`now ${now}${last > x ? `–${corner.x + BigInt(last)}` : ''} with new expiry ${low}${high === low ? '' : ` to ${high}`}`);
    x = last;
  }
  return said;
}
