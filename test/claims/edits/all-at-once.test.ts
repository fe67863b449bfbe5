import { expect, it } from 'vitest';
import { judged, type Spoil, spoilt, throughX12 } from './breaks.js';
import { DECIDED, type DecidedClaim, decideLine, firstPayer } from './decided.js';

const CLAIM = '/claimInformation';
const LINE = `${CLAIM}/serviceLines/0`;
const REPORT = { attachmentReportTypeCode: 'OZ', attachmentTransmissionCode: 'AA', attachmentControlNumber: 'A1' };

/** By claim type: the service of a line, its units, and the number of the line. */
const NAMES = {
  p: ['professionalService', 'serviceUnitCount', 'providerControlNumber'],
  i: ['institutionalService', 'serviceUnitCount', 'lineItemControlNumber'],
  d: ['dentalService', 'procedureCount', 'providerControlNumber'],
} as const;

function namesOf({ claim }: DecidedClaim) {
  return NAMES[claim.charAt(0) as keyof typeof NAMES]; // Each example begins with one of the three.
}

function breakTen(one: DecidedClaim): Spoil {
  return (request) => {
    const [service, units, number] = namesOf(one);
    const { claimInformation } = request;
    const decision = decideLine(one, request);
    const [line] = claimInformation.serviceLines;
    claimInformation.claimChargeAmount = String(one.total + 1);
    // Who bills may be the first in the list of providers.
    (request.billing ?? request.providers[0]).npi = '1555001010';
    request.subscriber.paymentResponsibilityLevelCode = 'P';
    line[number] = 'N'.repeat(31);
    claimInformation.claimFrequencyCode = '7';
    claimInformation.claimSupplementalInformation = { reportInformations: [REPORT] };
    line[service][units] = one.claim.startsWith('d') ? 0 : '0';
    decision.adjudicationOrPaymentDate = '20260401';
    decision[one.ofLine][0][one.details].push({ adjustmentReasonCode: '2', adjustmentAmount: '0' });
    firstPayer(request).paymentResponsibilityLevelCode = 'P';
  };
}

it.each(DECIDED)('$claim: ten broken rules are told at once, in JSON and in X12', async (one) => {
  const [service, units, number] = namesOf(one);
  const errors = [
    { id: 'V01', pointer: `${CLAIM}/claimChargeAmount` },
    { id: 'V10', pointer: '/billing/npi' },
    { id: 'V35', pointer: `${one.other}/paymentResponsibilityLevelCode` },
    { id: 'V61', pointer: `${LINE}/${number}` },
    { id: 'V63', pointer: `${CLAIM}/claimSupplementalInformation/claimControlNumber` },
    { id: 'V69', pointer: `${LINE}/${service}/${units}` },
    { id: 'V70', pointer: `${one.other}/payerPaidAmount` },
    { id: 'V71', pointer: `${LINE}/lineAdjudicationInformation/0/adjudicationOrPaymentDate` },
    { id: 'V72', pointer: `${LINE}/lineAdjudicationInformation/0/${one.ofLine}/0/${one.details}/1/adjustmentAmount` },
    { id: 'V73', pointer: `${CLAIM}/claimSupplementalInformation/reportInformations/0/attachmentControlNumber` },
  ];
  const request = spoilt(one.claim, breakTen(one));
  expect(judged(one.claim, request)).toEqual({ errors, warnings: [] });
  expect(judged(one.claim, await throughX12(one.claim, request))).toEqual({ errors, warnings: [] });
});
