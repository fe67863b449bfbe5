import { decimal } from '../../../mapping/lenses/decimal.js';
import { number } from '../../../mapping/lenses/number.js';
import { text } from '../../../mapping/lenses/text.js';
import type { Row, Table } from '../../../mapping/table.js';
import { addressOf } from '../../rows/address.js';
import { adjudication, PRACTICE_ADJUDICATION } from '../../rows/adjudication.js';
import { contract } from '../../rows/contract.js';
import { dates } from '../../rows/dates.js';
import { NPI, PARTY, PERSON, PROVIDER_NUMBERS, taxonomy } from '../../rows/party.js';
import { PRICING, pricingRows } from '../../rows/pricing.js';
import { decisions, reference, references } from '../../rows/reference.js';

// 2400 and below, dental.

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

export const LINE: Table = [
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
