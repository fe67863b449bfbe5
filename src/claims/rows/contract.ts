import { decimal } from '../../mapping/lenses/decimal.js';
import { text } from '../../mapping/lenses/text.js';
import type { Row } from '../../mapping/table.js';

/** CN1: what provider and payer have agreed upon. */
export function contract(property: string): Row {
  return {
    property,
    rows: [
      { property: 'contractTypeCode', path: 'CN1/01', lens: text },
      { property: 'contractAmount', path: 'CN1/02', lens: decimal },
      { property: 'contractPercentage', path: 'CN1/03', lens: decimal },
      { property: 'contractCode', path: 'CN1/04', lens: text },
      { property: 'termsDiscountPercentage', path: 'CN1/05', lens: decimal },
      { property: 'contractVersionIdentifier', path: 'CN1/06', lens: text },
    ],
  };
}
