import { date } from '../../mapping/lenses/date.js';
import { rangeEnd, rangeStart } from '../../mapping/lenses/period.js';
import { text } from '../../mapping/lenses/text.js';
import { type Codes, textOf } from '../../mapping/lenses/text-of.js';
import { time } from '../../mapping/lenses/time.js';
import type { Row, Table } from '../../mapping/table.js';
import { references } from '../rows/reference.js';
import {
  ACTION_TEXTS,
  CATEGORY_TEXTS,
  ENTITY_TEXTS,
  PARTY_TEXTS,
  PROCEDURE_TEXTS,
  SOURCE_TEXTS,
  STATUS_TEXTS,
} from './report-codes.js';

// The 277 report: the JSON that is made of a 277CA. It is only read; what it has no property for stays in the X12.

function coded(property: string, path: string, codes: Codes): Table {
  return [
    { property, path, lens: text },
    // A code without a text here has none in the JSON either, where texts are a closed list.
    { property: `${property}Value`, path, lens: textOf(codes, { unknown: 'omit' }) },
  ];
}

function code(place: string, entities: Codes): Table {
  return [
    ...coded('healthCareClaimStatusCategoryCode', `${place}-1`, CATEGORY_TEXTS),
    ...coded('statusCode', `${place}-2`, STATUS_TEXTS),
    ...coded('entityIdentifierCode', `${place}-3`, entities),
  ];
}

/** STC01, STC10 and STC11. */
function codes(property: string, entities: Codes): Row {
  return { property, places: ['01', '10', '11'].map((place) => code(place, entities)) };
}

const LINE: Table = [
  ...references({ FJ: 'lineItemControlNumber' }),
  { property: 'serviceLineDate', path: 'DTP[01=472][02=D8]/03', lens: text },
  { property: 'beginServiceLineDate', path: 'DTP[01=472][02=RD8]/03', lens: rangeStart },
  // One day has no end, as others write it, and is where either date is looked for.
  { property: 'beginServiceLineDate', path: 'DTP[01=472][02=D8]/03', lens: text },
  { property: 'endServiceLineDate', path: 'DTP[01=472][02=RD8]/03', lens: rangeEnd },
  {
    property: 'service',
    rows: [
      ...coded('serviceIdQualifierCode', 'SVC/01-1', PROCEDURE_TEXTS),
      { property: 'procedureCode', path: 'SVC/01-2', lens: text },
      { property: 'procedureModifiers', list: ['SVC/01-3', 'SVC/01-4', 'SVC/01-5', 'SVC/01-6'], lens: text },
      { property: 'chargeAmount', path: 'SVC/02', lens: text },
      { property: 'revenueCode', path: 'SVC/04', lens: text },
      { property: 'submittedUnits', path: 'SVC/07', lens: text },
    ],
  },
  {
    property: 'serviceClaimStatuses',
    each: 'STC',
    rows: [{ property: 'effectiveDate', path: '02', lens: date }, codes('serviceStatuses', ENTITY_TEXTS)],
  },
];

const CLAIM_STATUS: Table = [
  { property: 'referencedTransactionTraceNumber', path: 'TRN/02', lens: text },
  { property: 'patientAccountNumber', path: 'TRN/02', lens: text },
  ...references({ '1K': 'tradingPartnerClaimNumber', D9: 'clearinghouseTraceNumber', BLT: 'billTypeIdentifier' }),
  { property: 'claimServiceDate', path: 'DTP[01=472][02=D8]/03', lens: text },
  { property: 'claimServiceBeginDate', path: 'DTP[01=472][02=RD8]/03', lens: rangeStart },
  { property: 'claimServiceEndDate', path: 'DTP[01=472][02=RD8]/03', lens: rangeEnd },
  {
    property: 'informationClaimStatuses',
    each: 'STC',
    rows: [
      { property: 'statusInformationEffectiveDate', path: '02', lens: date },
      ...coded('statusInformationActionCode', '03', ACTION_TEXTS),
      // As the payer wrote it: totals are compared with paper.
      { property: 'totalClaimChargeAmount', path: '04', lens: text },
      { property: 'statusMessage', path: '12', lens: text },
      codes('informationStatuses', ENTITY_TEXTS),
    ],
  },
];

