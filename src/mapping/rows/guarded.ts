import type { JsonObject } from '../../model/json.js';
import type { Row } from '../table.js';
import type { CompiledRow } from './compiled-row.js';
import { namesOf, readProperty } from './property.js';

/** A row with its conditions: `only`, `when` and `unless`. */
export function guarded({ only, when, unless }: Row, row: CompiledRow): CompiledRow {
  if (only === undefined && when === undefined && unless === undefined) return row;
  const asked = when === undefined ? undefined : namesOf(when);
  const absent = unless === undefined ? undefined : namesOf(unless);
  const mayPut = (whole: JsonObject): boolean =>
    (asked === undefined || readProperty(whole, asked) !== undefined) &&
    (absent === undefined || readProperty(whole, absent) === undefined);
  return {
    keys: only === 'put' ? [] : row.keys,
    inside: row.inside,
    get: only === 'put' ? () => undefined : row.get,
    steps: only === 'put' ? undefined : row.steps,
    put: only === 'get' ? () => undefined : (json, node, run) => mayPut(run.whole) && row.put(json, node, run),
    needs: row.needs,
  };
}
