import { describe, expect, it } from 'vitest';
import { type Breach, breaksAlone, judged, spoilt, throughX12 } from './breaks.js';
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
  undecided,
} from './decided.js';

describe('payments and adjustments of other payers add up', () => {
  breaksAlone(DECIDED.flatMap((one) => [...cents(one), ...notAsked(one), ...tooEarly(one)]));

  it.each(DECIDED)('$claim: in the parts of a line, of two payers, and where a line stands in another', async (one) => {
    const request = spoilt(one.claim, (given) => decideInParts(one, given));
    expect(judged(one.claim, request)).toEqual({ errors: [], warnings: [] });
    expect(judged(one.claim, await throughX12(one.claim, request))).toEqual({ errors: [], warnings: [] });
  });

  // As in the guide's own example of a claim that goes from payer to payer.
  it.each(DECIDED)('$claim: with a deductible of the claim, taken off what was paid for its line', async (one) => {
    const request = spoilt(one.claim, (given) => {
      decideLine(one, given);
      Object.assign(firstPayer(given), {
        ...{ payerPaidAmount: '38.11', claimLevelAdjustments: [adjustment(one, 21.89, 'PR')] },
      });
    });
    expect(judged(one.claim, request)).toEqual({ errors: [], warnings: [] });
    expect(judged(one.claim, await throughX12(one.claim, request))).toEqual({ errors: [], warnings: [] });
  });

  it.each(DECIDED)('$claim: a cent beside it is told', (one) => {
    const request = spoilt(one.claim, (given) => {
      decideLine(one, given);
      Object.assign(firstPayer(given), {
        ...{ payerPaidAmount: '38.12', claimLevelAdjustments: [adjustment(one, 21.89, 'PR')] },
      });
    });
    const at = { id: 'V70', pointer: `${one.other}/payerPaidAmount` };
    expect(judged(one.claim, request).errors).toEqual([at, at]);
  });

  it.each(DECIDED)('$claim: of two payers with one identifier nobody knows whose a decision is', (one) => {
    const request = spoilt(one.claim, (given) => {
      const { otherPayerPrimaryIdentifier: first } = decideLine(one, given);
      given.subscriber.paymentResponsibilityLevelCode = 'T';
      const second = addPayer(given, 'S', first);
      second.payerPaidAmount = '1';
      second.otherPayerName.otherPayerAdjudicationOrPaymentDate = '20260205';
    });
    expect(judged(one.claim, request)).toEqual({ errors: [], warnings: [] });
  });

  it.each(DECIDED)('$claim: one decides before a payer of which nobody knows the level', (one) => {
    const request = spoilt(one.claim, (given) => {
      decideClaim(one, given);
      given.subscriber.paymentResponsibilityLevelCode = 'U';
    });
    expect(judged(one.claim, request)).toEqual({ errors: [], warnings: [] });
  });

  it.each(DECIDED)('$claim: a payer that covers nothing, and one that has decided nothing', (one) => {
    const request = spoilt(one.claim, (given) => {
      undecided(given).nonCoveredChargeAmount = String(one.total);
      addPayer(given, 'T');
    });
    expect(judged(one.claim, request)).toEqual({ errors: [], warnings: [] });
  });
});

/** A cent more or less, at each place that has an amount. */
function cents(one: DecidedClaim): readonly Breach[] {
  const { claim, other, ofLine, details } = one;
  const line = `${DECISION}/0/serviceLinePaidAmount`;
  const payer = `${other}/payerPaidAmount`;
  const rest = String(one.total - 60 + 0.01);
  return [
    {
      // The line, and what was paid for all lines.
      ...{ id: 'V70', claim, by: 'a cent less for a line', at: [line, payer] },
      spoil: (request) => {
        decideLine(one, request).serviceLinePaidAmount = '59.99';
      },
    },
    {
      // The line, and the claim.
      ...{ id: 'V70', claim, by: 'a cent more of an adjustment of a line', at: [line, payer] },
      spoil: (request) => {
        decideLine(one, request)[ofLine][0][details][0].adjustmentAmount = rest;
      },
    },
    {
      // What was paid for all lines, and the claim.
      ...{ id: 'V70', claim, by: 'a cent more than for the lines', at: [payer, payer] },
      spoil: (request) => {
        decideLine(one, request);
        firstPayer(request).payerPaidAmount = '60.01';
      },
    },
    {
      ...{ id: 'V70', claim, by: 'an adjustment of the line again at the claim', at: [payer] },
      spoil: (request) => {
        decideLine(one, request);
        firstPayer(request).claimLevelAdjustments = [adjustment(one, one.total - 60)];
      },
    },
    {
      ...{ id: 'V70', claim, by: 'a cent more for the claim', at: [payer] },
      spoil: (request) => {
        decideClaim(one, request).payerPaidAmount = '60.01';
      },
    },
    {
      ...{ id: 'V70', claim, by: 'a cent more of an adjustment of the claim', at: [payer] },
      spoil: (request) => {
        decideClaim(one, request).claimLevelAdjustments[0][details][0].adjustmentAmount = rest;
      },
    },
    {
      ...{ id: 'V70', claim, by: 'a refusal of nearly all', at: [payer] },
      spoil: (request) => {
        const payerOfAll = decideClaim(one, request);
        delete payerOfAll.payerPaidAmount;
        payerOfAll.claimLevelAdjustments = [adjustment(one, one.total - 0.01)];
      },
    },
  ];
}

