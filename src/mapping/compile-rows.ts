import type { Scope } from './place.js';
import type { CompiledRow } from './rows/compiled-row.js';
import { compileEach } from './rows/each-row.js';
import { compileGroup } from './rows/group-row.js';
import { guarded } from './rows/guarded.js';
import { compileList } from './rows/list-row.js';
import { compileQualified } from './rows/qualified-row.js';
import { compileValue } from './rows/value-row.js';
import type { Row, Table } from './table.js';

/** The rows of a table in one scope. `owner` are the properties around them, for complaints. */
export function compileRows(table: Table, scope: Scope, owner: string): readonly CompiledRow[] {
  return table.map((row) => guarded(row, compileRow(row, scope, owner)));
}

function compileRow(row: Row, scope: Scope, owner: string): CompiledRow {
  if ('each' in row) return compileEach(row, { scope, owner, compileRows });
  if ('list' in row) return compileList(row, { scope, owner, compileRows });
  if ('qualified' in row) return compileQualified(row, { scope, owner, compileRows });
  if ('rows' in row) return compileGroup(row, { scope, owner, compileRows });
  return compileValue(row, { scope, owner, compileRows });
}
