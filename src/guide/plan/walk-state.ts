// What a walk through one set knows of it, as one array of numbers: the open loops, the registers of rules, and what was found right before. So the hot loop (`walk/`) has
// numbers alone, whether it is run as JavaScript or as WebAssembly. Places that are no whole numbers of 32 bits (offsets, sums) lie in the same
// memory as 64-bit ones: at word `w` is real `w / 2`. As plan/image.ts, this file is the one table of how the numbers lie.

import { loopsOf } from './loops-of.js';
import type { GuidePlan, LoopPlan } from './plan.js';

/** A number that need not be a whole one of 32 bits: what is translated to WebAssembly says so. */
export type Real = number;

/** The numbers of a walk. */
export interface WalkState {
  readonly words: Int32Array;
  /** The same memory. */
  readonly reals: Float64Array;
}

/** The innermost open loop. */
export const STATE_TOP = 0;
/** Frames that the hot loop may use; deeper ones have numbers of their own. */
export const STATE_DEPTHS = 1;
/** Words of a frame, and the slots of the largest loop, which is even. */
export const STATE_STRIDE = 2;
export const STATE_SLOTS = 3;
/** Where frames begin. */
export const STATE_FRAMES = 4;
/** Separators as bytes; -1 for none. */
export const STATE_COMPONENT = 5;
export const STATE_REPETITION = 6;
/** Flags of segments that the hot loop leaves. */
export const STATE_AWKWARD = 7;
/** What `take` says of the last segment that it took: its slot in the innermost loop, or {@link TRIGGER}; and the row at which its rules go on, 0 where they are done, {@link ALL_ROWS}. */
export const STATE_PLACE = 8;
export const STATE_RESUME = 9;
export const TRIGGER = -1;
export const ALL_ROWS = -1;
/** Where rows of segments are listed behind which the hot loop stops, 0 for none: their number, and each. */
export const STATE_STOPS = 10;
/** HL segments so far, as long as they are numbered 1, 2, 3; {@link ODD} else, and the hot loop leaves them. */
export const STATE_LEVELS = 14;
export const ODD = -1;
/** The bits of levels that an HL has opened. */
export const STATE_OPENED = 15;
/** Ordinal of the segment of index 0. */
export const STATE_ORDINAL = 11;
/** Word of a real: the offset of byte 0. */
export const STATE_OFFSET = 12;
/** Whether the tape says where each of the segments that are taken stands: 0 or `TAPES_`. */
export const STATE_TAPES = 16;
/** 1 where all rules are left to objects: somebody counts the time that each takes. */
export const STATE_BOUND = 17;
/** Short values that a test of a rule found right, for the next time: the row of the rule and the packed value, each in one of so many places. Wiped with all else of an input. */
export const STATE_KNOWN = 18;
export const KNOWN_BITS = 5;
export const STATE_WORDS = STATE_KNOWN + 2 * 2 ** KNOWN_BITS;

// The tape: of each segment a word of its place, and how often its slot was filled before.

export const TAPE_WORDS = 2;
/** Something is made of the segments. */
export const TAPES_BUILD = 1;
/** Places are compared with those that were meant. */
export const TAPES_COMPARE = 2;
/** Depth of the loop whose slot it fills, from this bit on; below it the index of the slot. */
export const TAPE_DEPTH = 24;
export const TAPE_SLOT = 0xffffff;

// A frame: one open loop. Its arrays follow, each as long as there are slots: counts, filled, first ordinals, and first offsets as reals.

