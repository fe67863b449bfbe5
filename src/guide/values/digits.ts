// Numbers, dates and times are digits. A run of them as one number is -1 when another character stands among them.

import type { Real } from '../plan/walk-state.js';

export const ZERO = 0x30;
export const NINE = 0x39;
const MINUS = 0x2d;
const POINT = 0x2e;
/** Decimals of an amount in ten-thousandths: money has two, rates up to four. */
export const SCALE = 4;
/** 1 in ten-thousandths. */
export const ONE = 10000;
/** Bytes of an amount whose digits 32 bits hold. */
export const SHORT_AMOUNT = 9;

/** Of a text. */
export function digitsIn(text: string, start: number, end: number): number {
  let number = 0;
  for (let i = start; i < end; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** Of bytes. */
export function digitsAt(bytes: Uint8Array, start: number, stop: number): number {
  let number = 0;
  for (let i = start; i < stop; i++) {
    const digit = (bytes[i] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

/** An amount of at most {@link SHORT_AMOUNT} bytes in ten-thousandths; NaN where it has more decimals, or is none. */
export function shortUnits(bytes: Uint8Array, start: number, stop: number): Real {
  const from = bytes[start] === MINUS ? start + 1 : start;
  let value = 0;
  let point = -1;
  for (let i = from; i < stop; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= ZERO && byte <= NINE) value = Math.imul(value, 10) + byte - ZERO;
    else if (byte === POINT && point < 0) point = i;
    else return Number.NaN;
  }
  const digits = stop - from - (point < 0 ? 0 : 1);
  const decimals = point < 0 ? 0 : stop - point - 1;
  if (digits === 0 || decimals > SCALE) return Number.NaN;
  let units: Real = from > start ? -value : value;
  for (let left = decimals; left < SCALE; left++) units = units * 10;
  return units;
}
