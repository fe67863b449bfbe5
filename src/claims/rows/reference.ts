import { presence } from '../../mapping/lenses/constant.js';
import { text } from '../../mapping/lenses/text.js';
import type { Row, Table } from '../../mapping/table.js';

/** A number that its qualifier names: REF01 and REF02. */
export function reference(property: string, qualifier: string): Row {
  return { property, path: `REF[01=${qualifier}]/02`, lens: text };
}

/** The same for many, by qualifier. */
export function references(names: Readonly<Record<string, string>>): Table {
  return Object.entries(names).map(([qualifier, property]) => reference(property, qualifier));
}

/** Numbers whose qualifiers the JSON names. `which` are those that the segment takes, where the loop has other REFs as well. */
export function identifiers(property: string, which?: string): Row {
  return {
    property,
    each: which === undefined ? 'REF' : `REF[01=${which}]`,
    rows: [
      { property: 'qualifier', path: '01', lens: text },
      { property: 'identifier', path: '02', lens: text },
    ],
  };
}

/** The same, each with the payer that uses it. */
export function identifiersOfPayers(property: string): Row {
  return {
    property,
    each: 'REF',
    rows: [
      { property: 'qualifier', path: '01', lens: text },
      { property: 'identifier', path: '02', lens: text },
      { property: 'otherIdentifier', path: '04-1', lens: presence('2U') },
      { property: 'otherIdentifier', path: '04-2', lens: text },
    ],
  };
}

/** REF of a payer's decision before the treatment, with the payer that took it. */
export function decisions(property: string, name: string, qualifier: string): Row {
  return {
    property,
    each: `REF[01=${qualifier}]`,
    rows: [
      { property: name, path: '02', lens: text },
      { property: 'otherPayerPrimaryIdentifier', path: '04-1', lens: presence('2U') },
      { property: 'otherPayerPrimaryIdentifier', path: '04-2', lens: text },
    ],
  };
}