const PATIENT: Table = [
  {
    property: 'subscriber',
    at: '2100D',
    rows: [
      { property: 'lastName', path: 'NM1/03', lens: text },
      { property: 'firstName', path: 'NM1/04', lens: text },
      { property: 'middleName', path: 'NM1/05', lens: text },
      { property: 'suffix', path: 'NM1/07', lens: text },
      { property: 'memberId', path: 'NM1[08=MI]/09', lens: text },
      {
        property: 'standardUniqueHealthIdentifierForEachIndividualInTheUnitedStates',
        path: 'NM1[08=II]/09',
        lens: text,
      },
    ],
  },
  {
    property: 'claims',
    each: '2200D',
    rows: [
      { property: 'claimStatus', rows: CLAIM_STATUS },
      { property: 'serviceLines', each: '2220D', rows: LINE },
    ],
  },
];

/** A person or an organisation: NM102 says which. */
const NAMES: Table = [
  { property: 'organizationName', path: 'NM1[02=2]/03', lens: text },
  { property: 'lastName', path: 'NM1[02=1]/03', lens: text },
  { property: 'firstName', path: 'NM1[02=1]/04', lens: text },
  { property: 'middleName', path: 'NM1[02=1]/05', lens: text },
];

const PROVIDER: Table = [
  {
    property: 'serviceProvider',
    at: '2100C',
    rows: [
      ...NAMES,
      { property: 'suffix', path: 'NM1/07', lens: text },
      { property: 'npi', path: 'NM1[08=XX]/09', lens: text },
      { property: 'tin', path: 'NM1[08=FI]/09', lens: text },
      { property: 'spn', path: 'NM1[08=SV]/09', lens: text },
    ],
  },
  { property: 'providerOFServiceInformationTraceIdentifier', path: '2200C/TRN/02', lens: text },
  {
    property: 'serviceProviderClaimStatuses',
    each: '2200C/STC',
    rows: [codes('serviceProviderStatuses', PARTY_TEXTS)],
  },
  { property: 'patientClaimStatusDetails', each: '2000D', rows: PATIENT },
];

const BATCH: Table = [
  {
    property: 'provider',
    at: '2100B',
    rows: [...NAMES, { property: 'etin', path: 'NM1[08=46]/09', lens: text }],
  },
  { property: 'claimTransactionBatchNumber', path: '2200B/TRN/02', lens: text },
  {
    property: 'providerClaimStatuses',
    each: '2200B/STC',
    rows: [
      { property: 'statusInformationEffectiveDate', path: '02', lens: date },
      codes('providerStatuses', PARTY_TEXTS),
    ],
  },
  { property: 'claimStatusDetails', each: '2000C', rows: PROVIDER },
];

/** One entry of `transactions`. */
export const REPORT_JSON_TABLE: Table = [
  { property: 'controlNumber', path: 'ST/02', lens: text },
  { property: 'referenceIdentification', path: 'BHT/03', lens: text },
  { property: 'transactionSetCreationDate', path: 'BHT/04', lens: date },
  { property: 'transactionSetCreationTime', path: 'BHT/05', lens: time },
  {
    property: 'payers',
    each: '2000A',
    rows: [
      {
        at: '2100A',
        rows: [
          ...coded('entityIdentifierCode', 'NM1/01', SOURCE_TEXTS),
          { property: 'organizationName', path: 'NM1/03', lens: text },
          { property: 'payerIdentification', path: 'NM1[08=PI]/09', lens: text },
          { property: 'etin', path: 'NM1[08=46]/09', lens: text },
          { property: 'federalTaxpayerIdentificationNumber', path: 'NM1[08=FI]/09', lens: text },
          { property: 'centersForMedicareAndMedicaidServicePlanId', path: 'NM1[08=XV]/09', lens: text },
        ],
      },
      { property: 'claimStatusTransactions', each: '2000B', rows: BATCH },
    ],
  },
];
