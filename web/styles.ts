// The style sheet of the element, in one piece.

import answers from './answers.css';
import element from './element.css';

export const css = element + answers;
