import { randomUUID } from 'node:crypto';
import type { LookupRow, LookupTables } from './customer-code.js';
import { Failure } from './failure.js';

/** The value of `$omitField`: a member that has it is left out of the result. */
export const OMIT_FIELD: object = Object.freeze({});

/** What expressions of mappings have beside JSONata's own library. */
export function mappingFunctions(tables: LookupTables): Readonly<Record<string, unknown>> {
  return {
    tables,
    omitField: OMIT_FIELD,
    uuid: () => randomUUID(),
    lookupTable: (table: unknown, keys: unknown, values: unknown, options: unknown) =>
      lookUp(rowsOf(tables, table), predicatesOf(keys, values), wildcardOf(options)),
  };
}

type Predicate = readonly [key: string, value: string];

/** One row that fits: the row; several: a list of them, on which a property gives a list. */
function lookUp(
  rows: readonly LookupRow[],
  predicates: readonly Predicate[],
  wildcard: string | undefined,
): LookupRow | readonly LookupRow[] | undefined {
  const found = rows.filter((row) =>
    predicates.every(([key, value]) => {
      const cell = Object.hasOwn(row, key) ? row[key] : undefined;
      return cell !== undefined && (cell === value || (wildcard !== undefined && fits(cell, value, wildcard)));
    }),
  );
  return found.length > 1 ? found : found[0];
}

/** Whether text fits a cell in which the wildcard stands for any text; piece after piece, so never slow. */
function fits(cell: string, text: string, wildcard: string): boolean {
  const pieces = cell.split(wildcard);
  const first = pieces.shift() ?? '';
  const last = pieces.pop();
  if (last === undefined || text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

function rowsOf(tables: LookupTables, table: unknown): readonly LookupRow[] {
  // A table is named, or given as `$tables.name`, which for a table of one row is that row.
  const rows = typeof table === 'string' ? (Object.hasOwn(tables, table) ? tables[table] : undefined) : table;
  if (Array.isArray(rows)) return rows;
  return typeof rows === 'object' && rows !== null ? [rows as LookupRow] : [];
}

function predicatesOf(keys: unknown, values: unknown): readonly Predicate[] {
  const names = listOf(keys);
  const wanted = listOf(values);
  if (names.length === wanted.length) return names.map((name, i) => [String(name), String(wanted[i])]);
  throw new Failure('failed', '$lookupTable needs as many values as keys.');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function wildcardOf(options: unknown): string | undefined {
  const { wildcard } = Object(options) as { readonly wildcard?: unknown };
  return typeof wildcard === 'string' && wildcard !== '' ? wildcard : undefined;
}