/** A payer that does not cover the claim at all. */
function notAsked(one: DecidedClaim): readonly Breach[] {
  const { claim, other } = one;
  return [
    {
      ...{ id: 'V70', claim, by: 'a cent less that is not covered', at: [`${other}/nonCoveredChargeAmount`] },
      spoil: (request) => {
        undecided(request).nonCoveredChargeAmount = String(one.total - 0.01);
      },
    },
    {
      ...{ id: 'V70', claim, by: 'a decision of the claim that is not covered' },
      at: [`${other}/payerPaidAmount`, `${other}/claimLevelAdjustments`],
      spoil: (request) => {
        decideClaim(one, request).nonCoveredChargeAmount = String(one.total);
      },
    },
    {
      ...{ id: 'V70', claim, by: 'a decision of a line that is not covered', at: [`${DECISION}/0`] },
      spoil: (request) => {
        decideLine(one, request);
        const payer = firstPayer(request);
        delete payer.payerPaidAmount;
        payer.nonCoveredChargeAmount = String(one.total);
      },
    },
  ];
}

/** A payer behind the one that the claim goes to. */
function tooEarly(one: DecidedClaim): readonly Breach[] {
  const { claim, other } = one;
  const at = (name: string): string => `/claimInformation/otherSubscriberInformation/0/${name}`;
  const swapped = (request: Parameters<Breach['spoil']>[0]): void => {
    firstPayer(request).paymentResponsibilityLevelCode = 'S';
    request.subscriber.paymentResponsibilityLevelCode = 'P';
  };
  return [
    {
      ...{ id: 'V70', claim, by: 'a decision of the claim before its turn' },
      at: [
        ...['payerPaidAmount', 'remainingPatientLiability', 'claimLevelAdjustments'].map((name) => `${other}/${name}`),
        `${other}/otherPayerName/otherPayerAdjudicationOrPaymentDate`,
      ],
      spoil: (request) => {
        // That it does not add up is not told as well.
        Object.assign(decideClaim(one, request), { payerPaidAmount: '50', remainingPatientLiability: '5' });
        swapped(request);
      },
    },
    {
      ...{
        id: 'V70',
        claim,
        by: 'a decision of a line before its turn',
        at: [`${other}/payerPaidAmount`, `${DECISION}/0`],
      },
      spoil: (request) => {
        // Nor that it has no day.
        delete decideLine(one, request).adjudicationOrPaymentDate;
        swapped(request);
      },
    },
    {
      ...{ id: 'V70', claim, by: 'a decision of the fifth payer, before the fourth' },
      at: [
        at('payerPaidAmount'),
        at('claimLevelAdjustments'),
        at('otherPayerName/otherPayerAdjudicationOrPaymentDate'),
      ],
      spoil: (request) => {
        decideClaim(one, request).paymentResponsibilityLevelCode = 'B';
        request.subscriber.paymentResponsibilityLevelCode = 'A';
        addPayer(request, 'P');
      },
    },
  ];
}

/** The first payer decides of its line in two parts, one of them more than was charged; the second pays a part. */
function decideInParts(one: DecidedClaim, request: Parameters<Breach['spoil']>[0]): void {
  const { otherPayerPrimaryIdentifier: first } = decideLine(one, request);
  request.subscriber.paymentResponsibilityLevelCode = 'T';
  const second = addPayer(request, 'S');
  second.payerPaidAmount = '10.01';
  request.claimInformation.serviceLines[0].lineAdjudicationInformation = [
    decisionOf(one, first, 20, one.total),
    decisionOf(one, second.otherPayerName.otherPayerIdentifier, 10.01, one.total - 10.01),
    decisionOf(one, first, 40, -60),
  ];
}
