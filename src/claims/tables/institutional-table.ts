import { always } from '../../mapping/lenses/constant.js';
import { decimal } from '../../mapping/lenses/decimal.js';
import { rangeEnd, rangeStart } from '../../mapping/lenses/period.js';
import { text } from '../../mapping/lenses/text.js';
import type { Row, Table } from '../../mapping/table.js';
import { ADDRESS, addressOf } from '../rows/address.js';
import { adjudication } from '../rows/adjudication.js';
import { adjustments } from '../rows/adjustments.js';
import { CONTACT } from '../rows/contact.js';
import { contract } from '../rows/contract.js';
import { dates } from '../rows/dates.js';
import { frame } from '../rows/frame.js';
import {
  MEDICARE_OUTPATIENT,
  OTHER_PAYER_AMOUNTS,
  otherPayer,
  otherSubscriber,
  providerOfOtherPayer,
} from '../rows/other-payer.js';
import { NPI, PERSON, taxonomy } from '../rows/party.js';
import { TWELVE } from '../rows/places.js';
import { PRICING, pricing } from '../rows/pricing.js';
import { identifiers, identifiersOfPayers, reference, references } from '../rows/reference.js';
import { reports } from '../rows/report.js';

// 837I, 005010X223A2.

/** MIA: what Medicare has decided of a stay. */
const MEDICARE_INPATIENT: Row = {
  property: 'medicareInpatientAdjudication',
  rows: [
    ...Object.entries({
      '01': 'coveredDaysOrVisitsCount',
      '03': 'lifetimePsychiatricDaysCount',
      '04': 'claimDRGAmount',
      '06': 'claimDisproportionateShareAmount',
      '07': 'claimMspPassThroughAmount',
      '08': 'claimPpsCapitalAmount',
      '09': 'capitalHSPDRGAmount',
      10: 'ppsCapitalHspDrgAmount',
      11: 'ppsCapitalDshDrgAmount',
      12: 'oldCapitalAmount',
      13: 'ppsCapitalImeAmount',
      14: 'ppsOperatingHospitalSpecificDrgAmount',
      15: 'costReportDayCount',
      16: 'ppsOperatingFederalSpecificDrgAmount',
      17: 'claimPpsCapitalOutlierAmmount',
      18: 'claimIndirectTeachingAmount',
      19: 'nonPayableProfessionalComponentBilledAmount',
      24: 'capitalExceptionAmount',
    }).map(([element, property]): Row => ({ property, path: `MIA/${element}`, lens: decimal })),
    {
      property: 'claimPaymentRemarkCode',
      list: ['05', '20', '21', '22', '23'].map((element) => `MIA/${element}`),
      lens: text,
    },
  ],
};

/** 2330C and on, one of each: which numbers another payer knows a provider by. */
function otherProvider(at: string, role: string, property: string): Row {
  return { property, at, rows: providerOfOtherPayer(role, `${property}Identifier`) };
}

const OTHER_SUBSCRIBER: Table = [
  { property: 'paymentResponsibilityLevelCode', path: 'SBR/01', lens: text },
  { property: 'individualRelationshipCode', path: 'SBR/02', lens: text },
  { property: 'groupNumber', path: 'SBR/03', lens: text },
  { property: 'otherInsuredGroupName', path: 'SBR/04', lens: text },
  { property: 'claimFilingIndicatorCode', path: 'SBR/09', lens: text },
  adjustments('claimLevelAdjustments', 'claimAdjustmentDetails'),
  ...OTHER_PAYER_AMOUNTS,
  { property: 'benefitsAssignmentCertificationIndicator', path: 'OI/03', lens: text },
  { property: 'releaseOfInformationCode', path: 'OI/06', lens: text },
  MEDICARE_INPATIENT,
  MEDICARE_OUTPATIENT,
  otherSubscriber('otherInsuredSuffix', 'address', {
    property: 'otherInsuredAdditionalIdentifier',
    each: 'REF[01=SY]',
    rows: [{ property: '', path: '02', lens: text }],
  }),
  otherPayer(),
  otherProvider('2330C', '71', 'otherPayerAttendingProvider'),
  otherProvider('2330D', '72', 'otherPayerOperatingPhysician'),
  otherProvider('2330E', 'ZZ', 'otherPayerOtherOperatingPhysician'),
  otherProvider('2330F', '77', 'otherPayerServiceFacilityLocation'),
  otherProvider('2330G', '82', 'otherPayerRenderingProvider'),
  otherProvider('2330H', 'DN', 'otherPayerReferringProvider'),
  otherProvider('2330I', '85', 'otherPayerBillingProvider'),
];

