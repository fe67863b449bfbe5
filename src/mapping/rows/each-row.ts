import type { JsonObject, JsonValue } from '../../model/json.js';
import { collectAt, isAbsent, isEmpty, isObject } from '../occurrences.js';
import type { Place } from '../place.js';
import type { EachRow, Table } from '../table.js';
import { type CompiledRow, ownName, type PutRun, placesOf, type RowContext } from './compiled-row.js';
import { hang } from './group-row.js';
import { holderOf, namesOf, readProperty } from './property.js';

/** A list with an entry, or several, for each occurrence. */
export function compileEach(row: EachRow, context: RowContext): CompiledRow {
  const names = namesOf(row.property);
  const owner = ownName(row.property, context.owner);
  const tables: readonly Table[] = row.places ?? [row.rows ?? []];
  const sources = placesOf(row.each, row, context).map((place) => ({
    place,
    parts: tables.map((table) => context.compileRows(table, place.scope, owner)),
  }));
  const first = sources[0];
  const where = Object.entries(row.where ?? {});
  return {
    get(node, out, notes) {
      const held = readProperty(out, names);
      const list: JsonValue[] = Array.isArray(held) ? held : [];
      for (const { place, parts } of sources) {
        if (isAbsent(node, place.hops)) continue;
        const found: JsonObject[] = [];
        collectAt(node, place.hops, found);
        for (const one of found) {
          for (const rows of parts) {
            const entry: JsonObject = {};
            notes.trail.push(...names, list.length);
            for (const inner of rows) inner.get(one, entry, notes);
            notes.trail.length -= names.length + 1;
            if (isEmpty(entry)) continue;
            for (const [name, value] of where) entry[name] = value;
            list.push(entry[''] ?? entry);
          }
        }
      }
      if (list !== held && (list.length > 0 || row.always === true)) holderOf(out, names)[names.at(-1) ?? ''] = list;
    },
    put(json, node, run) {
      const value = readProperty(json, names);
      if (value === undefined || first === undefined) return;
      run.notes.at(names, first.place.path);
      if (!Array.isArray(value)) return run.notes.tell('value-type');
      const entries = value
        .map((entry: JsonValue, index) => ({ entry, index }))
        .filter(({ entry }) => fits(entry, where));
      putEntries(entries, first, node, { names, run });
    },
  };
}

interface Numbered {
  readonly entry: JsonValue;
  readonly index: number;
}

// Entries fill the places of an occurrence, then those of the next.
function putEntries(
  entries: readonly Numbered[],
  { place, parts }: { place: Place; parts: readonly (readonly CompiledRow[])[] },
  node: JsonObject,
  { names, run }: { names: readonly string[]; run: PutRun },
): void {
  const { notes } = run;
  for (let from = 0; from < entries.length; from += parts.length) {
    const made: JsonObject = {};
    const batch = entries.slice(from, from + parts.length);
    batch.forEach(({ entry, index }, part) => {
      notes.trail.push(...names, index);
      const inner: JsonObject = isObject(entry) ? entry : { '': entry };
      for (const row of parts[part] ?? []) row.put(inner, made, run);
      notes.trail.length -= names.length + 1;
    });
    if (isEmpty(made) || hang(node, place, made)) continue;
    notes.at([...names, String(batch[0]?.index ?? 0)], place.path);
    notes.tell('too-many');
  }
}

function fits(entry: JsonValue, where: readonly (readonly [string, string])[]): boolean {
  return where.every(([name, value]) => isObject(entry) && entry[name] === value);
}
