import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { elementRows } from '../../src/guide/compile/element-rows.js';
import { packCode } from '../../src/guide/plan/code-table.js';
import { ImageWriter } from '../../src/guide/plan/image-writer.js';
import type { ElementPlan } from '../../src/guide/plan/plan.js';
import { checkValue } from '../../src/guide/values/check-value.js';
import { JsonBytes } from '../../src/guide/values/json-bytes.js';
import type { NumberForm } from '../../src/guide/values/number.js';
import { SpanReader } from '../../src/guide/values/read-span.js';
import { toJson } from '../../src/guide/values/read-value.js';
import { isRight } from '../../src/guide/walk/pass-elements.js';
import { ESCAPES, EXACT, NOT_PLAIN, putValue } from '../../src/guide/walk/text-on-bytes.js';
import { X12Error } from '../../src/model/error.js';
import { decodeLatin1 } from '../../src/syntax/encoding.js';
import { elementOf, STANDARD } from './element-plan.js';

const LISTED = new Set(['1', '2', '12'].map(packCode));
const WITH_LIST = { pattern: /^(1|2|12)$/, listed: LISTED };
const ELEMENTS: readonly ElementPlan[] = [
  elementOf('AN', 1, 30),
  elementOf('AN', 1, 4, WITH_LIST),
  elementOf('ID', 1, 5, { list: ['HC', '1', 'ABCDE'] }),
  elementOf('ID', 2, 2, { list: ['HC'] }),
  elementOf('R', 1, 18),
  elementOf('R', 1, 4, WITH_LIST),
  elementOf('R', 3, 9),
  elementOf('N0', 1, 17),
  elementOf('N0', 3, 9),
  elementOf('N0', 1, 4, WITH_LIST),
  elementOf('N2', 1, 17),
  elementOf('N2', 2, 9),
  elementOf('DT', 8, 8),
  elementOf('DT', 6, 6),
  elementOf('DT', 6, 8),
  elementOf('TM', 4, 8),
];
const ROWS = new ImageWriter();
for (const element of ELEMENTS) elementRows(ROWS, [element], ROWS.words.length);
const WORDS = Int32Array.from(ROWS.words);

/** A value alone in its window: what is written of it, and what is read. */
function both(element: ElementPlan, text: string, numbers: NumberForm) {
  const window = Uint8Array.from(`<${text}>`, (character) => character.charCodeAt(0));
  const stop = window.length - 1;
  const out = new Uint8Array(200);
  const form = (numbers === 'exact' ? EXACT : 0) | ESCAPES;
  const spans = new SpanReader(numbers);
  spans.window(window, `<${text}>`);
  const isSure = isRight(WORDS, element.row, window, 1, stop);
  const read = isSure ? spans.read(WORDS, element.row, element, 1, stop) : undefined;
  const end = isSure ? putValue(WORDS, element.row, window, 1, stop, form, out, 0) : NOT_PLAIN;
  return { written: end === NOT_PLAIN ? undefined : decodeLatin1(out.subarray(0, end)), read };
}

const near = fc.constantFrom(
  ...['A', 'HC', 'A "quote" and \\', '"', '\\', 'A ', '1', '2', '12', '3', '007', '00', '0', '-0', '-7', '-07', '+7'],
  ...['.5', '-.5', '0.5', '00.5', '5.', '500.00', '0.000001', '0.0000001', '1234567890123456', '123456789012345.6'],
  ...['05', '50', '100', '12345', '-1050', '20240229', '20230229', '240229', '0930', '2400', '093059', '093060'],
);
const digits = fc.stringMatching(/^-?\d{1,9}\.?\d{0,7}$/);
const text = fc.oneof(near, digits, fc.stringMatching(/^[ -~]{1,8}$/));

