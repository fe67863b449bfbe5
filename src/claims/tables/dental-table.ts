import { always, filled } from '../../mapping/lenses/constant.js';
import { decimal } from '../../mapping/lenses/decimal.js';
import { flag } from '../../mapping/lenses/flag.js';
import { number } from '../../mapping/lenses/number.js';
import { text } from '../../mapping/lenses/text.js';
import type { Row, Table } from '../../mapping/table.js';
import { addressOf } from '../rows/address.js';
import { adjudication, PRACTICE_ADJUDICATION } from '../rows/adjudication.js';
import { adjustments } from '../rows/adjustments.js';
import { contract } from '../rows/contract.js';
import { dates } from '../rows/dates.js';
import { BILLING_OF_PRACTICE, COVERAGE, DEPENDENT_NUMBERS, frame, SUBMITTER } from '../rows/frame.js';
import {
  MEDICARE_OUTPATIENT,
  OTHER_PAYER_AMOUNTS,
  otherPayer,
  otherSubscriber,
  providerOfOtherPayer,
  providersOfOtherPayer,
} from '../rows/other-payer.js';
import { LICENSE_UPIN_COMMERCIAL, NPI, PARTY, PERSON, PROVIDER_NUMBERS, taxonomy } from '../rows/party.js';
import { DIAGNOSES } from '../rows/places.js';
import { AMBULATORY_PRICING, PRICING, pricing, pricingRows } from '../rows/pricing.js';
import { decisions, identifiers, reference, references } from '../rows/reference.js';
import { reports } from '../rows/report.js';

// 837D, 005010X224A2.

const OTHER_SUBSCRIBER: Table = [
  { property: 'paymentResponsibilityLevelCode', path: 'SBR/01', lens: text },
  { property: 'individualRelationshipCode', path: 'SBR/02', lens: text },
  { property: 'insuranceGroupOrPolicyNumber', path: 'SBR/03', lens: text },
  { property: 'otherInsuredGroupName', path: 'SBR/04', lens: text },
  { property: 'insuranceTypeCode', path: 'SBR/05', lens: text },
  { property: 'claimFilingIndicatorCode', path: 'SBR/09', lens: text },
  adjustments('claimLevelAdjustments', 'adjustmentDetails'),
  ...OTHER_PAYER_AMOUNTS,
  { property: 'benefitsAssignmentCertificationIndicator', path: 'OI/03', lens: text },
  { property: 'releaseOfInformationCode', path: 'OI/06', lens: text },
  MEDICARE_OUTPATIENT,
  otherSubscriber('otherInsuredNameSuffix', 'otherInsuredAddress', {
    property: 'otherInsuredAdditionalIdentifiers',
    each: 'REF[01=SY]',
    rows: [{ property: '', path: '02', lens: text }],
  }),
  otherPayer([reference('otherPayerPredeterminationIdentification', 'G3')]),
  providersOfOtherPayer({
    loop: '2330C',
    role: 'DN',
    property: 'otherPayerReferringProvider',
    numbers: 'otherPayerReferringProviderIdentifier',
  }),
  providersOfOtherPayer({
    loop: '2330D',
    role: '82',
    property: 'otherPayerRenderingProvider',
    numbers: 'otherPayerRenderingProviderSecondaryIdentifier',
  }),
  providersOfOtherPayer({
    loop: '2330E',
    role: 'DQ',
    property: 'otherPayerSupervisingProvider',
    numbers: 'otherPayerSupervisingProviderIdentifier',
  }),
  providersOfOtherPayer({
    loop: '2330F',
    role: '85',
    property: 'otherPayerBillingProvider',
    numbers: 'otherPayerBillingProviderIdentifier',
  }),
  providersOfOtherPayer({
    loop: '2330G',
    role: '77',
    property: 'otherPayerServiceFacilityLocation',
    numbers: 'otherPayerServiceFacilityLocationSecondaryIdentifier',
  }),
  {
    property: 'otherPayerAssistantSurgeon',
    at: '2330H',
    rows: providerOfOtherPayer('DD', 'otherPayerAssistantSurgeonIdentifier'),
  },
];

