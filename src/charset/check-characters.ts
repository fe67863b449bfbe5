import { requireForm } from '../model/check-options.js';
import type { Delimiters } from '../model/delimiters.js';
import type { CharacterSet } from './character-set.js';
import { codePointName } from './code-point-name.js';

/** One character that may not stand where it stands. Holds no more of the value than this character. */
export interface OffendingCharacter {
  /** Unicode code point; of a lone surrogate its own code, 0xD800 to 0xDFFF. */
  readonly codePoint: number;
  /** The same, written `U+00F1`. */
  readonly name: string;
  /** Where it stands in the text, in UTF-16 units from 0. */
  readonly offset: number;
  /** It is one of the delimiters in use (and maybe a member of the set). */
  readonly delimiter: boolean;
}

/** A set and not its name; for names there is `characterSet`. */
export const SET = { calls: ['has'], name: "a character set, such as EXTENDED, or characterSet('Extended')" } as const;

/**
 * Finds every character of a text that is no member of the set or that is one of the delimiters in use, in order. In X12 a
 * delimiter cannot be escaped (before 007040), so it is wrong in data whatever the set says.
 */
export function checkCharacters(
  text: string,
  set: CharacterSet,
  delimiters?: Delimiters,
): readonly OffendingCharacter[] {
  requireForm('checkCharacters', 'text', text, 'text');
  requireForm('checkCharacters', 'set', set, SET);
  const inUse = delimiterCodes(delimiters);
  const offending: OffendingCharacter[] = [];
  let offset = 0;
  while (offset < text.length) {
    const codePoint = text.codePointAt(offset) ?? 0;
    const delimiter = inUse.has(codePoint);
    if (delimiter || !set.has(codePoint)) {
      offending.push({ codePoint, name: codePointName(codePoint), offset, delimiter });
    }
    offset += codePoint > 0xffff ? 2 : 1;
  }
  return offending;
}

/** The code points of the delimiters in use: three or four, none when none are given. */
export function delimiterCodes(delimiters: Delimiters | undefined): ReadonlySet<number> {
  if (delimiters === undefined) return new Set();
  const { element, component, repetition = '', segment } = delimiters;
  return new Set(Array.from(element + component + repetition + segment, (character) => character.codePointAt(0) ?? 0));
}
