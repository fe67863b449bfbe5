import { always, presence } from '../../mapping/lenses/constant.js';
import { date } from '../../mapping/lenses/date.js';
import { list } from '../../mapping/lenses/list.js';
import { periodFormat } from '../../mapping/lenses/period.js';
import { text } from '../../mapping/lenses/text.js';
import { textOf } from '../../mapping/lenses/text-of.js';
import type { Row, Table } from '../../mapping/table.js';
import { PLAN_DATES, PLAN_REFERENCE_TWINS, PLAN_REFERENCES, RECEIVER_REFERENCES } from '../response-names.js';
import { BENEFIT_TEXTS } from '../texts/benefit-texts.js';
import { ENTITY_TYPE_TEXTS, PAYER_ENTITY_TEXTS, PROVIDER_ENTITY_TEXTS, TRACE_TEXTS } from '../texts/entity-texts.js';
import { benefitRows, coded } from './benefit-rows.js';
import { DEPENDENT, SUBSCRIBER } from './member-rows.js';
import { ADDRESS, CONTACTS } from './party-rows.js';
import { rejections } from './reject-rows.js';

const PAYER: Table = [
  { property: 'entityIdentifier', path: 'NM1/01', lens: textOf(PAYER_ENTITY_TEXTS) },
  { property: 'entityType', path: 'NM1/02', lens: textOf(ENTITY_TYPE_TEXTS) },
  { property: 'name', path: 'NM1[02!=1]/03', lens: text, only: 'get' },
  { property: 'lastName', path: 'NM1[02=1]/03', lens: text, only: 'get' },
  { property: 'name', path: 'NM1/03', lens: text, only: 'put' },
  { property: 'lastName', path: 'NM1/03', lens: text, only: 'put' },
  { property: 'firstName', path: 'NM1/04', lens: text },
  { property: 'middleName', path: 'NM1/05', lens: text },
  { property: 'suffix', path: 'NM1/07', lens: text },
  {
    qualified: 'NM1',
    by: '08',
    values: [
      {
        path: '09',
        names: {
          PI: 'payorIdentification',
          FI: 'federalTaxpayersIdNumber',
          XX: 'npi',
          46: 'etin',
          NI: 'naic',
          XV: 'centersForMedicareAndMedicaidPlanId',
          24: 'employersId',
        },
        lens: text,
      },
    ],
  },
  CONTACTS,
];

const PROVIDER: Table = [
  { property: 'entityIdentifier', path: 'NM1/01', lens: textOf(PROVIDER_ENTITY_TEXTS) },
  { property: 'entityType', path: 'NM1/02', lens: textOf(ENTITY_TYPE_TEXTS) },
  { property: 'providerName', path: 'NM1/03', lens: text },
  { property: 'providerFirstName', path: 'NM1/04', lens: text },
  { property: 'middleName', path: 'NM1/05', lens: text },
  { property: 'suffix', path: 'NM1/07', lens: text },
  {
    qualified: 'NM1',
    by: '08',
    values: [
      {
        path: '09',
        names: {
          XX: 'npi',
          34: 'ssn',
          FI: 'federalTaxpayersIdNumber',
          PI: 'payorIdentification',
          SV: 'serviceProviderNumber',
          PP: 'pharmacyProcessorNumber',
          XV: 'servicesPlanID',
          24: 'employersId',
        },
        lens: text,
      },
    ],
  },
  { property: 'providerCode', path: 'PRV/01', lens: text },
  { property: 'referenceIdentification', path: 'PRV/03', lens: text },
  { property: 'referenceIdentification', path: 'PRV/02', lens: presence('PXC'), only: 'put' },
  ADDRESS,
];

const TRACE: Table = [
  ...coded('traceTypeCode', 'traceType', '01', TRACE_TEXTS),
  { property: 'referenceIdentification', path: '02', lens: text },
  { property: 'originatingCompanyIdentifier', path: '03', lens: text },
  { property: 'secondaryReferenceIdentification', path: '04', lens: text },
];

