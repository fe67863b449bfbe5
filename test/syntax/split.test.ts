import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TokenizerOptions } from '../../src/syntax/tokenizer.js';
import { interchange, isa } from './interchange-text.js';
import { describeBothScans } from './scan/both-scans.js';
import { bytesOf, cutAt, piecesOf, read, readChunks } from './split.js';

// Text in which the interesting bytes are frequent.
const soup = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom('~', '*', '\n', '\r', ' ', 'I', 'S', 'A', 'B', '9', '\xc3\xa9', '\xff', '\0'),
      },
      {
        weight: 4,
        arbitrary: fc.constantFrom('~N3*A', '~III*', '~BIN*4*', '~BDS*X*3*', '~IEA*1*1~', '~\r\n', 'REF*1'),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(isa(), isa({ terminator: '\n' }), isa({ element: '|' }), '\n\xef\xbb\xbf'),
      },
      { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
    ),
    { maxLength: 60 },
  )
  .map((parts) => bytesOf(parts.join('').replace(/[^\0-\xff]/g, '?')));
const options: fc.Arbitrary<TokenizerOptions> = fc.record(
  {
    scan: fc.constant(true),
    unwrap: fc.constant(true),
    foldTags: fc.constant(true),
    limits: fc.record({ segmentBytes: fc.integer({ min: 110, max: 200 }), elements: fc.integer({ min: 17, max: 20 }) }),
  },
  { requiredKeys: [] },
);

describeBothScans('feeding', () => {
  it('gives the same for every cut', () => {
    fc.assert(
      fc.property(soup, fc.array(fc.nat(2000), { maxLength: 8 }), options, (tail, cuts, chosen) => {
        const bytes = new Uint8Array([...bytesOf(isa()), ...tail]);
        const whole = read(bytes, chosen);
        const others = [cutAt(bytes, cuts), piecesOf(bytes, 1), piecesOf(bytes, 3)].map((c) => readChunks(c, chosen));
        if (whole.error === undefined) for (const other of others) expect(other).toEqual(whole);
        // What was handed over before an error depends on the cut; that there is one does not.
        else for (const other of others) expect(other.error).toBe(whole.error);
      }),
      { numRuns: 400 },
    );
  });

  it('never crashes on anything', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), options, (bytes, chosen) => {
        const text = new Uint8Array([...bytesOf(interchange(['N3*A']).slice(0, 120)), ...bytes]);
        expect(read(text, chosen)).toBeDefined();
        expect(read(bytes, chosen)).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });

  it('accounts for every byte: segments, terminators and layout tile the interchange', () => {
    fc.assert(
      fc.property(soup, (tail) => {
        const reading = read(new Uint8Array([...bytesOf(isa()), ...tail]));
        for (const [index, segment] of reading.segments.entries()) {
          const next = reading.segments[index + 1];
          if (next === undefined || next.interchange !== segment.interchange) continue;
          expect(next.offset).toBeGreaterThan(segment.offset);
        }
      }),
    );
  });

  it('reads well-formed interchanges back as they were written', () => {
    const value = fc.string({ unit: fc.constantFrom(...'ABCxyz019 .-:^>'), maxLength: 12 });
    const segment = fc
      .tuple(fc.constantFrom('N3', 'REF', 'III', 'BHT', 'ISB', 'BINX'), fc.array(value, { maxLength: 6 }))
      .map(([tag, values]) => [tag, ...values].join('*'));
    const newline = fc.constantFrom('', '\n', '\r\n', '\r');
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 40 }),
        newline,
        fc.array(fc.nat(3000)),
        (segments, lineBreak, cuts) => {
          const bytes = bytesOf(interchange(segments, {}, lineBreak));
          const reading = readChunks(cutAt(bytes, cuts));
          expect(reading.segments.slice(1, -1).map(({ raw }) => raw)).toEqual(segments);
          expect(reading.segments.slice(1, -1).map(({ elements }) => elements.join('*'))).toEqual(segments);
          expect(reading).toMatchObject({ findings: [], layoutChanges: 0, error: undefined });
        },
      ),
    );
  });
});