const SERVICE: Row = {
  property: 'dentalService',
  rows: [
    { property: 'procedureCode', path: 'SV3/01-2', lens: text },
    { property: 'procedureModifiers', list: ['SV3/01-3', 'SV3/01-4', 'SV3/01-5', 'SV3/01-6'], lens: text },
    { property: 'description', path: 'SV3/01-7', lens: text },
    { property: 'lineItemChargeAmount', path: 'SV3/02', lens: decimal },
    { property: 'placeOfServiceCode', path: 'SV3/03', lens: text },
    {
      property: 'oralCavityDesignation',
      list: ['SV3/04-1', 'SV3/04-2', 'SV3/04-3', 'SV3/04-4', 'SV3/04-5'],
      lens: text,
    },
    { property: 'prosthesisCrownOrInlayCode', path: 'SV3/05', lens: text },
    { property: 'procedureCount', path: 'SV3/06', lens: number },
    {
      property: 'compositeDiagnosisCodePointers.diagnosisCodePointers',
      list: ['SV3/11-1', 'SV3/11-2', 'SV3/11-3', 'SV3/11-4'],
      lens: text,
    },
  ],
};

const LINE: Table = [
  { property: 'assignedNumber', path: 'LX/01', lens: text },
  SERVICE,
  {
    property: 'teethInformation',
    each: 'TOO',
    rows: [
      { property: 'toothCode', path: '02', lens: text },
      { property: 'toothSurfaceCodes', list: ['03-1', '03-2', '03-3', '03-4', '03-5'], lens: text },
    ],
  },
  ...dates({ serviceDate: '472' }),
  {
    property: 'serviceLineDateInformation',
    rows: dates({
      estimatedPriorPlacementDate: '139',
      priorPlacementDate: '441',
      applianceDate: '452',
      replacementDate: '446',
      treatmentStartDate: '196',
      treatmentCompletionDate: '198',
    }),
  },
  contract('contractInformation'),
  // In the order of the guide: segments of one position are written as they were put.
  {
    property: 'serviceLineReferenceInformation',
    rows: [
      decisions('predeterminationOfBenefits', 'predeterminationOfBenefits', 'G3'),
      decisions('priorAuthorization', 'priorAuthorizationOrReferralNumber', 'G1'),
    ],
  },
  reference('providerControlNumber', '6R'),
  {
    property: 'serviceLineReferenceInformation',
    rows: [
      ...references({ '9B': 'repricedLineItemReferenceNumber', '9D': 'adjustedRepricedLineItemReferenceNumber' }),
      { property: 'referralNumber', each: 'REF[01=9F]', rows: [{ property: '', path: '02', lens: text }] },
    ],
  },
  { property: 'salesTaxAmount', path: 'AMT[01=T]/02', lens: decimal },
  { property: 'fileInformation', each: 'K3', rows: [{ property: '', path: '01', lens: text }] },
  {
    property: 'linePricingRepricingInformation',
    rows: [
      ...pricingRows({
        ...PRICING,
        '04': 'repricingOrganizationIdentifier',
        '05': 'repricingPerDiemOrFlatRateAmount',
        '09': 'serviceIdQualifier',
        10: 'repricedApprovedHCPCSCode',
        11: 'measurementUnitCode',
      }),
      { property: 'repricedApprovedServiceUnitCount', path: 'HCP/12', lens: number },
    ],
  },
  {
    property: 'renderingProvider',
    at: '2420A',
    rows: [...PARTY, NPI, taxonomy('PE'), ...PROVIDER_NUMBERS],
  },
  {
    property: 'assistantSurgeon',
    at: '2420B',
    rows: [...PERSON, NPI, taxonomy('AS'), ...PROVIDER_NUMBERS],
  },
  { property: 'supervisingProvider', at: '2420C', rows: [...PERSON, NPI, ...PROVIDER_NUMBERS] },
  {
    property: 'serviceFacilityLocation',
    at: '2420D',
    rows: [
      { property: 'organizationName', path: 'NM1/03', lens: text },
      NPI,
      addressOf('address'),
      ...references({ '1G': 'providerUpinNumber', G2: 'commercialNumber', LU: 'locationNumber' }),
    ],
  },
  adjudication(PRACTICE_ADJUDICATION),
];

