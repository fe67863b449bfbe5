import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AnswerableClaim, matchAnswers } from '../../../src/claims/index.js';
import { payment, report } from './answers-made.js';

const RUNS = { numRuns: Number(process.env.EDILOOM_RUNS ?? 100) };

it('every answer is in one place alone: at its claim, among those that fit none, or among those that fit several', () => {
  const word = fc.constantFrom('', 'A', 'B', 'C');
  const maybe = fc.option(word, { nil: undefined });
  const named = fc.record({
    patientControlNumber: word,
    transactionId: maybe,
    claimNumber: maybe,
    charge: fc.constantFrom(undefined, '1', '1.0', '2'),
  });
  const status = fc.record({ ...{ outcome: fc.constantFrom('accepted' as const, 'rejected' as const) }, named });
  const paid = fc.record({
    named,
    payerClaimNumber: maybe,
    outcome: fc.constantFrom('processed' as const, 'reversed' as const),
  });
  fc.assert(
    fc.property(fc.array(named), fc.array(status), fc.array(paid), (sent: readonly AnswerableClaim[], told, bought) => {
      const statuses = told.map((one) => report([{ ...one.named, outcome: one.outcome }]));
      const remittances = bought.map((one) =>
        payment([{ ...one.named, payerClaimNumber: one.payerClaimNumber, outcome: one.outcome }]),
      );
      const { claims, unmatched, ambiguous } = matchAnswers(sent, { statuses, remittances });
      expect(claims.map(({ claim }) => claim)).toEqual(sent);
      const ofStatuses = [
        ...claims.flatMap((one) => one.statuses),
        ...unmatched.statuses,
        ...ambiguous.statuses.map(({ answer }) => answer),
      ];
      expect(new Set(ofStatuses.map(({ status: one }) => one)).size).toBe(told.length);
      expect(ofStatuses).toHaveLength(told.length);
      const ofPayments = [
        ...claims.flatMap((one) => one.payments),
        ...unmatched.payments,
        ...ambiguous.payments.map(({ answer }) => answer),
      ];
      expect(ofPayments).toHaveLength(bought.length);
      // A number is never tied to another one.
      for (const { claim, statuses: own } of claims)
        for (const { status: one } of own) expect(one.patientControlNumber).toBe(claim.patientControlNumber);
      for (const { claims: several } of [...ambiguous.statuses, ...ambiguous.payments])
        expect(several.length).toBeGreaterThan(1);
    }),
    RUNS,
  );
});

it('claims that were sent once and have numbers of their own get every answer, in whatever order', () => {
  const numbers = fc.uniqueArray(
    fc.string({ minLength: 1 }).filter((one) => one.trimEnd() !== ''),
    { selector: (one) => one.trimEnd() },
  );
  fc.assert(
    fc.property(
      numbers.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        const remittances = [payment(shuffled.map((patientControlNumber) => ({ patientControlNumber, paid: '1' })))];
        const { claims } = matchAnswers(
          all.map((patientControlNumber) => ({ patientControlNumber })),
          { remittances },
        );
        expect(claims.map(({ standing, paid }) => [standing, paid])).toEqual(all.map(() => ['processed', '1']));
      },
    ),
    RUNS,
  );
});

// Were each answer held against each claim, these were four thousand million steps.
it('a hundred thousand claims of one number and as many answers are no slower than others', () => {
  const alike = Array.from({ length: 50_000 }, (_, at) => ({
    patientControlNumber: 'A',
    transactionId: `T${at % 2}`,
    charge: '1',
  }));
  const statuses = [
    report(alike.map((claim) => claim)),
    report(
      [],
      alike.map(({ transactionId }) => ({ transactionId })),
    ),
  ];
  const remittances = [
    payment(alike.map(({ patientControlNumber, charge }) => ({ patientControlNumber, charge, payerClaimNumber: '1' }))),
  ];
  const { claims, ambiguous } = matchAnswers(alike, { statuses, remittances });
  expect(ambiguous.statuses).toHaveLength(50_000);
  expect(ambiguous.payments).toHaveLength(50_000);
  expect(claims.every(({ standing, refusals }) => standing === 'rejected' && refusals.length === 1)).toBe(true);
});
