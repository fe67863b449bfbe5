import type { JsonValue } from '../../model/json.js';

/** Amounts in cents, so that sums are exact; `undefined` for what is no amount of at most two decimals. */
export function centsOf(value: JsonValue | undefined): bigint | undefined {
  if (typeof value !== 'string') return undefined;
  if (!/^-?\d+(?:\.\d{1,2})?$/.test(value)) return undefined;
  const [whole = '', decimals = ''] = value.split('.');
  return BigInt(whole + decimals.padEnd(2, '0'));
}

/** The sum of amounts; what is none counts nothing. */
export function sumOf(values: Iterable<JsonValue | undefined>): bigint {
  let sum = 0n;
  for (const value of values) sum += centsOf(value) ?? 0n;
  return sum;
}
