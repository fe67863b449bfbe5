import type { Position } from '../model/position.js';
import type { Reason } from '../model/reasons.js';
import type { SegmentBatch } from '../model/segments.js';
import type { Frame } from './frame.js';
import type { GuidePlan, Slot } from './plan.js';

/** What is wrong with a segment that found no place. */
export interface UnplacedVerdict {
  readonly reason: Reason;
  /** Further than the segment itself, where its qualifier is at fault. */
  readonly at: Partial<Position>;
  readonly value: string;
}

/**
 * Judges a segment that found no place (DECISIONS A4): a qualifier that no variant accepts, not used by the guide, too
 * many of it, in the wrong place, not of this set, or not of X12.
 */
export function judgeUnplaced(
  plan: GuidePlan,
  frames: readonly Frame[],
  top: number,
  segment: { readonly batch: SegmentBatch; readonly index: number; readonly tag: number },
): UnplacedVerdict {
  const { batch, index, tag } = segment;
  const variants = variantsOf(frames, top, tag);
  if (variants !== undefined) return judgeQualifier(plan, variants, batch, index);
  const loop = frames[top]?.loop;
  const id = batch.tag(index);
  if (loop?.notUsed.has(id) === true) return verdict('segment-not-used');
  if (plan.tags.has(tag)) {
    const full = loop?.byTag.get(tag)?.slots.some((slot) => slot.kind === 'segment') === true;
    return verdict(full ? 'segment-over-maximum' : 'segment-unexpected');
  }
  return verdict(plan.standard.knowsSegment(id) ? 'segment-not-in-set' : 'segment-unknown');
}

function verdict(reason: Reason): UnplacedVerdict {
  return { reason, at: {}, value: '' };
}

// Several variants of the tag stand here and none accepts the qualifier: the qualifier is what is wrong.
function variantsOf(frames: readonly Frame[], top: number, tag: number): readonly Slot[] | undefined {
  for (let depth = top; depth >= 0; depth--) {
    const frame = frames[depth];
    const slots = frame?.loop.byTag
      .get(tag)
      ?.slots.filter((slot) => slot.discriminator !== undefined && slot.rank >= frame.rank);
    if (slots !== undefined && slots.length > 0) return slots;
  }
  return undefined;
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
  const text = batch.element(index, told.element);
  const value = told.component > 0 ? (text.split(batch.delimiters.component)[told.component - 1] ?? '') : text;
  if (variants.some((slot) => slot.discriminator?.codes.values.has(value) === true))
    return verdict('segment-over-maximum');
  const at = { element: told.element, component: told.component || undefined, dataElement: part?.number };
  if (value === '') return { reason: 'element-mandatory-missing', at, value };
  const code = plan.standard.codeError(part?.number ?? '', value);
  return { reason: code === '7' ? 'element-code' : 'element-code-not-used', at, value };
}
