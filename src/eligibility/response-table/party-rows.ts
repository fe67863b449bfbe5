import { digits } from '../../mapping/lenses/digits.js';
import { text } from '../../mapping/lenses/text.js';
import { textOf } from '../../mapping/lenses/text-of.js';
import type { Row, Table } from '../../mapping/table.js';
import { CONTACT_TEXTS } from '../texts/entity-texts.js';

/** N3 and N4 of the loop that the rows stand in. */
export const ADDRESS: Row = {
  property: 'address',
  rows: [
    { property: 'address1', path: 'N3/01', lens: text },
    { property: 'address2', path: 'N3/02', lens: text },
    { property: 'city', path: 'N4/01', lens: text },
    { property: 'state', path: 'N4/02', lens: text },
    { property: 'postalCode', path: 'N4/03', lens: text },
    { property: 'countryCode', path: 'N4/04', lens: text },
    { property: 'countrySubDivisionCode', path: 'N4/07', lens: text },
  ],
};

// The numbers come first: put makes the segments with them, and the name then goes into the first.
/** PER segments of the loop that the rows stand in, each with up to three numbers. */
export const CONTACTS: Row = {
  property: 'contactInformation',
  rows: [
    { property: 'contacts', each: 'PER', places: [contact('03', '04'), contact('05', '06'), contact('07', '08')] },
    { property: 'name', path: 'PER/02', lens: text },
  ],
};

function contact(mode: string, number: string): Table {
  return [
    { property: 'communicationMode', path: mode, lens: textOf(CONTACT_TEXTS) },
    { property: 'communicationNumber', path: number, lens: digits },
  ];
}
