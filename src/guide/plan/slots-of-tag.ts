import { CANDIDATES_LIST, lookUp, SLOT_INDEX, TAGS } from './image.js';
import type { LoopPlan, Slot } from './plan.js';

const NONE: readonly Slot[] = [];

/** The slots of a loop that take a tag, in rank order; for a loop its trigger has it. The trigger of the loop itself is left out. */
export function slotsOfTag(loop: LoopPlan | undefined, tag: number): readonly Slot[] {
  if (loop === undefined) return NONE;
  const { slots, image, row } = loop;
  const { words } = image;
  const at = words[row + lookUp(words, TAGS, tag)] ?? 0;
  if (at === 0) return NONE;
  const list = at + CANDIDATES_LIST;
  const found: Slot[] = [];
  for (let next = list + 1; next <= list + (words[list] ?? 0); next++)
    found.push(slots[words[(words[next] ?? 0) + SLOT_INDEX] ?? 0] as Slot); // rows have the index of their slot
  return found;
}
