import { describe, expect, it } from 'vitest';
import { matchAnswers } from '../../../src/claims/index.js';
import { payment, report } from './answers-made.js';

const NUMBER = { patientControlNumber: 'A' };

describe('matchAnswers', () => {
  it('gives each claim that was sent its statuses and payments, in the order of sending, with what was known of it', () => {
    const sent = [
      { patientControlNumber: 'A', account: 1 },
      { patientControlNumber: 'B', account: 2 },
      { patientControlNumber: 'C', account: 3 },
    ];
    const statuses = [report([{ patientControlNumber: 'B ', outcome: 'rejected' }, NUMBER])];
    const remittances = [
      payment([{ ...NUMBER, paid: '10.1' }]),
      payment([{ ...NUMBER, paid: '0.2', patientResponsibility: '5' }]),
    ];
    const { claims, unmatched, ambiguous, repeated } = matchAnswers(sent, { statuses, remittances });
    expect(claims.map(({ claim, standing }) => [claim.account, standing])).toEqual([
      [1, 'processed'],
      [2, 'rejected'],
      [3, 'unanswered'],
    ]);
    expect(claims[0]).toMatchObject({ paid: '10.3', patientResponsibility: '5' });
    expect(claims[0]?.statuses).toEqual([{ report: statuses[0], status: statuses[0]?.claims[1] }]);
    expect(claims[0]?.payments.map(({ remittance }) => remittance)).toEqual(remittances);
    expect(claims[1]).not.toHaveProperty('paid');
    expect({ unmatched, ambiguous, repeated }).toEqual({
      unmatched: { statuses: [], refusals: [], payments: [] },
      ambiguous: { statuses: [], payments: [] },
      repeated: { statuses: [], remittances: [] },
    });
  });

  it('names what answers no claim: another number, and none', () => {
    const statuses = [report([{ patientControlNumber: 'X' }, {}])];
    const remittances = [payment([{ patientControlNumber: 'Y' }])];
    const { claims, unmatched } = matchAnswers([NUMBER, { patientControlNumber: '' }], { statuses, remittances });
    expect(claims.map(({ standing }) => standing)).toEqual(['unanswered', 'unanswered']);
    expect(unmatched.statuses.map(({ status }) => status.patientControlNumber)).toEqual(['X', undefined]);
    expect(unmatched.payments.map(({ claim }) => claim.patientControlNumber)).toEqual(['Y']);
  });

  it('counts a report and a payment that come again once', () => {
    const [ca, era] = [report([NUMBER]), payment([{ ...NUMBER, paid: '10' }])];
    const again = { statuses: structuredClone(ca), remittances: structuredClone(era) };
    const { claims, repeated } = matchAnswers([NUMBER], {
      statuses: [ca, again.statuses],
      remittances: [era, again.remittances],
    });
    expect(claims[0]).toMatchObject({ paid: '10', statuses: { length: 1 }, payments: { length: 1 } });
    expect(repeated).toEqual({ statuses: [again.statuses], remittances: [again.remittances] });
  });

  it('does not take another payment of the same trace for a repetition', () => {
    const first = payment([{ ...NUMBER, paid: '0' }]);
    const second = { ...payment([{ ...NUMBER, paid: '7' }]), payment: first.payment };
    expect(matchAnswers([NUMBER], { remittances: [first, second] }).claims[0]?.paid).toBe('7');
  });
});

describe('claims of one number', () => {
  it('are told apart by BHT03 and claim number, so that an old refusal is none of a claim that was sent again', () => {
    const sent = [
      { ...NUMBER, transactionId: 'T1', claimNumber: 'D1' },
      { ...NUMBER, transactionId: 'T2', claimNumber: 'D2' },
    ];
    const statuses = [
      report([{ ...NUMBER, transactionId: 'T1', outcome: 'rejected' }]),
      report([{ ...NUMBER, claimNumber: 'D2', transactionId: 'NOT-OURS' }]),
    ];
    const { claims } = matchAnswers(sent, { statuses });
    expect(claims.map(({ standing }) => standing)).toEqual(['rejected', 'accepted']);
  });

  it('are told apart by their charge, also when it is taken back', () => {
    const sent = [
      { ...NUMBER, charge: '100.00' },
      { ...NUMBER, charge: '80' },
    ];
    const remittances = [
      payment([
        { ...NUMBER, charge: '80', paid: '50' },
        { ...NUMBER, charge: '-100', outcome: 'reversed' },
      ]),
    ];
    expect(matchAnswers(sent, { remittances }).claims.map(({ standing }) => standing)).toEqual([
      'reversed',
      'processed',
    ]);
  });

  it("are told apart by the payer's number, where an answer before has said whose it is", () => {
    const sent = ['T1', 'T2'].map((transactionId) => ({ ...NUMBER, transactionId, charge: '80' }));
    const statuses = sent.map((claim, at) => report([{ ...claim, payerClaimNumber: `ICN${at}` }]));
    const remittances = [
      payment([{ ...NUMBER, charge: '80', payerClaimNumber: 'ICN1', paid: '50' }]),
      payment([{ ...NUMBER, charge: '80', payerClaimNumber: 'ICN9', originalClaimNumber: 'ICN0', paid: '60' }]),
    ];
    expect(matchAnswers(sent, { statuses, remittances }).claims.map(({ paid }) => paid)).toEqual(['60', '50']);
  });

  it('a payment is for the one that was not rejected', () => {
    const sent = ['T1', 'T2'].map((transactionId) => ({ ...NUMBER, transactionId, charge: '80' }));
    const statuses = [report([{ ...NUMBER, transactionId: 'T1', outcome: 'rejected' }])];
    const remittances = [payment([{ ...NUMBER, charge: '80' }])];
    const { claims } = matchAnswers(sent, { statuses, remittances });
    expect(claims.map(({ standing }) => standing)).toEqual(['rejected', 'processed']);
    // With no other claim it is for that one after all.
    expect(matchAnswers(sent.slice(0, 1), { statuses, remittances }).claims[0]?.standing).toBe('processed');
  });

  it('an answer that fits several is given to none, and says which', () => {
    const sent = [NUMBER, { ...NUMBER }];
    const { claims, ambiguous } = matchAnswers(sent, {
      statuses: [report([NUMBER])],
      remittances: [payment([NUMBER])],
    });
    expect(claims.map(({ standing }) => standing)).toEqual(['unanswered', 'unanswered']);
    expect(ambiguous.statuses[0]?.claims).toEqual(sent);
    expect(ambiguous.payments[0]?.claims).toEqual(sent);
  });

  it('a number in the form of our own that no claim has names another claim; what somebody else gave says nothing', () => {
    const sent = [{ ...NUMBER, transactionId: 'OWN-2' }];
    const of = (transactionId: string) => ({
      statuses: [report([{ ...NUMBER, transactionId, outcome: 'rejected' as const }])],
    });
    const isOwnNumber = (number: string): boolean => number.startsWith('OWN-');
    expect(matchAnswers(sent, of('OWN-1'), { isOwnNumber }).claims[0]?.standing).toBe('unanswered');
    expect(matchAnswers(sent, of('HOUSE-1'), { isOwnNumber }).claims[0]?.standing).toBe('rejected');
    expect(matchAnswers(sent, of('OWN-2'), { isOwnNumber }).claims[0]?.standing).toBe('rejected');
  });
});

