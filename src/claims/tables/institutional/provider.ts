import type { Row, Table } from '../../../mapping/table.js';
import { NPI, PERSON } from '../../rows/party.js';
import { identifiers } from '../../rows/reference.js';

/** A provider of a hospital: always a person. Numbers come as a list (`moves/provider-numbers.ts`). */
export function provider(property: string, at: string, more: Table = []): Row {
  return { property, at, rows: [...PERSON, NPI, ...more, identifiers('identifiers')] };
}