describe('a value written as JSON', () => {
  it('is what the long way makes of it, which has nothing against it', () => {
    const taken = new Set<string>();
    const numbers = fc.constantFrom<NumberForm>('exact', 'string');
    fc.assert(
      fc.property(fc.constantFrom(...ELEMENTS), text, numbers, (element, given, form) => {
        const { written, read } = both(element, given, form);
        if (read !== undefined) expect(read).toBe(toJson(element, given, form));
        if (written === undefined) return;
        taken.add(`${element.type} ${form}`);
        expect(written).toBe(JSON.stringify(toJson(element, given, form)));
        checkValue(element, given, STANDARD, (reason) => expect.fail(reason));
      }),
      { numRuns: 30_000 },
    );
    expect(taken.size).toBeGreaterThanOrEqual(12);
  });

  it.each([
    ['AN', 'A "quote" and \\', '"A \\"quote\\" and \\\\"'],
    ['R', '-98.5', '-98.5'],
    ['R', '500.00', '"500.00"'],
    ['R', '.5', '".5"'],
    ['N0', '12', '12'],
    ['N2', '5', '0.05'],
    ['N2', '50', '0.5'],
    ['N2', '-1050', '-10.5'],
    ['N2', '100', '1'],
    ['DT', '20240229', '"2024-02-29"'],
    ['TM', '0930', '"09:30"'],
    ['TM', '093059', '"09:30:59"'],
  ] as const)('of type %s: %s', (type, given, json) => {
    const element = ELEMENTS.find((one) => one.type === type) ?? expect.fail();
    expect(both(element, given, 'exact').written).toBe(json);
  });
});

/** A room for several texts, to which nothing but text is written. */
function sharedRoom() {
  const bytes = new Uint8Array(1000);
  return { bytes, view: new DataView(bytes.buffer), used: 0, held: 0, holder: undefined };
}

function writeAndDrop(room: ReturnType<typeof sharedRoom>, text: string): void {
  new JsonBytes('exact', room).json(text);
}

describe('text that grows', () => {
  it('is the same in pieces, with what is not ASCII in it', () => {
    const out = new JsonBytes('exact');
    const parts = Array.from({ length: 4_000 }, (_, index) => JSON.stringify({ index, name: 'Ñandú 😀 \ud800' }));
    for (const part of [...parts, JSON.stringify('x'.repeat(70_000))]) out.json(part);
    expect(out.text()).toBe([...parts, JSON.stringify('x'.repeat(70_000))].join(''));
  });

  it('leaves nothing in memory', () => {
    const out = new JsonBytes('exact');
    out.json('"SECRET"');
    const { bytes } = out;
    out.clear();
    out.json('1');
    out.forget();
    expect(bytes.every((byte) => byte === 0)).toBe(true);
    expect(out.text()).toBe('');
  });

  it('is taken away, and wiped, when another comes to the same room', () => {
    const shared = sharedRoom();
    const [one, other] = [new JsonBytes('exact', shared), new JsonBytes('exact', shared)];
    one.json('"SECRET"');
    other.json('"next"');
    expect(Buffer.from(shared.bytes).includes('SECRET')).toBe(false);
    one.json('"more"');
    expect([one.text(), other.text()]).toEqual(['"SECRET""more"', '"next"']);
  });

  it('is wiped when nobody has it any longer, as of a generator that was dropped', async () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void; // there by the flag
    const shared = sharedRoom();
    writeAndDrop(shared, '"SECRET"');
    expect(Buffer.from(shared.bytes).includes('SECRET')).toBe(true);
    await vi.waitFor(() => {
      collect();
      expect(shared.bytes.every((byte) => byte === 0)).toBe(true);
    });
    const [one, other] = [new JsonBytes('exact', shared), new JsonBytes('exact', shared)];
    one.json('1');
    writeAndDrop(shared, '"SECRET"');
    one.json('2');
    // Somebody has the room now, and what is his stays.
    collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect([one.text(), other.text()]).toEqual(['12', '']);
  });

  it('fails by itself where it grows too long, not with whoever comes next', () => {
    const shared = sharedRoom();
    const [one, other] = [new JsonBytes('exact', shared), new JsonBytes('exact', shared)];
    // Ropes, which nobody makes flat: six characters are left.
    for (const length of [2 ** 28, 2 ** 28 - 30]) one.json('x'.repeat(length));
    one.json('"0123456789"');
    other.json('"next"');
    expect(other.text()).toBe('"next"');
    expect(() => one.text()).toThrow(X12Error);
    one.clear();
    one.json('1');
    expect(one.text()).toBe('1');
  });
});
