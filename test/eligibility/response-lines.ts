import { ENVELOPE_PROPERTIES } from '../../src/eligibility/received-answer.js';
import { responseTable } from '../../src/eligibility/response-table/response-table.js';
import { tableLines, tableText } from './property-table.js';

/** The table of an answer about a dependent, which has all rows of one about a subscriber at another level. */
export function responseLines(): string {
  const envelope = Object.entries(ENVELOPE_PROPERTIES).map(([property, place]) => ({
    property,
    place,
    lens: 'text',
    way: 'get',
  }));
  const rows = tableLines(responseTable('D'))
    .filter(({ property }) => property !== '(constant)' && !property.startsWith('created.'))
    .map((line) => ({ ...line, property: line.property.replace(/^dependent\b/, 'dependents[]') }));
  return tableText([...envelope, ...rows]);
}
