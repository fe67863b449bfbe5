import { describe, expect, it } from 'vitest';
import { type Breach, breaksAlone, judged, spoilt } from './breaks.js';
import { addPayer, DECIDED, DECISION, decideClaim, decisionOf, undecided } from './decided.js';

const LEVEL = 'paymentResponsibilityLevelCode';
const OTHERS = '/claimInformation/otherSubscriberInformation';
const LINE = '/claimInformation/serviceLines/0';
/** None of the claim has it. */
const STRANGER = '99998';
const ADDRESS = { address1: '4 Elm St', city: 'Dayton', state: 'OH', postalCode: '454020008' };

describe('payers of a claim', () => {
  breaksAlone(
    DECIDED.flatMap((one): readonly Breach[] => [
      {
        ...{ id: 'V35', claim: one.claim, by: 'nobody pays first', at: [`/subscriber/${LEVEL}`] },
        spoil: (request) => {
          decideClaim(one, request)[LEVEL] = 'S';
          request.subscriber[LEVEL] = 'T';
        },
      },
      {
        ...{ id: 'V35', claim: one.claim, by: 'two pay first', at: [`${one.other}/${LEVEL}`] },
        spoil: (request) => {
          request.subscriber[LEVEL] = 'P';
        },
      },
      {
        ...{ id: 'V35', claim: one.claim, by: 'two pay second', at: [`${OTHERS}/1/${LEVEL}`] },
        spoil: (request) => {
          addPayer(request, 'S');
        },
      },
      {
        ...{ id: 'V72', claim: one.claim, by: 'a decision of a stranger' },
        at: [`${DECISION}/0/otherPayerPrimaryIdentifier`],
        spoil: (request) => {
          decideClaim(one, request);
          const decision = decisionOf(one, STRANGER, 1, 1);
          request.claimInformation.serviceLines[0].lineAdjudicationInformation = [decision];
        },
      },
      {
        ...{ id: 'V72', claim: one.claim, by: 'a plan to be paid that has paid nothing' },
        at: [`${one.other}/payerPaidAmount`],
        spoil: (request) => {
          undecided(request);
          giveOfPlan(request, one.claim.startsWith('i'));
        },
      },
    ]),
  );

  breaksAlone([
    ...(['p1-subscriber', 'd1-crown'] as const).map((claim) => plan(claim, 'payToPlan')),
    plan('i1-inpatient', 'billingPayToPlanName'),
    ...(['p2-dependent-cob', 'd2-orthodontic-cob'] as const).map(
      (claim): Breach => ({
        ...{ id: 'V72', claim, by: 'an authorization of a stranger' },
        at: [`${LINE}/serviceLineReferenceInformation/priorAuthorization/0/otherPayerPrimaryIdentifier`],
        spoil: ({ claimInformation: { serviceLines } }) => {
          serviceLines[0].serviceLineReferenceInformation = {
            priorAuthorization: [
              { priorAuthorizationOrReferralNumber: 'AUTH1', otherPayerPrimaryIdentifier: STRANGER },
            ],
          };
        },
      }),
    ),
    {
      ...{ id: 'V72', claim: 'p2-dependent-cob', by: "a stranger's number of a provider" },
      at: [`${LINE}/supervisingProvider/secondaryIdentifier/0/otherIdentifier`],
      spoil: ({ claimInformation: { serviceLines } }) => {
        serviceLines[0].supervisingProvider = {
          ...{ lastName: 'Rowe', firstName: 'Ida', npi: '1555001076' },
          secondaryIdentifier: [{ qualifier: 'G2', identifier: 'R7', otherIdentifier: STRANGER }],
        };
      },
    },
    {
      ...{ id: 'V72', claim: 'i2-outpatient-cob', by: "a stranger's number of a provider" },
      at: [`${LINE}/renderingProvider/referenceIdentification/0/identifier`],
      spoil: ({ claimInformation: { serviceLines } }) => {
        serviceLines[0].renderingProvider = {
          ...{ lastName: 'Rowe', firstName: 'Ida', npi: '1555001076' },
          ...{ secondaryIdentificationQualifierCode: 'G2', secondaryIdentifier: 'R7' },
          referenceIdentification: [
            { qualifier: '2U', identifier: STRANGER },
            { qualifier: 'LU', identifier: 'R8' },
          ],
        };
      },
    },
  ]);

  it.each(DECIDED)('$claim: of two payers nobody may know the level, and a plan that has paid may be paid', (one) => {
    const request = spoilt(one.claim, (given) => {
      decideClaim(one, given);
      addPayer(given, 'U');
      addPayer(given, 'U', '99978');
      giveOfPlan(given, one.claim.startsWith('i'));
    });
    expect(judged(one.claim, request)).toEqual({ errors: [], warnings: [] });
  });
});

// biome-ignore lint/suspicious/noExplicitAny: a request is spoilt in ways that its type forbids
function giveOfPlan(request: any, isInstitutional: boolean): void {
  const plan = { organizationName: 'Second Plan', address: ADDRESS };
  if (isInstitutional) {
    const number = { identificationCodeQualifier: 'PI', identificationCode: '99976', taxId: '323456789' };
    request.billingPayToPlanName = { ...plan, ...number };
  } else {
    const number = { primaryIdentifierTypeCode: 'PI', primaryIdentifier: '99976' };
    request.payToPlan = { ...plan, ...number, taxIdentificationNumber: '323456789' };
  }
}

function plan(claim: Breach['claim'], name: string): Breach {
  return {
    ...{ id: 'V72', claim, by: 'a plan to be paid, and no other payer', at: [`/${name}`] },
    spoil: (request) => giveOfPlan(request, claim.startsWith('i')),
  };
}
