import type { Position } from '../../model/position.js';
import type { Reason } from '../../model/reasons.js';
import type { SegmentBatch } from '../../model/segments.js';
import type { GuidePlan, Slot } from '../plan/plan.js';
import { slotsOfTag } from '../plan/slots-of-tag.js';
import type { Frame } from './frame.js';
import { accepts, discriminatorText } from './place-segment.js';

/** What is wrong with a segment that found no place. */
export interface UnplacedVerdict {
  readonly reason: Reason;
  /** Further than the segment itself, where its qualifier is at fault. */
  readonly at: Partial<Position>;
  readonly value: string;
  /** The open loop in which a slot of the tag may miss the segment; absent where the qualifier is none of the faults. */
  readonly depth?: number;
}

/**
 * Judges a segment that found no place: a qualifier that no variant accepts, not used by the guide, too
 * many of it, in the wrong place, not of this set, or not of X12.
 */
export function judgeUnplaced(
  plan: GuidePlan,
  frames: readonly Frame[],
  top: number,
  segment: { readonly batch: SegmentBatch; readonly index: number; readonly tag: number },
): UnplacedVerdict {
  const { batch, index, tag } = segment;
  const depth = depthOfVariants(frames, top, tag);
  if (depth >= 0) return { depth, ...judgeQualifier(plan, variantsOf(frames[depth], tag), batch, index) };
  const loop = frames[top]?.loop;
  const id = batch.tag(index);
  if (loop?.notUsed.has(id) === true) return verdict('segment-not-used');
  if (plan.tags.has(tag)) {
    const full = slotsOfTag(loop, tag).some((slot) => slot.kind === 'segment');
    return verdict(full ? 'segment-over-maximum' : 'segment-unexpected');
  }
  return verdict(plan.standard.knowsSegment(id) ? 'segment-not-in-set' : 'segment-unknown');
}

/**
 * True when the segment may well have its place: it stands in a loop whose kind nobody knows, and another kind of loop
 * that could be meant takes it.
 */
export function mayFitGuessed(
  frames: readonly Frame[],
  top: number,
  { batch, index, tag }: { readonly batch: SegmentBatch; readonly index: number; readonly tag: number },
): boolean {
  let depth = top;
  while (depth > 0 && frames[depth]?.doubt?.guessed !== true) depth--;
  const siblings = slotsOfTag(frames[depth - 1]?.loop, frames[depth]?.loop.trigger?.tagCode ?? 0);
  const takes = (slot: Slot): boolean => accepts(slot, batch, index);
  return siblings.some((loop) => loop.kind === 'loop' && slotsOfTag(loop, tag).some(takes));
}

function verdict(reason: Reason): UnplacedVerdict {
  return { reason, at: {}, value: '' };
}

// Several variants of the tag stand here and none accepts the qualifier: the qualifier is what is wrong.
function depthOfVariants(frames: readonly Frame[], top: number, tag: number): number {
  let depth = top;
  while (depth >= 0 && variantsOf(frames[depth], tag).length === 0) depth--;
  return depth;
}

function variantsOf(frame: Frame | undefined, tag: number): readonly Slot[] {
  const slots = slotsOfTag(frame?.loop, tag);
  return slots.filter((slot) => slot.discriminator !== undefined && slot.rank >= (frame?.rank ?? 0));
}

function judgeQualifier(
  plan: GuidePlan,
  variants: readonly Slot[],
  batch: SegmentBatch,
  index: number,
): UnplacedVerdict {
  const [first] = variants;
  const told = first?.discriminator;
  if (first === undefined || told === undefined) return verdict('segment-unexpected');
  const segment = first.kind === 'segment' ? first : first.trigger;
  const element = segment?.elements[told.element];
  const part = told.component > 0 ? element?.components[told.component] : element;
  const value = discriminatorText(batch, index, told.element, told.component);
  if (variants.some((slot) => slot.discriminator?.codes.values.has(value) === true))
    return verdict('segment-over-maximum');
  const at = { element: told.element, component: told.component || undefined, dataElement: part?.number };
  if (value === '') return { reason: 'element-mandatory-missing', at, value };
  const code = plan.standard.codeError(part?.number ?? '', value);
  return { reason: code === '7' ? 'element-code' : 'element-code-not-used', at, value };
}
