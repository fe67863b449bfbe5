import { type SegmentBatch, SegmentFlag } from '../../model/segments.js';
import type { BusinessUnits } from '../plan/business-units.js';
import { SEGMENT_RULES } from '../plan/image.js';
import type { LoopPlan, SegmentPlan } from '../plan/plan.js';
import {
  STATE_AWKWARD,
  STATE_COMPONENT,
  STATE_OFFSET,
  STATE_ORDINAL,
  STATE_PLACE,
  STATE_REPETITION,
  STATE_RESUME,
  TRIGGER,
} from '../plan/walk-state.js';
import type { RuleRunner } from '../rules/rule-runner.js';
import { SPLIT, UNUSUAL } from '../walk/pass-elements.js';
import { take } from '../walk/take.js';
import type { Tenant } from '../walk/tenant.js';
import { mayBeWide } from '../walk/wide-walk.js';
import type { Frame, OpenLoops } from './frame.js';

/** What is not looked at on bytes, or of which there may be more to say than whether its elements are right. */
const AWKWARD = UNUSUAL | SegmentFlag.truncated;
const NO_BYTE = -1;

export interface ShortWalkParts {
  readonly tenant: Tenant;
  readonly open: OpenLoops;
  readonly runner: RuleRunner | undefined;
  readonly units: BusinessUnits | undefined;
}

/** The short way through a set that is only checked: runs the hot loop (`walk/take.ts`), and does what that leaves to objects. */
export class ShortWalk {
  readonly #parts: ShortWalkParts;
  /** The slot of the last segment that was taken. */
  last: SegmentPlan | undefined;
  /** Where it stands. */
  ordinal = 0;
  offset = 0;

  constructor(parts: ShortWalkParts) {
    this.#parts = parts;
  }

  /** Sets the batch that the next segments are in; to be called again when its contents have changed. */
  window({ delimiters: { component, repetition } }: SegmentBatch): void {
    const { words } = this.#parts.tenant.state;
    words[STATE_COMPONENT] = component.charCodeAt(0);
    words[STATE_REPETITION] = repetition?.charCodeAt(0) ?? NO_BYTE;
    // Such a separator may be a part of a number.
    words[STATE_AWKWARD] = /[-.]/.test(component + (repetition ?? '')) ? AWKWARD | SPLIT : AWKWARD;
  }

  /** Takes segments `from` up to, not including, the one that is answered: `to`, or the first that is not surely right; `firstOrdinal` is that of `from`. */
  take(batch: SegmentBatch, from: number, to: number, firstOrdinal: number): number {
    const { wide, state } = this.#parts.tenant;
    const { words, reals } = state;
    const { bytes, marks, starts, flags, baseOffset } = batch;
    words[STATE_ORDINAL] = firstOrdinal - from;
    reals[STATE_OFFSET / 2] = baseOffset;
    let index = from;
    for (;;) {
      const { image } = (this.#parts.open.frames[0] as Frame).loop; // the root is always open
      const next =
        wide !== undefined && mayBeWide(to - index)
          ? wide.take(image.words, batch, index, to)
          : take(image.words, words, reals, bytes, marks, starts, flags, index, to);
      if (next > index) this.#leave(batch, next - 1, firstOrdinal + next - 1 - from);
      index = next;
      if (words[STATE_RESUME] === 0) return index;
      this.#resume(batch, index - 1);
    }
  }

  /** Lets go of the batch. */
  leave(): void {
    this.#parts.tenant.wide?.unload();
  }

  /** Frames and objects know of loops what the hot loop has done. */
  #leave(batch: SegmentBatch, index: number, ordinal: number): void {
    const { open, tenant } = this.#parts;
    for (let depth = 1; depth <= open.top; depth++) {
      const parent = open.frames[depth - 1] as Frame; // it is open
      const frame = open.at(depth, parent.loop);
      const { opened } = frame;
      if (opened !== undefined) frame.settle(parent.loop.slots[opened] as LoopPlan); // the hot loop opens nothing else
    }
    const { loop } = open.frames[open.top] as Frame; // it is open
    const place = tenant.state.words[STATE_PLACE] ?? 0;
    this.last = place === TRIGGER ? loop.trigger : (loop.slots[place] as SegmentPlan); // what it fills and does not open
    this.ordinal = ordinal;
    this.offset = batch.baseOffset + (batch.marks[batch.starts[index] ?? 0] ?? 0) + 1;
  }

  // The rules of the last segment, from the row on that numbers leave open.
  #resume(batch: SegmentBatch, index: number): void {
    const { open, tenant, runner, units } = this.#parts;
    const { last } = this;
    const row = tenant.state.words[STATE_RESUME] ?? 0;
    tenant.state.words[STATE_RESUME] = 0;
    if (last === undefined) return;
    if (units !== undefined) (open.frames[open.top] as Frame).noteUnit(units, last, batch, index); // it is open
    if (last.image.words[last.row + SEGMENT_RULES] !== 0)
      runner?.batchSegment(last, open.top, batch, index, this.ordinal, this.offset, Math.max(row, 0));
  }
}