/** HI: lists of lists, for each inner list is a segment. */
function codeLists(property: string, qualifiers: string, rows: (place: string) => Table): Row {
  return {
    property,
    each: `HI[01-1=${qualifiers}]`,
    rows: [{ property: '', places: TWELVE.map(rows) }],
  };
}

/** HI of a single code: its qualifier, the code, and what belongs to it. */
function singleCode(property: string, qualifiers: string, code: string, more: Table = []): Row {
  return {
    property,
    at: `HI[01-1=${qualifiers}]`,
    rows: [
      { property: 'qualifierCode', path: '01-1', lens: text },
      { property: code, path: '01-2', lens: text },
      ...more,
    ],
  };
}

const PRESENT: Row = { property: 'presentOnAdmissionIndicator', path: '01-9', lens: text };

const CODES: Table = [
  singleCode('principalDiagnosis', 'ABK,BK', 'principalDiagnosisCode', [PRESENT]),
  singleCode('admittingDiagnosis', 'ABJ,BJ', 'admittingDiagnosisCode'),
  {
    property: 'patientReasonForVisits',
    each: 'HI[01-1=APR,PR]',
    places: TWELVE.slice(0, 3).map((place) => [
      { property: 'qualifierCode', path: `${place}-1`, lens: text },
      { property: 'patientReasonForVisitCode', path: `${place}-2`, lens: text },
    ]),
  },
  {
    property: 'externalCauseOfInjuries',
    each: 'HI[01-1=ABN,BN]',
    places: TWELVE.map((place) => [
      { property: 'qualifierCode', path: `${place}-1`, lens: text },
      { property: 'externalCauseOfInjury', path: `${place}-2`, lens: text },
      { property: 'presentOnAdmissionIndicator', path: `${place}-9`, lens: text },
    ]),
  },
  { property: 'diagnosisRelatedGroupInformation.drugRelatedGroupCode', path: 'HI[01-1=DR]/01-2', lens: text },
  codeLists('otherDiagnosisInformationList', 'ABF,BF', (place) => [
    { property: 'qualifierCode', path: `${place}-1`, lens: text },
    { property: 'otherDiagnosisCode', path: `${place}-2`, lens: text },
    { property: 'presentOnAdmissionIndicator', path: `${place}-9`, lens: text },
  ]),
  singleCode('principalProcedureInformation', 'BBR,BR,CAH', 'principalProcedureCode', [
    { property: 'principalProcedureDate', path: '01-4', lens: text },
  ]),
  codeLists('otherProcedureInformationList', 'BBQ,BQ', (place) => [
    { property: 'qualifierCode', path: `${place}-1`, lens: text },
    { property: 'otherProcedureCode', path: `${place}-2`, lens: text },
    { property: 'otherProcedureDate', path: `${place}-4`, lens: text },
  ]),
  codeLists('occurrenceSpanInformations', 'BI', (place) => [
    { property: 'occurrenceSpanCode', path: `${place}-2`, lens: text },
    { property: 'occurrenceSpanCodeStartDate', path: `${place}-4`, lens: rangeStart },
    { property: 'occurrenceSpanCodeEndDate', path: `${place}-4`, lens: rangeEnd },
  ]),
  codeLists('occurrenceInformationList', 'BH', (place) => [
    { property: 'occurrenceSpanCode', path: `${place}-2`, lens: text },
    { property: 'occurrenceSpanCodeDate', path: `${place}-4`, lens: text },
  ]),
  codeLists('valueInformationList', 'BE', (place) => [
    { property: 'valueCode', path: `${place}-2`, lens: text },
    { property: 'valueCodeAmount', path: `${place}-5`, lens: decimal },
  ]),
  codeLists('conditionCodesList', 'BG', (place) => [{ property: 'conditionCode', path: `${place}-2`, lens: text }]),
  {
    property: 'treatmentCodeInformationList',
    each: 'HI[01-1=TC]',
    rows: [{ property: '', list: TWELVE.map((place) => `${place}-2`), lens: text }],
  },
];

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

