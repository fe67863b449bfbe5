import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageOfSegment } from '../../../src/guide/compile/build-image.js';
import { packCode } from '../../../src/guide/plan/code-table.js';
import { ElementTable, Row } from '../../../src/guide/plan/element-table.js';
import { NO_IMAGE } from '../../../src/guide/plan/image.js';
import type { ElementPlan, SegmentPlan } from '../../../src/guide/plan/plan.js';
import { checkValue } from '../../../src/guide/values/check-value.js';
import { checkFormattedDate, isFormattedAt } from '../../../src/guide/values/formatted-date.js';
import { SpanReader } from '../../../src/guide/values/read-span.js';
import { toJson } from '../../../src/guide/values/read-value.js';
import { DOUBT } from '../../../src/guide/values/text.js';
import { putNumber, putString, writeValue } from '../../../src/guide/values/write-value.js';
import { isRight } from '../../../src/guide/walk/pass-elements.js';
import { decodeLatin1 } from '../../../src/syntax/encoding.js';
import { SegmentWriter } from '../../../src/syntax/segment-writer.js';
import { elementOf, STANDARD } from '../element-plan.js';
import { ELEMENTS, nearJson, nearText } from './near-values.js';

// What surely is right goes the short way, on bytes; whatever that way doubts is judged on strings. So all that the short way
// takes has to be right there, and to become the same.

const DELIMITERS = { element: '*', component: ':', repetition: '^', segment: '~' };
const CLASSES = new SegmentWriter({ delimiters: DELIMITERS }).layout.classes;

/** The words of a segment of one element, of which `row` then tells the place. */
function wordsOf(element: ElementPlan): Int32Array {
  const segment: SegmentPlan = {
    ...{ kind: 'segment', key: 'x', aliases: [], title: '', index: 0, rank: 0, section: undefined, array: false },
    ...{ min: 0, max: 1, required: false, mandatory: false, discriminator: undefined, rules: [], row: 0 },
    ...{ image: NO_IMAGE, tag: 'X', tagCode: packCode('X'), elements: [undefined, element], syntax: [] },
    ...{ requiredLow: 0, requiredHigh: 0, create: Object as unknown as SegmentPlan['create'] },
  };
  imageOfSegment(segment);
  return segment.image.words;
}

function placedIn(element: ElementPlan) {
  const words = wordsOf(element);
  const { rows } = new ElementTable([undefined, element], 'element', words);
  return { element, words, written: rows[Row.words + Row.at] ?? 0, kind: rows[Row.words + Row.kind] ?? 0 };
}

const PLACED = ELEMENTS.map(placedIn);
const placed = fc.constantFrom(...PLACED);

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));

/** The JSON that the short way makes of bytes between others. */
function readShort({ element, words }: (typeof PLACED)[0], text: string, numbers: 'exact' | 'string') {
  const reader = new SpanReader(numbers);
  const around = `7${text}7`;
  reader.window(bytesOf(around), around);
  const isSure = isRight(words, element.row, bytesOf(around), 1, 1 + text.length);
  return isSure ? reader.read(words, element.row, element, 1, 1 + text.length) : undefined;
}

/** What is put of a value that the short way takes, and that is then surely right on its bytes. */
function writeShort({ element, words, written, kind }: (typeof PLACED)[0], value: string | number): string | undefined {
  const bytes = new Uint8Array(200).fill(0x37);
  const put =
    typeof value === 'string'
      ? putString(kind, words, written, value, false, CLASSES, bytes, 1)
      : putNumber(kind, words, written, value, bytes, 1);
  if (put === DOUBT || !isRight(words, element.row, bytes, 1, put)) return undefined;
  return decodeLatin1(bytes.subarray(1, put));
}

function expectRight(element: ElementPlan, text: string): void {
  checkValue(element, text, STANDARD, (reason) => expect.fail(reason));
}

/** How many values of each kind a way took: a way that takes nothing would prove nothing. */
class Taken {
  readonly #counts = new Map<ElementPlan, number>(ELEMENTS.map((element) => [element, 0]));

  count(element: ElementPlan): void {
    this.#counts.set(element, (this.#counts.get(element) ?? 0) + 1);
  }

