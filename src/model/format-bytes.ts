import { PROVINCES, STATES } from './regions.js';
import type { ValueFormatName } from './value-format.js';

/** Whether the ASCII bytes from `start` up to, not including, `stop` have a format for sure. False says nothing: the text decides. */
export type FormatOnBytes = (bytes: Uint8Array, start: number, stop: number) => boolean;

const ZERO = 0x30;
const NINE = 0x39;
export const REGION_CODES = [...STATES, ...PROVINCES];
const REGIONS: ReadonlySet<number> = new Set(
  REGION_CODES.map((code) => (code.charCodeAt(0) << 8) | code.charCodeAt(1)),
);

/** Formats as pictures: 9 is a digit, A a capital letter, * either; what else stands there stands for itself. */
export const PICTURES: Readonly<Partial<Record<ValueFormatName, readonly string[]>>> = {
  'tax-id': ['999999999'],
  'us-postal-code': ['99999', '999999999'],
  'ca-postal-code': ['A9A9A9'],
  taxonomy: ['*********X'],
  clia: ['99D9999999'],
  ndc: ['99999999999'],
};

/** The formats of `VALUE_FORMATS` on bytes, for rules that look at every address and every provider. bench: `encode`. */
export const FORMATS_ON_BYTES: Readonly<Record<ValueFormatName, FormatOnBytes>> = {
  npi: isNpi,
  'tax-id': pictured('tax-id'),
  'us-postal-code': pictured('us-postal-code'),
  'ca-postal-code': pictured('ca-postal-code'),
  region: (bytes, start, stop) =>
    stop - start === 2 && REGIONS.has(((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0)),
  taxonomy: pictured('taxonomy'),
  clia: pictured('clia'),
  ndc: pictured('ndc'),
};

function pictured(name: ValueFormatName): FormatOnBytes {
  const pictures = PICTURES[name] ?? [];
  return (bytes, start, stop) =>
    pictures.some((picture) => picture.length === stop - start && fits(picture, bytes, start));
}

function fits(picture: string, bytes: Uint8Array, start: number): boolean {
  for (let at = 0; at < picture.length; at++) {
    const byte = bytes[start + at] ?? 0;
    const isDigit = byte >= ZERO && byte <= NINE;
    const isCapital = byte >= 0x41 && byte <= 0x5a;
    const kind = picture[at];
    if (
      kind === '9'
        ? !isDigit
        : kind === 'A'
          ? !isCapital
          : kind === '*'
            ? !isDigit && !isCapital
            : byte !== picture.charCodeAt(at)
    )
      return false;
  }
  return true;
}

/** Luhn's check over ten digits of which the first is 1 or 2; 24 is the share of the prefix 80840. */
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
