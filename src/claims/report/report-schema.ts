import type { Row, Table } from '../../mapping/table.js';
import { REPORT_JSON_TABLE } from './report-json-table.js';

/** A JSON Schema as far as the report needs one. */
export interface ReportSchemaNode {
  readonly type: 'string' | 'array' | 'object';
  readonly items?: ReportSchemaNode;
  readonly properties?: Readonly<Record<string, ReportSchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}

const TEXT: ReportSchemaNode = { type: 'string' };

/**
 * The JSON Schema (2020-12) of the 277 report: just the properties that its table gives. Codes are texts, for payers send others than the
 * lists have, and these pass.
 */
export const claimReportSchema: ReportSchemaNode = {
  type: 'object',
  properties: {
    meta: {
      type: 'object',
      properties: { transactionId: TEXT, senderId: TEXT, applicationMode: TEXT, traceId: TEXT },
      required: ['transactionId', 'senderId', 'applicationMode'],
      additionalProperties: false,
    },
    transactions: listOf(objectOf(REPORT_JSON_TABLE)),
  },
  required: ['meta', 'transactions'],
  additionalProperties: false,
};

function objectOf(table: Table): ReportSchemaNode {
  return { type: 'object', properties: Object.assign({}, ...table.map(propertiesOf)), additionalProperties: false };
}

function listOf(items: ReportSchemaNode): ReportSchemaNode {
  return { type: 'array', items };
}

/** What a row gives to the object that it stands in. */
function propertiesOf(row: Row): Readonly<Record<string, ReportSchemaNode>> {
  const named = (node: ReportSchemaNode) => (row.property === undefined ? {} : { [row.property]: node });
  if ('list' in row) return named(listOf(TEXT));
  if ('places' in row) return named(listOf(objectOf(row.places?.[0] ?? [])));
  if ('each' in row) return named(listOf(objectOf(row.rows ?? [])));
  if (!('rows' in row)) return named(TEXT);
  return row.property === undefined ? Object.assign({}, ...row.rows.map(propertiesOf)) : named(objectOf(row.rows));
}
