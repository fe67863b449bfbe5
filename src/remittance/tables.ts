import { decimal } from '../mapping/lenses/decimal.js';
import { text } from '../mapping/lenses/text.js';
import { type Codes, textOf } from '../mapping/lenses/text-of.js';
import type { Row, Table } from '../mapping/table.js';
import {
  ADJUSTMENT_NAMES,
  FILING_NAMES,
  GROUP_NAMES,
  HANDLING_NAMES,
  METHOD_NAMES,
  PROVIDER_ADJUSTMENT_NAMES,
  STATUS_NAMES,
} from './codes.js';

// The 835 of 005010X221A1. It is only read. Dates stay as guide JSON has them, 2026-01-31; amounts lose needless zeros.

/** A code, and its name where we have one. */
function coded(property: string, path: string, names: Codes): Table {
  return [
    { property, path, lens: text },
    { property: `${property}Name`, path, lens: textOf(names, { unknown: 'omit' }) },
  ];
}

function party(property: string, entity: string): Row {
  return {
    property,
    at: `NM1[01=${entity}]`,
    rows: [
      { property: 'entityType', path: '02', lens: text },
      { property: 'name', path: '03', lens: text },
      { property: 'firstName', path: '04', lens: text },
      { property: 'middleName', path: '05', lens: text },
      { property: 'suffix', path: '07', lens: text },
      { property: 'qualifier', path: '08', lens: text },
      { property: 'id', path: '09', lens: text },
    ],
  };
}

const IDENTIFIERS: Row = {
  property: 'identifiers',
  each: 'REF',
  rows: [
    { property: 'qualifier', path: '01', lens: text },
    { property: 'identifier', path: '02', lens: text },
  ],
};

const AMOUNTS: Row = {
  property: 'amounts',
  each: 'AMT',
  rows: [
    { property: 'qualifier', path: '01', lens: text },
    { property: 'amount', path: '02', lens: decimal },
  ],
};

/** Reason, amount and quantity stand six times in a CAS: 02 to 04, 05 to 07, and so on. */
const ADJUSTMENTS: Row = {
  property: 'adjustments',
  each: 'CAS',
  rows: [
    ...coded('group', '01', GROUP_NAMES),
    {
      property: 'reasons',
      places: [2, 5, 8, 11, 14, 17].map((first) => [
        ...coded('reason', element(first), ADJUSTMENT_NAMES),
        { property: 'amount', path: element(first + 1), lens: decimal },
        { property: 'quantity', path: element(first + 2), lens: decimal },
      ]),
    },
  ],
};

const LINE: Table = [
  { property: 'lineControlNumber', path: 'REF[01=6R]/02', lens: text },
  { property: 'procedureQualifier', path: 'SVC/01-1', lens: text },
  { property: 'procedureCode', path: 'SVC/01-2', lens: text },
  { property: 'procedureModifiers', list: modifiers('01'), lens: text },
  { property: 'submittedProcedureCode', path: 'SVC/06-2', lens: text },
  { property: 'submittedModifiers', list: modifiers('06'), lens: text },
  { property: 'charge', path: 'SVC/02', lens: decimal },
  { property: 'paid', path: 'SVC/03', lens: decimal },
  { property: 'revenueCode', path: 'SVC/04', lens: text },
  { property: 'units', path: 'SVC/05', lens: decimal },
  { property: 'submittedUnits', path: 'SVC/07', lens: decimal },
  { property: 'allowed', path: 'AMT[01=B6]/02', lens: decimal },
  { property: 'from', path: ['DTM[01=472]/02', 'DTM[01=150]/02'], lens: text },
  { property: 'to', path: 'DTM[01=151]/02', lens: text },
  IDENTIFIERS,
  AMOUNTS,
  ADJUSTMENTS,
  {
    property: 'remarks',
    each: 'LQ',
    rows: [
      { property: 'list', path: '01', lens: text },
      { property: 'code', path: '02', lens: text },
    ],
  },
];

