import { binaryLengthAt } from '../../model/position.js';
import { type SegmentBatch, SegmentFlag } from '../../model/segments.js';
import { Kind, type SegmentPlan } from '../plan/plan.js';

/**
 * True when there are other octets than the element before them declares. Where that element is missing or no number, and the guide
 * says what it must be, the check of elements tells so, and there is nothing to compare with.
 */
export function hasWrongOctets(batch: SegmentBatch, index: number, segment: SegmentPlan | undefined): boolean {
  if (((batch.flags[index] ?? 0) & SegmentFlag.binaryLength) === 0) return false;
  const { element } = binaryLengthAt(batch.tag(index));
  const { component, repetition } = batch.delimiters;
  const length = batch.element(index, element);
  const plan = segment?.elements[element];
  if (length === '') return plan?.required !== true;
  // Surplus components and repetitions are told as such: of the number that is left nobody says that it is wrong.
  const isSplit = length.includes(component) || (repetition !== undefined && length.includes(repetition));
  return isSplit || plan?.kind !== Kind.integer || /^-?[0-9]+$/.test(length);
}
