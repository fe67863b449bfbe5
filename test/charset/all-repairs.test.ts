import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BASIC,
  type CharacterSet,
  createCharacterSet,
  EXTENDED,
  EXTENDED_HIPAA,
} from '../../src/charset/character-set.js';
import { checkCharacters } from '../../src/charset/check-characters.js';
import { createRepairer, type Repairer } from '../../src/charset/repairer.js';
import { REPAIR_NAMES, type Repairs } from '../../src/charset/repairs.js';
import { DEFAULT_DELIMITERS, type Delimiters } from '../../src/model/delimiters.js';
import { allOfUnicode } from './all-of-unicode.js';

const ALL: Repairs = Object.fromEntries(REPAIR_NAMES.map((name) => [name, true]));
const LETTER = /^\p{L}$/u;
const KANA = createCharacterSet('Kana', [[0x3041, 0x3096], [0x30a1, 0x30fc], 'abc']);
const AWKWARD: Delimiters = { element: '/', component: '-', repetition: '.', segment: "'" };

/** Every choice of repairs; the first 32 are every choice of the five repairs of characters, without the two cuts. */
const SUBSETS: readonly Repairs[] = Array.from({ length: 2 ** REPAIR_NAMES.length }, (_, bits) =>
  Object.fromEntries(REPAIR_NAMES.map((name, index) => [name, (bits & (1 << index)) !== 0])),
);
const CHARACTER_SUBSETS = SUBSETS.slice(0, 32);

interface Target {
  readonly set: CharacterSet;
  readonly delimiters: Delimiters;
}
const TARGETS: readonly Target[] = [BASIC, EXTENDED, EXTENDED_HIPAA, KANA].flatMap((set) =>
  [DEFAULT_DELIMITERS, AWKWARD].map((delimiters) => ({ set, delimiters })),
);

/** What is wrong with the repair of one text; nothing if all promises hold. */
function brokenPromise(text: string, repairer: Repairer, { set, delimiters }: Target): string | undefined {
  const once = repairer.repairText(text, 'text');
  if (repairer.repairText(once.text, 'text').text !== once.text) return 'a second repair changes more';
  if (once.text === text) return once.changes.length > 0 ? 'a change without a change' : undefined;
  if (once.changes.length === 0) return 'a change that is not listed';
  const before = new Set(text);
  for (const { codePoint, delimiter } of checkCharacters(once.text, set, delimiters)) {
    const character = String.fromCodePoint(codePoint);
    if (before.has(character)) continue;
    if (delimiter) return 'a delimiter is brought in';
    if (!LETTER.test(character)) return 'something but a letter is brought in that the set lacks';
    if (LETTER.test(text)) return 'a letter gives way to one that the set lacks too';
  }
  return undefined;
}

describe('all repairs, over all of Unicode', () => {
  // Each code point once, in one pass, for both promises; the code points of which a test below tries all choices.
  const telling: number[] = [];
  const target = { set: BASIC, delimiters: DEFAULT_DELIMITERS };
  const repairer = createRepairer(ALL, target);

  it('leave only letters that the basic set lacks, and report each', () => {
    const wrong: string[] = [];
    for (const codePoint of allOfUnicode()) {
      const text = String.fromCodePoint(codePoint);
      const repaired = repairer.repairText(text, 'text').text;
      if (repaired !== text && repaired !== '?') telling.push(codePoint);
      // What gives ASCII of the set is repaired again just once for all.
      if (/^[A-Z0-9 ?]?$/.test(repaired)) continue;
      const promise = brokenPromise(text, repairer, target);
      if (promise !== undefined) wrong.push(`${codePoint.toString(16)}: ${promise}`);
      for (const left of checkCharacters(repaired, BASIC, DEFAULT_DELIMITERS)) {
        if (!LETTER.test(String.fromCodePoint(left.codePoint)))
          wrong.push(`${codePoint.toString(16)}: ${left.name} left`);
      }
    }
    expect(wrong).toEqual([]);
    for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ?') {
      expect(repairer.repairText(`${character}.`, 'text').text).toBe(`${character}.`);
    }
    expect(telling.length).toBeGreaterThan(5000);
  });

  it('hold their promises for every choice of repairs, wherever a repair has something to say', () => {
    // Found by the test above.
    expect(telling.length).toBeGreaterThan(5000);
    const samples = [...telling, 0xd800, 0xdfff, 0xe000, 0x10ffff];
    const wrong = CHARACTER_SUBSETS.flatMap((repairs, index) => brokenPromises(samples, repairs, targetAt(index)));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['uppercase', EXTENDED],
    ['removeDiacritical', KANA],
    ['replaceConfusable', EXTENDED_HIPAA],
  ] as const)('hold their promises for %s alone', (name, set) => {
    expect(brokenPromises(allOfUnicode(), { [name]: true }, { set, delimiters: DEFAULT_DELIMITERS })).toEqual([]);
  });
});