const LINE: Table = [
  { property: 'assignedNumber', path: 'LX/01', lens: text },
  {
    property: 'institutionalService',
    rows: [
      { property: 'serviceLineRevenueCode', path: 'SV2/01', lens: text },
      { property: 'procedureIdentifier', path: 'SV2/02-1', lens: text },
      { property: 'procedureCode', path: 'SV2/02-2', lens: text },
      { property: 'procedureModifiers', list: ['SV2/02-3', 'SV2/02-4', 'SV2/02-5', 'SV2/02-6'], lens: text },
      { property: 'description', path: 'SV2/02-7', lens: text },
      { property: 'lineItemChargeAmount', path: 'SV2/03', lens: decimal },
      { property: 'measurementUnit', path: 'SV2/04', lens: text },
      { property: 'serviceUnitCount', path: 'SV2/05', lens: decimal },
      { property: 'nonCoveredChargeAmount', path: 'SV2/07', lens: decimal },
    ],
  },
  reports('serviceLineSupplementalInformations'),
  ...dates({ servicePeriod: '472' }),
  reference('lineItemControlNumber', '6R'),
  reference('repricedLineItemReferenceNumber', '9B'),
  reference('adjustedRepricedLineItemReferenceNumber', '9D'),
  { property: 'serviceTaxAmount', path: 'AMT[01=GT]/02', lens: decimal },
  { property: 'facilityTaxAmount', path: 'AMT[01=N8]/02', lens: decimal },
  { property: 'thirdPartyOrganizationNotes', path: 'NTE[01=TPO]/02', lens: text },
  pricing('lineRepricingInformation', {
    ...PRICING,
    '04': 'repricedOrgIdentifier',
    '05': 'repricedPerDiem',
    '06': 'repricedApprovedDRGCode',
    '07': 'repricedApprovedAmount',
    '08': 'repricedApprovedRevenueCode',
    '09': 'productOrServiceIDQualifier',
    10: 'repricedApprovedHCPCSCode',
    11: 'repricedApprovedServiceUnitCode',
    12: 'repricedApprovedServiceUnitCount',
  }),
  {
    property: 'drugIdentification',
    at: '2410',
    rows: [
      { property: 'nationalDrugCode', path: 'LIN[02=N4]/03', lens: text },
      { property: 'nationalDrugUnitCount', path: 'CTP/04', lens: decimal },
      { property: 'measurementUnitCode', path: 'CTP/05-1', lens: text },
      ...references({ VY: 'linkSequenceNumber', XZ: 'pharmacyPrescriptionNumber' }),
    ],
  },
  provider('operatingPhysician', '2420A'),
  provider('otherOperatingPhysician', '2420B'),
  { property: 'renderingProvider', at: '2420C', rows: [...PERSON, NPI, identifiersOfPayers('identifiers')] },
  { property: 'referringProvider', at: '2420D', rows: [...PERSON, NPI, identifiersOfPayers('identifiers')] },
  adjudication({
    qualifier: 'productOrServiceIDQualifier',
    bundled: 'bundledLineNumber',
    adjustments: 'lineAdjustment',
    details: 'claimAdjustmentDetails',
    more: [{ property: 'serviceLineRevenueCode', path: 'SVD/04', lens: text }],
  }),
];

/** A provider of a hospital: always a person. Numbers come as a list (`moves/provider-numbers.ts`). */
function provider(property: string, at: string, more: Table = []): Row {
  return { property, at, rows: [...PERSON, NPI, ...more, identifiers('identifiers')] };
}

const CLAIM: Table = [
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

/** 2000A and 2010AA to 2010AC: who bills is an organisation. */
const BILLING: Table = [
  { property: 'billing', rows: [taxonomy('BI')] },
  {
    property: 'billing',
    at: '2010AA',
    rows: [
      { property: 'organizationName', path: 'NM1/03', lens: text },
      NPI,
      addressOf('address'),
      reference('employerId', 'EI'),
      CONTACT,
    ],
  },
  {
    property: 'billingPayToAddressName',
    at: '2010AB',
    rows: [
      { property: 'entityTypeQualifier', path: 'NM1/02', lens: text },
      { property: 'address', rows: ADDRESS },
    ],
  },
  {
    property: 'billingPayToPlanName',
    at: '2010AC',
    rows: [
      { property: 'organizationName', path: 'NM1/03', lens: text },
      { property: 'identificationCodeQualifier', path: 'NM1/08', lens: text },
      { property: 'identificationCode', path: 'NM1/09', lens: text },
      addressOf('address'),
      ...references({
        '2U': 'payerIdentificationNumber',
        FY: 'claimOfficeNumber',
        NF: 'naic',
        EI: 'taxId',
      }),
    ],
  },
];

/** The 837I of 005010X223A2. */
export const INSTITUTIONAL_TABLE: Table = frame({
  submitter: [
    { property: 'organizationName', path: 'NM1[02=2]/03', lens: text },
    { property: 'taxId', path: 'NM1[08=46]/09', lens: text },
  ],
  billing: BILLING,
  coverage: [{ property: 'groupNumber', path: 'SBR/03', lens: text }],
  patient: [],
  subscriber: [{ property: 'standardHealthId', path: 'NM1[08=II]/09', lens: text }],
  dependent: [reference('ssn', 'SY')],
  claim: CLAIM,
});
