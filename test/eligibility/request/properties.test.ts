import { describe, expect, it } from 'vitest';
import { normaliseRequest } from '../../../src/eligibility/request/normalise-request.js';
import type { EligibilityRequest } from '../../../src/eligibility/request/request.js';
import { eligibilityRequestSchema } from '../../../src/eligibility/request/request-schema.js';
import { REQUEST_TABLE } from '../../../src/eligibility/request/request-table.js';
import type { FormSchema } from '../../../src/form/form-schema.js';
import { tableLines } from '../property-table.js';
import { requestName } from '../request-lines.js';
import { PROPERTY_CASES, type PropertyCase } from './properties.js';
import { LEAST, segmentsOf, throughX12 } from './requests.js';

const NOT_SENT = new Set([
  'controlNumber',
  'externalPatientId',
  'eligibilitySearchId',
  'subscriber.coverageLevelCode',
  'dependents[].memberId',
]);

function requestOf({ set }: PropertyCase): EligibilityRequest {
  const merged: Record<string, unknown> = { ...LEAST };
  for (const [name, value] of Object.entries(set)) {
    const there = merged[name];
    merged[name] = isObject(there) && isObject(value) ? { ...there, ...value } : value;
  }
  return JSON.parse(JSON.stringify(merged)) as EligibilityRequest; // the cases are requests; the round trip drops what is undefined
}

describe('each property of a request', () => {
  it.each(PROPERTY_CASES)('$property is written and read back', async (one) => {
    const request = requestOf(one);
    const segments = segmentsOf(request);
    if (one.segment === undefined) expect(segments.join('~')).not.toMatch(/123456789~|\*(P1|E1|FAM|M9)\b/);
    else expect(segments).toContain(one.segment);
    const { request: back } = await throughX12(request);
    expect(normaliseRequest(back)).toEqual(normaliseRequest({ submitterTransactionIdentifier: 'CHECK-1', ...request }));
  });

  it('has a case here', () => {
    const named = new Set(PROPERTY_CASES.map(({ property }) => property));
    expect(leavesOf(eligibilityRequestSchema).filter((property) => !named.has(property))).toEqual([]);
  });

  it('has a row in the table, unless it is not sent', () => {
    const rows = new Set(tableLines(REQUEST_TABLE).map(({ property }) => requestName(property).replace(/\[\]$/, '')));
    const inRow = (property: string): boolean =>
      rows.has(property.replace('encounter.medicalProcedures[]', 'encounter'));
    const missing = leavesOf(eligibilityRequestSchema).filter((property) => !inRow(property));
    expect(new Set(missing)).toEqual(NOT_SENT);
  });
});

function leavesOf(schema: FormSchema, name = ''): readonly string[] {
  if ('$ref' in schema) throw new Error('It has no references.');
  if (schema.type === 'array') return 'properties' in schema.items ? leavesOf(schema.items, `${name}[]`) : [name];
  if (schema.type !== 'object') return [name];
  return Object.entries(schema.properties).flatMap(([key, inner]) =>
    leavesOf(inner, name === '' ? key : `${name}.${key}`),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
