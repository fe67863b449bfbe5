import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Newline } from '../../../src/model/option-rules.js';
import { Cursor } from '../../../src/syntax/cursor.js';
import { frameOf } from '../../../src/syntax/frame.js';
import { InputBuffer } from '../../../src/syntax/input-buffer.js';
import type { IsaHeader } from '../../../src/syntax/read-isa.js';
import * as layout from '../../../src/syntax/scan/layout.js';
import { type ScanLimits, scanBlock } from '../../../src/syntax/scan/scan-block.js';
import { WideScan } from '../../../src/syntax/scan/wide-scan.js';

const DELIMITERS = [
  { element: '*', component: ':', repetition: '^', segment: '~' },
  { element: '*', component: ':', segment: '\n' },
  { element: '\x1d', component: '\x1f', repetition: '\x1e', segment: '\x1c' },
  { element: '\xff', component: '\x80', repetition: '|', segment: "'" },
  { element: '*', component: '\t', repetition: '^', segment: '\r' },
];

// Bytes that decide something are frequent; runs of plain ones reach over the 64 that are scanned together.
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(..."*:^~\n\r\t \x1c\x1d\x1e\x1f\xff\x80|'\0\x7f") },
  {
    weight: 6,
    arbitrary: fc.constantFrom('~\r\n', '\r\n', '~\n', '~ISA', '~IEA', '~III', '~BIN', '~BDS', '~BHT', '~I'),
  },
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom(...'ABISED019'), maxLength: 6 }) },
  { weight: 1, arbitrary: fc.nat(200).map((length) => 'X'.repeat(length)) },
);
const text = fc.array(piece, { minLength: 1, maxLength: 60 }).map((pieces) => pieces.join(''));

const scene = fc.record({
  text,
  delimiters: fc.constantFrom(...DELIMITERS),
  newline: fc.constantFrom<Newline>('', '\n', '\r\n', '\r'),
  foldTags: fc.boolean(),
  special: fc.boolean(),
  bits: fc.constantFrom(0, 1, 32, 64 + 128),
  elements: fc.constantFrom(3, 20, 1000),
  segmentBytes: fc.constantFrom(10, 1000, 2 ** 40),
  /** Where the segment began, where the scan goes on, how much of the rest is in the block. */
  begun: fc.nat(40),
  at: fc.nat(70),
  end: fc.double({ min: 0, max: 1, noNaN: true }),
});
type Scene = Omit<typeof scene extends fc.Arbitrary<infer T> ? T : never, 'elements' | 'segmentBytes'> & {
  readonly elements: number;
  readonly segmentBytes: number;
};

const wide = new WideScan();