function targetAt(index: number): Target {
  const found = TARGETS[index % TARGETS.length];
  if (found === undefined) throw new Error('there are no targets');
  return found;
}

function brokenPromises(codePoints: Iterable<number>, repairs: Repairs, target: Target): readonly string[] {
  const repairer = createRepairer(repairs, target);
  const wrong: string[] = [];
  for (const codePoint of codePoints) {
    const promise = brokenPromise(String.fromCodePoint(codePoint), repairer, target);
    if (promise !== undefined) wrong.push(`${codePoint.toString(16)}: ${promise}`);
  }
  return wrong;
}

describe('every choice of repairs', () => {
  const repairs = fc.constantFrom(...SUBSETS);
  const target = fc.constantFrom(...TARGETS);
  const interesting = fc.constantFrom(...'aéñßÿÆﬁⅫ½µ“–~*^>`|/-. \u00a0\u200b\u0301\t☃😀ДРнガ山', '\uD83D', '\uDE00');
  const text = fc.string({
    unit: fc.oneof(interesting, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
    maxLength: 20,
  });

  it('is idempotent on texts, for every kind, and changes no code', () => {
    const kind = fc.constantFrom('text', 'code', 'integer', 'decimal', 'date', 'time');
    fc.assert(
      fc.property(text, repairs, target, kind, (value, choice, aim, kindOf) => {
        const some = createRepairer(choice, aim);
        const once = some.repairText(value, kindOf);
        expect(some.repairText(once.text, kindOf).text).toBe(once.text);
        if (kindOf === 'code') expect(once).toEqual({ text: value, changes: [] });
        expect(once.changes.length > 0).toBe(once.text !== value);
      }),
      { numRuns: 500 },
    );
  });

  it('lists changes within the text, in order, without its unchanged characters', () => {
    fc.assert(
      fc.property(text, repairs, target, (value, choice, aim) => {
        const { changes } = createRepairer(choice, aim).repairText(value, 'text');
        const characters = changes.filter(({ repair }) => !repair.startsWith('trim'));
        for (const { offset, length } of changes) {
          expect(length).toBeGreaterThan(0);
          expect(offset + length).toBeLessThanOrEqual(value.length);
        }
        expect(characters.map(({ offset }) => offset)).toEqual(
          characters.map(({ offset }) => offset).sort((a, b) => a - b),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('cuts decimals without changing what they are worth', () => {
    const decimal = fc.tuple(
      fc.boolean(),
      fc.bigInt(0n, 10n ** 12n),
      fc.string({ unit: fc.constantFrom('0', '0', '5'), maxLength: 6 }),
    );
    fc.assert(
      fc.property(decimal, ([negative, whole, fraction]) => {
        const value = `${negative ? '-' : ''}${whole}.${fraction}`;
        const cut = createRepairer({ trimTrailingZeroes: true }, { set: BASIC }).repairText(value, 'decimal').text;
        expect(Number(cut)).toBe(Number(value));
        expect(cut).not.toMatch(/\.$|\.\d*0$/);
      }),
    );
  });

  it('leaves a text alone exactly as its table says', () => {
    const ascii = fc.string({
      unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)),
      maxLength: 12,
    });
    fc.assert(
      fc.property(ascii, repairs, target, (value, choice, aim) => {
        const some = createRepairer(choice, aim);
        const plain = [...value].every((character) => some.untouched[character.charCodeAt(0)] === 1);
        if (!plain) return;
        expect(checkCharacters(value, aim.set, aim.delimiters)).toEqual([]);
        if (!(some.trimsEnd && value.endsWith(' ')))
          expect(some.repairText(value, 'text')).toEqual({ text: value, changes: [] });
      }),
    );
  });
});
