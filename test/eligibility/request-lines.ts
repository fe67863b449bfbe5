import { REQUEST_TABLE } from '../../src/eligibility/request/request-table.js';
import { tableLines, tableText } from './property-table.js';

/** The request's table by the names that a request has: the tree above the subscriber falls away, inquiries are the encounter. */
export function requestLines(): string {
  const lines = tableLines(REQUEST_TABLE).map((line) => ({ ...line, property: requestName(line.property) }));
  return tableText(lines);
}

export function requestName(property: string): string {
  return property
    .replace(/^sources\[\]\./, '')
    .replace(/^receivers\[\]\./, '')
    .replace(/^subscribers\[\]\./, '')
    .replace(/^dependents\[\]\.inquiries\[\]/, 'encounter')
    .replace(/^inquiries\[\]/, 'encounter')
    .replace(/^dependents\[\]\.traces/, 'traces')
    .replace(/^(date|time|spendDown)$/, '($1)');
}
