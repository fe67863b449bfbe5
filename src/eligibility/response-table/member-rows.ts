import { presence } from '../../mapping/lenses/constant.js';
import { rangeEnd, rangeStart } from '../../mapping/lenses/period.js';
import { text } from '../../mapping/lenses/text.js';
import { textOf } from '../../mapping/lenses/text-of.js';
import type { Row, Table } from '../../mapping/table.js';
import {
  DEPENDENT_ENTITY_TEXTS,
  ENTITY_TYPE_TEXTS,
  RELATION_TEXTS,
  SUBSCRIBER_ENTITY_TEXTS,
} from '../texts/entity-texts.js';
import { coded } from './benefit-rows.js';
import { ADDRESS } from './party-rows.js';

/** REF01 to the member's own property; the rest is in `planInformation`. */
export const MEMBER_REFERENCES = {
  SY: 'ssn',
  '6P': 'groupNumber',
  18: 'planNumber',
  N6: 'planNetworkIdNumber',
} as const;

/** As above, for REF03. */
export const MEMBER_REFERENCE_TWINS = {
  '6P': 'groupDescription',
  18: 'planDescription',
  N6: 'planNetworkDescription',
} as const;

const IDENTIFICATION: Row = {
  qualified: 'REF',
  by: '01',
  values: [
    { path: '02', names: MEMBER_REFERENCES, lens: text },
    { path: '03', names: MEMBER_REFERENCE_TWINS, lens: text },
  ],
  others: 'ignore',
};

/** What loops 2100C and 2100D have in common. */
const MEMBER: Table = [
  { property: 'entityType', path: 'NM1/02', lens: textOf(ENTITY_TYPE_TEXTS) },
  { property: 'lastName', path: 'NM1/03', lens: text },
  { property: 'firstName', path: 'NM1/04', lens: text },
  { property: 'middleName', path: 'NM1/05', lens: text },
  { property: 'suffix', path: 'NM1/07', lens: text },
  { property: 'dateOfBirth', path: 'DMG/02', lens: text },
  { property: 'dateOfBirth', path: 'DMG/01', lens: presence('D8'), only: 'put' },
  { property: 'gender', path: 'DMG/03', lens: text },
  ADDRESS,
  IDENTIFICATION,
  { property: 'insuredIndicator', path: 'INS/01', lens: text },
  ...coded('relationToSubscriberCode', 'relationToSubscriber', 'INS/02', RELATION_TEXTS),
  { property: 'maintenanceTypeCode', path: 'INS/03', lens: text },
  { property: 'maintenanceReasonCode', path: 'INS/04', lens: text },
  { property: 'birthSequenceNumber', path: 'INS/17', lens: text },
  { property: 'healthCareDiagnosisCodes', each: 'HI', places: [1, 2, 3, 4, 5, 6, 7, 8].map(diagnosis) },
  { property: 'informationStatusCode', path: 'MPI/01', lens: text },
  { property: 'employmentStatusCode', path: 'MPI/02', lens: text },
  { property: 'governmentServiceAffiliationCode', path: 'MPI/03', lens: text },
  { property: 'description', path: 'MPI/04', lens: text },
  { property: 'militaryServiceRankCode', path: 'MPI/05', lens: text },
  { property: 'dateTimePeriodFormatQualifier', path: 'MPI/06', lens: text },
  { property: 'startDateTimePeriod', path: 'MPI[06=RD8]/07', lens: rangeStart },
  { property: 'endDateTimePeriod', path: 'MPI[06=RD8]/07', lens: rangeEnd },
  { property: 'dateTimePeriod', path: 'MPI[06!=RD8]/07', lens: text, only: 'get' },
  { property: 'dateTimePeriod', path: 'MPI/07', lens: text, only: 'put' },
  {
    property: 'responseProvider',
    rows: [
      { property: 'providerCode', path: 'PRV/01', lens: text },
      { property: 'referenceIdentification', path: 'PRV/03', lens: text },
      { property: 'referenceIdentification', path: 'PRV/02', lens: presence('PXC'), only: 'put' },
    ],
  },
];

/** Loop 2100C. */
export const SUBSCRIBER: Table = [
  { property: 'entityIdentifier', path: 'NM1/01', lens: textOf(SUBSCRIBER_ENTITY_TEXTS) },
  { property: 'uniqueHealthIdentifier', path: 'NM1[08=II]/09', lens: text },
  { property: 'memberId', path: 'NM1[08=MI]/09', lens: text },
  // Payers write other qualifiers before what is a member id all the same.
  { property: 'memberId', path: 'NM1[08!=II,MI]/09', lens: text, only: 'get' },
  ...MEMBER,
];

/** Loop 2100D. */
export const DEPENDENT: Table = [
  { property: 'entityIdentifier', path: 'NM1/01', lens: textOf(DEPENDENT_ENTITY_TEXTS) },
  ...MEMBER,
];

function diagnosis(place: number): Table {
  return [
    { property: 'diagnosisTypeCode', path: `0${place}-1`, lens: text },
    { property: 'diagnosisCode', path: `0${place}-2`, lens: text },
  ];
}
