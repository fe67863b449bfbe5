import { requireForm } from '../model/check-options.js';
import { X12Error } from '../model/error.js';

/** Where a control number of the envelope stands in written bytes: ISA13 or IEA02, or, with a group, GS06 or GE02. */
export interface NumberPlace {
  /** 1-based interchange of the output. */
  readonly interchange: number;
  /** 1-based group of the interchange. */
  readonly group?: number | undefined;
  /** 0-based byte of the first digit. */
  readonly offset: number;
  readonly digits: number;
}

const ZERO = 0x30;
const NINE = 0x39;

/**
 * A copy of written bytes with other control numbers, as wide as they stand there. So a file can be written, and found right,
 * before a number is spent on it: write it with placeholders of nine digits.
 * @throws X12Error `X12_OPTION_INVALID` for a number that has not the room, and where the encoding has other digits.
 */
export function replaceControlNumbers(
  bytes: Uint8Array,
  places: readonly NumberPlace[],
  numberOf: (place: NumberPlace) => number,
): Uint8Array {
  requireForm('replaceControlNumbers', 'bytes', bytes, 'bytes');
  requireForm('replaceControlNumbers', 'places', places, 'list');
  requireForm('replaceControlNumbers', 'numberOf', numberOf, 'function');
  const copy = bytes.slice();
  for (const place of places) writeDigits(copy, place, numberOf(place));
  return copy;
}

function writeDigits(bytes: Uint8Array, { offset, digits }: NumberPlace, number: number): void {
  let rest = Number.isSafeInteger(number) && number >= 0 ? number : Number.POSITIVE_INFINITY;
  for (let at = offset + digits - 1; at >= offset; at--) {
    const byte = bytes[at] ?? 0;
    if (byte < ZERO || byte > NINE) throw refused('The bytes have no digits where a control number stands.');
    bytes[at] = ZERO + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  if (rest !== 0) throw refused(`A control number must be whole and have at most ${digits} digits here.`);
}

function refused(text: string): X12Error {
  return new X12Error('X12_OPTION_INVALID', text, { details: { option: 'controlNumber' } });
}