/** Of one loop 2100. */
export const CLAIM_TABLE: Table = [
  { property: 'patientControlNumber', path: 'CLP/01', lens: text },
  ...coded('status', 'CLP/02', STATUS_NAMES),
  { property: 'charge', path: 'CLP/03', lens: decimal },
  { property: 'paid', path: 'CLP/04', lens: decimal },
  { property: 'patientResponsibility', path: 'CLP/05', lens: decimal },
  ...coded('claimFiling', 'CLP/06', FILING_NAMES),
  { property: 'payerClaimNumber', path: 'CLP/07', lens: text },
  { property: 'facilityType', path: 'CLP/08', lens: text },
  { property: 'frequency', path: 'CLP/09', lens: text },
  { property: 'diagnosisRelatedGroup', path: 'CLP/11', lens: text },
  { property: 'originalClaimNumber', path: 'REF[01=F8]/02', lens: text },
  { property: 'from', path: 'DTM[01=232]/02', lens: text },
  { property: 'to', path: 'DTM[01=233]/02', lens: text },
  { property: 'received', path: 'DTM[01=050]/02', lens: text },
  { property: 'coverageExpired', path: 'DTM[01=036]/02', lens: text },
  party('patient', 'QC'),
  party('subscriber', 'IL'),
  party('corrected', '74'),
  party('rendering', '82'),
  party('crossoverCarrier', 'TT'),
  party('priorityPayer', 'PR'),
  party('otherSubscriber', 'GB'),
  IDENTIFIERS,
  AMOUNTS,
  ADJUSTMENTS,
  {
    property: 'remarkCodes',
    list: [
      ...['05', '20', '21', '22', '23'].map((at) => `MIA/${at}`),
      ...['03', '04', '05', '06', '07'].map((at) => `MOA/${at}`),
    ],
    lens: text,
  },
  { property: 'lines', each: '2110', rows: LINE },
];

/** Of one set. */
export const REMITTANCE_TABLE: Table = [
  {
    property: 'payment',
    rows: [
      ...coded('handling', 'BPR/01', HANDLING_NAMES),
      { property: 'total', path: 'BPR/02', lens: decimal },
      { property: 'creditOrDebit', path: 'BPR/03', lens: text },
      ...coded('method', 'BPR/04', METHOD_NAMES),
      { property: 'date', path: 'BPR/16', lens: text },
      { property: 'traceNumber', path: 'TRN/02', lens: text },
      { property: 'payerIdentifier', path: 'TRN/03', lens: text },
      { property: 'currency', path: 'CUR/02', lens: text },
    ],
  },
  { property: 'productionDate', path: 'DTM[01=405]/02', lens: text },
  {
    property: 'payer',
    at: '1000A',
    rows: [
      { property: 'name', path: 'N1/02', lens: text },
      { property: 'planId', path: 'N1[03=XV]/04', lens: text },
      { property: 'payerId', path: 'REF[01=2U]/02', lens: text },
      IDENTIFIERS,
    ],
  },
  {
    property: 'payee',
    at: '1000B',
    rows: [
      { property: 'name', path: 'N1/02', lens: text },
      { property: 'npi', path: 'N1[03=XX]/04', lens: text },
      { property: 'taxId', path: ['N1[03=FI]/04', 'REF[01=TJ]/02'], lens: text },
      IDENTIFIERS,
    ],
  },
  { property: 'claims', each: '2100', rows: CLAIM_TABLE },
  {
    property: 'providers',
    each: 'PLB',
    rows: [
      { property: 'provider', path: '01', lens: text },
      { property: 'fiscalPeriod', path: '02', lens: text },
      {
        property: 'reasons',
        places: [3, 5, 7, 9, 11, 13].map((at) => [
          ...coded('reason', `${element(at)}-1`, PROVIDER_ADJUSTMENT_NAMES),
          { property: 'reference', path: `${element(at)}-2`, lens: text },
          { property: 'amount', path: element(at + 1), lens: decimal },
        ]),
      },
    ],
  },
];

function modifiers(composite: string): readonly string[] {
  return [3, 4, 5, 6].map((component) => `SVC/${composite}-${component}`);
}

function element(position: number): string {
  return String(position).padStart(2, '0');
}
