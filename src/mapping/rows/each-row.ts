import { freshList } from '../../model/fresh-list.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { Notes } from '../notes.js';
import { isEmpty, isObject, occurrencesOf } from '../occurrences.js';
import type { Place } from '../place.js';
import type { EachRow, Table } from '../table.js';
import { type CompiledRow, firstKeys, ownName, type PutRun, placesOf, type RowContext } from './compiled-row.js';
import { hang } from './group-row.js';
import { holderOf, namesOf, readProperty } from './property.js';
import { compilePut, type PutRows } from './put-rows.js';
import { Reading } from './reading.js';

/** A list with an entry, or several, for each occurrence. */
export function compileEach(row: EachRow, context: RowContext): CompiledRow {
  const names = namesOf(row.property);
  const owner = ownName(row.property, context.owner);
  const tables: readonly Table[] = row.places ?? [row.rows ?? []];
  const sources = placesOf(row.each, row, context).map((place) => {
    const parts = tables.map((table) => context.compileRows(table, place.scope, owner));
    return { place, parts, readings: parts.map((rows) => new Reading(rows)) };
  });
  const first = sources[0];
  const puts = (first?.parts ?? []).map(compilePut);
  const where = Object.entries(row.where ?? {});
  const isBare = tables.some(holdsBare);
  const add = (list: JsonValue[], entry: JsonObject): void => {
    if (isEmpty(entry)) return;
    for (const [name, value] of where) entry[name] = value;
    list.push(isBare ? (entry[''] ?? entry) : entry);
  };
  const hold = (out: JsonObject, list: JsonValue[]): void => {
    if (list.length > 0 || row.always === true) holderOf(out, names)[names.at(-1) ?? ''] = list;
  };
  return {
    keys: row.always === true ? undefined : firstKeys(sources.map(({ place }) => place)),
    needs: names[0],
    get(node, out, notes) {
      let list: JsonValue[] | undefined;
      for (const { place, readings } of sources) {
        const found = occurrencesOf(node, place.hops);
        if (found.length === 0) continue;
        list ??= heldList(out, names);
        for (const one of found) {
          for (const reading of readings) {
            const entry: JsonObject = {};
            notes.enter(names, list.length);
            reading.get(one, entry, notes);
            notes.leave();
            add(list, entry);
          }
        }
      }
      if (row.always === true) list ??= heldList(out, names);
      if (list !== undefined) hold(out, list);
    },
    steps: row.rests === true ? steps : undefined,
    put(json, node, run) {
      const value = readProperty(json, names);
      if (value === undefined || first === undefined) return;
      run.notes.at(names, first.place.path);
      if (!Array.isArray(value)) return run.notes.tell('value-type');
      const entries: Numbered[] = [];
      for (const [index, entry] of value.entries()) if (fits(entry, where)) entries.push({ entry, index });
      putEntries(entries, { place: first.place, puts }, node, { names, run });
    },
  };

  function* steps(node: JsonObject, out: JsonObject, notes: Notes): Generator<undefined, void, undefined> {
    const list = heldList(out, names);
    for (const { place, readings } of sources) {
      for (const one of occurrencesOf(node, place.hops)) {
        for (const reading of readings) {
          const entry: JsonObject = {};
          notes.enter(names, list.length);
          yield* reading.steps(one, entry, notes);
          notes.leave();
          add(list, entry);
        }
        yield;
      }
    }
    hold(out, list);
  }
}

function heldList(out: JsonObject, names: readonly string[]): JsonValue[] {
  const held = readProperty(out, names);
  return Array.isArray(held) ? held : freshList();
}

/** Whether rows fill the entry itself, which then is no object. */
function holdsBare(table: Table): boolean {
  return table.some(
    (row) => row.property === '' || (row.property === undefined && 'rows' in row && holdsBare(row.rows)),
  );
}

interface Numbered {
  readonly entry: JsonValue;
  readonly index: number;
}

// Entries fill the places of an occurrence, then those of the next: new ones, or those that are there.
function putEntries(
  entries: readonly Numbered[],
  { place, puts }: { place: Place; puts: readonly PutRows[] },
  node: JsonObject,
  { names, run }: { names: readonly string[]; run: PutRun },
): void {
  const { notes } = run;
  const there = run.replaces === true ? occurrencesOf(node, place.hops) : [];
  for (let from = 0; from < entries.length; from += puts.length) {
    const existing = there[from / puts.length];
    const made: JsonObject = existing ?? {};
    for (let part = 0; part < puts.length; part++) {
      const numbered = entries[from + part];
      if (numbered === undefined) break;
      const { entry, index } = numbered;
      notes.enter(names, index);
      const inner: JsonObject = isObject(entry) ? entry : { '': entry };
      puts[part]?.(inner, made, run);
      notes.leave();
    }
    if (existing !== undefined || isEmpty(made) || hang(node, place, made)) continue;
    notes.at(names, place.path, entries[from]?.index ?? 0);
    notes.tell('too-many');
  }
}

function fits(entry: JsonValue, where: readonly (readonly [string, string])[]): boolean {
  return where.length === 0 || where.every(([name, value]) => isObject(entry) && entry[name] === value);
}
