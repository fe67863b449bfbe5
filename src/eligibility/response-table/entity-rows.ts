import { presence } from '../../mapping/lenses/constant.js';
import { text } from '../../mapping/lenses/text.js';
import { textOf } from '../../mapping/lenses/text-of.js';
import type { Table } from '../../mapping/table.js';
import { ENTITY_TYPE_TEXTS, RELATED_ENTITY_TEXTS } from '../texts/entity-texts.js';
import { ADDRESS, CONTACTS } from './party-rows.js';

/** Loops 2120C and 2120D. */
export const RELATED_ENTITY: Table = [
  { property: 'entityIdentifier', path: 'NM1/01', lens: textOf(RELATED_ENTITY_TEXTS) },
  { property: 'entityType', path: 'NM1/02', lens: textOf(ENTITY_TYPE_TEXTS) },
  { property: 'entityName', path: 'NM1/03', lens: text },
  { property: 'entityFirstname', path: 'NM1/04', lens: text },
  { property: 'entityMiddlename', path: 'NM1/05', lens: text },
  { property: 'entitySuffix', path: 'NM1/07', lens: text },
  { property: 'entityIdentification', path: 'NM1/08', lens: text },
  { property: 'entityIdentificationValue', path: 'NM1/09', lens: text },
  { property: 'entityRelationship', path: 'NM1/10', lens: text },
  ADDRESS,
  CONTACTS,
  {
    property: 'providerInformation',
    rows: [
      { property: 'providerCode', path: 'PRV/01', lens: text },
      { property: 'referenceIdentification', path: 'PRV/03', lens: text },
      { property: 'referenceIdentification', path: 'PRV/02', lens: presence('PXC'), only: 'put' },
    ],
  },
];
