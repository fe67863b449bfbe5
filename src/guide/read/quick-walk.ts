import type { JsonObject } from '../../model/json.js';
import { type SegmentBatch, SegmentFlag } from '../../model/segments.js';
import type { BusinessUnits } from '../plan/business-units.js';
import { PACKED_LENGTH } from '../plan/code-table.js';
import {
  CANDIDATES_BY_CODE,
  CANDIDATES_COMPONENT,
  CANDIDATES_ELEMENT,
  CANDIDATES_LIST,
  LOOP_LEVEL,
  LOOP_REQUIRED,
  LOOP_TRIGGER,
  LOOP_WORDS,
  lookUp,
  QUICK_HEADER,
  QUICK_NOTHING,
  QUICK_PLAIN,
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
import type { LoopPlan, SegmentPlan } from '../plan/plan.js';
import type { RuleRunner } from '../rules/rule-runner.js';
import type { Frame, OpenLoops } from './frame.js';
import type { JsonTree } from './json-tree.js';
import { LAST_BIT, passes, SPLIT, UNUSUAL } from '../walk/pass-elements.js';
import type { SegmentReader } from './read-segment.js';

/** What is not looked at on bytes, or of which there may be more to say than whether its elements are right. */
const AWKWARD = UNUSUAL | SegmentFlag.truncated;
const NO_BYTE = -1;
const NO_PLACE = -1;

export interface QuickWalkParts {
  readonly runner: RuleRunner | undefined;
  readonly units: BusinessUnits | undefined;
  /** Loops that may be nested. */
  readonly depth: number;
  /** Where objects are made of the set; undefined where it is only checked. */
  readonly building: { readonly segments: SegmentReader; readonly tree: JsonTree } | undefined;
}

/**
 * The short way through a set: one loop over the numbers of the guide's image, which finds the slot of a segment, looks at its elements, opens
 * and closes loops, and runs rules. It goes on as long as nothing is wrong or unusual; the first segment of which that is
 * not sure it leaves as it was, and the long way (read-transaction.ts) takes it, and judges. As one loop it is twice as fast as in parts:
 * bench: stage `validate`.
 */
export class QuickWalk {
  readonly #open: OpenLoops;
  readonly #runner: RuleRunner | undefined;
  readonly #units: BusinessUnits | undefined;
  readonly #depth: number;
  readonly #building: QuickWalkParts['building'];
  #component = NO_BYTE;
  #repetition = NO_BYTE;
  #awkward: number = AWKWARD;
  /** The slot of the last segment that was taken. */
  last: SegmentPlan | undefined;
  /** Where it stands. */
  ordinal = 0;
  offset = 0;

  constructor(open: OpenLoops, { runner, units, depth, building }: QuickWalkParts) {
    this.#open = open;
    this.#runner = runner;
    this.#units = units;
    this.#depth = depth;
    this.#building = building;
  }

  /** Sets the batch that the next segments are in; to be called again when its contents have changed. */
  window({ delimiters: { component, repetition } }: SegmentBatch): void {
    this.#component = component.charCodeAt(0);
    this.#repetition = repetition?.charCodeAt(0) ?? NO_BYTE;
    // Such a separator may be a part of a number.
    this.#awkward = /[-.]/.test(component + (repetition ?? '')) ? AWKWARD | SPLIT : AWKWARD;
  }

  /** Takes segments `from` up to, not including, the one that is answered: `to`, or the first that is not surely right; `firstOrdinal` is that of `from`. */
  take(batch: SegmentBatch, from: number, to: number, firstOrdinal: number): number {
    const { frames } = this.#open;
    const { words } = (frames[0] as Frame).loop.image; // the root is always open
    const { bytes, marks, starts, flags, baseOffset } = batch;
    const shift = words[TAGS] ?? 0;
    const mask = words[TAGS + 1] ?? 0;
    const component = this.#component;
    const repetition = this.#repetition;
    const awkward = this.#awkward;
    const building = this.#building;
    let { top } = this.#open;
    let inside = frames[top] as Frame;
    let place = NO_PLACE;
    let index = from;
    for (; index < to; index++) {
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
      let at = Math.imul(tag, SPREAD) >>> shift;
      let held = words[TAGS + 2 + at] ?? 0;
      while (held !== tag && held !== 0) {
        at = (at + 1) & mask;
        held = words[TAGS + 2 + at] ?? 0;
      }
      if (held === 0) break;
      const number = words[TAGS + 3 + mask + at] ?? 0;

      // The first slot that is free and fits, from the innermost loop outwards: what placeSegment answers where nothing is wrong.
      let slot = 0;
      let depth = top;
      let frame = frames[depth] as Frame;
      search: for (; depth >= 0; depth--) {
        frame = frames[depth] as Frame;
        const candidates = words[frame.row + number] ?? 0;
        if (candidates === 0) continue;
        const element = words[candidates + CANDIDATES_ELEMENT] ?? 0;
        let list = candidates + CANDIDATES_LIST;
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
            let code = 0;
            if (end - at <= PACKED_LENGTH) for (let i = at; i < end; i++) code = (code << 8) | (bytes[i] ?? 0);
            list = lookUp(words, words[candidates + CANDIDATES_BY_CODE] ?? 0, code);
          }
          // Which of the slots take a code that none of them lists, is not asked here.
          if (list === 0) break;
        }
        const { rank, counts } = frame;
        const end = list + 1 + (words[list] ?? 0);
        for (let at = list + 1; at < end; at++) {
          const row = words[at] ?? 0;
          if ((words[row + SLOT_RANK] ?? 0) < rank) continue;
          // Told apart by different elements: each has to be asked.
          if (element === 0 && words[row + SLOT_CODES] !== 0) break search;
          if ((counts[words[row + SLOT_INDEX] ?? 0] ?? 0) >= (words[row + SLOT_MAX] ?? 0)) continue;
          // Without its LS, such a loop may be meant or not.
          const bracket = words[row + SLOT_BRACKET] ?? 0;
          if (bracket === 0 || (counts[bracket - 1] ?? 0) > 0) slot = row;
          break search;
        }
      }
      if (slot === 0 || frame.doubt !== undefined) break;
      const quick = words[slot + SLOT_QUICK] ?? 0;
      if (quick === QUICK_NOTHING || (depth < top && !this.#mayClose(words, depth, top))) break;
      const isLoop = quick > QUICK_TRAILER;
      if (isLoop && words[quick + LOOP_LEVEL] !== 0) break;
      const row = isLoop ? (words[quick + LOOP_TRIGGER] ?? 0) : slot;
      if (count >= (words[row + SEGMENT_SIZE] ?? 0)) break;
      if (isLoop && depth >= this.#depth) break;
      let object: JsonObject | undefined;
      if (building === undefined) {
        if (!passes(words, row, bytes, marks, first, count, (flag & SPLIT) !== 0, component, repetition)) break;
        if (quick === QUICK_TRAILER && frame.bracketId !== '' && frame.bracketId !== batch.element(index, 1)) break;
      } else {
        // What is kept of LS and LE is not decided here.
        if (quick === QUICK_HEADER || quick === QUICK_TRAILER) break;
        const child = frame.loop.slots[words[slot + SLOT_INDEX] ?? 0];
        const plan = child?.kind === 'loop' ? child.trigger : child;
        object = plan && building.segments.readRight(plan, batch, index);
        if (object === undefined) break;
      }

      // Nothing is wrong: from here on it counts.
      const ordinal = firstOrdinal + index - from;
      const offset = baseOffset + start;
      if (depth < top) this.#close(depth, ordinal, offset);
      const taken = words[slot + SLOT_INDEX] ?? 0;
      const occurrence = frame.counts[taken] ?? 0;
      frame.fill(frame.loop.slots[taken] as SegmentPlan, ordinal, offset);
      frame.rank = words[slot + SLOT_RANK] ?? 0;
      if (object !== undefined && !isLoop)
        building?.tree.attach(frame, frame.loop.slots[taken] as SegmentPlan, object, occurrence + 1); // the row is one of a segment
      if (isLoop) frame = this.#openLoop(frame, taken, occurrence, ordinal, offset, object);
      else if (quick !== QUICK_PLAIN) frame.bracketId = quick === QUICK_HEADER ? batch.element(index, 1) : '';
      top = isLoop ? depth + 1 : depth;
      if (words[row + SEGMENT_RULES] !== 0 || this.#units !== undefined) {
        const plan = isLoop ? frame.loop.trigger : frame.loop.slots[taken];
        this.#tell(plan as SegmentPlan, frame, batch, index, ordinal, offset); // the row is one of a segment
      }
      inside = frame;
      place = isLoop ? NO_PLACE : taken;
    }
    if (index > from)
      this.#leave(
        inside,
        place,
        firstOrdinal + index - 1 - from,
        baseOffset + (marks[starts[index - 1] ?? 0] ?? 0) + 1,
      );
    return index;
  }

  #leave({ loop }: Frame, place: number, ordinal: number, offset: number): void {
    this.last = place === NO_PLACE ? loop.trigger : (loop.slots[place] as SegmentPlan); // the row is one of a segment
    this.ordinal = ordinal;
    this.offset = offset;
  }

  /** Whether nothing is to be said of the loops inside of `depth` as they close. */
  #mayClose(words: Int32Array, depth: number, top: number): boolean {
    const { frames } = this.#open;
    for (let at = top; at > depth; at--) {
      const { loop, doubt, assumed, counts } = frames[at] as Frame; // it is open
      const { quick } = loop;
      if (quick === 0 || words[quick + LOOP_LEVEL] !== 0 || doubt !== undefined || assumed) return false;
      const required = quick + LOOP_WORDS;
      const brackets = required + 2 * (words[quick + LOOP_REQUIRED] ?? 0);
      for (let slot = required; slot < brackets; slot += 2)
        if ((counts[words[slot] ?? 0] ?? 0) < (words[slot + 1] ?? 0)) return false;
      const end = brackets + 1 + 2 * (words[brackets] ?? 0);
      for (let pair = brackets + 1; pair < end; pair += 2)
        if (counts[words[pair] ?? 0] !== counts[words[pair + 1] ?? 0]) return false;
    }
    return true;
  }

  #close(depth: number, ordinal: number, offset: number): void {
    const open = this.#open;
    for (; open.top > depth; open.top--) {
      const frame = open.frames[open.top] as Frame; // it is open
      if (frame.loop.ruleProgram !== undefined) this.#runner?.closeLoop(frame.loop, open.top, ordinal, offset, frame);
    }
  }

  #openLoop(
    parent: Frame,
    place: number,
    occurrence: number,
    ordinal: number,
    offset: number,
    object: JsonObject | undefined,
  ): Frame {
    const open = this.#open;
    const loop = parent.loop.slots[place] as LoopPlan; // the row is one of a loop
    open.top++;
    const frame = open.at(open.top, loop);
    frame.open(loop, occurrence, ordinal, offset);
    if (loop.trigger !== undefined) frame.fill(loop.trigger, ordinal, offset);
    if (object !== undefined) {
      this.#building?.tree.open(parent, frame, occurrence + 1);
      frame.object[loop.trigger?.key ?? ''] = object;
    }
    if (loop.ruleProgram !== undefined) this.#runner?.openLoop(loop, open.top, ordinal, offset);
    return frame;
  }

  // What needs the plan of a segment.
  #tell(plan: SegmentPlan, frame: Frame, batch: SegmentBatch, index: number, ordinal: number, offset: number): void {
    if (this.#units !== undefined) frame.noteUnit(this.#units, plan, batch, index);
    if (plan.image.words[plan.row + SEGMENT_RULES] !== 0)
      this.#runner?.batchSegment(plan, this.#open.top, batch, index, ordinal, offset);
  }
}
