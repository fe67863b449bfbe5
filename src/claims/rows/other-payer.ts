import { beside } from '../../mapping/lenses/constant.js';
import { decimal } from '../../mapping/lenses/decimal.js';
import { flag } from '../../mapping/lenses/flag.js';
import { text } from '../../mapping/lenses/text.js';
import type { Row, Table } from '../../mapping/table.js';
import { ADDRESS, addressOf } from './address.js';
import { adjustments } from './adjustments.js';
import { identifiers, reference } from './reference.js';

/** AMT of another payer, by qualifier: paid, not covered, left to the patient. */
export const OTHER_PAYER_AMOUNTS: Table = [
  { property: 'payerPaidAmount', path: 'AMT[01=D]/02', lens: decimal },
  { property: 'nonCoveredChargeAmount', path: 'AMT[01=A8]/02', lens: decimal },
  { property: 'remainingPatientLiability', path: 'AMT[01=EAF]/02', lens: decimal },
];

/** The coverage of whoever else is insured, in professional and dental claims, and what their payer has decided of the claim. */
export const OTHER_COVERAGE: Table = [
  { property: 'paymentResponsibilityLevelCode', path: 'SBR/01', lens: text },
  { property: 'individualRelationshipCode', path: 'SBR/02', lens: text },
  { property: 'insuranceGroupOrPolicyNumber', path: 'SBR/03', lens: text },
  { property: 'otherInsuredGroupName', path: 'SBR/04', lens: text },
  { property: 'insuranceTypeCode', path: 'SBR/05', lens: text },
  { property: 'claimFilingIndicatorCode', path: 'SBR/09', lens: text },
  adjustments('claimLevelAdjustments', 'adjustmentDetails'),
  ...OTHER_PAYER_AMOUNTS,
  { property: 'benefitsAssignmentCertificationIndicator', path: 'OI/03', lens: text },
];

/** What the remarks of Medicare are called, in MOA and MIA. */
const REMARKS = 'claimPaymentRemarkCode';

/** MOA: what Medicare has decided of a claim that is no stay. */
export const MEDICARE_OUTPATIENT: Row = {
  property: 'medicareOutpatientAdjudication',
  rows: [
    { property: 'reimbursementRate', path: 'MOA/01', lens: decimal },
    { property: 'hcpcsPayableAmount', path: 'MOA/02', lens: decimal },
    { property: REMARKS, list: ['03', '04', '05', '06', '07'].map((element) => `MOA/${element}`), lens: text },
    { property: 'endStageRenalDiseasePaymentAmount', path: 'MOA/08', lens: decimal },
    { property: 'nonPayableProfessionalComponentBilledAmount', path: 'MOA/09', lens: decimal },
  ],
};

/** 2330A: who is insured by another payer. `suffix`, `address` and `numbers` are called otherwise by each claim type. */
export function otherSubscriber(suffix: string, address: string, numbers: Row): Row {
  return {
    property: 'otherSubscriberName',
    at: '2330A',
    rows: [
      { property: 'otherInsuredQualifier', path: 'NM1/02', lens: text },
      { property: 'otherInsuredLastName', path: 'NM1/03', lens: text },
      { property: 'otherInsuredFirstName', path: 'NM1/04', lens: text },
      { property: 'otherInsuredMiddleName', path: 'NM1/05', lens: text },
      { property: suffix, path: 'NM1/07', lens: text },
      { property: 'otherInsuredIdentifierTypeCode', path: 'NM1/08', lens: text },
      { property: 'otherInsuredIdentifier', path: 'NM1/09', lens: text },
      addressOf(address),
      numbers,
    ],
  };
}

/** 2330B: another payer. `more` are references that a claim type has besides. */
export function otherPayer(more: Table = []): Row {
  return {
    property: 'otherPayerName',
    at: '2330B',
    rows: [
      { property: 'otherPayerOrganizationName', path: 'NM1/03', lens: text },
      { property: 'otherPayerIdentifierTypeCode', path: 'NM1/08', lens: text },
      { property: 'otherPayerIdentifier', path: 'NM1/09', lens: text },
      addressOf('otherPayerAddress'),
      { property: 'otherPayerAdjudicationOrPaymentDate', path: 'DTP[01=573]/03', lens: text },
      identifiers('otherPayerSecondaryIdentifier', '2U,EI,FY,NF'),
      reference('otherPayerPriorAuthorizationNumber', 'G1'),
      reference('otherPayerPriorAuthorizationOrReferralNumber', '9F'),
      { property: 'otherPayerClaimAdjustmentIndicator', path: 'REF[01=T4]/02', lens: flag('Y') },
      reference('otherPayerClaimControlNumber', 'F8'),
      ...more,
    ],
  };
}

/** What another payer calls a provider: the loop, NM101 there, and the properties. */
export interface OtherPayersProvider {
  readonly loop: string;
  readonly role: string;
  readonly property: string;
  readonly numbers: string;
}

/** 2330C and on: which numbers another payer knows a provider by. Without a number the loop is not written. */
export function providersOfOtherPayer({ loop, role, property, numbers }: OtherPayersProvider): Row {
  return { property, each: loop, rows: providerOfOtherPayer(role, numbers) };
}

/** The rows of one such loop. */
export function providerOfOtherPayer(role: string, numbers: string): Table {
  return [
    { property: 'entityTypeQualifier', path: 'NM1/02', lens: text },
    identifiers(numbers),
    { path: 'NM1/01', lens: beside(role) },
  ];
}

/** The places of an ambulance's journey: an address, and no name. `role` is NM101. */
export function placeOfJourney(property: string, at: string, role: 'PW' | '45'): Row {
  return { property, at, rows: [...ADDRESS, { path: 'NM1/01', lens: beside(role) }] };
}
