import { decimal } from '../../mapping/lenses/decimal.js';
import { text } from '../../mapping/lenses/text.js';
import type { Row, Table } from '../../mapping/table.js';

/** Reason, amount and quantity: six times in a CAS. */
const TRIPLES: readonly Table[] = ['02', '05', '08', '11', '14', '17'].map((reason) => [
  { property: 'adjustmentReasonCode', path: reason, lens: text },
  { property: 'adjustmentAmount', path: next(reason, 1), lens: decimal },
  { property: 'adjustmentQuantity', path: next(reason, 2), lens: decimal },
]);

/** CAS: why a payer paid less. One for each group, with up to six reasons. */
export function adjustments(property: string, details: string): Row {
  return {
    property,
    each: 'CAS',
    rows: [
      { property: 'adjustmentGroupCode', path: '01', lens: text },
      { property: details, places: TRIPLES },
    ],
  };
}

function next(element: string, by: number): string {
  return String(Number(element) + by).padStart(2, '0');
}
