// The figures of a renewal, in one chunk.

import clock from './figure-clock.css';
import map from './figure-map.css';

export { DecisionMap } from './figure-map.tsx';
export { Timeline } from './figure-timeline.tsx';

export const css = clock + map;
