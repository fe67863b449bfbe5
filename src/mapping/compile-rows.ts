import type { Scope } from './place.js';
import { type CompiledRow, ownName, type RowContext } from './rows/compiled-row.js';
import { compileEach } from './rows/each-row.js';
import { compileGroup } from './rows/group-row.js';
import { guarded } from './rows/guarded.js';
import { compileList } from './rows/list-row.js';
import { compilePlaces } from './rows/places-row.js';
import { namesOf } from './rows/property.js';
import { compileQualified } from './rows/qualified-row.js';
import { compileValue } from './rows/value-row.js';
import type { Row, Table } from './table.js';

/** The rows of a table in one scope. */
export function compileRows(table: Table, scope: Scope): readonly CompiledRow[] {
  const writers = new Map<string, number>();
  countWriters(table, '', writers);
  const compile: RowContext['compileRows'] = (rows, inner, owner) => {
    const isOnly = (property: string): boolean => writers.get(ownName(property, owner)) === 1;
    return rows.map((row) => guarded(row, compileRow(row, { scope: inner, owner, isOnly, compileRows: compile })));
  };
  return compile(table, scope, '');
}

function compileRow(row: Row, context: RowContext): CompiledRow {
  if ('each' in row) return compileEach(row, context);
  if ('places' in row) return compilePlaces(row, context);
  if ('list' in row) return compileList(row, context);
  if ('qualified' in row) return compileQualified(row, context);
  if ('rows' in row) return compileGroup(row, context);
  return compileValue(row, context);
}

/** How many rows may give a property by get, or make the object that it is. */
function countWriters(table: Table, owner: string, writers: Map<string, number>): void {
  const count = (name: string): unknown => writers.set(name, (writers.get(name) ?? 0) + 1);
  for (const row of table) {
    if (row.only === 'put') continue;
    const name = ownName(row.property, owner);
    if (row.property !== undefined) {
      count(name);
      const names = namesOf(row.property);
      for (let to = 1; to < names.length; to++) count(ownName(names.slice(0, to).join('.'), owner));
    }
    if ('qualified' in row)
      for (const { names } of row.values) for (const one of Object.values(names)) count(ownName(one, name));
    if ('rows' in row && row.rows !== undefined) countWriters(row.rows, name, writers);
    if ('places' in row) for (const rows of row.places ?? []) countWriters(rows, name, writers);
  }
}