const STATUS: Table = [
  ...coded('statusCode', 'status', 'EB/01', BENEFIT_TEXTS),
  { property: 'planDetails', path: 'EB/05', lens: text },
  { property: 'serviceTypeCodes', path: 'EB/03', lens: list },
];

type Level = 'C' | 'D';

/** The answer about a subscriber (C) or about a dependent of one (D): the patient's level has what is said of the plan. */
export function responseTable(patient: Level): Table {
  const levels: readonly Level[] = patient === 'D' ? ['C', 'D'] : ['C'];
  const upwards = [...levels].reverse();
  return [
    { property: 'meta.traceId', path: 'heading/BHT/03', lens: text },
    { path: 'heading/BHT/02', lens: always('11') },
    { property: 'created.date', path: 'heading/BHT/04', lens: date, only: 'put' },
    { property: 'created.time', path: 'heading/BHT/05', lens: text, only: 'put' },
    { property: 'tradingPartnerServiceId', path: '2100A/NM1/09', lens: text, only: 'get' },
    { property: 'payer', at: '2100A', rows: PAYER },
    rejections('payer.aaaErrors', '2000A'),
    rejections('payer.aaaErrors', '2100A'),
    { property: 'provider', at: '2100B', rows: PROVIDER },
    rejections('provider.aaaErrors', '2100B'),
    { property: 'subscriber', at: '2100C', rows: SUBSCRIBER },
    rejections('subscriber.aaaErrors', '2100C'),
    ...(patient === 'D' ? DEPENDENT_ROWS : []),
    // Lists are read from both levels and written to the patient's.
    ...levels.map((level) =>
      written(level, { property: 'subscriberTraceNumbers', each: `2000${level}/TRN`, rows: TRACE }),
    ),
    ...references(upwards),
    {
      property: 'planDateInformation',
      qualified: upwards.map((level) => `2100${level}/DTP`),
      by: '01',
      values: [{ path: '03', names: PLAN_DATES, lens: text }],
      also: [{ path: '02', lens: periodFormat }],
    },
    ...levels.map(
      (level): Row => ({ property: 'planStatus', each: `2110${level}[01=1,2,3,4,5,6,7,8]`, rows: STATUS, only: 'get' }),
    ),
    ...levels.map((level) =>
      written(level, { property: 'benefitsInformation', each: `2110${level}`, rows: benefitRows(level) }),
    ),
    rejections('subscriber.aaaErrors', '2110C'),
    ...(patient === 'D' ? [rejections('dependent.aaaErrors', '2110D')] : []),
  ];

  function written(level: Level, row: Row): Row {
    return level === patient ? row : { ...row, only: 'get' };
  }
}

// One answer has one dependent at most (see patients.ts); the codec makes a list of it.
const DEPENDENT_ROWS: Table = [
  { property: 'dependent', at: '2100D', rows: DEPENDENT },
  rejections('dependent.aaaErrors', '2100D'),
];

/** Read from all levels, the patient's first; what only the receiver's REF may say is written there. */
function references(upwards: readonly Level[]): Table {
  const row = { property: 'planInformation', by: '01' } as const;
  const members = upwards.map((level) => `2100${level}/REF`);
  const isReceivers = (code: string): boolean => RECEIVER_REFERENCES.has(code);
  const isSubscribers = (code: string): boolean => code === '3H';
  const of = (keep: (code: string) => boolean) =>
    Object.fromEntries(Object.entries<string>(PLAN_REFERENCES).filter(([code]) => keep(code)));
  const twins = { path: '03', names: PLAN_REFERENCE_TWINS, lens: text };
  return [
    {
      ...row,
      qualified: [...members, '2100B/REF'],
      values: [{ path: '02', names: PLAN_REFERENCES, lens: text }, twins],
      only: 'get',
    },
    {
      ...row,
      qualified: members,
      values: [{ path: '02', names: of((code) => !isReceivers(code) && !isSubscribers(code)), lens: text }, twins],
      only: 'put',
    },
    { ...row, qualified: '2100C/REF', values: [{ path: '02', names: of(isSubscribers), lens: text }], only: 'put' },
    { ...row, qualified: '2100B/REF', values: [{ path: '02', names: of(isReceivers), lens: text }], only: 'put' },
  ];
}
