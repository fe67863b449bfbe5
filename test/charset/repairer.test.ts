import { describe, expect, it } from 'vitest';
import {
  BASIC,
  type CharacterSet,
  createCharacterSet,
  EXTENDED,
  EXTENDED_HIPAA,
} from '../../src/charset/character-set.js';
import { createRepairer, type ValueKind } from '../../src/charset/repairer.js';
import { REPAIR_NAMES, type RepairName, type Repairs } from '../../src/charset/repairs.js';
import { DEFAULT_DELIMITERS, type Delimiters } from '../../src/model/delimiters.js';
import { isX12Error } from '../../src/model/error.js';

const ALL: Repairs = Object.fromEntries(REPAIR_NAMES.map((name) => [name, true]));

interface Choice {
  readonly set?: CharacterSet;
  readonly delimiters?: Delimiters;
  readonly kind?: ValueKind;
}

/** Repairs by the named repairs, for EXTENDED_HIPAA and our usual delimiters unless told otherwise. */
function repaired(text: string, names: readonly RepairName[] | Repairs, choice: Choice = {}) {
  const { set = EXTENDED_HIPAA, delimiters = DEFAULT_DELIMITERS, kind = 'text' } = choice;
  const repairs = Array.isArray(names) ? Object.fromEntries(names.map((name) => [name, true])) : names;
  return createRepairer(repairs, { set, delimiters }).repairText(text, kind);
}

describe('removeDiacritical', () => {
  it.each([
    ['Peña Núñez', 'Pena Nunez'],
    ['Pen\u0303a', 'Pena'],
    ['Straße Øre Łódź Þór Đặng', 'Strasse Ore Lodz THor Dang'],
    ['Əliyev œuvre ĳ', 'Eliyev oeuvre ĳ'],
    // Another letter, not the same with a mark; nothing that could be sent would come of it.
    ['ガ й', 'ガ й'],
    ['≠', '≠'],
  ])('%s → %s', (text, expected) => {
    expect(repaired(text, ['removeDiacritical']).text).toBe(expected);
  });

  it('removes marks also where the set has the letter', () => {
    expect(repaired('Peña', ['removeDiacritical'], { set: EXTENDED }).text).toBe('Pena');
  });

  it('gives a capital where the set has no small letter', () => {
    expect(repaired('JOSé', ['removeDiacritical'], { set: BASIC }).text).toBe('JOSE');
  });
});

describe('replaceConfusable', () => {
  it.each([
    ['“a” ‘b’ «c»', '"a" \'b\' "c"'],
    ['1–2—3−4‑5', '1-2-3-4-5'],
    ['a\u00A0b\u2009c\u3000d…', 'a b c d...'],
    ['ＡＢＣ１２３ Ⅻ ﬁ ①', 'ABC123 XII fi 1'],
    ['٤٢ १२ 𝟛𝟡', '42 12 39'],
    ['Сара Νίκος', 'Capa Nίkoς'],
    ['2½ ×3 ÷', '2 1/2 x3 /'],
    ['≤5 ≥6', 'LE 5 GE 6'],
    ['zero\u200Bwidth\uFEFF', 'zerowidth'],
    ['イロ 山', 'イロ 山'],
  ])('%s → %s', (text, expected) => {
    expect(repaired(text, ['replaceConfusable']).text).toBe(expected);
  });

  it('never makes milli of micro', () => {
    for (const dose of ['5 µg', '5 \u03BCg', '5 ㎍']) expect(repaired(dose, ['replaceConfusable']).text).toBe('5 ug');
    expect(repaired('5 µg', ALL, { set: BASIC }).text).toBe('5 UG');
  });

  it('leaves what may be sent', () => {
    const cyrillic = createCharacterSet('Cyrillic', [
      [0x20, 0x7e],
      [0x410, 0x44f],
    ]);
    expect(repaired('Сара¡', ['replaceConfusable'], { set: cyrillic }).text).toBe('Сара!');
    expect(repaired('¿', ['replaceConfusable'], { set: EXTENDED }).text).toBe('¿');
  });
});

