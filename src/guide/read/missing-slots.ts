import type { Finding } from '../../model/finding.js';
import type { Position } from '../../model/position.js';
import type { SegmentBatch } from '../../model/segments.js';
import type { SegmentPlan, Slot } from '../plan/plan.js';
import type { Frame } from './frame.js';
import { accepts } from './place-segment.js';
import type { WalkReport } from './walk-report.js';

// The standard has no rule for the place of what is missing (RFI 41); ours is where it would have stood: the place of
// the first segment behind it.

/** The finding that a slot of a frame, which closes, was not filled often enough. */
export function missingIn(frame: Frame, slot: Slot, report: WalkReport): Finding {
  const { ordinal: segment, offset: segmentOffset } = frame.placeBefore(slot, report);
  const loopId = slot.kind === 'loop' ? slot.loopId : frame.loop.loopId;
  return missingAt(slot, { segment, segmentOffset, loopId }, report);
}

/** Without `loopId`, it is missing in the loop that the walk is in. */
type MissingPlace = Required<Pick<Position, 'segment' | 'segmentOffset'>> & Pick<Position, 'loopId'>;

/** The finding that a segment, or a loop, is missing at a place. */
export function missingAt(slot: Slot, at: MissingPlace, report: WalkReport): Finding {
  const { segment, segmentOffset } = at;
  const isLoop = slot.kind === 'loop';
  const segmentId = isLoop ? slot.trigger?.tag : slot.tag;
  const unused = isLoop ? 'loop-under-minimum' : 'segment-under-minimum';
  const place =
    'loopId' in at ? { segment, segmentOffset, segmentId, loopId: at.loopId } : { segment, segmentOffset, segmentId };
  return report.found(slot.mandatory ? 'segment-mandatory-missing' : unused, place);
}

/** A segment of that tag came with a qualifier that fits no slot of the frame. */
export function noteAstray(frame: Frame, tagCode: number): void {
  const { astray } = frame.doubted();
  astray.set(tagCode, (astray.get(tagCode) ?? 0) + 1);
}

/** One finding for one fault: a segment with an unknown qualifier is what the slot of its tag seems to miss. */
export function isAstray({ doubt }: Frame, { discriminator, tagCode }: SegmentPlan): boolean {
  const left = discriminator === undefined ? 0 : (doubt?.astray.get(tagCode) ?? 0);
  if (left > 0) doubt?.astray.set(tagCode, left - 1);
  return left > 0;
}

/** Segments that a loop missed when the loop behind it began: while that has no loop in it, they may come there. */
export class AwaitedSegments {
  #awaited: { readonly slot: SegmentPlan; readonly missing: Finding }[] = [];

  get isEmpty(): boolean {
    return this.#awaited.length === 0;
  }

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
    if (this.#awaited.length > 0) this.#awaited = [];
  }
}
