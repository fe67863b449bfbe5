import { visibleText } from '../shared/visible-text.js';
import { make } from './dom.js';

const PIECES = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;
/** Longer lines are drawn in one colour, and cut. */
const [MOST_COLOURED, MOST_DRAWN] = [2_000, 5_000];

/** One line of JSON in colours. */
export function jsonPieces(line: string): readonly Node[] {
  if (line.length > MOST_COLOURED) return [document.createTextNode(visibleText(line.slice(0, MOST_DRAWN)))];
  const pieces: Node[] = [];
  let from = 0;
  for (const match of line.matchAll(PIECES)) {
    const [text, quoted, colon, digits] = match;
    if (match.index > from) pieces.push(document.createTextNode(line.slice(from, match.index)));
    const kind =
      quoted === undefined ? (digits === undefined ? 'word' : 'number') : colon === undefined ? 'string' : 'key';
    const shown = quoted ?? text;
    pieces.push(make('span', { class: `json-${kind}`, text: visibleText(shown) }));
    if (colon !== undefined) pieces.push(document.createTextNode(colon));
    from = match.index + text.length;
  }
  if (from < line.length) pieces.push(document.createTextNode(visibleText(line.slice(from))));
  return pieces;
}