describe('replaceNonBasicCharacters', () => {
  it.each([
    ['[a]{b}<c>', '(A)(B)(C)'],
    ['a\\b|c_d`e', "A/B/C-D'E"],
    ['x@y #5 50% $3', 'X(AT)Y NO.5 50PCT  3'],
    ['tab\tline\nbell\u0007', 'TAB LINE BELL'],
    ['☃ \uE000 \uD800', '  ? ?'],
    ['é山', 'é山'],
    ['“q”', '"Q"'],
  ])('%j → %j', (text, expected) => {
    expect(repaired(text, ['replaceNonBasicCharacters']).text).toBe(expected);
  });
});

describe('uppercase', () => {
  it('writes capitals, of no locale, and only where they can be sent', () => {
    expect(repaired('Straße iñ', ['uppercase'], { set: EXTENDED }).text).toBe('STRASSE IÑ');
    expect(repaired('ÿ', ['uppercase'], { set: EXTENDED }).text).toBe('ÿ');
    expect(repaired('iñ', ['uppercase']).text).toBe('Iñ');
  });
});

describe('replaceDelimiterConflicts', () => {
  it('replaces the delimiters in use', () => {
    expect(repaired('a*b^c~d>e`f', ['replaceDelimiterConflicts']).text).toBe('a|b|c-d)e`f');
    expect(repaired('A*B^C', ['replaceDelimiterConflicts'], { set: BASIC }).text).toBe('A/B/C');
  });

  it.each([
    [BASIC, '*', '/'],
    [BASIC, '^', '/'],
    [BASIC, ':', '.'],
    [BASIC, '~', '-'],
    [BASIC, '+', '-'],
    [EXTENDED_HIPAA, '*', '|'],
    [EXTENDED_HIPAA, '^', '|'],
    [EXTENDED_HIPAA, '`', "'"],
    [EXTENDED_HIPAA, '<', '('],
    [EXTENDED_HIPAA, '-', ' '],
  ])('%#: takes the first choice that can be sent', (set, delimiter, expected) => {
    const delimiters = { element: delimiter, component: '"', segment: '\n' };
    expect(repaired(`A${delimiter}B`, ['replaceDelimiterConflicts'], { set, delimiters }).text).toBe(`A${expected}B`);
  });

  it('brings in no other delimiter', () => {
    const delimiters = { element: '*', component: '|', repetition: '/', segment: '-' };
    expect(repaired('a*b|c/d-e', ['replaceDelimiterConflicts'], { delimiters }).text).toBe('a b c d e');
    expect(repaired('a–b［c］', ['replaceConfusable'], { delimiters: { ...delimiters, repetition: '[' } }).text).toBe(
      'a b(c]',
    );
  });

  it('replaces a control character that is the terminator', () => {
    const delimiters = { element: '*', component: '>', segment: '\n' };
    expect(repaired('a\nb', ['replaceDelimiterConflicts'], { delimiters }).text).toBe('a-b');
  });
});

describe('trimming', () => {
  it.each([
    ['12.50', '12.5'],
    ['3.0', '3'],
    ['3.', '3'],
    ['100', '100'],
    ['0.00', '0'],
    ['-0.50', '-0.5'],
    ['.50', '.5'],
    ['.00', '.00'],
    ['1.50E3', '1.50E3'],
    ['1.5.0', '1.5.0'],
    ['12.50 ', '12.5'],
  ])('cuts the zeros of the decimal %s: %s', (text, expected) => {
    expect(repaired(text, ['trimTrailingSpaces', 'trimTrailingZeroes'], { kind: 'decimal' }).text).toBe(expected);
  });

  it.each(['text', 'integer', 'date', 'time', 'code'] as const)('keeps the zeros of kind %s', (kind) => {
    expect(repaired('12.50', ['trimTrailingZeroes'], { kind }).text).toBe('12.50');
  });

  it('cuts blanks, also what a repair made blank, and leaves nothing of blanks alone', () => {
    expect(repaired('  A B  ', ['trimTrailingSpaces']).text).toBe('  A B');
    expect(repaired('   ', ['trimTrailingSpaces'])).toEqual({
      text: '',
      changes: [{ repair: 'trimTrailingSpaces', offset: 0, length: 3 }],
    });
    expect(repaired('A\u00A0☃ ', ALL, { set: BASIC }).text).toBe('A');
  });
});

