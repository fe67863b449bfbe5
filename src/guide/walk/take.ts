import { PACKED_LENGTH, packBytes } from '../plan/code-table.js';
import {
  CANDIDATES_BY_CODE,
  CANDIDATES_COMPONENT,
  CANDIDATES_ELEMENT,
  CANDIDATES_LIST,
  CANDIDATES_TOLD,
  LOOP_LEVEL,
  LOOP_OPENS,
  LOOP_PROGRAM,
  LOOP_REGISTERS,
  LOOP_TRIGGER,
  lookUp,
  QUICK_HEADER,
  QUICK_NOTHING,
  QUICK_TRAILER,
  SEGMENT_RULES,
  SEGMENT_SIZE,
  SLOT_BRACKET,
  SLOT_CODES,
  SLOT_INDEX,
  SLOT_MAX,
  SLOT_QUICK,
  SLOT_RANK,
  SPREAD,
  TAGS,
} from '../plan/image.js';
import {
  ALL_ROWS,
  FRAME_BRACKET,
  FRAME_DOUBT,
  FRAME_OPENED,
  FRAME_RANK,
  FRAME_ROW,
  FRAME_WITHIN,
  FRAME_WORDS,
  LONG_ID,
  ODD,
  PROGRAM_DEPTH,
  type Real,
  STATE_AWKWARD,
  STATE_BOUND,
  STATE_COMPONENT,
  STATE_DEPTHS,
  STATE_FRAMES,
  STATE_OFFSET,
  STATE_ORDINAL,
  STATE_PLACE,
  STATE_REPETITION,
  STATE_RESUME,
  STATE_STOPS,
  STATE_STRIDE,
  STATE_TAPES,
  STATE_TOP,
  TAPE_DEPTH,
  TAPE_WORDS,
  TAPES_BUILD,
  TRIGGER,
} from '../plan/walk-state.js';
import { closeLoops, mayClose } from './close-on-numbers.js';
import { fill, isListed, openFrame } from './frames-on-numbers.js';
import { enterLevel, isNextLevel, levelFrame } from './levels-on-bytes.js';
import { LAST_BIT, passes, SPLIT } from './pass-elements.js';
import { openProgram, runRules } from './rules-on-bytes.js';

const HL_ELEMENTS = 4;

/**
 * The short way through a set: one loop over the numbers of the guide's image, which finds the slot of a segment, looks at its elements, opens
 * and closes loops, and runs rules. It goes on as long as nothing is wrong or unusual; the first segment of which that is
 * not sure it leaves as it was, and the long way (read/read-transaction.ts) takes it, and judges. As one loop it is twice as fast as in parts:
 * bench: stage `validate`. Translated to WebAssembly: see `wasm/translate.ts`.
 * @param words the guide's image.
 * @param state of the walk, which says where it is and what it left.
 * @param tape for the places of the segments that are taken, if `STATE_TAPES` says so.
 * @param from index of the first segment.
 * @returns the segment that it left: `to`, or the first that is not surely right. Where `STATE_RESUME` is not 0, it is one whose rules
 *   have to go on.
 */
