// The style sheet of the element, in one piece; and sheets for shadow roots, one for all of a page's.

import answers from './answers.css';
import element from './element.css';

export const css = element + answers;

/** A sheet can be adopted only in the document that it was made for. */
const made = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/** The sheet of a text for shadow roots in this document, which share it. */
export function sheetFor(document: Document, text: string): CSSStyleSheet {
  const sheets = made.get(document) ?? new Map<string, CSSStyleSheet>();
  made.set(document, sheets);
  let sheet = sheets.get(text);
  if (!sheet) {
    sheet = new (document.defaultView ?? globalThis).CSSStyleSheet();
    sheet.replaceSync(text);
    sheets.set(text, sheet);
  }
  return sheet;
}
