import { isNpi } from '../../model/format-bytes.js';
import { packBytes } from '../plan/code-table.js';
import { hasKey, lookUp } from '../plan/image.js';
import {
  DONE,
  FEED_ABSENT,
  FEED_ELEMENT,
  FEED_FEED,
  FEED_FILTER,
  FEED_PROGRAM,
  FEED_REGISTER,
  FEED_REST,
  GATE_CALLS,
  GATE_ELEMENT,
  GATE_ROWS,
  HOLDS_FORMAT,
  HOLDS_LISTED,
  HOLDS_NONE,
  HOLDS_NPI,
  HOLDS_SOME,
  HOLDS_TEST,
  HOLDS_UNLISTED,
  JUDGE_AT,
  JUDGE_BY,
  JUDGE_HOLDS,
  NEEDED,
  OPEN_AT,
  OPEN_ELEMENT,
  OPEN_VALUES,
  OPEN_WORDS,
  ROW_COUNT,
  ROW_FEED,
  ROW_GATE,
  ROW_JUDGE,
  ROW_OPEN,
  ROW_SUBTRACT,
  RULE_WORDS,
} from '../plan/rule-rows.js';
import {
  COUNT_FEED,
  COUNT_NUMBER,
  COUNT_OFFSET,
  COUNT_ORDINAL,
  COUNT_REPETITION,
  PROGRAM_DEPTH,
  PROGRAM_OFFSET,
  PROGRAM_ORDINAL,
  PROGRAM_WORDS,
  type Real,
  STATE_COMPONENT,
  STATE_REPETITION,
  SUM_UNITS,
} from '../plan/walk-state.js';
import { NINE, ONE, SHORT_AMOUNT, shortUnits, ZERO } from '../values/digits.js';
import { isSplit } from './pass-elements.js';

// The rules of a segment as far as its bytes and the registers show that they hold; the first row of which that is not sure is left to objects
// (`rules/rule-runner.ts`). Translated to WebAssembly: see `wasm/translate.ts`.

/** Largest sum, and least, whose ten-thousandths are exact. */
const LARGEST: Real = 9007199254740991;
const CAPITAL_A = 0x41;
const CAPITAL_Z = 0x5a;
const ANY_DIGIT = 0x39;
const ANY_CAPITAL = 0x41;
const ANY_OF_BOTH = 0x2a;

/**
 * Runs the rows at `rows`, from the one at `from` on, for a segment that has taken its place.
 * @param first index of the segment's first mark.
 * @param split separators stand inside of its elements.
 * @param depth of the loop that holds it.
 * @returns the row from which on objects have to go on; 0 where all is done.
 */
export function runRules(
  words: Int32Array,
  state: Int32Array,
  reals: Float64Array,
  bytes: Uint8Array,
  marks: Int32Array,
  first: number,
  count: number,
  split: boolean,
  rows: number,
  from: number,
  depth: number,
  ordinal: number,
  offset: Real,
): number {
  const end = rows + 1 + (words[rows] ?? 0) * RULE_WORDS;
  for (let at = from; at < end; at += RULE_WORDS) {
    const kind = words[at] ?? 0;
    if (kind === ROW_JUDGE) {
      if (!holdsAt(words, state, bytes, marks, first, count, split, at)) return at;
    } else if (kind === ROW_GATE) {
      const last = at + (words[at + GATE_ROWS] ?? 0) * RULE_WORDS;
      const gate = at;
      // A gate of more rows than bits has all of them set.
      for (let calls = callsAt(words, bytes, marks, first, count, at); calls !== 0 && at < last; calls >>= 1) {
        at += RULE_WORDS;
        if ((calls & 1) !== 0 && !holdsAt(words, state, bytes, marks, first, count, split, at)) return gate;
      }
      at = last;
    } else if (kind === ROW_OPEN) {
      const value = packedAt(bytes, marks, first, count, words[at + OPEN_ELEMENT] ?? 0);
      if (!hasKey(words, words[at + OPEN_VALUES] ?? 0, value)) continue;
      const program = words[at + OPEN_AT] ?? 0;
      if (state[program + PROGRAM_DEPTH] !== 0) return at;
      openProgram(state, reals, program, words[at + OPEN_WORDS] ?? 0, depth, ordinal, offset);
    } else {
      const program = state[(words[at + FEED_PROGRAM] ?? 0) + PROGRAM_DEPTH] ?? 0;
      if (program === 0 || program > depth + 1) {
        at += (words[at + FEED_REST] ?? 0) * RULE_WORDS;
        continue;
      }
      const element = words[at + FEED_ELEMENT] ?? 0;
      if (element > count) {
        const absent = words[at + FEED_ABSENT] ?? 0;
        if (absent === NEEDED) return at;
        if (absent === DONE) at += (words[at + FEED_REST] ?? 0) * RULE_WORDS;
      } else if (!isFed(words, state, reals, bytes, marks, first, count, split, at, ordinal, offset)) return at;
    }
  }
  return 0;
}

/** Opens the registers of a loop, so many words. */
export function openProgram(
  state: Int32Array,
  reals: Float64Array,
  program: number,
  size: number,
  depth: number,
  ordinal: number,
  offset: Real,
): void {
  state[program + PROGRAM_DEPTH] = depth + 1;
  state[program + PROGRAM_ORDINAL] = ordinal;
  reals[(program + PROGRAM_OFFSET) >> 1] = offset;
  const end = program + PROGRAM_WORDS + size;
  for (let word = program + PROGRAM_WORDS; word < end; word++) state[word] = 0;
}

