import type { GuidePlan } from '../guide/plan/plan.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { compileRows } from './compile-rows.js';
import { type MappingNote, Notes } from './notes.js';
import { isObject } from './occurrences.js';
import { compilePut } from './rows/put-rows.js';
import { Reading } from './rows/reading.js';
import type { Table } from './table.js';

/** A table tied to a guide: JSON out of guide JSON, and guide JSON out of JSON. It keeps no state. */
export interface Mapping {
  /** Nothing is refused: what is not as it should be is passed on, and noted. `json` is what gets the properties. */
  get(data: JsonObject, json?: JsonObject): { readonly json: JsonObject; readonly notes: readonly MappingNote[] };
  /** The same, with rests behind the entries of lists whose rows say so: who serves others meanwhile rests there. */
  getInSteps(data: JsonObject): Generator<undefined, ReturnType<Mapping['get']>, undefined>;
  /** What has a note may be missing in the guide JSON, or not be as the guide demands. */
  put(json: JsonObject): { readonly data: JsonObject; readonly notes: readonly MappingNote[] };
  /**
   * A copy of guide JSON with the elements that the JSON has something for; all else stays as it is. Entries of a list are for the
   * occurrences that are there, in their order. Constants of the table are put as well.
   */
  change(data: JsonObject, json: JsonObject): { readonly data: JsonObject; readonly notes: readonly MappingNote[] };
}

/**
 * Resolves every path of a table to the keys of a guide, once.
 * @param plan of the guide; or with a loop of it as `root`, for a table whose paths stand in one occurrence of that loop.
 * @throws X12Error `X12_PATH_INVALID` naming the row whose path is wrong, leads nowhere in this guide, or cannot be put.
 */
export function compileMapping(table: Table, plan: Pick<GuidePlan, 'root'>): Mapping {
  const rows = compileRows(table, plan.root);
  const reading = new Reading(rows);
  const putRows = compilePut(rows);
  return {
    get(data, json = {}) {
      const notes = new Notes();
      reading.get(data, json, notes);
      return { json, notes: notes.list };
    },
    *getInSteps(data) {
      const notes = new Notes();
      const json: JsonObject = {};
      yield* reading.steps(data, json, notes);
      return { json, notes: notes.list };
    },
    put(json: Readonly<Record<string, JsonValue>>) {
      const notes = new Notes();
      const data: JsonObject = {};
      putRows(json, data, { notes, whole: json });
      return { data, notes: notes.list };
    },
    change(data, json) {
      const notes = new Notes();
      const changed = copyOf(data);
      putRows(json, changed, { notes, whole: json, replaces: true });
      return { data: changed, notes: notes.list };
    },
  };
}

function copyOf(object: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const name in object) copy[name] = copyOfValue(object[name] ?? null);
  return copy;
}

function copyOfValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copyOfValue);
  return isObject(value) ? copyOf(value) : value;
}
