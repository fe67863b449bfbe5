import { Kind } from '../../src/guide/plan/plan.js';
import type { CheckedElement } from './check-table.js';

/** Checks the bytes `from` up to `to` of one value: length, characters of its type, code. True when they pass. */
export function passes(element: CheckedElement, bytes: Uint8Array, from: number, to: number): boolean {
  const length = to - from;
  switch (element.kind) {
    case Kind.integer:
    case Kind.decimal: {
      const digits = countDigits(bytes, from, to, element.kind === Kind.decimal);
      return digits >= element.min && digits <= element.max;
    }
    case Kind.date:
      return length >= element.min && length <= element.max && isDate(bytes, from, to);
    case Kind.time:
      return length >= element.min && length <= element.max && countDigits(bytes, from, to, false) === length;
    default: {
      if (length < element.min || length > element.max) return false;
      if (element.codes === undefined) return true;
      let code = 0;
      for (let i = from; i < to; i++) code = code * 256 + (bytes[i] ?? 0);
      return element.codes.has(code);
    }
  }
}

/** Digits of a number; -1 when another character stands in it. Sign and point do not count. */
function countDigits(bytes: Uint8Array, from: number, to: number, point: boolean): number {
  let digits = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= 48 && byte <= 57) digits++;
    else if (!(byte === 45 && i === from) && !(byte === 46 && point)) return -1;
  }
  return digits;
}

/** CCYYMMDD or YYMMDD with a month of 1-12 and a day of 1-31. */
function isDate(bytes: Uint8Array, from: number, to: number): boolean {
  if (countDigits(bytes, from, to, false) !== to - from) return false;
  const month = pair(bytes, to - 4);
  const day = pair(bytes, to - 2);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function pair(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) - 48) * 10 + (bytes[at + 1] ?? 0) - 48;
}
