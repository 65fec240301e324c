// A time that can be dragged along an axis, and moved with the keys of a slider.

import { Component, type TargetedKeyboardEvent, type TargetedPointerEvent } from 'preact';
import { keep, place, within, type Frame, type Time } from './axis.ts';

interface HandleProps {
  /** What it is: `now`. */
  name: string;
  /** As typed, and as the engine reads it. */
  text: string;
  value: Time;
  /** Where the keys start from while the text is no time. */
  otherwise: bigint;
  frame: Frame;
  /** The ends of the clock. */
  min: bigint;
  max: bigint;
  /** Below the axis, instead of above. */
  up?: boolean;
  onValue: (value: bigint) => void;
  /** A drag begins: until it is done the axis stays as it is. */
  onGrab: () => void;
  onDone: () => void;
}

export class Handle extends Component<HandleProps> {
  /** Pixels from the middle of the handle to the pointer that drags it. */
  #grip: number | undefined;

  #move(to: bigint): void {
    const { min, max, value, onValue } = this.props;
    to = keep(to, min, max);
    if (to !== value) onValue(to);
  }

  #onKey = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const { value = this.props.otherwise, min, max } = this.props;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = {
      ArrowLeft: value - 1n, ArrowDown: value - 1n, ArrowRight: value + 1n, ArrowUp: value + 1n,
      PageDown: value - 10n, PageUp: value + 10n, Home: min, End: max,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#move(to);
  };

  #onDown = (event: TargetedPointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const handle = event.currentTarget;
    const box = handle.getBoundingClientRect();
    handle.setPointerCapture(event.pointerId);
    this.#grip = event.clientX - (box.left + box.width / 2);
    this.props.onGrab();
  };

  #onMove = (event: TargetedPointerEvent<HTMLElement>) => {
    const track = event.currentTarget.parentElement?.getBoundingClientRect();
    if (this.#grip === undefined || !track?.width) return;
    const { from, to } = this.props.frame;
    const share = Math.max(0, Math.min(1, (event.clientX - this.#grip - track.left) / track.width));
    this.#move(from + BigInt(Math.round(share * Number(to - from))));
  };

  #onUp = () => {
    if (this.#grip === undefined) return;
    this.#grip = undefined;
    this.props.onDone();
  };

  override render({ name, text, value, frame, min, max, up, onDone }: HandleProps) {
    const at = value === undefined ? 0 : place(frame, value);
    const side = at < 0 ? '← ' : at > 100 ? '→ ' : '';
    const says = value === undefined ? `${text.trim() ? `“${text.slice(0, 20)}”` : 'empty'}: no int` : String(value);
    return (
      <div role="slider" tabIndex={0} class={`handle ${up ? 'up' : ''}${at > 50 ? ' flip' : ''}${value === undefined ? ' nowhere' : ''}`} part="handle"
        aria-label={name} aria-valuemin={Number(min)} aria-valuemax={Number(max)} aria-valuenow={Number(keep(value ?? min, min, max))} aria-valuetext={says}
        style={{ left: `${value === undefined ? 0 : within(frame, value)}%` }}
        onKeyDown={this.#onKey} onBlur={onDone} onPointerDown={this.#onDown} onPointerMove={this.#onMove}
        onPointerUp={this.#onUp} onLostPointerCapture={this.#onUp}>
        <svg viewBox="0 0 20 16" aria-hidden="true"><path d="M2 2h16v4l-8 8-8-8z" /></svg>
        <span>{side}{name} <b>{says}</b></span>
      </div>
    );
  }
}

/** The line down a figure at a handle's time, from a height in %; nothing where that is not in the frame. */
export function Guide({ frame, at, from, kind }: { frame: Frame; at: Time; from: string; kind: string }) {
  if (at === undefined || at !== keep(at, frame.from, frame.to)) return null;
  const x = `${place(frame, at)}%`;
  return <line class={kind} x1={x} x2={x} y1={from} y2="100%" />;
}
