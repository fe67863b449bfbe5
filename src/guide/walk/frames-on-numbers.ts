import { LOOP_TAGS } from '../plan/image.js';
import {
  CHILD_ABSENT,
  FRAME_BRACKET,
  FRAME_CHILD,
  FRAME_CHILDREN,
  FRAME_DOUBT,
  FRAME_FILLED,
  FRAME_LEVEL,
  FRAME_OFFSET,
  FRAME_ORDINAL,
  FRAME_QUICK,
  FRAME_RANK,
  FRAME_ROW,
  FRAME_WORDS,
  type Real,
  STATE_SLOTS,
} from '../plan/walk-state.js';

// Frames of open loops. Translated to WebAssembly: see `wasm/translate.ts`.

/** Whether a row is in a list of the state. */
export function isListed(state: Int32Array, list: number, row: number): boolean {
  const end = list + 1 + (state[list] ?? 0);
  for (let at = list + 1; at < end; at++) if (state[at] === row) return true;
  return false;
}

/** Counts one more in a slot of a frame. */
export function fill(
  state: Int32Array,
  reals: Float64Array,
  frame: number,
  slot: number,
  ordinal: number,
  offset: Real,
): void {
  const counts = frame + FRAME_WORDS;
  const count = (state[counts + slot] ?? 0) + 1;
  state[counts + slot] = count;
  if (count > 1) return;
  const slots = state[STATE_SLOTS] ?? 0;
  const filled = state[frame + FRAME_FILLED] ?? 0;
  state[counts + slots + filled] = slot;
  state[frame + FRAME_FILLED] = filled + 1;
  state[counts + 2 * slots + slot] = ordinal;
  reals[((counts + 3 * slots) >> 1) + slot] = offset;
}

/** As `Frame.open` of read/, with the trigger filled. */
export function openFrame(
  words: Int32Array,
  state: Int32Array,
  reals: Float64Array,
  frame: number,
  loop: number,
  ordinal: number,
  offset: Real,
): void {
  const counts = frame + FRAME_WORDS;
  const filled = counts + (state[STATE_SLOTS] ?? 0);
  const size = state[frame + FRAME_FILLED] ?? 0;
  for (let at = 0; at < size; at++) state[counts + (state[filled + at] ?? 0)] = 0;
  state[frame + FRAME_ROW] = words[loop + LOOP_TAGS] ?? 0;
  state[frame + FRAME_RANK] = 0;
  state[frame + FRAME_FILLED] = 0;
  state[frame + FRAME_QUICK] = loop;
  state[frame + FRAME_ORDINAL] = ordinal;
  reals[(frame + FRAME_OFFSET) >> 1] = offset;
  state[frame + FRAME_DOUBT] = 0;
  state[frame + FRAME_BRACKET] = 0;
  state[frame + FRAME_LEVEL] = 0;
  state[frame + FRAME_CHILD] = CHILD_ABSENT;
  state[frame + FRAME_CHILDREN] = 0;
  // The trigger is the first of its slots.
  fill(state, reals, frame, 0, ordinal, offset);
}
