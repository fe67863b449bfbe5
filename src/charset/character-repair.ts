import type { CharacterSet } from './character-set.js';
import {
  basicEquivalent,
  type CharacterStep,
  isLetter,
  lookAlike,
  upperCase,
  withoutDiacritical,
} from './character-steps.js';
import { codePointName } from './code-point-name.js';
import type { RepairChange, RepairName } from './repairs.js';
import { BASIC_EQUIVALENTS, DELIMITER_ALTERNATIVES, LAST_CHOICES } from './replacements.js';

/** What a repair did to one character, as {@link RepairChange} without its place. */
export type CharacterChange = Omit<RepairChange, 'offset' | 'length'>;

/** What a character becomes, and by which repairs. */
export interface RepairedCharacter {
  readonly text: string;
  readonly changes: readonly CharacterChange[];
}

/** Chains are short (ligature, letter, capital); the bound is for data of a Unicode yet to come. */
const MAX_DEPTH = 12;

/**
 * Repairs single characters, for one choice of repairs, one set and its delimiters. What comes out is repaired to the end:
 * each character of it, repaired again, stays as it is.
 */
export class CharacterRepair {
  readonly #set: CharacterSet;
  readonly #delimiters: ReadonlySet<number>;
  readonly #steps: readonly (readonly [RepairName, CharacterStep])[];

  constructor(enabled: ReadonlySet<RepairName>, set: CharacterSet, delimiters: ReadonlySet<number>) {
    this.#set = set;
    this.#delimiters = delimiters;
    const steps: readonly (readonly [RepairName, CharacterStep])[] = [
      ['removeDiacritical', withoutDiacritical],
      // A look-alike that may be sent is no mistake: a set of Cyrillic letters keeps them.
      ['replaceConfusable', (character, code) => (this.#canSend(code) ? undefined : lookAlike(character, code))],
      ['replaceNonBasicCharacters', basicEquivalent],
      ['uppercase', upperCase],
      ['replaceDelimiterConflicts', (character, code) => (delimiters.has(code) ? this.#standIn(character) : undefined)],
    ];
    this.#steps = steps.filter(([name]) => enabled.has(name));
  }

  /** What the character becomes; `undefined` if it stays. */
  repair(codePoint: number, depth = 0): RepairedCharacter | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const character = String.fromCodePoint(codePoint);
    for (const [name, step] of this.#steps) {
      const replacement = step(character, codePoint);
      if (replacement === undefined || replacement === character) continue;
      const settled = this.#settle(replacement, character, codePoint, depth);
      if (settled === undefined) continue;
      const change = changeOf(name, codePoint, settled.text);
      return { text: settled.text, changes: [change, ...settled.changes] };
    }
    return undefined;
  }

  /**
   * Repairs a replacement in its turn and makes it fit the set. `undefined` if it may not be made: a delimiter is never
   * brought in, and a letter, or whatever can be sent as it is, never gives way to what cannot be sent.
   */
  #settle(replacement: string, character: string, codePoint: number, depth: number): RepairedCharacter | undefined {
    const changes: CharacterChange[] = [];
    let text = '';
    for (const part of replacement) {
      const repaired = this.repair(part.codePointAt(0) ?? 0, depth + 1);
      if (repaired !== undefined) changes.push(...repaired.changes);
      text += repaired?.text ?? part;
    }
    let fitting = '';
    for (const part of text) {
      const code = part.codePointAt(0) ?? 0;
      const stays = this.#canSend(code);
      const fit = stays ? part : this.#equivalent(part);
      if (fit === undefined && (this.#delimiters.has(code) || !isLetter(part))) return undefined;
      if (fit === undefined && (isLetter(character) || this.#canSend(codePoint))) return undefined;
      fitting += fit ?? part;
    }
    return { text: fitting, changes };
  }

  #canSend(codePoint: number): boolean {
    return this.#set.has(codePoint) && !this.#delimiters.has(codePoint);
  }

  /** What stands for an ASCII character that a replacement would bring in and that cannot be sent. */
  #equivalent(character: string): string | undefined {
    if (character.charCodeAt(0) > 127) return undefined;
    const capital = character.toUpperCase();
    if (capital !== character) return this.#isSettled(capital) ? capital : undefined;
    return /[A-Z0-9]/.test(character) ? undefined : this.#standIn(character);
  }

  /** The first choice for a character that may not stand in data, by the table; without fail within a built-in set. */
  #standIn(character: string): string | undefined {
    const basic = BASIC_EQUIVALENTS[character];
    const alternatives = DELIMITER_ALTERNATIVES[character] ?? [];
    const choices = [...alternatives, ...(basic === undefined ? [] : [basic]), ...LAST_CHOICES];
    return choices.find((choice) => this.#isSettled(choice));
  }

  /** Whether a text can be sent, and no repair has more to say about it. */
  #isSettled(text: string): boolean {
    return Array.from(text).every((character) => {
      const codePoint = character.codePointAt(0) ?? 0;
      return (
        this.#canSend(codePoint) &&
        this.#steps.every(([, step]) => (step(character, codePoint) ?? character) === character)
      );
    });
  }
}

/** A change of case says only where: letter by letter, it would spell the value out. */
function changeOf(repair: RepairName, codePoint: number, to: string): CharacterChange {
  const character = String.fromCodePoint(codePoint);
  const isCase = (repair === 'uppercase' || codePoint < 128) && to.toLowerCase() === character.toLowerCase();
  return isCase ? { repair } : { repair, from: codePointName(codePoint), to };
}
