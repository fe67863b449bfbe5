import { PROVINCES, STATES } from './regions.js';
import type { ValueFormatName } from './value-format.js';

const ZERO = 0x30;

/** The codes of the format `region`. */
export const REGION_CODES: readonly string[] = [...STATES, ...PROVINCES];

/** Formats as pictures: 9 is a digit, A a capital letter, * either; what else stands there stands for itself. */
export const PICTURES: Readonly<Partial<Record<ValueFormatName, readonly string[]>>> = {
  'tax-id': ['999999999'],
  'us-postal-code': ['99999', '999999999'],
  'ca-postal-code': ['A9A9A9'],
  taxonomy: ['*********X'],
  clia: ['99D9999999'],
  ndc: ['99999999999'],
};

/** Whether ASCII bytes are an NPI: Luhn's check over ten digits of which the first is 1 or 2; 24 is the share of the prefix 80840. */
export function isNpi(bytes: Uint8Array, start: number, stop: number): boolean {
  if (stop - start !== 10 || (bytes[start] !== 0x31 && bytes[start] !== 0x32)) return false;
  let sum = 24;
  for (let at = 0; at < 10; at++) {
    const digit = (bytes[start + at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return false;
    const weighed = at % 2 === 0 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