export function take(
  words: Int32Array,
  state: Int32Array,
  reals: Float64Array,
  bytes: Uint8Array,
  marks: Int32Array,
  starts: Int32Array,
  flags: Uint8Array,
  tape: Int32Array,
  from: number,
  to: number,
): number {
  const shift = words[TAGS] ?? 0;
  const mask = words[TAGS + 1] ?? 0;
  const component = state[STATE_COMPONENT] ?? 0;
  const repetition = state[STATE_REPETITION] ?? 0;
  const awkward = state[STATE_AWKWARD] ?? 0;
  const frames = state[STATE_FRAMES] ?? 0;
  const stride = state[STATE_STRIDE] ?? 0;
  const depths = state[STATE_DEPTHS] ?? 0;
  const bound = state[STATE_BOUND] ?? 0;
  const stops = state[STATE_STOPS] ?? 0;
  const tapes = state[STATE_TAPES] ?? 0;
  const base: Real = reals[STATE_OFFSET >> 1] ?? 0;
  let top = state[STATE_TOP] ?? 0;
  let resume = 0;
  let index = from;
  while (index < to && resume === 0 && top < depths) {
    const flag = flags[index] ?? 0;
    const first = starts[index] ?? 0;
    const count = (starts[index + 1] ?? 0) - first - 2;
    if ((flag & awkward) !== 0 || count > LAST_BIT) break;
    const start = (marks[first] ?? 0) + 1;
    const stop = marks[first + 1] ?? 0;
    if (stop - start > PACKED_LENGTH) break;
    let tag = 0;
    for (let i = start; i < stop; i++) tag = (tag << 8) | (bytes[i] ?? 0);
    // As lookUp, which is not compiled into so large a function.
    let hash = Math.imul(tag, SPREAD) >>> shift;
    let held = words[TAGS + 2 + hash] ?? 0;
    while (held !== tag && held !== 0) {
      hash = (hash + 1) & mask;
      held = words[TAGS + 2 + hash] ?? 0;
    }
    if (held === 0) break;
    const number = words[TAGS + 3 + mask + hash] ?? 0;

    // The first slot that is free and fits, from the innermost loop outwards: what placeSegment answers where nothing is wrong.
    let slot = 0;
    let depth = top;
    let frame = frames + top * stride;
    let isSought = true;
    while (isSought) {
      const candidates = words[(state[frame + FRAME_ROW] ?? 0) + number] ?? 0;
      if (candidates !== 0) {
        const element = words[candidates + CANDIDATES_ELEMENT] ?? 0;
        let list = candidates + CANDIDATES_LIST;
        let code = 0;
        if (element !== 0) {
          list = 0;
          if (element <= count) {
            let at = (marks[first + element] ?? 0) + 1;
            let end = marks[first + element + 1] ?? 0;
            const position = words[candidates + CANDIDATES_COMPONENT] ?? 0;
            if (position > 0) {
              for (let part = 1; part < position && at < end; at++) if (bytes[at] === component) part++;
              const last = end;
              end = at;
              while (end < last && bytes[end] !== component) end++;
            }
            code = packBytes(bytes, at, end);
            list = lookUp(words, words[candidates + CANDIDATES_BY_CODE] ?? 0, code);
          }
          // Which of the slots take a code that none of them lists, is not asked here, unless none does.
          if (list === 0 && (code === 0 || (flag & SPLIT) !== 0 || words[candidates + CANDIDATES_TOLD] === 0)) break;
        }
        const rank = state[frame + FRAME_RANK] ?? 0;
        const counts = frame + FRAME_WORDS;
        const end = list === 0 ? 0 : list + 1 + (words[list] ?? 0);
        for (let at = list + 1; at < end && isSought; at++) {
          const row = words[at] ?? 0;
          if ((words[row + SLOT_RANK] ?? 0) < rank) continue;
          // Told apart by different elements: each has to be asked.
          if (element === 0 && words[row + SLOT_CODES] !== 0) isSought = false;
          else if ((state[counts + (words[row + SLOT_INDEX] ?? 0)] ?? 0) < (words[row + SLOT_MAX] ?? 0)) {
            // Without its LS, such a loop may be meant or not.
            const bracket = words[row + SLOT_BRACKET] ?? 0;
            if (bracket === 0 || (state[counts + bracket - 1] ?? 0) > 0) slot = row;
            isSought = false;
          }
        }
      }
      if (!isSought || depth === 0) break;
      depth--;
      frame -= stride;
    }
    if (slot === 0 || state[frame + FRAME_DOUBT] !== 0) break;
    const quick = words[slot + SLOT_QUICK] ?? 0;
    if (quick === QUICK_NOTHING || (depth < top && !mayClose(words, state, reals, depth, top))) break;
    const isLoop = quick > QUICK_TRAILER;
    const row = isLoop ? (words[quick + LOOP_TRIGGER] ?? 0) : slot;
    if (count >= (words[row + SEGMENT_SIZE] ?? 0)) break;
    if (isLoop && depth + 1 >= depths) break;
    const program = isLoop && words[quick + LOOP_OPENS] === 1 ? (words[quick + LOOP_PROGRAM] ?? 0) : 0;
    const around = program === 0 ? 0 : (state[program + PROGRAM_DEPTH] ?? 0);
    // Its loop is open around it.
    if (around > 0 && around <= depth + 1) break;
    const split = (flag & SPLIT) !== 0;
    if (!passes(words, row, bytes, marks, first, count, split, component, repetition)) break;
    const isBracket = quick === QUICK_HEADER || quick === QUICK_TRAILER;
    const isLevel = isLoop && words[quick + LOOP_LEVEL] !== 0;
    const taken = words[slot + SLOT_INDEX] ?? 0;
    const occurrence = state[frame + FRAME_WORDS + taken] ?? 0;
    const open = isBracket ? (state[frame + FRAME_BRACKET] ?? 0) : 0;
    // What is made of an HL with more than X12 has, of an LS or LE that comes again, or of an LE that ends no loops behind an LS, is not decided here.
    if (tapes === TAPES_BUILD && isLevel && count > HL_ELEMENTS) break;
    if (tapes === TAPES_BUILD && isBracket && occurrence > 0) break;
    const ends = depth < top && open !== 0 && state[frame + stride + FRAME_WITHIN] !== 0;
    if (tapes === TAPES_BUILD && quick === QUICK_TRAILER && !ends) break;
    const parent = isLevel ? levelFrame(words, state, depth, frame) : 0;
    if (isLevel && parent === ODD) break;
    if (isLevel && !isNextLevel(state, bytes, marks, first, count, parent)) break;
    let id = 0;
    if (isBracket) {
      id = count > 0 ? packBytes(bytes, (marks[first + 1] ?? 0) + 1, marks[first + 2] ?? 0) : 0;
      if (id === 0 || open === LONG_ID || (quick === QUICK_TRAILER && open !== 0 && open !== id)) break;
      if (quick === QUICK_TRAILER) id = 0;
    }

    // Nothing is wrong: from here on it counts.
    const ordinal = (state[STATE_ORDINAL] ?? 0) + index;
    const offset: Real = base + start;
    if (depth < top) closeLoops(words, state, depth, top);
    fill(state, reals, frame, taken, ordinal, offset);
    state[frame + FRAME_RANK] = words[slot + SLOT_RANK] ?? 0;
    if (isBracket) state[frame + FRAME_BRACKET] = id;
    top = depth;
    if (isLoop) {
      top = depth + 1;
      openFrame(words, state, reals, frame + stride, quick, ordinal, offset);
      state[frame + stride + FRAME_RANK] = words[row + SLOT_RANK] ?? 0;
      state[frame + stride + FRAME_OPENED] = taken + 1;
      state[frame + stride + FRAME_WITHIN] = words[slot + SLOT_BRACKET] ?? 0;
      if (isLevel) enterLevel(words, state, bytes, marks, first, count, parent, frame + stride, quick);
      if (program !== 0) openProgram(state, reals, program, words[quick + LOOP_REGISTERS] ?? 0, top, ordinal, offset);
    }
    if (tapes !== 0) {
      tape[TAPE_WORDS * (index - from)] = (depth << TAPE_DEPTH) | taken;
      tape[TAPE_WORDS * (index - from) + 1] = occurrence;
    }
    index++;
    state[STATE_PLACE] = isLoop ? TRIGGER : taken;
    const rules = words[row + SEGMENT_RULES] ?? 0;
    if (stops !== 0 && isListed(state, stops, row)) resume = ALL_ROWS;
    else if (rules !== 0 && bound !== 0) resume = rules + 1;
    else if (rules !== 0)
      resume = runRules(words, state, reals, bytes, marks, first, count, split, rules, rules + 1, top, ordinal, offset);
  }
  state[STATE_TOP] = top;
  state[STATE_RESUME] = resume;
  return index;
}
