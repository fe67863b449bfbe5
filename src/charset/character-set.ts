import { requireForm } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import { codePointName } from './code-point-name.js';

/** The characters that data may hold. Control characters and surrogates are members of no set. */
export interface CharacterSet {
  readonly name: string;
  /** Whether a Unicode code point (0 to 0x10FFFF) is a member. */
  has(codePoint: number): boolean;
}

export type CharacterSetName = 'Basic' | 'Extended' | 'ExtendedHipaa';

/** First and last code point, both included. */
export type CodePointRange = readonly [first: number, last: number];

const BASIC_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 !"&\'()*+,-./:;?=';
/** The basic set, `a`-`z` and the signs of the extended table together are all that ASCII prints. */
const PRINTABLE_ASCII: CodePointRange = [0x20, 0x7e];
/** Our choice of the "select language characters" of X12.6: ISO 8859-1's letters and the two Spanish opening marks. */
const LANGUAGE_CHARACTERS: readonly CodePointRange[] = [
  [0xa1, 0xa1],
  [0xbf, 0xbf],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0xff],
];

/** X12.6, basic character set: capitals, digits, the blank and ``! " & ' ( ) * + , - . / : ; ? =``. */
export const BASIC: CharacterSet = characterSetOf('Basic', rangesOf(BASIC_CHARACTERS));
/** X12.6, extended character set, with language characters: printable ASCII, U+00C0-U+00FF without × and ÷, ¡ and ¿. */
export const EXTENDED: CharacterSet = characterSetOf('Extended', [PRINTABLE_ASCII, ...LANGUAGE_CHARACTERS]);
/** The extended set of the HIPAA guides, which allow no language characters: printable ASCII. */
export const EXTENDED_HIPAA: CharacterSet = characterSetOf('ExtendedHipaa', [PRINTABLE_ASCII]);

const BUILT_IN: ReadonlyMap<string, CharacterSet> = new Map(
  [BASIC, EXTENDED, EXTENDED_HIPAA].map((set) => [set.name, set]),
);

/**
 * A built-in set by its name.
 * @throws X12Error `X12_OPTION_INVALID` for any other name.
 */
export function characterSet(name: CharacterSetName): CharacterSet {
  const set = BUILT_IN.get(name);
  if (set === undefined)
    throw invalid(`There is no such character set: take one of ${[...BUILT_IN.keys()].join(', ')}`);
  return set;
}

/**
 * A set agreed with a partner. `members` are characters, one after the other in a string, or a list of such strings and of
 * ranges of code points: `createCharacterSet('Polish', ['ABC…', [0x104, 0x107]])`.
 * @throws X12Error `X12_OPTION_INVALID` if there is no name or no member, if a range is none, or if a member is a control
 * character or a lone surrogate.
 */
export function createCharacterSet(name: string, members: string | readonly (string | CodePointRange)[]): CharacterSet {
  requireForm('createCharacterSet', 'name', name, 'text');
  if (name === '') throw invalid('A character set needs a name');
  const parts = typeof members === 'string' ? [members] : members;
  requireForm('createCharacterSet', 'members', parts, 'list');
  const ranges = parts.flatMap((part) => (typeof part === 'string' ? rangesOf(part) : [part]));
  if (ranges.length === 0) throw invalid('A character set needs at least one character');
  for (const range of ranges) refuseBadRange(range);
  return characterSetOf(name, ranges);
}

function rangesOf(characters: string): readonly CodePointRange[] {
  return Array.from(characters, (character): CodePointRange => {
    const codePoint = character.codePointAt(0) ?? 0;
    return [codePoint, codePoint];
  });
}

function characterSetOf(name: string, ranges: readonly CodePointRange[]): CharacterSet {
  const merged = mergeRanges(ranges);
  const ascii = new Uint8Array(128);
  for (const [first, last] of merged) ascii.fill(1, Math.min(first, 128), Math.min(last + 1, 128));
  return {
    name,
    has: (codePoint) => (codePoint < 128 ? ascii[codePoint] === 1 : isInRanges(merged, codePoint)),
  };
}

function mergeRanges(ranges: readonly CodePointRange[]): readonly CodePointRange[] {
  const merged: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** Binary search: a set of a whole script may have hundreds of ranges. */
function isInRanges(ranges: readonly CodePointRange[], codePoint: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (codePoint < range[0]) high = middle - 1;
    else if (codePoint > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}

function refuseBadRange([first, last]: CodePointRange): void {
  const whole = Number.isInteger(first) && Number.isInteger(last);
  if (!whole || first < 0 || last > 0x10ffff || first > last) {
    throw invalid('A range of a character set is two code points from 0 to 0x10FFFF, the smaller one first');
  }
  for (const [from, to] of NEVER_MEMBERS) {
    if (first <= to && last >= from) {
      const text = `${codePointName(Math.max(first, from))} cannot be in a character set: control characters and lone surrogates are not data`;
      throw invalid(text);
    }
  }
}

/** X12.6: control characters may be delimiters, never data. Surrogates are halves of characters. */
const NEVER_MEMBERS: readonly CodePointRange[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xd800, 0xdfff],
];

function invalid(text: string): X12Error {
  return new X12Error('X12_OPTION_INVALID', text, { details: { option: 'characterSet' } });
}
