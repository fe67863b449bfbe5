import { BASIC } from './character-set.js';
import { BASIC_EQUIVALENTS, LATIN_LETTER, LOOK_ALIKE, UNREADABLE } from './replacements.js';

/** What a repair would put for a character; `undefined` or the character itself where it has nothing to say. */
export type CharacterStep = (character: string, codePoint: number) => string | undefined;

/** Marks that modify a letter. The voicing marks of kana are none: they make another letter. */
const DIACRITICAL_MARK = /(?![\u3099\u309A])(?=\p{Mn})[\p{Script=Inherited}\p{Script=Greek}\p{Script=Cyrillic}]/gu;
const LETTER = /^\p{L}$/u;
const LETTER_OR_MARK = /^[\p{L}\p{M}]$/u;
const DIGIT = /^\p{Nd}$/u;
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;
const BLANK = /^\p{White_Space}$/u;
/** FS, the first of FS, GS, RS and US, which separate as a line end does. */
const FIRST_SEPARATOR = 0x1c;
/** Lone surrogates, private use, unassigned. */
const NO_CHARACTER = /^[\p{Cs}\p{Co}\p{Cn}]$/u;
/** The replacement character of decoders; number signs whose value no normalisation tells. */
const UNKNOWN_MEANING = /^[\uFFFD\p{N}]$/u;

/** General categories whose members are alike enough: dashes, brackets, quotation marks, low lines. */
const PUNCTUATION: readonly (readonly [RegExp, string])[] = [
  [/^\p{Pd}$/u, '-'],
  [/^\p{Ps}$/u, '('],
  [/^\p{Pe}$/u, ')'],
  [/^[\p{Pi}\p{Pf}]$/u, '"'],
  [/^\p{Pc}$/u, '_'],
];

export function isLetter(character: string): boolean {
  return LETTER.test(character);
}

/** Letters lose their diacritical marks, by decomposition or by table; a mark that stands alone goes. */
export function withoutDiacritical(character: string, codePoint: number): string | undefined {
  if (codePoint < 128 || !LETTER_OR_MARK.test(character)) return undefined;
  const letter = LATIN_LETTER.get(codePoint);
  if (letter !== undefined) return letter;
  const decomposed = character.normalize('NFD');
  const stripped = decomposed.replace(DIACRITICAL_MARK, '');
  if (stripped === decomposed) return undefined;
  // A sign is not its base with a mark: U+2260 is everything but an equals sign.
  return stripped === '' || isLetter(character) ? stripped.normalize('NFC') : undefined;
}

/** The character's look-alike in ASCII: from the table, by its category, or by compatibility normalisation. */
export function lookAlike(character: string, codePoint: number): string | undefined {
  if (codePoint < 128) return undefined;
  const known = LOOK_ALIKE.get(codePoint);
  if (known !== undefined) return known;
  if (INVISIBLE.test(character)) return '';
  if (NO_CHARACTER.test(character)) return undefined;
  if (DIGIT.test(character)) return String(digitValue(codePoint));
  if (BLANK.test(character)) return ' ';
  const compatible = character.normalize('NFKC');
  if (compatible !== character) return compatible;
  return PUNCTUATION.find(([category]) => category.test(character))?.[1];
}

/** The basic equivalent of everything but letters beyond ASCII; those are the business of the two steps above. */
export function basicEquivalent(character: string, codePoint: number): string | undefined {
  if (BASIC.has(codePoint)) return undefined;
  if (codePoint < 128) return asciiEquivalent(character, codePoint);
  if (NO_CHARACTER.test(character)) return INVISIBLE.test(character) ? '' : UNREADABLE;
  if (isLetter(character)) return undefined;
  const alike = lookAlike(character, codePoint);
  if (alike !== undefined) return alike;
  if (/^[\p{M}\p{Cc}]$/u.test(character)) return '';
  return UNKNOWN_MEANING.test(character) ? UNREADABLE : ' ';
}

function asciiEquivalent(character: string, codePoint: number): string {
  if (/[a-z]/.test(character)) return character.toUpperCase();
  const separates = codePoint >= FIRST_SEPARATOR && codePoint < 0x20;
  if (separates || BLANK.test(character)) return ' ';
  return BASIC_EQUIVALENTS[character] ?? '';
}

/** Capitals by Unicode's rules that depend on no locale. */
export function upperCase(character: string): string {
  return character.toUpperCase();
}

/** Unicode keeps decimal digits in runs of ten, from zero to nine; the longest row of such runs has five. */
function digitValue(codePoint: number): number {
  let first = codePoint;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (codePoint - first) % 10;
}
