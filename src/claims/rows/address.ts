import { text } from '../../mapping/lenses/text.js';
import type { Row, Table } from '../../mapping/table.js';

/** N3 and N4 of the loop that the rows stand in. */
export const ADDRESS: Table = [
  { property: 'address1', path: 'N3/01', lens: text },
  { property: 'address2', path: 'N3/02', lens: text },
  { property: 'city', path: 'N4/01', lens: text },
  { property: 'state', path: 'N4/02', lens: text },
  { property: 'postalCode', path: 'N4/03', lens: text },
  { property: 'countryCode', path: 'N4/04', lens: text },
  { property: 'countrySubDivisionCode', path: 'N4/07', lens: text },
];

/** The address of a party: an object of its own in the JSON. */
export function addressOf(property: string): Row {
  return { property, rows: ADDRESS };
}
