import { describe, expect, it } from 'vitest';
import { type Breach, breaksAlone, judged, spoilt } from './breaks.js';
import {
  addPayer,
  adjustment,
  DECIDED,
  DECISION,
  type DecidedClaim,
  decideClaim,
  decideLine,
  decisionOf,
  firstPayer,
} from './decided.js';

describe('what other payers have decided', () => {
  breaksAlone(DECIDED.flatMap((one) => [...dates(one), ...amounts(one)]));

  it.each(DECIDED)('$claim: payers without an identifier have days as others have', (one) => {
    const request = spoilt(one.claim, (given) => {
      const first = decideClaim(one, given);
      delete first.otherPayerName.otherPayerAdjudicationOrPaymentDate;
      for (const payer of [first, addPayer(given, 'T')]) delete payer.otherPayerName.otherPayerIdentifier;
    });
    const pointer = '/claimInformation/otherSubscriberInformation/0/otherPayerName/otherPayerAdjudicationOrPaymentDate';
    expect(judged(one.claim, request).errors).toEqual([{ id: 'V71', pointer }]);
  });

  it.each(DECIDED)('$claim: a payer may decide of the claim or of the line, today at the latest', (one) => {
    const ofClaim = spoilt(one.claim, (request) => {
      const other = decideClaim(one, request);
      other.otherPayerName.otherPayerAdjudicationOrPaymentDate = '20260301';
      other.remainingPatientLiability = '5';
    });
    const ofLine = spoilt(one.claim, (request) => {
      const decision = decideLine(one, request);
      decision.adjudicationOrPaymentDate = '20260301';
      decision.remainingPatientLiability = '5';
    });
    for (const request of [ofClaim, ofLine]) expect(judged(one.claim, request)).toEqual({ errors: [], warnings: [] });
  });
});

function dates(one: DecidedClaim): readonly Breach[] {
  const { claim, other } = one;
  const ofClaim = `${other}/otherPayerName/otherPayerAdjudicationOrPaymentDate`;
  return [
    {
      ...{ id: 'V71', claim, by: 'a decision of the claim without its day', at: [ofClaim] },
      spoil: (request) => {
        delete decideClaim(one, request).otherPayerName.otherPayerAdjudicationOrPaymentDate;
      },
    },
    {
      ...{ id: 'V71', claim, by: 'a decision of a line without its day', at: [ofClaim] },
      spoil: (request) => {
        delete decideLine(one, request).adjudicationOrPaymentDate;
      },
    },
    {
      ...{ id: 'V71', claim, by: 'the day of one part of a decision alone' },
      at: [`${DECISION}/1/adjudicationOrPaymentDate`],
      spoil: (request) => {
        const whole = decideLine(one, request);
        const payer = whole.otherPayerPrimaryIdentifier;
        const parts = [decisionOf(one, payer, 20, one.total - 70), decisionOf(one, payer, 40, 10)];
        delete parts[1].adjudicationOrPaymentDate;
        request.claimInformation.serviceLines[0].lineAdjudicationInformation = parts;
      },
    },
    {
      ...{ id: 'V71', claim, by: 'the day in both places', at: [ofClaim] },
      spoil: (request) => {
        decideLine(one, request);
        firstPayer(request).otherPayerName.otherPayerAdjudicationOrPaymentDate = '20260205';
      },
    },
    {
      ...{ id: 'V71', claim, by: 'a decision of tomorrow', at: [ofClaim] },
      spoil: (request) => {
        decideClaim(one, request).otherPayerName.otherPayerAdjudicationOrPaymentDate = '20260302';
      },
    },
    {
      ...{ id: 'V71', claim, by: 'a decision of a line of tomorrow', at: [`${DECISION}/0/adjudicationOrPaymentDate`] },
      spoil: (request) => {
        decideLine(one, request).adjudicationOrPaymentDate = '20260302';
      },
    },
  ];
}

function amounts(one: DecidedClaim): readonly Breach[] {
  const { claim, other, ofLine, details } = one;
  const reasons = {
    claim: `${other}/claimLevelAdjustments/0/${details}`,
    line: `${DECISION}/0/${ofLine}/0/${details}`,
  };
  const more = [
    { by: 'a reason without its amount', detail: { adjustmentReasonCode: '2' }, name: 'adjustmentAmount' },
    {
      ...{ by: 'an adjustment of nothing', name: 'adjustmentAmount' },
      detail: { adjustmentReasonCode: '2', adjustmentAmount: '0.00' },
    },
  ];
  return [
    ...more.flatMap(({ by, detail, name }): readonly Breach[] => [
      {
        ...{ id: 'V72', claim, by: `${by}, of the claim`, at: [`${reasons.claim}/1/${name}`] },
        spoil: (request) => decideClaim(one, request).claimLevelAdjustments[0][details].push(detail),
      },
      {
        ...{ id: 'V72', claim, by: `${by}, of a line`, at: [`${reasons.line}/1/${name}`] },
        spoil: (request) => decideLine(one, request)[ofLine][0][details].push(detail),
      },
    ]),
    {
      ...{ id: 'V72', claim, by: 'an amount without its reason', at: [`${reasons.claim}/0/adjustmentReasonCode`] },
      spoil: (request) => {
        delete decideClaim(one, request).claimLevelAdjustments[0][details][0].adjustmentReasonCode;
      },
    },
    {
      ...{ id: 'V72', claim, by: 'a payment of a line below nothing', at: [`${DECISION}/0/serviceLinePaidAmount`] },
      spoil: (request) => {
        const decision = decideLine(one, request);
        decision.serviceLinePaidAmount = '-5';
        decision[ofLine] = [adjustment(one, one.total + 5)];
        firstPayer(request).payerPaidAmount = '-5';
      },
    },
    {
      ...{ id: 'V72', claim, by: 'what is left to the patient in both places' },
      at: [`${other}/remainingPatientLiability`],
      spoil: (request) => {
        decideLine(one, request).remainingPatientLiability = '5';
        firstPayer(request).remainingPatientLiability = '5';
      },
    },
  ];
}
