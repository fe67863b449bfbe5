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
  SUM_UNITS,
} from '../plan/walk-state.js';
import { ONE, SHORT_AMOUNT, shortUnits } from '../values/digits.js';
import { isAt, isOneOf, isPlainAt, packedAt } from './element-on-bytes.js';
import { isSettled } from './holds-on-bytes.js';

// The rules of a segment as far as its bytes and the registers show that they hold; the first row of which that is not sure is left to objects
// (`rules/rule-runner.ts`). Translated to WebAssembly: see `wasm/translate.ts`.

/** Largest sum, and least, whose ten-thousandths are exact. */
const LARGEST: Real = 9007199254740991;

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
      if (!isSettled(words, state, bytes, marks, first, count, split, at)) return at;
    } else if (kind === ROW_GATE) {
      const last = at + (words[at + GATE_ROWS] ?? 0) * RULE_WORDS;
      const gate = at;
      // A gate of more rows than bits has all of them set.
      for (let calls = callsAt(words, bytes, marks, first, count, at); calls !== 0 && at < last; calls >>= 1) {
        at += RULE_WORDS;
        if ((calls & 1) !== 0 && !isSettled(words, state, bytes, marks, first, count, split, at)) return gate;
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
    if (!isOneOf(words, bytes, marks, first, count, filter))
      return isPlainAt(state, bytes, marks, first, split, words[filter] ?? 0);
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
