import { digits } from '../../mapping/lenses/digits.js';
import { text } from '../../mapping/lenses/text.js';
import type { Row, Table } from '../../mapping/table.js';

/**
 * Who is to be asked, with up to six numbers: three stand in a PER, and the next takes the others. Where a number stands depends on which
 * others there are, so they come as a list (`moves/contact-numbers.ts`).
 */
export const CONTACT: Row = {
  property: 'contact',
  rows: [
    {
      property: 'numbers',
      each: 'PER',
      places: ['03', '05', '07'].map((element, _at) => [
        { property: 'qualifier', path: element, lens: text },
        { property: 'number', path: `0${Number(element) + 1}`, lens: text },
      ]),
    },
    { property: 'name', path: 'PER/02', lens: text },
  ],
};

/** One telephone with its extension, in fixed places. */
export function telephone(names: { readonly name: string; readonly phone: string; readonly extension: string }): Table {
  return [
    { property: names.phone, path: 'PER[03=TE]/04', lens: digits },
    { property: names.extension, path: 'PER[05=EX]/06', lens: text },
    { property: names.name, path: 'PER/02', lens: text },
  ];
}
