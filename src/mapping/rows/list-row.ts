import { freshList } from '../../model/fresh-list.js';
import type { JsonValue } from '../../model/json.js';
import { claim, setElement, valueAt } from '../occurrences.js';
import type { ListRow } from '../table.js';
import { type CompiledRow, firstKeys, placesOf, type RowContext } from './compiled-row.js';
import { holderOf, namesOf, readProperty } from './property.js';

/** A list whose entries have fixed places. */
export function compileList(row: ListRow, context: RowContext): CompiledRow {
  const { lens } = row;
  const names = namesOf(row.property);
  const last = names.at(-1) ?? '';
  const places = placesOf(row.list, row, context);
  return {
    keys: firstKeys(places),
    needs: names[0],
    get(node, out, notes) {
      const values = freshList<JsonValue>();
      for (const place of places) {
        const found = valueAt(node, place);
        if (found === undefined) continue;
        notes.at(names, place.path, values.length);
        const value = lens.get(found, notes);
        if (value !== undefined) values.push(value);
      }
      if (values.length > 0) holderOf(out, names)[last] = values;
    },
    put(json, node, { notes }) {
      const value = readProperty(json, names);
      if (value === undefined) return;
      const entries: readonly JsonValue[] = Array.isArray(value) ? value : [value];
      for (const [index, entry] of entries.entries()) {
        const place = places[index];
        notes.at(names, place?.path ?? '', index);
        if (place?.element === undefined) {
          notes.tell('too-many');
          continue;
        }
        const written = lens.put(entry, notes, undefined);
        if (written === undefined) continue;
        const holder = claim(node, place.hops, 'create');
        if (holder === undefined) notes.tell('no-place');
        else setElement(holder, place.element, written);
      }
    },
  };
}