describe('the two scans of a block', () => {
  it('find the same marks, starts and flags, and stop at the same place', () => {
    fc.assert(
      fc.property(scene, (one) => {
        const byLoop = cursorOf(one);
        const byWide = cursorOf(one);
        byLoop.cursor.batch.reserve(2 * one.text.length + 4, one.text.length + 2);
        const stops = [
          scanBlock(byLoop.cursor, byLoop.end, byLoop.limits),
          wide.scan(byWide.cursor, byWide.end, byWide.limits),
        ];
        expect(stops[1]).toBe(stops[0]);
        expect(found(byWide.cursor)).toEqual(found(byLoop.cursor));
        expect(Buffer.compare(byWide.cursor.buffer.bytes, byLoop.cursor.buffer.bytes)).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the memory of the wide scan', () => {
  const areas = [
    [layout.RESULT, layout.RESULT + 16],
    // The byte before the block is copied as well.
    [layout.CLASSES, layout.SECONDS + 256],
    [layout.INPUT - 1, layout.INPUT + layout.BLOCK],
    [layout.FLAGS, layout.FLAGS + layout.BLOCK],
    [layout.ENDS, layout.ENDS + 4 * layout.BLOCK],
    [layout.MARKS, layout.MARKS + 8 * layout.BLOCK],
  ] as const;

  it('has room for the densest block, and nothing is written beside the areas', () => {
    const guarded = new WideScan();
    const outside = guarded.memory.map((_, at) => (areas.some(([from, to]) => at >= from && at < to) ? 0 : 0xa5));
    for (const [at, byte] of outside.entries()) if (byte !== 0) guarded.memory[at] = byte;
    expect(outside.filter((byte) => byte !== 0).length).toBeGreaterThan(300);
    const densest = ['~', '*', ':', '~N*', '*~', '\xff', '~~~~BHT*1', '~\n'];
    for (const part of densest) {
      const block = part.repeat(layout.BLOCK).slice(0, layout.BLOCK + 40);
      for (const newline of ['', '\n'] as const) {
        const { cursor, limits } = cursorOf({ ...USUAL, text: block, newline, end: 1 });
        guarded.scan(cursor, cursor.at + layout.BLOCK, limits);
        expect(guarded.memory.filter((byte, at) => outside[at] !== 0 && byte !== 0xa5)).toEqual(new Uint8Array(0));
      }
    }
    // The last terminator of a block waits for the byte behind it.
    const full = cursorOf({ ...USUAL, text: '~'.repeat(layout.BLOCK + 1), newline: '', end: 1 });
    guarded.scan(full.cursor, full.cursor.at + layout.BLOCK, full.limits);
    expect(full.cursor.batch.count).toBe(layout.BLOCK - 1);
    expect(full.cursor.markCount).toBe(2 * (layout.BLOCK - 1));
  });

  it('keeps nothing of a block', () => {
    const { cursor, limits } = cursorOf({ ...USUAL, text: 'NM1*IL*1*CANARY~'.repeat(1200), end: 1 });
    wide.scan(cursor, cursor.at + layout.BLOCK, limits);
    expect(cursor.batch.count).toBeGreaterThan(1000);
    expect(new TextDecoder('latin1').decode(wide.memory)).not.toContain('CANARY');
    expect(wide.memory.slice(layout.INPUT - 1, layout.INPUT + layout.BLOCK).every((byte) => byte === 0)).toBe(true);
  });
});

const USUAL: Scene = {
  text: '',
  delimiters: { element: '*', component: ':', repetition: '^', segment: '~' },
  newline: '',
  foldTags: false,
  special: false,
  bits: 0,
  elements: 1_000_000,
  segmentBytes: 1_000_000,
  begun: 0,
  at: 0,
  end: 1,
};

/** A cursor in the middle of a segment, with what the scan is given. */
function cursorOf(one: Scene): { readonly cursor: Cursor; readonly end: number; readonly limits: ScanLimits } {
  const buffer = new InputBuffer();
  buffer.reserve(one.text.length, 0);
  buffer.append(Uint8Array.from(one.text, (character) => character.charCodeAt(0)));
  const cursor = new Cursor(buffer);
  cursor.at = Math.min(one.begun, one.at, one.text.length - 1);
  cursor.begin();
  cursor.at = Math.min(one.at, one.text.length - 1);
  cursor.bits = one.bits;
  cursor.special = one.special;
  const { delimiters, newline, elements, segmentBytes } = one;
  // Of a header a frame takes these two.
  const frame = frameOf({ delimiters, newline } as IsaHeader, 0, one.foldTags);
  const end = cursor.at + Math.max(1, Math.ceil(one.end * (one.text.length - cursor.at)));
  return { cursor, end, limits: { frame, elements, segmentBytes } };
}

function found({ batch, markCount, bits, at, windowFrom }: Cursor): unknown {
  const { count } = batch;
  const marks = [...batch.marks.subarray(0, markCount)];
  return {
    count,
    markCount,
    bits,
    at,
    windowFrom,
    marks,
    starts: [...batch.starts.subarray(0, count + 1)],
    flags: [...batch.flags.subarray(0, count)],
  };
}
