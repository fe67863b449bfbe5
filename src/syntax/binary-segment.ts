import { byteAt, isAlphanumeric, isFraming, type ScanTables } from './byte-classes.js';

/**
 * Number of separators before the binary element of a segment: 2 for BIN (length, data), 3 for BDS (filter, length,
 * data); 0 for every other tag.
 */
export function separatorsBeforeBinary(bytes: Uint8Array, tagFrom: number, tagTo: number): number {
  if (tagTo - tagFrom !== 3 || bytes[tagFrom] !== 0x42) return 0;
  const second = bytes[tagFrom + 1];
  const third = bytes[tagFrom + 2];
  if (second === 0x49 && third === 0x4e) return 2;
  return second === 0x44 && third === 0x53 ? 3 : 0;
}

/** Octets that a BIN01 or BDS02 declares (N0 1/15); `undefined` when it is no such number. */
export function declaredLength(bytes: Uint8Array, from: number, to: number): number | undefined {
  if (to <= from || to - from > 15) return undefined;
  let length = 0;
  for (let i = from; i < to; i++) {
    const digit = byteAt(bytes, i) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    length = length * 10 + digit;
  }
  return length;
}

/** Layout skipped between a terminator and the tag that proves it one; a longer run proves nothing. */
const LAYOUT_BYTES = 64;

/**
 * Finds the terminator that ends a binary segment of wrong length: the first one followed by what looks like a tag.
 * Searches `bytes[from..to)`. `at` is its offset, or, when the bytes end before it is certain, where to go on searching.
 */
export function findSegmentEnd(
  bytes: Uint8Array,
  { from, to, terminator, tables }: { from: number; to: number; terminator: number; tables: ScanTables },
): { readonly found: boolean; readonly at: number } {
  const view = bytes.subarray(0, to);
  for (let at = view.indexOf(terminator, from); at >= 0; at = view.indexOf(terminator, at + 1)) {
    const verdict = tagFollows(view, at + 1, tables);
    if (verdict === 'yes') return { found: true, at };
    if (verdict === 'unknown') return { found: false, at };
  }
  return { found: false, at: to };
}

/** Two or three upper-case letters or digits, the first a letter, then a delimiter. */
function tagFollows(bytes: Uint8Array, from: number, { classes, layout }: ScanTables): 'yes' | 'no' | 'unknown' {
  let at = from;
  while (at < bytes.length && layout[byteAt(bytes, at)] !== 0 && at - from < LAYOUT_BYTES) at++;
  let letters = 0;
  for (; at < bytes.length && letters < 4; at++, letters++) {
    const byte = byteAt(bytes, at);
    if (isFraming(byteAt(classes, byte))) return letters > 1 ? 'yes' : 'no';
    if (!isAlphanumeric(byte) || byte > 0x5a || (letters === 0 && byte < 0x41)) return 'no';
  }
  return letters > 3 ? 'no' : 'unknown';
}
