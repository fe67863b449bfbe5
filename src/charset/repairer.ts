import { checkOptions } from '../model/check-options.js';
import type { Delimiters } from '../model/delimiters.js';
import { DELIMITERS, type OptionRules } from '../model/option-rules.js';
import { CharacterRepair, type RepairedCharacter } from './character-repair.js';
import type { CharacterSet } from './character-set.js';
import { delimiterCodes, SET } from './check-characters.js';
import { RepairedText } from './repaired-text.js';
import { enabledRepairs, type RepairChange, type RepairName, type Repairs } from './repairs.js';

/** What a value is, as far as repairs care: `code` is an element of type ID, `integer` Nn, `decimal` R. */
export type ValueKind = 'text' | 'code' | 'integer' | 'decimal' | 'date' | 'time';

export interface RepairResult {
  /** The repaired value; `''` if nothing is left, which counts as absent. */
  readonly text: string;
  /** What was changed, in the order of its places; empty if nothing was. */
  readonly changes: readonly RepairChange[];
}

/** Repairs values for one interchange. Repairing a repaired value changes nothing. */
export interface Repairer {
  /**
   * For each ASCII character 1 if it can be sent and no repair changes it (but at the end of a value, see below), else 0: a
   * value of such characters alone needs no repair.
   */
  readonly untouched: Uint8Array;
  /** Blanks at the end of a value are cut, so a value that ends with one needs {@link repairText}. */
  readonly trimsEnd: boolean;
  /** Zeros at the end of a `decimal` are cut, so one that holds a point and ends with it or with `0` needs {@link repairText}. */
  readonly trimsZeroes: boolean;
  /**
   * Repairs a value. Codes come back as they are. A character that no repair can help stays, for `checkCharacters` to
   * report. Takes time and memory in proportion to the value.
   */
  repairText(text: string, kind: ValueKind): RepairResult;
}

export interface RepairTarget {
  /** The set that the result should fit. */
  readonly set: CharacterSet;
  /** The delimiters in use: never brought into a value, and replaced by `replaceDelimiterConflicts`. */
  readonly delimiters?: Delimiters | undefined;
}

const TARGET_RULES: OptionRules<RepairTarget> = { set: { needed: SET }, delimiters: { members: DELIMITERS } };
const NO_CHANGES: readonly RepairChange[] = [];
/** Repaired characters are remembered, but not all of Unicode. */
const MAX_REMEMBERED = 4096;
const SMALL_LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const BLANK = 0x20;
const ZERO = 0x30;
const POINT = 0x2e;
const MINUS = 0x2d;

/**
 * Makes a repairer.
 * @throws X12Error `X12_OPTION_INVALID` if `repairs` holds anything but a switch for a repair.
 */
export function createRepairer(repairs: Repairs, target: RepairTarget): Repairer {
  checkOptions('createRepairer', target, TARGET_RULES);
  const { set, delimiters } = target;
  return new TextRepairer(enabledRepairs(repairs), set, delimiterCodes(delimiters));
}

class TextRepairer implements Repairer {
  readonly untouched: Uint8Array;
  readonly trimsEnd: boolean;
  readonly trimsZeroes: boolean;
  readonly #characters: CharacterRepair;
  /** The change of small ASCII letters to capitals, when all change so: they go in runs, being the commonest repair. */
  readonly #capitals: RepairedCharacter['changes'] | undefined;
  readonly #remembered = new Map<number, RepairedCharacter | undefined>();

  constructor(enabled: ReadonlySet<RepairName>, set: CharacterSet, delimiters: ReadonlySet<number>) {
    const characters = new CharacterRepair(enabled, set, delimiters);
    this.#characters = characters;
    this.untouched = Uint8Array.from({ length: 128 }, (_, code) =>
      set.has(code) && !delimiters.has(code) && characters.repair(code) === undefined ? 1 : 0,
    );
    const letters = Array.from(SMALL_LETTERS, (letter) => characters.repair(letter.charCodeAt(0)));
    const capitals = letters.every((repaired, index) => repaired?.text === SMALL_LETTERS[index]?.toUpperCase());
    this.#capitals = capitals ? letters[0]?.changes : undefined;
    this.trimsEnd = enabled.has('trimTrailingSpaces');
    this.trimsZeroes = enabled.has('trimTrailingZeroes');
  }

  repairText(text: string, kind: ValueKind): RepairResult {
    if (kind === 'code') return { text, changes: NO_CHANGES };
    const touched = this.#firstTouched(text);
    if (touched === text.length && !this.trimsEnd && !this.trimsZeroes) return { text, changes: NO_CHANGES };
    const result = new RepairedText(text);
    this.#repairCharacters(text, touched, result);
    if (this.trimsEnd) result.cut('trimTrailingSpaces', endWithoutBlanks(result.text));
    if (this.trimsZeroes && kind === 'decimal') result.cut('trimTrailingZeroes', endWithoutZeroes(result.text));
    return { text: result.text, changes: result.changes };
  }

  #repairCharacters(text: string, from: number, result: RepairedText): void {
    let offset = from;
    while (offset < text.length) {
      const letters = this.#capitals === undefined ? offset : endOfSmallLetters(text, offset);
      if (this.#capitals !== undefined && letters > offset) {
        const capitals = text.slice(offset, letters).toUpperCase();
        result.replace(offset, letters - offset, { text: capitals, changes: this.#capitals });
        offset = letters;
        continue;
      }
      const codePoint = text.codePointAt(offset) ?? 0;
      const length = codePoint > 0xffff ? 2 : 1;
      const repaired = this.untouched[codePoint] === 1 ? undefined : this.#repaired(codePoint);
      if (repaired !== undefined) result.replace(offset, length, repaired);
      offset += length;
    }
    result.finish();
  }

  #firstTouched(text: string): number {
    let offset = 0;
    while (offset < text.length && this.untouched[text.charCodeAt(offset)] === 1) offset += 1;
    return offset;
  }

  #repaired(codePoint: number): RepairedCharacter | undefined {
    if (this.#remembered.has(codePoint)) return this.#remembered.get(codePoint);
    const repaired = this.#characters.repair(codePoint);
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(codePoint, repaired);
    return repaired;
  }
}

function endOfSmallLetters(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && text.charCodeAt(end) >= 0x61 && text.charCodeAt(end) <= 0x7a) end += 1;
  return end;
}

function endWithoutBlanks(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === BLANK) end -= 1;
  return end;
}

/** Cuts only behind a decimal point, and the point with the last zero; `.00` keeps one zero. Anything else keeps its end. */
function endWithoutZeroes(text: string): number {
  const point = text.indexOf('.');
  if (point < 0 || !isPlainDecimal(text, point)) return text.length;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end -= 1;
  if (end - 1 > point) return end;
  const digitsBefore = point > (text.charCodeAt(0) === MINUS ? 1 : 0);
  // Without a digit before the point, `.00` would lose all its digits: it stays.
  return digitsBefore ? point : text.length;
}

function isPlainDecimal(text: string, point: number): boolean {
  for (let offset = text.charCodeAt(0) === MINUS ? 1 : 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    const digit = code >= ZERO && code <= ZERO + 9;
    if (!digit && !(code === POINT && offset === point)) return false;
  }
  return true;
}
