// The decision map of a renewal: now across, new expiry up, and in each cell what the real contract answers.

import { Component, type TargetedKeyboardEvent, type TargetedMouseEvent } from 'preact';
import { keep, readTimes, stored } from './axis.ts';
import { answers, askCells, codeAt, cols, cornerFor, regions, rows, type Cells, type Corner } from './cells.ts';
import { Plot } from './plot.tsx';
import type { Props } from './view.ts';

/** What an answer looks like in the cell at x, y of the drawing: shapes first, colours second. */
const shapes: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x + 0.35} ${y + 0.35}h.3v.3h-.3z`,
  (x, y) => `M${x + 0.05} ${y + 0.05}h.9v.9h-.9z`,
  (x, y) => `M${x} ${y + 1}l1-1`,
  (x, y) => `M${x + 0.2} ${y + 0.2}l.6.6m0-.6l-.6.6`,
];

/** A mistake's answer that is not the right one: framed, and True a diamond. */
const frame = (x: number, y: number) => `M${x} ${y}h1v1h-1z`;
const diamond = (x: number, y: number) => `M${x + 0.5} ${y + 0.1}l.4.4-.4.4-.4-.4z`;

function draw(codes: readonly number[], shape: (x: number, y: number) => string, drawn: (code: number, i: number) => boolean): string {
  let path = '';
  for (let i = 0; i < codes.length; i++) {
    if (drawn(codes[i]!, i)) path += shape(i % cols, rows - 1 - Math.floor(i / cols));
  }
  return path;
}

const Key = ({ paths, count, children }: { paths: [string, string][]; count: number; children: string }) => (
  <li>
    <svg class="key" viewBox="0 0 2 2" aria-hidden="true">{paths.map(([kind, d]) => <path key={kind} class={kind} d={d} />)}</svg>
    <span>{children} <b>{count}</b></span>
  </li>
);

interface State {
  cells?: Cells;
  /** Made of the cells once: paths by their class, counts, and where True is. */
  paths: [kind: string, d: string][];
  pointed?: { now: bigint; next: bigint } | undefined;
}

export class DecisionMap extends Component<Props, State> {
  override state: State = { paths: [] };
  #corner: Corner | undefined;
  #asked = '';
  #frame = 0;

  override componentDidMount(): void {
    this.componentDidUpdate();
  }

  override componentWillUnmount(): void {
    cancelAnimationFrame(this.#frame);
  }

  /** After the new line is on the page the cells follow, unless they are the same still. */
  override componentDidUpdate(): void {
    const { view } = this.props;
    const { program, selected, step, lesson: { grid } } = view;
    const corner = this.#corner;
    if (!step || !corner || grid?.op !== step.op) return;
    const fixed = { ...step.inputs, [grid.x]: '', [grid.y]: '' };
    const asked = JSON.stringify([String(corner.x), String(corner.y), program.variant, program.row, program.steps.slice(0, selected), fixed]);
    if (asked === this.#asked) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      try {
        const cells = askCells(this.props.view, corner);
        const { codes, right } = cells;
        const wrong = (code: number, i: number) => right.length > 0 && code !== right[i];
        const paths: State['paths'] = [
          ...shapes.map((shape, code): [string, string] => [`a${code}`, draw(codes, shape, (answer, i) => answer === code && !(code === 1 && wrong(code, i)))]),
          ['unlike', draw(codes, frame, wrong)],
          ['astray', draw(codes, diamond, (code, i) => code === 1 && wrong(code, i))],
        ];
        this.#asked = asked;
        this.setState({ cells, paths });
      } catch {
        this.setState({ cells: undefined, paths: [] }); // a program that can't be run, or no engine: the playground says which
      }
    });
  }

  #cell(event: TargetedMouseEvent<Element>): { now: bigint; next: bigint } {
    const box = event.currentTarget.getBoundingClientRect();
    const index = (share: number, n: number) => BigInt(Math.max(0, Math.min(n - 1, Math.floor(share * n))));
    const { x, y } = this.#corner!;
    return {
      now: x + index((event.clientX - box.left) / box.width, cols),
      next: y + index((box.bottom - event.clientY) / box.height, rows),
    };
  }

  override render({ view }: Props, { cells, paths, pointed }: State) {
    const { step, result, lesson: { grid } } = view;
    const expiry = stored(result?.before[0]?.['expiry']);
    if (!step || grid?.op !== step.op || expiry === undefined) {
      return <p class="none">The chosen step has no times to map. Choose a line of {grid?.op ?? 'another step'}.</p>;
    }
    const [now, next] = readTimes(view, [step.inputs[grid.x], step.inputs[grid.y]]);
    const corner = cornerFor(expiry, now, next, this.#corner);
    this.#corner = corner;
    const shown = cells?.corner === corner ? cells : undefined;
    const say = (now: bigint, next: bigint) => {
      const code = shown && codeAt(shown, now, next);
      return `now ${now}, new expiry ${next}${code === undefined ? '' : `: ${answers[code]}`}`;
    };
    const both = now !== undefined && next !== undefined;
    const chosen = both ? say(now, next) : 'the call has no place here: its times are no ints of 64 bits';
    const go = (to: { now: bigint; next: bigint }) => view.setInputs(view.selected, { [grid.x]: String(to.now), [grid.y]: String(to.next) });
    const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const by = { ArrowLeft: [-1n, 0n], ArrowRight: [1n, 0n], ArrowDown: [0n, -1n], ArrowUp: [0n, 1n], PageDown: [0n, -10n], PageUp: [0n, 10n] }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      const onClock = (t: bigint) => keep(t, 0n, BigInt(grid.max));
      go(both ? { now: onClock(now + by[0]!), next: onClock(next + by[1]!) } : { now: onClock(expiry - 1n), next: onClock(expiry + 1n) });
    };
    const count = (code: number) => shown?.codes.filter((answer) => answer === code).length ?? 0;
    const differ = shown?.right.filter((code, i) => code !== shown.codes[i]).length ?? 0;
    const four = (kind: string, shape: (x: number, y: number) => string): [string, string] => [kind, shape(0, 0) + shape(1, 0) + shape(0, 1) + shape(1, 1)];
    return (
      <figure class="chart" part="figure">
        <Plot corner={corner} now={now} next={next} expiry={expiry} paths={shown ? paths : []}
          label={`Decision map: ${chosen}`} describedby="map-says"
          onKeyDown={onKeyDown} onBlur={() => view.settle()}
          onClick={(event) => {
            go(this.#cell(event));
            view.settle();
          }}
          onPointerMove={(event) => this.setState({ pointed: this.#cell(event) })}
          onPointerLeave={() => this.setState({ pointed: undefined })} />
        <figcaption>
          <p class="chosen-cell"><b>{chosen}</b></p>
          <p class="pointed">{pointed ? say(pointed.now, pointed.next) : '\u00a0'}</p>
          <ul class="keys">
            {answers.map((answer, code) => (code < 3 || count(code) > 0) && <Key key={answer} paths={[four(`a${code}`, shapes[code]!)]} count={count(code)}>{answer}</Key>)}
            {view.program.variant && <Key paths={[four('unlike', frame), four('astray', diamond)]} count={differ}>where the right contract answers otherwise</Key>}
          </ul>
          {shown && <p id="map-says">{summary(shown)}</p>}
          <p class="help">Click a cell, or use the arrow keys on the map, to make this call.</p>
        </figcaption>
      </figure>
    );
  }
}

function summary(cells: Cells): string {
  const { x, y } = cells.corner;
  const where = regions(cells);
  const area = `Shown are now ${x}–${x + BigInt(cols - 1)} and new expiry ${y}–${y + BigInt(rows - 1)}.`;
  return `${area} ${where.length === 0 ? 'Nowhere here is the answer True.' : `True for ${where.join('; ')}.`}`;
}
