import { LOOP_LEVEL } from '../plan/image.js';
import {
  CHILD_ABSENT,
  CHILD_NO,
  CHILD_ODD,
  CHILD_YES,
  FRAME_CHILD,
  FRAME_CHILDREN,
  FRAME_LEVEL,
  FRAME_QUICK,
  ODD,
  STATE_LEVELS,
  STATE_OPENED,
  STATE_STRIDE,
} from '../plan/walk-state.js';
import { digitsAt } from '../values/digits.js';

// HL segments whose ids are what their place makes them. Translated to WebAssembly: see `wasm/translate.ts`.

const MOST_DIGITS = 9;
const ZERO = 0x30;
const ONE = 0x31;

/** The frame of the innermost level at `depth` or above it; 0 for none, {@link ODD} where that is not sure. */
export function levelFrame(words: Int32Array, state: Int32Array, depth: number, frame: number): number {
  let at = frame;
  for (let above = depth; above > 0; above--) {
    const loop = state[at + FRAME_QUICK] ?? 0;
    if (loop === 0) return ODD;
    if (words[loop + LOOP_LEVEL] !== 0) return at;
    at -= state[STATE_STRIDE] ?? 0;
  }
  return 0;
}

/** Whether HL01 counts on, HL02 is the level around it, and HL04 says yes or no, if anything. */
export function isNextLevel(
  state: Int32Array,
  bytes: Uint8Array,
  marks: Int32Array,
  first: number,
  count: number,
  parent: number,
): boolean {
  const before = state[STATE_LEVELS] ?? 0;
  const around = parent === 0 ? 0 : (state[parent + FRAME_LEVEL] ?? 0);
  if (before === ODD || around === ODD) return false;
  return (
    idAt(bytes, marks, first, count, 1) === before + 1 &&
    idAt(bytes, marks, first, count, 2) === around &&
    childAt(bytes, marks, first, count) !== CHILD_ODD
  );
}

/** Counts it, and keeps its ids in its frame. */
export function enterLevel(
  words: Int32Array,
  state: Int32Array,
  bytes: Uint8Array,
  marks: Int32Array,
  first: number,
  count: number,
  parent: number,
  frame: number,
  loop: number,
): void {
  const number = (state[STATE_LEVELS] ?? 0) + 1;
  state[STATE_LEVELS] = number;
  state[STATE_OPENED] = (state[STATE_OPENED] ?? 0) | (words[loop + LOOP_LEVEL] ?? 0);
  state[frame + FRAME_LEVEL] = number;
  state[frame + FRAME_CHILD] = childAt(bytes, marks, first, count);
  if (parent !== 0) state[parent + FRAME_CHILDREN] = (state[parent + FRAME_CHILDREN] ?? 0) + 1;
}

// An id as a number; 0 where there is none, {@link ODD} where it is no number that prints like it.
function idAt(bytes: Uint8Array, marks: Int32Array, first: number, count: number, element: number): number {
  if (element > count) return 0;
  const start = (marks[first + element] ?? 0) + 1;
  const stop = marks[first + element + 1] ?? 0;
  if (start === stop) return 0;
  if (stop - start > MOST_DIGITS || bytes[start] === ZERO) return ODD;
  return digitsAt(bytes, start, stop);
}

function childAt(bytes: Uint8Array, marks: Int32Array, first: number, count: number): number {
  if (count < 4) return CHILD_ABSENT;
  const start = (marks[first + 4] ?? 0) + 1;
  const stop = marks[first + 5] ?? 0;
  if (start === stop) return CHILD_ABSENT;
  if (stop - start > 1) return CHILD_ODD;
  return bytes[start] === ZERO ? CHILD_NO : bytes[start] === ONE ? CHILD_YES : CHILD_ODD;
}
