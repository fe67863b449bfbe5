import type { LoopPlan, Slot } from '../plan/plan.js';
import type { Target } from '../plan/rules-plan.js';
import type { SegmentPlace } from './rule-frame.js';

/** What a loop holds so far; a frame of the walk. */
export interface FilledSlots {
  placeBefore(slot: Slot, end: SegmentPlace): SegmentPlace;
}

/** The place of the slot in this very loop that the missing segment, or the loop that it opens, would have filled; else the end. */
export function missingPlace(
  target: Target,
  loop: LoopPlan | undefined,
  slots: FilledSlots | undefined,
  end: SegmentPlace,
): SegmentPlace {
  const slot = loop?.slots.find((one) => one === target.segment || (target.isLoop && one === target.loop));
  return slot === undefined || slots === undefined ? end : slots.placeBefore(slot, end);
}
