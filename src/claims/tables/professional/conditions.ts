import { filled, presence } from '../../../mapping/lenses/constant.js';
import { decimal } from '../../../mapping/lenses/decimal.js';
import { text } from '../../../mapping/lenses/text.js';
import type { Row } from '../../../mapping/table.js';

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

/** CRC: conditions of one category. */
export function conditions(property: string, category: string, elements: readonly string[] = FIVE): Row {
  return {
    property,
    each: `CRC[01=${category}]`,
    rows: [
      { property: 'codeCategory', path: '01', lens: text },
      { property: 'certificationConditionIndicator', path: '02', lens: text },
      { property: 'conditionCodes', list: elements, lens: text },
    ],
  };
}

const FIVE = ['03', '04', '05', '06', '07'];

/** NM101: a primary care provider (P3) is read as well. */
export const REFERRING: Row = { path: 'NM1/01', lens: filled('DN') };