const CLAIM: Table = [
  { property: 'patientControlNumber', path: 'CLM/01', lens: text },
  { property: 'claimChargeAmount', path: 'CLM/02', lens: decimal },
  { property: 'placeOfServiceCode', path: 'CLM/05-1', lens: text },
  { property: 'claimFrequencyCode', path: 'CLM/05-3', lens: text },
  { property: 'signatureIndicator', path: 'CLM/06', lens: text },
  { property: 'planParticipationCode', path: 'CLM/07', lens: text },
  { property: 'benefitsAssignmentCertificationIndicator', path: 'CLM/08', lens: text },
  { property: 'releaseInformationCode', path: 'CLM/09', lens: text },
  { property: 'relatedCausesCode', list: ['CLM/11-1', 'CLM/11-2'], lens: text },
  { property: 'autoAccidentStateCode', path: 'CLM/11-4', lens: text },
  { property: 'autoAccidentCountryCode', path: 'CLM/11-5', lens: text },
  { property: 'specialProgramCode', path: 'CLM/12', lens: text },
  { property: 'predeterminationOfBenefits', path: 'CLM/19', lens: flag('PB') },
  { property: 'delayReasonCode', path: 'CLM/20', lens: text },
  {
    property: 'claimDateInformation',
    rows: dates({
      accidentDate: '439',
      appliancePlacementDate: '452',
      serviceDate: '472',
      repricerReceivedDate: '050',
    }),
  },
  {
    property: 'orthodonticTotalMonthsOfTreatment',
    rows: [
      { property: 'monthsCount', path: 'DN1/01', lens: number },
      { property: 'monthsRemaining', path: 'DN1/02', lens: number },
      { property: 'treatmentIndicator', path: 'DN1/04', lens: text },
    ],
  },
  {
    property: 'toothStatus',
    each: 'DN2',
    rows: [
      { property: 'toothNumber', path: '01', lens: text },
      { property: 'toothStatusCode', path: '02', lens: text },
    ],
  },
  {
    property: 'claimSupplementalInformation',
    rows: [
      reports('reportInformations'),
      ...references({
        G3: 'predeterminationOfBenefitsIdentifier',
        '4N': 'serviceAuthorizationExceptionCode',
        F8: 'claimControlNumber',
        '9F': 'referralNumber',
        G1: 'priorAuthorizationNumber',
        '9A': 'repricedClaimNumber',
        '9C': 'adjustedRepricedClaimNumber',
        D9: 'claimNumber',
      }),
    ],
  },
  contract('claimContractInformation'),
  { property: 'patientAmountPaid', path: 'AMT[01=F5]/02', lens: decimal },
  { property: 'fileInformationList', each: 'K3', rows: [{ property: '', path: '01', lens: text }] },
  {
    property: 'claimNotes',
    each: 'NTE',
    rows: [
      { path: '01', lens: always('ADD') },
      { property: '', path: '02', lens: text },
    ],
  },
  { property: 'healthCareCodeInformation', each: 'HI', places: DIAGNOSES.slice(0, 4) },
  pricing('claimPricingRepricingInformation', AMBULATORY_PRICING),
  {
    property: 'referring',
    at: '2310A',
    rows: [...PERSON, { path: 'NM1/01', lens: filled('DN') }, NPI, taxonomy('RF'), ...LICENSE_UPIN_COMMERCIAL],
  },
  { property: 'rendering', at: '2310B', rows: [...PARTY, NPI, taxonomy('PE'), ...PROVIDER_NUMBERS] },
  {
    property: 'serviceFacilityLocation',
    at: '2310C',
    rows: [
      { property: 'organizationName', path: 'NM1/03', lens: text },
      NPI,
      addressOf('address'),
      identifiers('secondaryIdentifier'),
    ],
  },
  { property: 'assistantSurgeon', at: '2310D', rows: [...PERSON, NPI, taxonomy('AS'), ...PROVIDER_NUMBERS] },
  { property: 'supervising', at: '2310E', rows: [...PERSON, NPI, ...PROVIDER_NUMBERS] },
  { property: 'otherSubscriberInformation', each: '2320', rows: OTHER_SUBSCRIBER },
  { property: 'serviceLines', each: '2400', rows: LINE },
];

/** The 837D of 005010X224A2. */
export const DENTAL_TABLE: Table = frame({
  submitter: SUBMITTER,
  billing: BILLING_OF_PRACTICE,
  coverage: COVERAGE,
  patient: [],
  subscriber: [],
  dependent: DEPENDENT_NUMBERS,
  claim: CLAIM,
});
