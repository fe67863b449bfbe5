import type { JsonObject } from '../../model/json.js';
import type { CompiledRow, PutRun } from './compiled-row.js';

export type PutRows = (json: JsonObject, node: JsonObject, run: PutRun) => void;

/**
 * Puts an object by the rows of a table, in the order of the table. A table knows many properties, and objects have few:
 * the rows to run are found by the object's keys, not by asking every row. bench: `bench:eligibility`.
 */
export function compilePut(rows: readonly CompiledRow[]): PutRows {
  const always: number[] = [];
  const byProperty = new Map<string, number[]>();
  for (const [index, { needs }] of rows.entries()) {
    if (needs === undefined) always.push(index);
    else byProperty.set(needs, [...(byProperty.get(needs) ?? []), index]);
  }
  return (json, node, run) => {
    if (!isPlain(json)) {
      for (const row of rows) row.put(json, node, run);
      return;
    }
    const due = always.slice();
    for (const name in json) {
      const found = byProperty.get(name);
      if (found === undefined) continue;
      for (let i = 0; i < found.length; i++) insert(due, found[i] ?? 0);
    }
    for (let i = 0; i < due.length; i++) rows[due[i] ?? 0]?.put(json, node, run);
  };
}

// Of others, such as instances of classes, not every readable property is among the keys.
function isPlain(json: JsonObject): boolean {
  const prototype: unknown = Object.getPrototypeOf(json);
  return prototype === Object.prototype || prototype === null;
}

function insert(sorted: number[], value: number): void {
  let at = sorted.length;
  for (; at > 0 && (sorted[at - 1] ?? 0) > value; at--) sorted[at] = sorted[at - 1] ?? 0;
  sorted[at] = value;
}
