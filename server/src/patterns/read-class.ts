import type { Part } from './part.js';
import { refused } from './pattern-refused.js';
import { readInClass } from './read-escape.js';

const EVERYTHING = '\\x{0}-\\x{10FFFF}';

/** Reads a class: from its bracket to the one that ends it. */
export function readClass(pattern: string, at: number): Part {
  const negated = pattern.charAt(at + 1) === '^';
  let end = at + (negated ? 2 : 1);
  let text = '';
  let steps = 1;
  while (pattern.charAt(end) !== ']') {
    const character = pattern.codePointAt(end);
    if (character === undefined) throw refused(at, 'the class does not end. Add its ].');
    const part = character === BACKSLASH ? readInClass(pattern, end) : plain(String.fromCodePoint(character));
    text += part.text;
    end += part.length;
    steps = Math.max(steps, part.steps);
  }
  const length = end + 1 - at;
  // Of an empty class RE2 would take the bracket for its first character.
  if (text === '') return { text: negated ? `[${EVERYTHING}]` : `[^${EVERYTHING}]`, length, steps };
  return { text: `[${negated ? '^' : ''}${text}]`, length, steps };
}

const BACKSLASH = 0x5c;

// `[:` would begin a class of its own in RE2.
function plain(character: string): Part {
  return { text: character === '[' ? '\\[' : character, length: character.length, steps: 1 };
}