// Counts, or adds up, what stands in an element that is there; false, with nothing done, where objects are needed.
function isFed(
  words: Int32Array,
  state: Int32Array,
  reals: Float64Array,
  bytes: Uint8Array,
  marks: Int32Array,
  first: number,
  count: number,
  split: boolean,
  at: number,
  ordinal: number,
  offset: Real,
): boolean {
  const kind = words[at] ?? 0;
  if (kind === ROW_FEED) return false;
  const filter = words[at + FEED_FILTER] ?? 0;
  if (filter !== 0) {
    const other = words[filter] ?? 0;
    const code = packedAt(bytes, marks, first, count, other);
    if (!hasKey(words, words[filter + 1] ?? 0, code)) return isPlainAt(state, bytes, marks, first, split, other);
  }
  const element = words[at + FEED_ELEMENT] ?? 0;
  const register = words[at + FEED_REGISTER] ?? 0;
  const start = (marks[first + element] ?? 0) + 1;
  const stop = marks[first + element + 1] ?? 0;
  if (kind !== ROW_COUNT) {
    let units: Real = ONE;
    if (element !== 0) {
      if (start === stop) return words[at + FEED_ABSENT] !== NEEDED;
      if (stop - start > SHORT_AMOUNT || !isPlainAt(state, bytes, marks, first, split, element)) return false;
      units = shortUnits(bytes, start, stop);
    }
    const before: Real = reals[(register + SUM_UNITS) >> 1] ?? 0;
    const sum: Real = kind === ROW_SUBTRACT ? before - units : before + units;
    // NaN is neither.
    if (!(sum <= LARGEST && sum >= -LARGEST)) return false;
    reals[(register + SUM_UNITS) >> 1] = sum;
    return true;
  }
  if (element !== 0) {
    if (start >= stop) return true;
    if (!isPlainAt(state, bytes, marks, first, split, element)) return false;
  }
  const hits = (state[register + COUNT_NUMBER] ?? 0) + 1;
  state[register + COUNT_NUMBER] = hits;
  if (hits > 1) return true;
  state[register + COUNT_FEED] = words[at + FEED_FEED] ?? 0;
  state[register + COUNT_REPETITION] = 0;
  state[register + COUNT_ORDINAL] = ordinal;
  reals[(register + COUNT_OFFSET) >> 1] = offset;
  return true;
}

// Whether the rule of the row holds for sure.
function holdsAt(
  words: Int32Array,
  state: Int32Array,
  bytes: Uint8Array,
  marks: Int32Array,
  first: number,
  count: number,
  split: boolean,
  at: number,
): boolean {
  const element = words[at + JUDGE_AT] ?? 0;
  const by = words[at + JUDGE_BY] ?? 0;
  const kind = words[at + JUDGE_HOLDS] ?? 0;
  if (kind === HOLDS_SOME) return isAnyAt(words, marks, first, count, element);
  if (kind === HOLDS_NONE) return !isAnyAt(words, marks, first, count, element);
  if (kind === HOLDS_LISTED) return hasKey(words, by, packedAt(bytes, marks, first, count, element));
  if (kind === HOLDS_TEST) return !isAt(marks, first, count, element);
  if (element > count) return false;
  const start = (marks[first + element] ?? 0) + 1;
  const stop = marks[first + element + 1] ?? 0;
  if (kind === HOLDS_UNLISTED) {
    const code = packBytes(bytes, start, stop);
    return code !== 0 && isPlainAt(state, bytes, marks, first, split, element) && !hasKey(words, by, code);
  }
  if (kind === HOLDS_NPI) return isNpi(bytes, start, stop);
  return kind === HOLDS_FORMAT && isPictured(words, by, bytes, start, stop);
}

// The rows behind a gate that matter, as bits.
function callsAt(
  words: Int32Array,
  bytes: Uint8Array,
  marks: Int32Array,
  first: number,
  count: number,
  at: number,
): number {
  const element = words[at + GATE_ELEMENT] ?? 0;
  const calls = words[at + GATE_CALLS] ?? 0;
  if (calls === 0) return isAt(marks, first, count, element) ? -1 : 0;
  return lookUp(words, calls, packedAt(bytes, marks, first, count, element));
}

function isAt(marks: Int32Array, first: number, count: number, element: number): boolean {
  return element <= count && (marks[first + element + 1] ?? 0) > (marks[first + element] ?? 0) + 1;
}

function isAnyAt(words: Int32Array, marks: Int32Array, first: number, count: number, list: number): boolean {
  const end = list + 1 + (words[list] ?? 0);
  for (let at = list + 1; at < end; at++) if (isAt(marks, first, count, words[at] ?? 0)) return true;
  return false;
}

function packedAt(bytes: Uint8Array, marks: Int32Array, first: number, count: number, element: number): number {
  if (element > count) return 0;
  return packBytes(bytes, (marks[first + element] ?? 0) + 1, marks[first + element + 1] ?? 0);
}

// No separator stands in the element.
function isPlainAt(
  state: Int32Array,
  bytes: Uint8Array,
  marks: Int32Array,
  first: number,
  split: boolean,
  element: number,
): boolean {
  if (!split) return true;
  const start = (marks[first + element] ?? 0) + 1;
  const component = state[STATE_COMPONENT] ?? 0;
  return !isSplit(bytes, start, marks[first + element + 1] ?? 0, component, state[STATE_REPETITION] ?? 0);
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
