// The figures below the output. Each lesson loads those that suit it, once it is live.

import { Component, type ComponentType } from 'preact';
import type { Explained } from './panels.tsx';
import { sheetFor } from './styles.ts';
import type { Props } from './view.ts';

/** A figure's style sheet and its parts. */
type Chunk = { css: string } & Record<string, ComponentType<Props> | string>;

/** By the names that lessons give their figures. */
const load: Record<string, () => Promise<Chunk>> = {
  lease: () => import('./figure-lease.ts'),
  requeue: () => import('./figure-requeue.tsx'),
  boundary: () => import('./figure-boundary.tsx'),
  lanes: () => import('./figure-lanes.tsx'),
  delivery: () => import('./figure-delivery.tsx'),
  replay: () => import('./figure-replay.tsx'),
};

/** Adds a style sheet to the shadow root that an element is in, unless it is there. */
function dress(element: Element, css: string): void {
  const { ownerDocument } = element;
  const root = element.getRootNode() as ShadowRoot | Element;
  // A script may come when its panel is gone, or when the playground is in no page.
  if (!ownerDocument.defaultView || !('adoptedStyleSheets' in root)) return;
  const sheet = sheetFor(ownerDocument, css);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

interface LateProps extends Props {
  figure: string;
  part: string;
}

/** A part of a figure, as soon as its script is here. */
class Late extends Component<LateProps, { chunk?: Chunk; failed?: boolean }> {
  override state: { chunk?: Chunk; failed?: boolean } = {};
  #place: Element | null = null;

  override componentDidMount(): void {
    load[this.props.figure]?.().then((chunk) => this.setState({ chunk }), () => this.setState({ failed: true }));
  }

  /** An element that moves to another document or place loses the sheets it was given. */
  override componentDidUpdate(): void {
    if (this.#place && this.state.chunk) dress(this.#place, this.state.chunk.css);
  }

  override render({ view, part }: LateProps, { chunk, failed }: { chunk?: Chunk; failed?: boolean }) {
    const Part = chunk?.[part];
    return (
      <div ref={(place) => { this.#place = place; }}>
        {failed && <p class="none">The script of this figure could not be loaded. All else works without it.</p>}
        {Part && typeof Part !== 'string' && <Part view={view} />}
      </div>
    );
  }
}

/** The panel of a part of a figure. */
function panel(figure: string, part: string, name: string, title: string): Explained {
  return {
    name, title, place: 'below',
    shows: ({ lesson, result, compact }) => lesson.figure === figure && result && !compact,
    Content: ({ view }) => <Late view={view} figure={figure} part={part} />,
  };
}

export const figures: readonly Explained[] = [
  panel('lease', 'Timeline', 'timeline', 'Timeline'),
  panel('lease', 'DecisionMap', 'map', 'Decision map'),
  panel('requeue', 'Requeue', 'timeline', 'Timeline'),
  panel('boundary', 'Boundary', 'who', 'Who may act when'),
  panel('lanes', 'Lanes', 'lanes', 'What each connection holds'),
  panel('delivery', 'Delivery', 'sequence', 'What went where'),
  panel('replay', 'Replay', 'requests', 'Requests and payloads'),
];
