import type { JsonObject } from '../model/json.js';
import { jsonTextOf, requireTextRoom } from '../model/json-text.js';

/** Begins what stands for data in the JSON of what is around them; the number of the text follows. A lone surrogate: no encoding gives one. */
const PLACE = '\udc00';
const PLACES = /"\\udc00(\d+)"/;

/** The texts that are to be put in place of those in the JSON that is being made. */
let written: string[] | undefined;

/** The JSON of a set's data as text, which stands among objects as if it were one of them. */
class SetText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toJSON(): unknown {
    if (written === undefined) return JSON.parse(this.#text);
    return `${PLACE}${written.push(this.#text) - 1}`;
  }
}

/** Data of which there is only text: `JSON.stringify` gives that, and {@link textAround} without reading it again. */
export function dataOfText(text: string): JsonObject {
  return new SetText(text) as unknown as JsonObject; // what it is as JSON
}

/** `JSON.stringify` of a document, an event, or what was made of one, whose data are texts; undefined for undefined. @throws X12Error as `jsonTextOf` does. */
export function textAround(around: unknown): string | undefined {
  const texts: string[] = [];
  const pieces = jsonWith(texts, around)?.split(PLACES);
  // Whoever edits may make JSON meanwhile, or have what looks like a place: then data are read again.
  if (pieces === undefined || !areInOrder(pieces, texts.length)) return jsonWith(undefined, around);
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    const part = index % 2 === 0 ? piece : (texts[(index - 1) / 2] ?? '');
    requireTextRoom(text.length + part.length);
    text += part;
  }
  return text;
}

function jsonWith(texts: string[] | undefined, around: unknown): string | undefined {
  const outer = written;
  written = texts;
  try {
    return jsonTextOf(around);
  } finally {
    written = outer;
  }
}

/** Between pieces stand the numbers of texts. */
function areInOrder(pieces: readonly string[], texts: number): boolean {
  if (pieces.length !== 2 * texts + 1) return false;
  return pieces.every((piece, index) => index % 2 === 0 || piece === String((index - 1) / 2));
}
