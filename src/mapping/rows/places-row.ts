import { freshList } from '../../model/fresh-list.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import { isEmpty, isObject } from '../occurrences.js';
import type { PlacesRow } from '../table.js';
import { type CompiledRow, ownName, type RowContext } from './compiled-row.js';
import { holderOf, namesOf, readProperty } from './property.js';
import { compilePut } from './put-rows.js';
import { Reading } from './reading.js';

/** A list of objects in fixed places of one occurrence. */
export function compilePlaces(row: PlacesRow, context: RowContext): CompiledRow {
  const names = namesOf(row.property);
  const owner = ownName(row.property, context.owner);
  const parts = row.places.map((table) => context.compileRows(table, context.scope, owner));
  const readings = parts.map((rows) => new Reading(rows));
  const puts = parts.map(compilePut);
  return {
    keys: Reading.keysOf(parts.flat()),
    needs: names[0],
    get(node, out, notes) {
      const list = freshList<JsonValue>();
      for (const reading of readings) {
        const entry: JsonObject = {};
        notes.enter(names, list.length);
        reading.get(node, entry, notes);
        notes.leave();
        if (!isEmpty(entry)) list.push(entry);
      }
      if (list.length > 0) holderOf(out, names)[names.at(-1) ?? ''] = list;
    },
    put(json, node, run) {
      const value = readProperty(json, names);
      if (value === undefined) return;
      run.notes.at(names, '');
      if (!Array.isArray(value)) return run.notes.tell('value-type');
      for (const [index, entry] of value.entries()) {
        run.notes.at(names, '', index);
        const put = puts[index];
        if (put === undefined) run.notes.tell('too-many');
        else if (!isObject(entry)) run.notes.tell('value-type');
        else {
          run.notes.enter(names, index);
          put(entry, node, run);
          run.notes.leave();
        }
      }
    },
  };
}