/** The loop's row of tags in the image. */
export const FRAME_ROW = 0;
/** Rank of the last slot that was filled: the walk does not go back behind it. */
export const FRAME_RANK = 1;
/** How many slots were filled. */
export const FRAME_FILLED = 2;
/** The loop's `LOOP_` row; 0 where the hot loop must not close it. */
export const FRAME_QUICK = 3;
/** Of a loop that the hot loop has opened between LS and LE: not 0. */
export const FRAME_WITHIN = 4;
/** Of the trigger. */
export const FRAME_ORDINAL = 5;
/** Word of a real: its offset. */
export const FRAME_OFFSET = 6;
/** Not 0 where something about the loop is not sure. */
export const FRAME_DOUBT = 8;
/** Opened by the hot loop: its index among the slots of its parent, +1. */
export const FRAME_OPENED = 9;
/** LS01 of the bracket that is open, packed; {@link LONG_ID} for a longer one. */
export const FRAME_BRACKET = 10;
export const LONG_ID = -1;
/** Of a level of HL: HL01, where that is its number, and else {@link ODD}, or 0 for none; HL04 as its `CHILD_`; levels inside of it. */
export const FRAME_LEVEL = 11;
export const FRAME_CHILD = 12;
export const FRAME_CHILDREN = 13;
export const FRAME_WORDS = 14;
export const CHILD_ABSENT = 0;
export const CHILD_NO = 1;
export const CHILD_YES = 2;
export const CHILD_ODD = 3;

// The registers of a rule program, one set of which is open at a time.

/** Depth of its loop, +1; 0 while it is closed. */
export const PROGRAM_DEPTH = 0;
/** Where the loop began. */
export const PROGRAM_ORDINAL = 1;
/** Word of a real. */
export const PROGRAM_OFFSET = 2;
/** Its sums follow, its counts, and for each kept text a word that is not 0 where there is one. All are 0 as it opens. */
export const PROGRAM_WORDS = 4;

/** A sum: a real of ten-thousandths, and one of flags added up: {@link SUM_BEYOND}, where some of it is beyond what a real holds; {@link SUM_BROKEN}, where it says nothing. */
export const SUM_UNITS = 0;
export const SUM_FLAGS = 2;
export const SUM_WORDS = 4;
export const SUM_BEYOND = 1;
export const SUM_BROKEN = 2;

/** A register that counts: how many, and of the one whose place is kept the feed, the repetition and the place. */
export const COUNT_NUMBER = 0;
export const COUNT_FEED = 1;
export const COUNT_REPETITION = 2;
export const COUNT_ORDINAL = 3;
/** Word of a real. */
export const COUNT_OFFSET = 4;
export const COUNT_WORDS = 6;

/** Words that are 0, and the same memory as reals. */
export function walkState(words: number): WalkState {
  const reals = new Float64Array(Math.ceil(words / 2));
  return { words: new Int32Array(reals.buffer), reals };
}

/** Loops that guides nest at most; where one contains itself, data may go deeper. */
const DEPTHS = 16;

/**
 * The codes of the levels of HL in a guide, in the order of their bits; those beyond 31 have none. None have, where some level has no code: then HL02
 * says where an HL goes.
 */
export function levelCodes(root: LoopPlan): readonly string[] {
  const levels = loopsOf(root).flatMap(({ hlLevel }) => (hlLevel === undefined ? [] : [hlLevel]));
  return levels.includes('') ? [] : [...new Set(levels)].slice(0, 31);
}

/**
 * The state of walks by a guide, in which nothing is open yet.
 * @param depth loops that may be nested.
 * @param stops rows of segments behind which the hot loop stops.
 */
export function stateOf(
  { rules, slots }: Pick<GuidePlan, 'rules' | 'slots'>,
  depth: number,
  stops: readonly number[],
): WalkState {
  const stride = FRAME_WORDS + 5 * slots;
  const list = rules.words + DEPTHS * stride;
  const state = walkState(list + 1 + stops.length);
  state.words.set([stops.length, ...stops], list);
  state.words[STATE_STOPS] = stops.length === 0 ? 0 : list;
  state.words[STATE_DEPTHS] = Math.min(depth + 1, DEPTHS);
  state.words[STATE_STRIDE] = stride;
  state.words[STATE_SLOTS] = slots;
  state.words[STATE_FRAMES] = rules.words;
  state.words[STATE_BOUND] = rules.bounds === undefined ? 0 : 1;
  return state;
}
