import type { JsonObject } from '../../model/json.js';
import { attach, claim, firstAt, isEmpty, isObject } from '../occurrences.js';
import type { Place } from '../place.js';
import type { GroupRow } from '../table.js';
import { type CompiledRow, firstKeys, ownName, type PutRun, placesOf, type RowContext } from './compiled-row.js';
import { holderOf, namesOf, readProperty } from './property.js';
import { compilePut } from './put-rows.js';
import { Reading } from './reading.js';

/** Rows of an object, or of another place, or of both. */
export function compileGroup(row: GroupRow, context: RowContext): CompiledRow {
  const names = row.property === undefined ? undefined : namesOf(row.property);
  const place = row.at === undefined ? undefined : placesOf(row.at, row, context)[0];
  const rows = context.compileRows(row.rows, place?.scope ?? context.scope, ownName(row.property, context.owner));
  const reading = new Reading(rows);
  const putRows = compilePut(rows);
  return {
    keys: place === undefined ? Reading.keysOf(rows) : firstKeys([place]),
    needs: names?.[0],
    get(node, out, notes) {
      const from = place === undefined ? node : firstAt(node, place.hops);
      if (from === undefined) return;
      if (names === undefined) {
        reading.get(from, out, notes);
        return;
      }
      const held = readProperty(out, names);
      const inner = isObject(held) ? held : {};
      notes.enter(names);
      reading.get(from, inner, notes);
      notes.leave();
      if (inner !== held && !isEmpty(inner)) holderOf(out, names)[names.at(-1) ?? ''] = inner;
    },
    put(json, node, run) {
      const inner = names === undefined ? json : readProperty(json, names);
      if (inner === undefined) return;
      run.notes.at(names ?? [], place?.path ?? '');
      if (!isObject(inner)) return run.notes.tell('value-type');
      run.notes.enter(names ?? []);
      if (place === undefined) putRows(inner, node, run);
      else putAt(node, place, (into) => putRows(inner, into, run), run);
      run.notes.leave();
    },
  };
}

// A place that nothing is put into is not made: the rows fill an object of its own, which is then hung in.
function putAt(node: JsonObject, place: Place, fill: (into: JsonObject) => void, { notes }: PutRun): void {
  const there = claim(node, place.hops, 'existing');
  if (there !== undefined) return fill(there);
  const made: JsonObject = {};
  fill(made);
  if (!isEmpty(made) && !hang(node, place, made)) notes.tell('no-place');
}

/** Hangs a filled occurrence in at the end of a place; false when there is no room for one more. */
export function hang(node: JsonObject, { hops }: Place, made: JsonObject): boolean {
  const last = hops.at(-1);
  const parent = claim(node, hops, 'create', 0, hops.length - 1);
  return last !== undefined && parent !== undefined && attach(parent, last, made);
}
