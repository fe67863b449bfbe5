import { decimal, plainDecimal } from '../../mapping/lenses/decimal.js';
import { number } from '../../mapping/lenses/number.js';
import { isObject } from '../../mapping/occurrences.js';
import type { Table } from '../../mapping/table.js';
import type { JsonObject, JsonValue } from '../../model/json.js';

/**
 * Amounts and quantities as the set has them: `185.50` is `185.5`; which properties they are, the table says. What is empty is left out, for X12
 * cannot say it.
 */
export function plainNumbersBy(table: Table): (request: JsonObject) => JsonObject {
  const texts = new Set<string>();
  const numbers = new Set<string>();
  collect(table, texts, numbers);
  const plain = (value: JsonValue, name: string): JsonValue | undefined => {
    if (Array.isArray(value)) return list(value, name);
    if (isObject(value)) return inside(value);
    if (value === null || value === '') return undefined;
    if (typeof value === 'boolean') return value;
    if (numbers.has(name)) return Number.isFinite(Number(value)) ? Number(value) : value;
    return texts.has(name) ? (plainDecimal(String(value)) ?? value) : value;
  };
  const list = (values: readonly JsonValue[], name: string): JsonValue | undefined => {
    const entries = values.map((entry) => plain(entry, name)).filter((entry) => entry !== undefined);
    if (entries.length === 0) return undefined;
    return entries.length === values.length && entries.every((entry, at) => entry === values[at])
      ? (values as JsonValue[]) // as it was given
      : entries;
  };
  // What is plain already stays the same object: nearly all is.
  const inside = (object: JsonObject): JsonObject | undefined => {
    let changed: JsonObject | undefined;
    let count = 0;
    for (const name in object) {
      const value = object[name] ?? null;
      const kept = plain(value, name);
      if (kept !== undefined) count++;
      if (kept === value) continue;
      changed ??= { ...object };
      if (kept === undefined) delete changed[name];
      else changed[name] = kept;
    }
    return count === 0 ? undefined : (changed ?? object);
  };
  return (request) => inside(request) ?? {};
}

function collect(table: Table, texts: Set<string>, numbers: Set<string>): void {
  for (const row of table) {
    const name = row.property?.split('.').at(-1) ?? '';
    if ('lens' in row && name !== '') {
      if (row.lens === decimal) texts.add(name);
      if (row.lens === number) numbers.add(name);
    }
    if ('rows' in row && row.rows !== undefined) collect(row.rows, texts, numbers);
    if ('places' in row) for (const rows of row.places ?? []) collect(rows, texts, numbers);
  }
}
