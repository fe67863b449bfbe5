import type { JsonObject } from '../../model/json.js';
import type { LoopPlan, SegmentPlan } from '../plan/plan.js';
import type { SegmentPlace } from '../rules/rule-frame.js';
import type { Frame } from './frame.js';
import type { JsonTree } from './json-tree.js';
import type { WalkReport } from './walk-report.js';

// X12.6: LS and LE say nothing that the loops between them do not, unless their ids differ or nothing stands between.

/** Takes an LS or LE that stands beside the loops which it brackets; LS01 or LE01 is `id`. Without a tree it is only checked. */
export function readBracket(
  slot: SegmentPlan,
  frame: Frame,
  id: string,
  to: { readonly report: WalkReport; readonly tree: JsonTree | undefined; readonly object: JsonObject },
): void {
  const bracket = frame.loop.brackets.find((pair) => pair.header === slot || pair.trailer === slot);
  if (slot.tag === 'LS') reopen(frame, slot, id);
  else if (frame.bracketId !== '' && id !== frame.bracketId) {
    to.report.say('loop-identifier', { element: 1, dataElement: slot.elements[1]?.number });
  }
  if (slot.tag === 'LE') frame.bracketId = '';
  if (to.tree === undefined) return;
  const filled = slot.tag === 'LS' || bracket?.loops.some((loop) => frame.has(loop)) === true;
  const count = frame.counts[slot.index] ?? 0;
  const derivable = bracket !== undefined && slot.elements[1]?.single === id && count === 1;
  const isLate = slot === bracket?.header && frame.has(bracket.trailer);
  if (bracket !== undefined && count > 1) to.tree.keepFirst(frame, slot);
  if (!derivable || !filled || isLate) to.tree.attach(frame, slot, to.object, count);
  if (derivable && !filled && frame.has(bracket.header)) to.tree.keepFirst(frame, bracket.header);
}

// The loops of a bracket may come behind each LS, though it be one too many.
function reopen(frame: Frame, header: SegmentPlan, id: string): void {
  frame.bracketId = id;
  frame.rank = header.rank;
}

/**
 * True for a loop that comes behind the LE of its bracket: an LS is missing once more, to which the next LE belongs.
 */
export function reopenWithoutHeader(frame: Frame, { bracketedBy, rank }: LoopPlan, at: SegmentPlace): boolean {
  const bracket = frame.loop.brackets.find(({ header }) => header === bracketedBy);
  if (bracket === undefined || !frame.has(bracket.trailer)) return false;
  const { header, trailer } = bracket;
  const closed = frame.counts[trailer.index] ?? 0;
  while ((frame.counts[header.index] ?? 0) <= closed) frame.fill(header, at.ordinal, at.offset);
  frame.rank = rank;
  return true;
}

/** True when an LE closes an LS: one pair too many is one fault, which its LS has told. */
export function hasItsHeader(slot: SegmentPlan, { loop, counts }: Frame): boolean {
  const bracket = slot.tag === 'LE' ? loop.brackets.find(({ trailer }) => trailer === slot) : undefined;
  return bracket !== undefined && (counts[bracket.header.index] ?? 0) >= (counts[slot.index] ?? 0);
}

/** Judges the brackets of a loop that closes: an LS goes with an LE, both with loops between them. */
export function judgeBrackets(frame: Frame, report: WalkReport, tree: JsonTree | undefined): void {
  for (const { header, trailer, loops } of frame.loop.brackets) {
    const filled = loops.some((inner) => frame.has(inner));
    if (frame.has(trailer)) {
      if (frame.bracketId !== '' && (frame.counts[header.index] ?? 0) > (frame.counts[trailer.index] ?? 0))
        report.say('loop-trailer-missing', { segmentId: trailer.tag });
      // Where there are loops, the first of them has told it.
      if (filled || frame.has(header)) continue;
      const [segment, segmentOffset] = [frame.firstOrdinals[trailer.index], frame.firstOffsets[trailer.index]];
      report.say('loop-header-missing', { segment, segmentOffset, segmentId: header.tag });
      continue;
    }
    if (frame.has(header)) report.say('loop-trailer-missing', { segmentId: trailer.tag });
    if (tree === undefined || !(frame.has(header) || filled)) continue;
    if (!filled) tree.keepFirst(frame, header);
    tree.lack(frame, trailer);
  }
}

/** LS01 of the innermost bracket that is open at `top` or above it. */
export function bracketIdAt(frames: readonly Frame[], top: number): string {
  for (let depth = top; depth > 0; depth--) {
    const id = frames[depth]?.bracketId ?? '';
    if (id !== '') return id;
  }
  return frames[0]?.bracketId ?? '';
}
