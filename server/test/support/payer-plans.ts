import fc from 'fast-check';
import type { HandAnswer } from './hand-answers.js';

/** How a payer gives the number of a check back. */
type Trace = 'both' | 'trn' | 'bht' | 'padded' | 'lower' | 'none';

/** A set that a payer sends. */
export interface Sent extends Pick<HandAnswer, 'benefits' | 'rejects'> {
  /** Whose number it has. */
  readonly number: number;
  /** Whose number it has as BHT03, where there are two. */
  readonly second: number | undefined;
  readonly trace: Trace;
  /** Whom it is about. */
  readonly about: number | 'stranger';
  readonly part: number;
}

export interface Asked {
  readonly member: number;
  readonly last: number;
  readonly first: number;
  readonly born: number;
  readonly isDependent: boolean;
}

export interface Plan {
  readonly checks: readonly Asked[];
  readonly sent: readonly Sent[];
  /** Looks at which there is nothing yet, before each part. */
  readonly late: readonly number[];
  /** IK501 of each set; `none`: it is not told. */
  readonly verdicts: readonly ('A' | 'E' | 'R' | 'none')[];
  readonly reply: 'by sets' | 'AK9 R' | 'TA1' | 'none';
}

/** By which a check is known in its 270: in each place another. */
export const SERVICE_TYPES = ['30', '33', '35', '47', '86', '98'];
const BENEFITS = ['EB*1**30', 'EB*6**47', 'EB*C*IND*30***23*500', 'EB*B**98***27*25'];
const REJECTS: readonly HandAnswer['rejects'][] = [
  { level: 'source', aaa: 'AAA*Y**04**C' },
  { level: 'payer', aaa: 'AAA*N**T4**N' },
  { level: 'receiver', aaa: 'AAA*N**51**C' },
  { level: 'subscriber', aaa: 'AAA*N**72**C' },
  { level: 'subscriber', aaa: 'AAA*N**75**C' },
];

const weighted = <T>(often: readonly T[], seldom: readonly T[], weight = 4): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constantFrom(...often) }, { weight: 1, arbitrary: fc.constantFrom(...seldom) });

const seldom = <T>(some: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: some });

export const PLAN: fc.Arbitrary<Plan> = fc.integer({ min: 1, max: SERVICE_TYPES.length }).chain((count) => {
  const place = fc.nat({ max: count - 1 });
  const sent: fc.Arbitrary<Sent> = place.chain((number) =>
    fc.record({
      number: fc.constant(number),
      second: seldom(place, 8),
      trace: weighted<Trace>(['both', 'trn', 'bht'], ['padded', 'lower', 'none'], 6),
      about: fc.oneof(
        { weight: 8, arbitrary: fc.constant(number) },
        { weight: 2, arbitrary: fc.oneof(place, fc.constant('stranger' as const)) },
      ),
      benefits: fc.oneof(
        { weight: 4, arbitrary: fc.subarray(BENEFITS, { minLength: 1 }) },
        { weight: 1, arbitrary: fc.constant([]) },
      ),
      rejects: seldom(fc.constantFrom(...REJECTS), 4),
      part: fc.nat({ max: 2 }),
    }),
  );
  const asked = fc.record({
    ...{ member: fc.nat({ max: 2 }), last: fc.nat({ max: 2 }), first: fc.nat({ max: 3 }), born: fc.nat({ max: 2 }) },
    isDependent: weighted([false], [true]),
  });
  return fc.record({
    checks: fc.array(asked, { minLength: count, maxLength: count }),
    sent: fc.array(sent, { minLength: count, maxLength: 2 * count }),
    late: fc.array(fc.nat({ max: 2 }), { minLength: 3, maxLength: 3 }),
    verdicts: fc.array(weighted<Plan['verdicts'][number]>(['A'], ['E', 'R', 'none']), {
      minLength: count,
      maxLength: count,
    }),
    reply: weighted<Plan['reply']>(['by sets', 'none'], ['AK9 R', 'TA1'], 6),
  });
});
