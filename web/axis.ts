// A piece of a clock to draw: it follows the values, and all of its ticks are whole units.

import type { Value } from './program.ts';
import type { View } from './view.ts';

/** A time, exact up to 64 bits; undefined for a text that is none. */
export type Time = bigint | undefined;

/** What is drawn: both ends are. */
export interface Frame {
  readonly from: bigint;
  readonly to: bigint;
}

/** Up to this far from what a figure is about, a value is drawn in its place; from there on as an arrow. */
const reach = 60n;
const narrowest = 24n;

/** The next multiple of `unit`, up or down. */
const down = (t: bigint, unit: bigint) => t - (((t % unit) + unit) % unit);
const up = (t: bigint, unit: bigint) => -down(-t, unit);

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const most = (a: bigint, b: bigint) => (a > b ? a : b);

/** A frame with the anchor and all values near it; the old one, as long as it does. */
export function frameOf(anchor: bigint, values: readonly Time[], old?: Frame): Frame {
  const near = values.filter((t): t is bigint => t !== undefined && t - anchor <= reach && anchor - t <= reach);
  const first = near.reduce(least, anchor);
  const last = near.reduce(most, anchor);
  if (old && old.from <= first - (first > 0n ? 1n : 0n) && last < old.to && old.to - old.from <= 2n * (last - first) + 2n * narrowest) return old;
  const to = up(last + 2n, 5n);
  const from = down(least(first - 2n, to - narrowest), 5n);
  if (first < 0n || from >= 0n) return { from, to };
  return { from: 0n, to: most(to, narrowest + 1n) }; // no negative times where nobody asks for them
}

/** Where a time is in the frame, from 0 to 100 % within it. */
export const place = ({ from, to }: Frame, t: bigint): number => (Number(t - from) / Number(to - from)) * 100;

/** The nearest time that is not before the first or after the last. */
export const keep = (t: bigint, first: bigint, last: bigint) => most(first, least(t, last));

/** The same as {@link place}, and never outside. */
export const within = (frame: Frame, t: bigint): number => place(frame, keep(t, frame.from, frame.to));

/** The times to mark with a number, every 1, 2, 5, 10, … of them; one in the middle where a second has no room. */
export function ticks({ from, to }: Frame): bigint[] {
  const digits = BigInt(String(to).length);
  if (digits > 9n) return [down((from + to) / 2n, 5n)];
  const wanted = (to - from) / (digits < 6n ? 8n : 4n);
  const unit = [1n, 2n, 5n, 10n, 20n, 50n].find((unit) => unit >= wanted) ?? 100n;
  const all: bigint[] = [];
  for (let t = up(from, unit); t <= to; t += unit) all.push(t);
  return all;
}

/** The number fields' texts as the engine reads them. */
export function readTimes(view: View, texts: readonly (string | undefined)[]): Time[] {
  try {
    return view.ask(
      'read',
      (w) => {
        w.u32(texts.length);
        for (const text of texts) w.string(text ?? '');
      },
      (r) => Array.from({ length: r.u32() }, () => {
        const decimal = r.string();
        return decimal ? BigInt(decimal) : undefined;
      }),
    );
  } catch {
    return texts.map(() => undefined); // the engine has crashed: the playground says so, and draws anew when it is back
  }
}

/** A stored INTEGER. */
export const stored = (value: Value | undefined): Time => (value === null || value === undefined ? undefined : BigInt(value));

/** A length of time in words. */
export const units = (n: bigint): string => (n === 1n ? '1 unit' : `${n} units`);
