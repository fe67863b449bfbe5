import type { SegmentBatch } from '../../model/segments.js';
import type { BusinessUnits } from '../plan/business-units.js';
import { type GuideImage, SEGMENT_RULES } from '../plan/image.js';
import type { LoopPlan, SegmentPlan, Slot } from '../plan/plan.js';
import {
  STATE_OFFSET,
  STATE_ORDINAL,
  STATE_PLACE,
  STATE_RESUME,
  STATE_TAPES,
  TAPE_DEPTH,
  TAPE_SLOT,
  TAPE_WORDS,
  TAPES_BUILD,
  TAPES_COMPARE,
  TRIGGER,
} from '../plan/walk-state.js';
import type { RuleRunner } from '../rules/rule-runner.js';
import { take } from '../walk/take.js';
import type { Tenant } from '../walk/tenant.js';
import { mayBeWide } from '../walk/wide-walk.js';
import type { Frame } from './frame.js';
import { closeRightLevel, keepOfLevel } from './hierarchy.js';
import type { JsonTree } from './json-tree.js';
import type { SegmentReader } from './read-segment.js';

export interface ShortWalkParts {
  readonly runner: RuleRunner | undefined;
  readonly units: BusinessUnits | undefined;
  /** Where something is made of the set; undefined where it is only checked. */
  readonly building: Building | undefined;
}

interface Building {
  readonly segments: SegmentReader;
  readonly tree: JsonTree;
}

/** The open loops of the walk, outermost first; what stands behind `top` is left from earlier ones. */
export interface OpenLoops {
  readonly frames: Frame[];
  top: number;
  /** The frame of a depth, which is made where there is none yet. */
  at(depth: number, loop: LoopPlan): Frame;
  /** Hangs the JSON of the `count`th of a loop, which has opened, below that of its parent. */
  hang(frame: Frame, parent: Frame, count: number): void;
  /** The JSON of the loop at `depth` is whole: the segment of that ordinal closes it. */
  built(frame: Frame, depth: number, ordinal: number): void;
}

/** Where segments are meant to stand, by index of their batch, as words of the tape; and whether all did. */
export interface WantedPlaces {
  readonly places: Int32Array;
  areMet: boolean;
}

/** The short way through a set: runs the hot loop (`walk/take.ts`), and does what that leaves to objects. */
export class ShortWalk {
  readonly #tenant: Tenant;
  readonly #open: OpenLoops;
  readonly #parts: ShortWalkParts;
  #tape = new Int32Array(0);
  /** Where the segments of the batch are meant to stand, where somebody asks. */
  wanted: WantedPlaces | undefined;
  /** The slot of the last segment that was taken. */
  last: SegmentPlan | undefined;
  /** Where it stands. */
  ordinal = 0;
  offset = 0;

  constructor(tenant: Tenant, open: OpenLoops, parts: ShortWalkParts) {
    this.#tenant = tenant;
    this.#open = open;
    this.#parts = parts;
  }

  /** Takes segments `from` up to, not including, the one that is answered: `to`, or the first that is not surely right; `firstOrdinal` is that of `from`. */
  take(batch: SegmentBatch, from: number, to: number, firstOrdinal: number): number {
    const open = this.#open;
    const { state, wide: memory } = this.#tenant;
    const { words, reals } = state;
    const { image } = (open.frames[0] as Frame).loop; // the root is always open
    const compared = this.wanted === undefined ? 0 : TAPES_COMPARE;
    words[STATE_TAPES] = this.#parts.building === undefined ? compared : TAPES_BUILD;
    words[STATE_ORDINAL] = firstOrdinal - from;
    reals[STATE_OFFSET / 2] = batch.baseOffset;
    let index = from;
    while (index < to) {
      const { top } = open;
      const wide = mayBeWide(to - index) ? memory : undefined;
      const until = wide?.load(image.words, batch, index, to) ?? index;
      const isWide = wide !== undefined && until > index;
      const next = isWide ? wide.take(batch, index, until) : this.#narrow(image, batch, index, to);
      if (next === index) return index;
      this.#leave(batch, index, next, top, isWide ? wide.tape : this.#tape);
      this.ordinal = firstOrdinal + next - 1 - from;
      index = next;
      if (words[STATE_RESUME] !== 0) this.#resume(batch, index - 1);
      else if (!isWide || index < until) return index;
    }
    return index;
  }