  expectAll(but: readonly ElementPlan[] = []): void {
    for (const [element, count] of this.#counts)
      if (!but.includes(element)) expect(count, `${element.type} ${element.min}/${element.max}`).toBeGreaterThan(0);
  }
}

/** Of listed numbers and dates of six digits the short way makes no JSON. */
const NOT_READ = ELEMENTS.filter(({ listed, type, max }) => listed !== undefined || (type === 'DT' && max === 6));
/** Dates of six digits go the long way, and texts whose list has values of a wrong length. */
const NOT_WRITTEN = ELEMENTS.filter(({ type, min, codes }) => min === 6 || (type === 'AN' && codes !== undefined));

describe('what the short way accepts on bytes', () => {
  it('is right by the judge of strings', () => {
    const taken = new Taken();
    fc.assert(
      fc.property(placed, nearText, ({ element, words }, text) => {
        const around = bytesOf(`7${text}7`);
        if (!isRight(words, element.row, around, 1, 1 + text.length)) return;
        taken.count(element);
        // What a text may be is for its loop to say.
        expectRight(element.type === 'AN' ? { ...element, codes: undefined } : element, text);
      }),
      { numRuns: 15_000 },
    );
    taken.expectAll();
  });

  it('has the same JSON, of which the same bytes come back', () => {
    const taken = new Taken();
    fc.assert(
      fc.property(placed, nearText, fc.constantFrom('exact', 'string'), (one, text, numbers) => {
        const { element, words } = one;
        const json = readShort(one, text, numbers);
        if (json === undefined) return;
        taken.count(element);
        expect(isRight(words, element.row, bytesOf(text), 0, text.length)).toBe(true);
        expect(json).toEqual(toJson(element, text, numbers));
        expect(writeValue(element, json)).toBe(text);
      }),
      { numRuns: 15_000 },
    );
    taken.expectAll(NOT_READ);
  });

  it('is a date by its qualifier', () => {
    const range = fc.tuple(nearText, nearText).map((ends) => ends.join('-'));
    let taken = 0;
    fc.assert(
      fc.property(fc.constantFrom('D8', 'RD8', 'TM', 'D6'), fc.oneof(nearText, range), (qualifier, text) => {
        if (!isFormattedAt(bytesOf(`7${text}7`), 1, 1 + text.length, packCode(qualifier))) return;
        taken++;
        expect(checkFormattedDate(qualifier, text)).toBe('ok');
      }),
      { numRuns: 15_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });
});

describe('a right value, by the long way', () => {
  it('comes back from its JSON as it was', () => {
    const taken = new Taken();
    fc.assert(
      fc.property(fc.constantFrom(...ELEMENTS), nearText, fc.constantFrom('exact', 'string'), (plan, text, numbers) => {
        let faults = 0;
        checkValue(plan, text, STANDARD, () => faults++);
        if (faults > 0) return;
        taken.count(plan);
        expect(writeValue(plan, toJson(plan, text, numbers))).toBe(text);
      }),
      { numRuns: 15_000 },
    );
    taken.expectAll();
  });
});

describe('what the short way writes', () => {
  it('is what the long way writes, and right', () => {
    const taken = new Taken();
    fc.assert(
      fc.property(placed, nearJson, (one, given) => {
        const text = writeShort(one, given);
        if (text === undefined) return;
        taken.count(one.element);
        expect(text).toBe(writeValue(one.element, given));
        expectRight(one.element, text);
      }),
      { numRuns: 15_000 },
    );
    taken.expectAll(NOT_WRITTEN);
  });

  it('is the text of the JSON that was read', () => {
    const taken = new Taken();
    fc.assert(
      fc.property(placed, nearText, (one, text) => {
        const json = readShort(one, text, 'exact');
        if (typeof json !== 'string' && typeof json !== 'number') return;
        const written = writeShort(one, json);
        if (written === undefined) return;
        taken.count(one.element);
        expect(written).toBe(text);
      }),
      { numRuns: 15_000 },
    );
    taken.expectAll([...NOT_READ, ...NOT_WRITTEN]);
  });

  it.each([
    [elementOf('AN', 1, 6), 'AB c', 'AB c'],
    [elementOf('ID', 2, 2, { list: ['HC', 'ZZ'] }), 'HC', 'HC'],
    [elementOf('R', 1, 9), 125, '125'],
    [elementOf('R', 1, 9), -98.5, '-98.5'],
    [elementOf('R', 1, 9), 0.07, '0.07'],
    [elementOf('R', 1, 9), '125.00', '125.00'],
    [elementOf('N2', 1, 9), 31.39, '3139'],
    [elementOf('DT', 8, 8), '2024-02-29', '20240229'],
    [elementOf('TM', 4, 8), '23:59:59.99', '23595999'],
    [elementOf('TM', 4, 8), '0000', '0000'],
  ] as const)('case %#', (element, given, text) => {
    expect(writeShort(placedIn(element), given)).toBe(text);
  });
});
