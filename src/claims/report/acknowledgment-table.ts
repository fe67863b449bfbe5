import { presence } from '../../mapping/lenses/constant.js';
import { date } from '../../mapping/lenses/date.js';
import { text } from '../../mapping/lenses/text.js';
import { time } from '../../mapping/lenses/time.js';
import type { Row, Table } from '../../mapping/table.js';
import { dates } from '../rows/dates.js';
import { identifiers, references } from '../rows/reference.js';

// The 277CA of 005010X214 with all that it says, in names of our own: what we write, and what is read of others.

const PARTY: Table = [
  { property: 'entity', path: 'NM1/01', lens: text },
  { property: 'entityType', path: 'NM1/02', lens: text },
  { property: 'name', path: 'NM1/03', lens: text },
  { property: 'firstName', path: 'NM1/04', lens: text },
  { property: 'middleName', path: 'NM1/05', lens: text },
  { property: 'suffix', path: 'NM1/07', lens: text },
  { property: 'qualifier', path: 'NM1/08', lens: text },
  { property: 'id', path: 'NM1/09', lens: text },
];

function code(place: string): Table {
  return [
    { property: 'category', path: `${place}-1`, lens: text },
    { property: 'status', path: `${place}-2`, lens: text },
    { property: 'entity', path: `${place}-3`, lens: text },
  ];
}

/**
 * STC: up to three codes, and what they are about. The guide has no text for batches, no date for providers and no charge for lines; some
 * write them, and so they are read.
 */
const STATUSES: Row = {
  property: 'statuses',
  each: 'STC',
  rows: [
    { property: 'codes', places: [code('01'), code('10'), code('11')] },
    { property: 'date', path: '02', lens: date },
    { property: 'action', path: '03', lens: text },
    { property: 'charge', path: '04', lens: text },
    { property: 'text', path: '12', lens: text },
  ],
};

/** QTY and AMT: what was taken, and what was not. */
function totals(accepted: string, rejected: string): Row {
  return {
    property: 'totals',
    rows: [
      { property: 'accepted', path: `QTY[01=${accepted}]/02`, lens: text },
      { property: 'rejected', path: `QTY[01=${rejected}]/02`, lens: text },
      { property: 'acceptedCharge', path: 'AMT[01=YU]/02', lens: text },
      { property: 'rejectedCharge', path: 'AMT[01=YY]/02', lens: text },
    ],
  };
}

const LINE: Table = [
  { property: 'procedureQualifier', path: 'SVC/01-1', lens: text },
  { property: 'procedureCode', path: 'SVC/01-2', lens: text },
  { property: 'procedureModifiers', list: ['SVC/01-3', 'SVC/01-4', 'SVC/01-5', 'SVC/01-6'], lens: text },
  { property: 'charge', path: 'SVC/02', lens: text },
  { property: 'revenueCode', path: 'SVC/04', lens: text },
  { property: 'units', path: 'SVC/07', lens: text },
  STATUSES,
  ...references({ FJ: 'lineControlNumber', XZ: 'prescriptionNumber' }),
  ...dates({ period: '472' }),
];

const CLAIM: Table = [
  { property: 'patientControlNumber', path: 'TRN/02', lens: text },
  STATUSES,
  ...references({ '1K': 'payerClaimNumber', D9: 'claimNumber', BLT: 'typeOfBill' }),
  ...dates({ period: '472' }),
  { property: 'lines', each: '2220D', rows: LINE },
];

const PROVIDER: Table = [
  { property: 'names', each: '2100C', rows: PARTY },
  {
    at: '2200C',
    rows: [
      { property: 'traceNumber', path: 'TRN/02', lens: text },
      STATUSES,
      identifiers('identifiers'),
      totals('QA', 'QC'),
    ],
  },
  {
    property: 'patients',
    each: '2000D',
    rests: true,
    rows: [
      { property: 'patient', at: '2100D', rows: PARTY },
      { property: 'claims', each: '2200D', rests: true, rows: CLAIM },
    ],
  },
];

const BATCH: Table = [
  { property: 'receiver', at: '2100B', rows: PARTY },
  {
    at: '2200B',
    rows: [{ property: 'transactionId', path: 'TRN/02', lens: text }, STATUSES, totals('90', 'AA')],
  },
  { property: 'providers', each: '2000C', rests: true, rows: PROVIDER },
];

/** By which a 277CA is known among the 277s. */
export const ACKNOWLEDGMENT_HEAD: Table = [{ property: 'structure', path: 'BHT/01', lens: text }];

/** Of all levels one may have thousands. */
export const ACKNOWLEDGMENT_TABLE: Table = [
  ...ACKNOWLEDGMENT_HEAD,
  { property: 'reportId', path: 'BHT/03', lens: text },
  { property: 'date', path: 'BHT/04', lens: date },
  { property: 'time', path: 'BHT/05', lens: time },
  {
    property: 'sources',
    each: '2000A',
    rests: true,
    rows: [
      { property: 'source', at: '2100A', rows: PARTY },
      {
        property: 'receipts',
        each: '2200A',
        rows: [
          { property: 'traceNumber', path: 'TRN/02', lens: text },
          { property: 'received', path: 'DTP[01=050]/02', lens: presence('D8') },
          { property: 'received', path: 'DTP[01=050]/03', lens: text },
          { property: 'processed', path: 'DTP[01=009]/02', lens: presence('D8') },
          { property: 'processed', path: 'DTP[01=009]/03', lens: text },
        ],
      },
      { property: 'batches', each: '2000B', rests: true, rows: BATCH },
    ],
  },
];