  #narrow({ words: image }: GuideImage, batch: SegmentBatch, from: number, to: number): number {
    const { bytes, marks, starts, flags } = batch;
    const { words, reals } = this.#tenant.state;
    const room = TAPE_WORDS * (to - from);
    if (words[STATE_TAPES] !== 0 && this.#tape.length < room) this.#tape = new Int32Array(room);
    return take(image, words, reals, bytes, marks, starts, flags, this.#tape, from, to);
  }

  /** Lets go of the batch. */
  leave(): void {
    this.#tenant.wide?.unload();
  }

  /** Frames and objects know of segments `from` up to `to`, before which the loop at `top` was open, what the hot loop has done. */
  #leave(batch: SegmentBatch, from: number, to: number, top: number, tape: Int32Array): void {
    const open = this.#open;
    const { building } = this.#parts;
    if (this.wanted !== undefined) this.#compare(this.wanted, from, to, tape);
    if (building === undefined) this.#settle();
    else this.#build(building, batch, from, to, top, tape);
    const { loop } = open.frames[open.top] as Frame; // it is open
    const place = this.#tenant.state.words[STATE_PLACE] ?? 0;
    this.last = place === TRIGGER ? loop.trigger : (loop.slots[place] as SegmentPlan); // what it fills and does not open
    this.offset = startOf(batch, to - 1);
  }

  #compare(wanted: WantedPlaces, from: number, to: number, tape: Int32Array): void {
    const { places } = wanted;
    for (let index = from; index < to; index++)
      if (places[index] !== tape[TAPE_WORDS * (index - from)]) wanted.areMet = false;
  }

  #settle(): void {
    const open = this.#open;
    for (let depth = 1; depth <= open.top; depth++) {
      const parent = open.frames[depth - 1] as Frame; // it is open
      const frame = open.at(depth, parent.loop);
      const { opened } = frame;
      if (opened !== undefined) frame.settle(parent.loop.slots[opened] as LoopPlan); // the hot loop opens nothing else
    }
  }

  // Objects, or text, of segments in whose places and elements nothing is wrong.
  #build(
    { segments, tree }: Building,
    batch: SegmentBatch,
    from: number,
    to: number,
    before: number,
    tape: Int32Array,
  ): void {
    const open = this.#open;
    const { isText } = tree;
    const zero = this.#tenant.state.words[STATE_ORDINAL] ?? 0;
    let top = before;
    for (let index = from; index < to; index++) {
      const word = tape[TAPE_WORDS * (index - from)] ?? 0;
      const count = (tape[TAPE_WORDS * (index - from) + 1] ?? 0) + 1;
      const depth = word >> TAPE_DEPTH;
      for (; top > depth; top--) this.#close(top, zero + index, tree);
      const frame = open.frames[depth] as Frame; // it is open
      const slot = frame.loop.slots[word & TAPE_SLOT] as Slot; // as the hot loop has found it
      if (slot.kind === 'loop') {
        top = depth + 1;
        const inner = open.at(top, slot);
        inner.settle(slot);
        inner.built.occurrence = count - 1;
        inner.built.ordinal = zero + index;
        inner.built.offset = startOf(batch, index);
        open.hang(inner, frame, count);
        const trigger = slot.trigger as SegmentPlan; // what opens it
        if (slot.hlLevel !== undefined) {
          keepOfLevel(inner, segments.readRight(trigger, batch, index));
          tree.openLevel(inner);
        } else if (isText && tree.writes(inner, trigger, 1)) segments.writeRight(trigger, batch, index);
        else inner.object[trigger.key] = segments.readRight(trigger, batch, index);
      } else if (frame.loop.brackets.length > 0 && isOfBracket(frame.loop, slot)) {
        // LS and LE with the only code that they may have follow from the loops between them.
        if (slot.elements[1]?.single !== batch.element(index, 1))
          tree.attach(frame, slot, segments.readRight(slot, batch, index), count);
      } else if (isText && tree.writes(frame, slot, count)) segments.writeRight(slot, batch, index);
      else tree.hang(frame, slot, segments.readRight(slot, batch, index), count);
    }
  }

  #close(depth: number, ordinal: number, tree: JsonTree): void {
    const frame = this.#open.frames[depth] as Frame; // it is open
    if (frame.loop.hlLevel !== undefined) {
      const before = frame.object[frame.loop.trigger?.key ?? ''];
      closeRightLevel(frame);
      tree.closeLevel(frame, before);
    }
    this.#open.built(frame, depth, ordinal);
  }

  // The rules of the last segment, from the row on that numbers leave open.
  #resume(batch: SegmentBatch, index: number): void {
    const open = this.#open;
    const { runner, units } = this.#parts;
    const { last } = this;
    const { words } = this.#tenant.state;
    const row = words[STATE_RESUME] ?? 0;
    words[STATE_RESUME] = 0;
    if (last === undefined) return;
    if (units !== undefined) (open.frames[open.top] as Frame).noteUnit(units, last, batch, index); // it is open
    if (last.image.words[last.row + SEGMENT_RULES] !== 0)
      runner?.batchSegment(last, open.top, batch, index, this.ordinal, this.offset, Math.max(row, 0));
  }
}

function isOfBracket({ brackets }: LoopPlan, slot: SegmentPlan): boolean {
  return brackets.some(({ header, trailer }) => slot === header || slot === trailer);
}

/** Bytes before a segment. */
function startOf({ baseOffset, marks, starts }: SegmentBatch, index: number): number {
  return baseOffset + (marks[starts[index] ?? 0] ?? 0) + 1;
}