describe('where a claim stands', () => {
  const standing = (...remittances: readonly ReturnType<typeof payment>[]) => {
    const { claims } = matchAnswers([NUMBER], { statuses: [report([NUMBER])], remittances });
    return [claims[0]?.standing, claims[0]?.paid];
  };
  const paid = { ...NUMBER, paid: '80' };
  const back = { ...NUMBER, paid: '-80', outcome: 'reversed' } as const;
  const corrected = { ...NUMBER, paid: '60' };
  const denied = { ...NUMBER, paid: '0', outcome: 'denied' } as const;

  it('a reversal takes a payment back, and a correction stands behind it wherever it was written', () => {
    expect(standing(payment([paid]), payment([back], '2026-05-01'))).toEqual(['reversed', '0']);
    expect(standing(payment([paid]), payment([back, corrected], '2026-05-01'))).toEqual(['processed', '60']);
    expect(standing(payment([corrected, back], '2026-05-01'), payment([paid]))).toEqual(['processed', '60']);
  });

  it('the last payment decides by its day, not by the order of files', () => {
    expect(standing(payment([paid], '2026-05-01'), payment([denied]))).toEqual(['processed', '80']);
    expect(standing(payment([paid]), payment([denied], '2026-05-01'))).toEqual(['denied', '80']);
  });

  it('a sum with an amount that is none is not known', () => {
    expect(standing(payment([paid, { ...NUMBER }]))).toEqual(['processed', undefined]);
  });

  it('a refusal is not undone by an acceptance, whichever came first', () => {
    const [yes, no] = [report([NUMBER]), report([{ ...NUMBER, outcome: 'rejected' }])];
    for (const statuses of [
      [yes, no],
      [no, yes],
    ])
      expect(matchAnswers([NUMBER], { statuses }).claims[0]?.standing).toBe('rejected');
    const neither = [report([{ ...NUMBER, outcome: 'undecided' }])];
    expect(matchAnswers([NUMBER], { statuses: neither }).claims[0]?.standing).toBe('undecided');
  });
});

describe('refusals of what was sent together', () => {
  const sent = [
    { patientControlNumber: 'A', transactionId: 'T1', billingNpi: '1' },
    { patientControlNumber: 'B', transactionId: 'T1', billingNpi: '2', billingTaxId: '9' },
    { patientControlNumber: 'C', transactionId: 'T2' },
  ];
  const standings = (...refusals: Parameters<typeof report>[1] & {}) => {
    const { claims, unmatched } = matchAnswers(sent, { statuses: [report([], refusals)] });
    return [claims.map((claim) => claim.standing), unmatched.refusals.length];
  };

  it('a batch takes all its claims with it, a provider its own', () => {
    const [no, open] = ['rejected', 'unanswered'];
    expect(standings({ transactionId: 'T1' })).toEqual([[no, no, open], 0]);
    const provider = { kind: 'provider', transactionId: 'T1' } as const;
    expect(standings({ ...provider, providers: [{ qualifier: 'XX', id: '1' }] })).toEqual([[no, open, open], 0]);
    expect(standings({ ...provider, providers: [{ qualifier: 'FI', id: '9' }] })).toEqual([[open, no, open], 0]);
    expect(standings({ ...provider, providers: [{ qualifier: 'XX', id: '9' }] })).toEqual([[open, open, open], 1]);
    expect(standings({ transactionId: 'T9' }, {})).toEqual([[open, open, open], 2]);
  });
});
