import type { CodeTable } from './plan.js';

/** Longest code that packs into one number. */
export const PACKED_LENGTH = 4;

/**
 * Up to four ASCII bytes as one non-negative number, first byte highest; no two codes share one, since no code holds
 * NUL. 0 = cannot be packed.
 */
export function packCode(code: string): number {
  if (code.length > PACKED_LENGTH) return 0;
  let packed = 0;
  for (let i = 0; i < code.length; i++) {
    const unit = code.charCodeAt(i);
    if (unit > 0x7f) return 0;
    packed = (packed << 8) | unit;
  }
  return packed;
}

/** The code that {@link packCode} has packed; `''` for 0. */
export function unpackCode(packed: number): string {
  let code = '';
  for (let rest = packed; rest > 0; rest >>= 8) code = String.fromCharCode(rest & 0xff) + code;
  return code;
}

/** Packs the bytes from `start` to `end` as {@link packCode} packs a string; the caller knows that they are ASCII. */
export function packBytes(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > PACKED_LENGTH) return 0;
  let packed = 0;
  for (let i = start; i < end; i++) packed = (packed << 8) | (bytes[i] ?? 0);
  return packed;
}

/** Makes the two look-ups of a code list. */
export function codeTable(codes: Iterable<string>): CodeTable {
  const values = new Set(codes);
  const packed = new Set([...values].map(packCode).filter((key) => key !== 0));
  const [first = ''] = values;
  const single = values.size === 1 && packed.size === 1;
  return { values, packed, onlyPacked: single ? packCode(first) : -1, only: first };
}
