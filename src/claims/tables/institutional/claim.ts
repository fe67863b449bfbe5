import { always } from '../../../mapping/lenses/constant.js';
import { decimal } from '../../../mapping/lenses/decimal.js';
import { text } from '../../../mapping/lenses/text.js';
import type { Table } from '../../../mapping/table.js';
import { addressOf } from '../../rows/address.js';
import { contract } from '../../rows/contract.js';
import { dates } from '../../rows/dates.js';
import { taxonomy } from '../../rows/party.js';
import { PRICING, pricing } from '../../rows/pricing.js';
import { identifiers, references } from '../../rows/reference.js';
import { reports } from '../../rows/report.js';
import { CODES } from './codes.js';
import { LINE } from './line.js';
import { OTHER_SUBSCRIBER } from './other-subscriber.js';
import { provider } from './provider.js';

// 2300 and below, institutional.

/** NTE of one kind, as a list. */
function notes(names: Readonly<Record<string, string>>): Table {
  return Object.entries(names).map(([code, property]) => ({
    property,
    each: `NTE[01=${code}]`,
    rows: [
      { path: '01', lens: always(code) },
      { property: '', path: '02', lens: text },
    ],
  }));
}

const NOTES: Table = [
  {
    property: 'claimNotes',
    rows: notes({
      ALG: 'allergies',
      DCP: 'goalRehabOrDischargePlans',
      DGN: 'diagnosisDescription',
      DME: 'dme',
      MED: 'medications',
      NTR: 'nutritionalRequirments',
      ODT: 'ordersForDiscipLinesAndTreatments',
      RHB: 'functionalLimitsOrReasonHomebound',
      RLH: 'reasonsPatientLeavesHome',
      RNH: 'timesAndReasonsPatientNotAtHome',
      SET: 'unusualHomeOrSocialEnv',
      SFM: 'safetyMeasures',
      SPT: 'supplementalPlanOfTreatment',
      UPI: 'updatedInformation',
    }),
  },
  { property: 'billingNote', path: 'NTE[01=ADD]/02', lens: text },
];

export const CLAIM: Table = [
  { property: 'patientControlNumber', path: 'CLM/01', lens: text },
  { property: 'claimChargeAmount', path: 'CLM/02', lens: decimal },
  { property: 'placeOfServiceCode', path: 'CLM/05-1', lens: text },
  { property: 'claimFrequencyCode', path: 'CLM/05-3', lens: text },
  { property: 'planParticipationCode', path: 'CLM/07', lens: text },
  { property: 'benefitsAssignmentCertificationIndicator', path: 'CLM/08', lens: text },
  { property: 'releaseInformationCode', path: 'CLM/09', lens: text },
  { property: 'delayReasonCode', path: 'CLM/20', lens: text },
  {
    property: 'claimDateInformation',
    rows: dates({
      dischargeHour: '096',
      statementPeriod: '434',
      admissionDateAndHour: '435',
      repricerReceivedDate: '050',
    }),
  },
  {
    property: 'claimCodeInformation',
    rows: [
      { property: 'admissionTypeCode', path: 'CL1/01', lens: text },
      { property: 'admissionSourceCode', path: 'CL1/02', lens: text },
      { property: 'patientStatusCode', path: 'CL1/03', lens: text },
    ],
  },
  {
    property: 'claimSupplementalInformation',
    rows: [
      reports('reportInformations'),
      ...references({
        '4N': 'serviceAuthorizationExceptionCode',
        '9F': 'referralNumber',
        G1: 'priorAuthorizationNumber',
        F8: 'claimControlNumber',
        '9A': 'repricedClaimNumber',
        '9C': 'adjustedRepricedClaimRefNumber',
        LX: 'investigationalDeviceExemptionNumber',
        D9: 'claimNumber',
        LU: 'autoAccidentState',
        EA: 'medicalRecordNumber',
        P4: 'demoProjectIdentifier',
        G4: 'peerReviewAuthorizationNumber',
      }),
    ],
  },
  contract('claimContractInformation'),
  { property: 'patientEstimatedAmountDue', path: 'AMT[01=F3]/02', lens: decimal },
  { property: 'fileInformation', each: 'K3', rows: [{ property: '', path: '01', lens: text }] },
  ...NOTES,
  {
    property: 'epsdtReferral',
    rows: [
      { property: 'certificationConditionCodeAppliesIndicator', path: 'CRC/02', lens: text },
      { property: 'conditionCodes', list: ['CRC/03', 'CRC/04', 'CRC/05'], lens: text },
    ],
  },
  ...CODES,
  pricing('claimPricingInformation', {
    ...PRICING,
    '04': 'repricedOrgIdentifier',
    '05': 'repricedPerDiem',
    '06': 'repricedApprovedDRGCode',
    '07': 'repricedApprovedAmount',
    '08': 'repricedApprovedRevenueCode',
    11: 'repricedApprovedServiceUnitCode',
    12: 'repricedApprovedServiceUnitCount',
  }),
  provider('attending', '2310A', [taxonomy('AT')]),
  provider('operatingPhysician', '2310B'),
  provider('otherOperatingPhysician', '2310C'),
  provider('rendering', '2310D'),
  {
    property: 'serviceFacilityLocation',
    at: '2310E',
    rows: [
      { property: 'organizationName', path: 'NM1/03', lens: text },
      { property: 'identificationCode', path: 'NM1[08=XX]/09', lens: text },
      addressOf('address'),
      identifiers('identifiers'),
    ],
  },
  provider('referring', '2310F'),
  // The contract has one; other notes of the interface write a list, and the segment has room for ten.
  { property: 'otherSubscriberInformation', each: '2320', rows: OTHER_SUBSCRIBER },
  { property: 'serviceLines', each: '2400', rows: LINE },
];
