import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACKNOWLEDGMENT_FORMS, type AcknowledgmentGuide } from '../../src/acknowledgment/acknowledgment-forms.js';
import { decodeFunctional } from '../../src/acknowledgment/decode-functional.js';
import { encodeFunctional } from '../../src/acknowledgment/encode-functional.js';
import type { FunctionalAcknowledgment } from '../../src/acknowledgment/functional-acknowledgment.js';
import { type Finding, finding } from '../../src/model/finding.js';
import type { Position } from '../../src/model/position.js';
import { REASONS, type Reason } from '../../src/model/reasons.js';
import { engine, readBack, written } from './acknowledgments.js';
import { acknowledgmentCase, normal, told } from './arbitrary-acknowledgment.js';

const RUNS = Number(process.env.EDILOOM_RUNS ?? 60);
const TIMEOUT = 30_000 + RUNS * 100;
const GUIDES = Object.keys(ACKNOWLEDGMENT_FORMS) as AcknowledgmentGuide[]; // its keys are exactly these

/** Anything the types allow, and then some: text with delimiters, controls, halves of characters; numbers out of range. */
const anyText = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.constantFrom('', ' ', '*', 'A~B', 'NM1', 'TRN02', '2010AA', '98', 'C024', '\ud800', '__proto__'),
);
const anyCount = fc.oneof(
  fc.integer({ min: -1, max: 120 }),
  fc.constantFrom(0, 1, 1e6, 1e10, 1e21, 0.5, Number.NaN, Number.POSITIVE_INFINITY),
);
const anyPosition: fc.Arbitrary<Position> = fc.record(
  {
    interchange: fc.constant(1),
    segment: fc.oneof(anyCount, fc.integer({ min: 1, max: 5 })),
    segmentId: fc.oneof(anyText, fc.constantFrom('NM1', 'DMG')),
    loopId: anyText,
    element: anyCount,
    component: anyCount,
    repetition: anyCount,
    dataElement: anyText,
  },
  { requiredKeys: ['interchange'] },
);
const reasons = Object.keys(REASONS) as Reason[]; // its keys are exactly these
const anyFinding: fc.Arbitrary<Finding> = fc
  .tuple(
    fc.constantFrom(...reasons),
    anyPosition,
    fc.record(
      { trigger: anyPosition, unit: fc.record({ name: anyText, id: anyText }), badValue: anyText },
      { requiredKeys: [] },
    ),
  )
  .map(([reason, at, extras]) => finding(reason, at, extras));
const anyAcknowledgment: fc.Arbitrary<FunctionalAcknowledgment> = fc.record({
  kind: fc.constantFrom('999' as const, '997' as const),
  functionalIdentifierCode: anyText,
  controlNumber: anyText,
  release: fc.option(anyText, { nil: undefined }),
  verdict: fc.constantFrom('A', 'E', 'R', 'P', 'M', 'W', 'X'),
  codes: fc.array(anyText),
  included: anyCount,
  received: anyCount,
  accepted: anyCount,
  transactions: fc.array(
    fc.record({
      transactionSet: fc.oneof(anyText, fc.constant('270')),
      controlNumber: fc.oneof(anyText, fc.constant('0001')),
      implementation: fc.option(anyText, { nil: undefined }),
      verdict: fc.constantFrom('A' as const, 'E' as const, 'R' as const, 'M' as const),
      codes: fc.array(anyText),
      findings: fc.array(anyFinding, { maxLength: 8 }),
    }),
    { maxLength: 3 },
  ),
});

describe.each(GUIDES)('acknowledgments by %s', (guide) => {
  it('come back from encoding and decoding in normal form, also by way of X12', { timeout: TIMEOUT }, async () => {
    await fc.assert(
      fc.asyncProperty(acknowledgmentCase, async (one) => {
        const data = encodeFunctional(told(one), { guide, badValues: true });
        const expected = normal(one, ACKNOWLEDGMENT_FORMS[guide]);
        expect(decodeFunctional(guide, data, { badValues: true })).toEqual(expected);
        const read = await readBack(written(guide, data));
        expect(decodeFunctional(guide, read, { badValues: true })).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });

  it('keep their guide, whatever was to be said', { timeout: TIMEOUT }, async () => {
    await fc.assert(
      fc.asyncProperty(anyAcknowledgment, fc.boolean(), async (acknowledgment, badValues) => {
        const data = encodeFunctional(acknowledgment, { guide, badValues, legal: isLegal });
        const transaction = { guide, header: { transactionSet: guide.slice(0, 3) }, data };
        const ids = { senderQualifier: 'ZZ', senderId: 'PAYER01', receiverQualifier: 'ZZ', receiverId: 'CLINIC01' };
        const moment = { date: '2026-04-01', time: '09:31' };
        const groups = [{ header: moment, transactions: [transaction] }];
        // Throws when a finding is an error.
        const { bytes } = engine.generate({ interchanges: [{ header: { ...ids, ...moment }, groups }] });
        const { findings } = await engine.validate(bytes);
        expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
        // What can be said once can be said again.
        const decoded = decodeFunctional(guide, data, { badValues });
        expect(encodeFunctional(decoded, { guide, badValues, legal: isLegal })).toEqual(data);
      }),
      { numRuns: RUNS * 5 },
    );
  });
});

/** More than ASCII, so that cutting meets characters of two halves. */
function isLegal(text: string): boolean {
  return !/[*>^~]/.test(text);
}
