import { isNpi } from '../../model/format-bytes.js';
import { packBytes } from '../plan/code-table.js';
import { hasKey, SPREAD } from '../plan/image.js';
import {
  HOLDS_FORMAT,
  HOLDS_LISTED,
  HOLDS_NONE,
  HOLDS_NPI,
  HOLDS_SOME,
  HOLDS_TEST,
  HOLDS_UNLISTED,
  JUDGE_AT,
  JUDGE_BY,
  JUDGE_EXCEPT,
  JUDGE_HOLDS,
} from '../plan/rule-rows.js';
import { KNOWN_BITS, STATE_KNOWN } from '../plan/walk-state.js';
import { NINE, ZERO } from '../values/digits.js';
import { isAnyAt, isAt, isOneOf, isPlainAt, packedAt } from './element-on-bytes.js';

// What shows on bytes that a rule of a segment holds. Translated to WebAssembly: see `wasm/translate.ts`.

const CAPITAL_A = 0x41;
const CAPITAL_Z = 0x5a;
const ANY_DIGIT = 0x39;
const ANY_CAPITAL = 0x41;
const ANY_OF_BOTH = 0x2a;

/** Whether the rule of a row holds for sure, or says nothing of the segment. */
export function isSettled(
  words: Int32Array,
  state: Int32Array,
  bytes: Uint8Array,
  marks: Int32Array,
  first: number,
  count: number,
  split: boolean,
  at: number,
): boolean {
  const except = words[at + JUDGE_EXCEPT] ?? 0;
  if (except !== 0 && isOneOf(words, bytes, marks, first, count, except)) return true;
  const element = words[at + JUDGE_AT] ?? 0;
  const by = words[at + JUDGE_BY] ?? 0;
  const kind = words[at + JUDGE_HOLDS] ?? 0;
  if (kind === HOLDS_SOME) return isAnyAt(words, marks, first, count, element);
  if (kind === HOLDS_NONE) return !isAnyAt(words, marks, first, count, element);
  if (kind === HOLDS_LISTED) return hasKey(words, by, packedAt(bytes, marks, first, count, element));
  if (kind === HOLDS_TEST && !isAt(marks, first, count, element)) return true;
  if (element > count) return false;
  const start = (marks[first + element] ?? 0) + 1;
  const stop = marks[first + element + 1] ?? 0;
  if (kind === HOLDS_UNLISTED || kind === HOLDS_TEST) {
    const value = packBytes(bytes, start, stop);
    if (value === 0 || !isPlainAt(state, bytes, marks, first, split, element)) return false;
    return kind === HOLDS_TEST ? isKnownRight(state, at, value) : !hasKey(words, by, value);
  }
  if (kind === HOLDS_NPI) return isNpi(bytes, start, stop);
  return kind === HOLDS_FORMAT && isPictured(words, by, bytes, start, stop);
}

/** Remembers that the test of a row has found a value right. @param value packed, and not 0. */
export function rememberRight(state: Int32Array, row: number, value: number): void {
  const at = knownAt(row, value);
  state[at] = row;
  state[at + 1] = value;
}

function isKnownRight(state: Int32Array, row: number, value: number): boolean {
  const at = knownAt(row, value);
  return state[at] === row && state[at + 1] === value;
}

function knownAt(row: number, value: number): number {
  return STATE_KNOWN + 2 * (Math.imul(row ^ value, SPREAD) >>> (32 - KNOWN_BITS));
}

// As `PICTURES` of the formats have it.
function isPictured(words: Int32Array, list: number, bytes: Uint8Array, start: number, stop: number): boolean {
  let at = list + 1;
  for (let left = words[list] ?? 0; left > 0; left--) {
    const length = words[at] ?? 0;
    if (length === stop - start && fitsPicture(words, at + 1, length, bytes, start)) return true;
    at += 1 + length;
  }
  return false;
}

function fitsPicture(words: Int32Array, picture: number, length: number, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < length; i++) {
    const want = words[picture + i] ?? 0;
    const byte = bytes[start + i] ?? 0;
    const isDigit = byte >= ZERO && byte <= NINE;
    const isCapital = byte >= CAPITAL_A && byte <= CAPITAL_Z;
    let fits = byte === want;
    if (want === ANY_DIGIT) fits = isDigit;
    if (want === ANY_CAPITAL) fits = isCapital;
    if (want === ANY_OF_BOTH) fits = isDigit || isCapital;
    if (!fits) return false;
  }
  return true;
}
