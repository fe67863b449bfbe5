import { LOOP_PROGRAM, LOOP_REQUIRED, LOOP_RULES, LOOP_WORDS } from '../plan/image.js';
import {
  KEPT_BALANCE,
  KEPT_NONE,
  KEPT_RANGE,
  KEPT_SOME,
  LOOP_RULE_AT,
  LOOP_RULE_KIND,
  LOOP_RULE_LEAST,
  LOOP_RULE_MOST,
  LOOP_RULE_SIZE,
  LOOP_RULE_WORDS,
  WHEN_AT,
  WHEN_NEGATE,
  WHEN_PROGRAM,
  WHEN_WORDS,
} from '../plan/rule-rows.js';
import {
  CHILD_ABSENT,
  CHILD_NO,
  CHILD_YES,
  FRAME_CHILD,
  FRAME_CHILDREN,
  FRAME_DOUBT,
  FRAME_QUICK,
  FRAME_WORDS,
  PROGRAM_DEPTH,
  type Real,
  STATE_BOUND,
  STATE_FRAMES,
  STATE_STRIDE,
  SUM_BEYOND,
  SUM_BROKEN,
  SUM_FLAGS,
  SUM_UNITS,
} from '../plan/walk-state.js';

// Loops that close, as far as numbers show that nothing is to be said of them. Translated to WebAssembly: see `wasm/translate.ts`.

/** Whether nothing is to be said of the loops inside of `depth` as they close. */
export function mayClose(
  words: Int32Array,
  state: Int32Array,
  reals: Float64Array,
  depth: number,
  top: number,
): boolean {
  const stride = state[STATE_STRIDE] ?? 0;
  let frame = (state[STATE_FRAMES] ?? 0) + top * stride;
  for (let at = top; at > depth; at--) {
    const loop = state[frame + FRAME_QUICK] ?? 0;
    if (loop === 0 || state[frame + FRAME_DOUBT] !== 0 || !isComplete(words, state, loop, frame + FRAME_WORDS))
      return false;
    // Whether an HL has children shows as its loop closes.
    const child = state[frame + FRAME_CHILD] ?? 0;
    const told = (state[frame + FRAME_CHILDREN] ?? 0) > 0 ? CHILD_YES : CHILD_NO;
    if (child !== CHILD_ABSENT && child !== told) return false;
    const program = words[loop + LOOP_PROGRAM] ?? 0;
    const rules = words[loop + LOOP_RULES] ?? 0;
    if (program !== 0 && rules !== 0 && state[program + PROGRAM_DEPTH] === at + 1)
      if (state[STATE_BOUND] !== 0 || !rulesHold(words, state, reals, rules)) return false;
    frame -= stride;
  }
  return true;
}

/** Closes their registers. */
export function closeLoops(words: Int32Array, state: Int32Array, depth: number, top: number): void {
  const stride = state[STATE_STRIDE] ?? 0;
  let frame = (state[STATE_FRAMES] ?? 0) + top * stride;
  for (let at = top; at > depth; at--) {
    const program = words[(state[frame + FRAME_QUICK] ?? 0) + LOOP_PROGRAM] ?? 0;
    if (program !== 0 && state[program + PROGRAM_DEPTH] === at + 1) state[program + PROGRAM_DEPTH] = 0;
    frame -= stride;
  }
}

// What must be there is, and each LS has its LE.
function isComplete(words: Int32Array, state: Int32Array, loop: number, counts: number): boolean {
  const required = loop + LOOP_WORDS;
  const brackets = required + 2 * (words[loop + LOOP_REQUIRED] ?? 0);
  for (let at = required; at < brackets; at += 2)
    if ((state[counts + (words[at] ?? 0)] ?? 0) < (words[at + 1] ?? 0)) return false;
  const end = brackets + 1 + 2 * (words[brackets] ?? 0);
  for (let at = brackets + 1; at < end; at += 2)
    if ((state[counts + (words[at] ?? 0)] ?? 0) !== (state[counts + (words[at + 1] ?? 0)] ?? 0)) return false;
  return true;
}

// What `judge` of rules/ says of registers, where that is nothing for sure.
function rulesHold(words: Int32Array, state: Int32Array, reals: Float64Array, rules: number): boolean {
  let at = rules + 1;
  for (let left = words[rules] ?? 0; left > 0; left--) {
    if (isAsked(words, state, at) && !isKept(words, state, reals, at)) return false;
    at += words[at + LOOP_RULE_SIZE] ?? 0;
  }
  return true;
}

function isAsked(words: Int32Array, state: Int32Array, rule: number): boolean {
  const end = rule + (words[rule + LOOP_RULE_SIZE] ?? 0);
  for (let at = rule + LOOP_RULE_WORDS; at < end; at += WHEN_WORDS) {
    const isOpen = state[(words[at + WHEN_PROGRAM] ?? 0) + PROGRAM_DEPTH] !== 0;
    const counted = isOpen && (state[words[at + WHEN_AT] ?? 0] ?? 0) > 0 ? 1 : 0;
    if (counted === words[at + WHEN_NEGATE]) return false;
  }
  return true;
}

function isKept(words: Int32Array, state: Int32Array, reals: Float64Array, rule: number): boolean {
  const kind = words[rule + LOOP_RULE_KIND] ?? 0;
  const count = state[words[rule + LOOP_RULE_AT] ?? 0] ?? 0;
  const least = words[rule + LOOP_RULE_LEAST] ?? 0;
  if (kind === KEPT_SOME) return count > 0;
  if (kind === KEPT_NONE) return count === 0;
  if (kind === KEPT_RANGE) return count >= least && count <= (words[rule + LOOP_RULE_MOST] ?? 0);
  if (kind !== KEPT_BALANCE) return false;
  const flags: Real = reals[(least + SUM_FLAGS) >> 1] ?? 0;
  const units: Real = reals[(least + SUM_UNITS) >> 1] ?? 0;
  return count === 0 || flags >= SUM_BROKEN || (units === 0 && flags < SUM_BEYOND);
}
