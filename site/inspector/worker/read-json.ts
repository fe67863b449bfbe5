import { Refused } from './trouble.js';

/** Strings and numbers of a JSON text, and what follows a string: a colon makes it a key. */
const PIECES = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*/g;

/**
 * The value of a JSON text, for writing: unlike with `JSON.parse` alone, nothing of the text is left out in silence.
 * @throws SyntaxError for text that is no JSON; Refused for a key that an object has twice, and for numbers that would come out as others.
 */
export function readJson(text: string): unknown {
  const data: unknown = JSON.parse(text);
  let keys = 0;
  for (const [piece, colon] of text.matchAll(PIECES)) {
    if (colon !== undefined) keys++;
    else if (!piece.startsWith('"') && !isExact(piece))
      throw new Refused(
        'json',
        'A number has more digits than JSON keeps, or is too large. Write it as text, between quotes.',
      );
  }
  if (keys !== keysOf(data)) throw new Refused('json', 'An object has the same key twice. Give each key once.');
  return data;
}

/** True where the number has the digits of its text. */
function isExact(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && digitsOf(text) === digitsOf(String(value));
}

/** Digits without the zeros around them; the point and the exponent move them only. */
function digitsOf(text: string): string {
  const [digits = ''] = text.replace(/[-.]/g, '').split(/e/i);
  return digits.replace(/^0+/, '').replace(/0+$/, '');
}

// Not by calls within calls: a text may nest deeper than those go.
function keysOf(data: unknown): number {
  let keys = 0;
  const open: unknown[] = [data];
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const members: unknown[] = Object.values(value);
    if (!Array.isArray(value)) keys += members.length;
    for (const member of members) if (typeof member === 'object' && member !== null) open.push(member);
  }
  return keys;
}