describe('kinds', () => {
  it('never changes a code', () => {
    const text = ' pé~“*  ';
    expect(repaired(text, ALL, { kind: 'code' })).toEqual({ text, changes: [] });
  });

  it.each(['text', 'integer', 'decimal', 'date', 'time'] as const)('repairs characters of kind %s', (kind) => {
    expect(repaired('１２３', ALL, { kind, set: BASIC }).text).toBe('123');
  });
});

describe('changes', () => {
  it('tell repair, place, character and replacement', () => {
    expect(repaired('Peña “Ⅻ”😀😀', ALL, { set: BASIC }).changes).toEqual([
      { repair: 'replaceNonBasicCharacters', offset: 1, length: 3 },
      { repair: 'removeDiacritical', offset: 2, length: 1, from: 'U+00F1', to: 'N' },
      { repair: 'replaceConfusable', offset: 5, length: 1, from: 'U+201C', to: '"' },
      { repair: 'replaceConfusable', offset: 6, length: 1, from: 'U+216B', to: 'XII' },
      { repair: 'replaceConfusable', offset: 7, length: 1, from: 'U+201D', to: '"' },
      { repair: 'replaceNonBasicCharacters', offset: 8, length: 4, from: 'U+1F600', to: ' ' },
      { repair: 'trimTrailingSpaces', offset: 8, length: 4 },
    ]);
  });

  it('place cuts in the text as it came', () => {
    const cut = repaired('Ⅻ…  \u00A0 ', ['replaceConfusable', 'trimTrailingSpaces']).changes.at(-1);
    expect(cut).toEqual({ repair: 'trimTrailingSpaces', offset: 2, length: 4 });
    const cuts = repaired('１.50 \u200B ', ALL, { kind: 'decimal' }).changes.slice(-2);
    expect(cuts).toEqual([
      { repair: 'trimTrailingSpaces', offset: 4, length: 3 },
      { repair: 'trimTrailingZeroes', offset: 3, length: 1 },
    ]);
  });

  it('are none, and the text is the same, when there is nothing to repair', () => {
    expect(repaired('PLAIN 1-2', ALL, { set: BASIC })).toEqual({ text: 'PLAIN 1-2', changes: [] });
    expect(repaired('', ALL)).toEqual({ text: '', changes: [] });
    expect(repaired('ñ', {})).toEqual({ text: 'ñ', changes: [] });
  });
});

describe('createRepairer', () => {
  it('refuses what is no switch of a repair', () => {
    // As a file or a command line could bring it.
    for (const repairs of [{ upperCase: true }, { uppercase: 'yes' }] as unknown as Repairs[]) {
      let code: string | undefined;
      try {
        createRepairer(repairs, { set: BASIC });
      } catch (error) {
        code = isX12Error(error) ? error.code : undefined;
      }
      expect(code).toBe('X12_OPTION_INVALID');
    }
    expect(createRepairer({ uppercase: undefined }, { set: BASIC }).repairText('a', 'text').text).toBe('a');
  });

  it('says what needs no repair', () => {
    const { untouched, trimsEnd, trimsZeroes } = createRepairer(
      { uppercase: true },
      { set: EXTENDED, delimiters: DEFAULT_DELIMITERS },
    );
    const names = Array.from(untouched, (flag, code) => (flag === 1 ? String.fromCharCode(code) : '')).join('');
    expect(names).toBe(' !"#$%&\'()+,-./0123456789:;<=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]_`{|}');
    expect([trimsEnd, trimsZeroes]).toEqual([false, false]);
    const all = createRepairer(ALL, { set: EXTENDED });
    expect([all.trimsEnd, all.trimsZeroes, all.untouched.length]).toEqual([true, true, 128]);
  });
});

describe('long values', () => {
  const length = 1_000_000;
  it.each([
    ['small letters', 'ab '.repeat(length / 3)],
    ['marks', 'é'.repeat(length)],
    ['removed characters', 'a\u200B'.repeat(length / 2)],
    ['blanks before the end', `${' '.repeat(length)}x`],
    ['zeros before the end', `1.${'0'.repeat(length)}1`],
    ['lone surrogates', '\uD83D\u200B'.repeat(length / 2)],
  ])('end long before the time-out, which a quadratic repair would exceed: %s', (_, text) => {
    const once = repaired(text, { ...ALL, replaceNonBasicCharacters: false }, { kind: 'decimal', set: BASIC });
    expect(once.text.length).toBeLessThanOrEqual(2 * text.length);
  });
});
