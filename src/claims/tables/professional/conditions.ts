import { filled, presence } from '../../../mapping/lenses/constant.js';
import { decimal } from '../../../mapping/lenses/decimal.js';
import { text } from '../../../mapping/lenses/text.js';
import type { Row, Table } from '../../../mapping/table.js';

/** CR1: a patient's journey. */
export const AMBULANCE: Row = {
  property: 'ambulanceTransportInformation',
  rows: [
    { property: 'patientWeightInPounds', path: 'CR1/01', lens: presence('LB') },
    { property: 'patientWeightInPounds', path: 'CR1/02', lens: decimal },
    { property: 'ambulanceTransportReasonCode', path: 'CR1/04', lens: text },
    { property: 'transportDistanceInMiles', path: 'CR1/05', lens: presence('DH') },
    { property: 'transportDistanceInMiles', path: 'CR1/06', lens: decimal },
    { property: 'roundTripPurposeDescription', path: 'CR1/09', lens: text },
    { property: 'stretcherPurposeDescription', path: 'CR1/10', lens: text },
  ],
};

/** CRC: conditions of one category. `more` are rows of those that may be of several. */
export function conditions(property: string, category: string, more: Table = []): Row {
  return {
    property,
    each: `CRC[01=${category}]`,
    rows: [
      ...more,
      { path: '01', lens: filled(category.slice(0, 2)) },
      { property: 'certificationConditionIndicator', path: '02', lens: text },
      { property: 'conditionCodes', list: FIVE, lens: text },
    ],
  };
}

/** What says which of several categories it is. */
export const CATEGORY: Table = [{ property: 'codeCategory', path: '01', lens: text }];

const FIVE = ['03', '04', '05', '06', '07'];

/** NM101: a primary care provider (P3) is read as well. */
export const REFERRING: Row = { path: 'NM1/01', lens: filled('DN') };
