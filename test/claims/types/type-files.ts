import { readFileSync } from 'node:fs';
import { claimSchema } from '../../../src/claims/claim-schemas.js';
import { readRows } from '../property-sample.js';
import { makeTypes } from './make-types.js';

const TYPES = [
  ['P', 'professional', 'Professional'],
  ['I', 'institutional', 'Institutional'],
  ['D', 'dental', 'Dental'],
] as const;

/** The files of types, as the schemas say they are. */
export function typeFiles(): readonly { readonly path: string; readonly text: string }[] {
  const rows = readRows(readFileSync(new URL('../../../fixtures/claims/properties.tsv', import.meta.url), 'utf8'));
  return TYPES.map(([claim, type, prefix]) => ({
    path: `src/claims/types/${type}-claim.ts`,
    text: makeTypes({ prefix, schema: claimSchema(type), rows: rows.filter((row) => row.claim === claim) }),
  }));
}
