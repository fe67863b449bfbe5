import { momentFormat } from '../../mapping/lenses/period.js';
import { text } from '../../mapping/lenses/text.js';
import type { Table } from '../../mapping/table.js';

/** DTP, each property with its qualifier: DTP02 follows from the form of the date, DTP03 is the date. */
export function dates(names: Readonly<Record<string, string>>): Table {
  return Object.entries(names).flatMap(([property, qualifier]): Table => {
    const path = `DTP[01=${qualifier}]`;
    return [
      { property, path: `${path}/02`, lens: momentFormat },
      { property, path: `${path}/03`, lens: text },
    ];
  });
}
