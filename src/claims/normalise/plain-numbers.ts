import { decimal, plainDecimal } from '../../mapping/lenses/decimal.js';
import { number } from '../../mapping/lenses/number.js';
import { isObject } from '../../mapping/occurrences.js';
import type { Table } from '../../mapping/table.js';
import type { JsonObject, JsonValue } from '../../model/json.js';

/** Amounts and quantities as the set has them: `185.50` is `185.5`. Which properties they are, the table says. */
export function plainNumbersBy(table: Table): (request: JsonObject) => JsonObject {
  const texts = new Set<string>();
  const numbers = new Set<string>();
  collect(table, texts, numbers);
  const plain = (value: JsonValue, name: string): JsonValue => {
    if (Array.isArray(value)) return value.map((entry) => plain(entry, name));
    if (isObject(value)) return inside(value);
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    if (numbers.has(name)) return Number.isFinite(Number(value)) ? Number(value) : value;
    return texts.has(name) ? (plainDecimal(String(value)) ?? value) : value;
  };
  const inside = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, plain(value, name)]));
  return inside;
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
