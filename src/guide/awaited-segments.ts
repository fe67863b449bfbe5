import type { Finding } from '../model/finding.js';
import type { SegmentBatch } from '../model/segments.js';
import { accepts } from './place-segment.js';
import type { SegmentPlan } from './plan.js';

/** Segments that a loop missed when the loop behind it began: while that has no loop in it, they may come there. */
export class AwaitedSegments {
  #awaited: { readonly slot: SegmentPlan; readonly missing: Finding }[] = [];

  /** Keeps back that a segment is missing. */
  await(slot: SegmentPlan, missing: Finding): void {
    this.#awaited.push({ slot, missing });
  }

  /** True when the segment is one of them, which then is missing no longer. */
  take(tag: number, batch: SegmentBatch, index: number): boolean {
    const at = this.#awaited.findIndex(({ slot }) => slot.tagCode === tag && accepts(slot, batch, index));
    if (at >= 0) this.#awaited.splice(at, 1);
    return at >= 0;
  }

  /** Says what did not come. */
  end(onFinding: (found: Finding) => void): void {
    const awaited = this.#awaited;
    if (awaited.length === 0) return;
    this.#awaited = [];
    for (const { missing } of awaited) onFinding(missing);
  }

  forget(): void {
    this.#awaited = [];
  }
}
