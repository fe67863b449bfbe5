import type { SegmentBatch } from '../../model/segments.js';
import type { LoopPlan, Slot } from '../plan/plan.js';
import { slotsOfTag } from '../plan/slots-of-tag.js';
import type { Frame } from './frame.js';
import { accepts, type Placement } from './place-segment.js';

// A sender may leave out HL segments, and what stands below them is still to be read: the levels are opened without.

/** Loops whose first segment is missing, the outermost first, and the open frame that holds the first of them. */
export interface MissingLoops {
  readonly depth: number;
  readonly loops: readonly LoopPlan[];
}

/** The open loops of a walk, and the codes of the levels that an HL has opened in its set so far. */
export interface LevelWalk {
  readonly frames: readonly Frame[];
  readonly top: number;
  readonly levels: ReadonlySet<string>;
}

/** The segment at hand. */
export interface SegmentAt {
  readonly tag: number;
  readonly batch: SegmentBatch;
  readonly index: number;
}

/** The loops inside a level that a segment needs to stand there; undefined where it cannot. */
type Inside = (level: LoopPlan) => readonly LoopPlan[] | undefined;

/** The levels that are missing above an HL: its code fits no loop that may open here, but one further down. */
export function missingAbove(
  { frames, top }: LevelWalk,
  found: Placement | undefined,
  batch: SegmentBatch,
  index: number,
): MissingLoops | undefined {
  if (found !== undefined && found.problem !== 'wrong-qualifier') return undefined;
  const fits = (slot: Slot): boolean => slot.discriminator !== undefined && accepts(slot, batch, index);
  for (let depth = top; depth >= 0; depth--) {
    const frame = frames[depth];
    const levels = levelsOf(frame?.loop).filter(({ rank }) => rank >= (frame?.rank ?? 0));
    const loops = chainTo(levels, (level) => (levelsOf(level).some(fits) ? [] : undefined), new Set());
    if (loops !== undefined) return { depth, loops };
  }
  return undefined;
}

/**
 * The levels that are missing around a segment: those down to the first that has a place for it, where the open loops
 * have none or a doubtful one. Only its code tells that it belongs there, and only a level that no HL has opened in
 * this set counts as missing: else the segment is astray, not its HL. So it is where it would close a loop, in a level
 * with its HL, that still lacks what must come. Where two levels could be meant, none is opened.
 */
export function missingAround(
  walk: LevelWalk,
  found: Placement | undefined,
  segment: SegmentAt,
): MissingLoops | undefined {
  const { frames, top, levels } = walk;
  const around = innermostLevel(walk);
  if (!isDoubtful(found, around, frames, segment)) return undefined;
  const inside: Inside = (level) => loopsInside(level, around !== undefined, segment);
  let missing: MissingLoops | undefined;
  for (let depth = top; depth >= 0; depth--) {
    const frame = frames[depth];
    const open = levelsOf(frame?.loop).filter((level) => frame !== undefined && mayOpen(frame, level));
    const loops = chainTo(open, inside, new Set());
    if (loops === undefined) continue;
    missing ??= { depth, loops };
    if (missing.loops.at(-1) !== loops.at(-1)) return undefined;
  }
  if (missing?.loops.some(({ hlLevel }) => levels.has(hlLevel ?? ''))) return undefined;
  if (around?.assumed === false && frames.slice((missing?.depth ?? top) + 1, top + 1).some(isIncomplete))
    return undefined;
  if (found?.problem !== 'unbracketed' || codeFits(found.slot, segment) === false) return missing;
  // Without LS it may stay in the loop at hand or begin another level that has such loops: staying would mix two patients.
  return hasLoop(missing?.loops.at(-1), frames[found.depth]?.loop.trigger?.tagCode) ? missing : undefined;
}

/**
 * The loop of an HL level that a segment shows to be missing its trigger: the next one that has to come, where nothing
 * before it is still to come and no open loop knows the tag. Elsewhere loops that must come are far apart, and a segment
 * astray is the likelier fault.
 */
export function missingTrigger({ frames, top }: LevelWalk, segment: SegmentAt): MissingLoops | undefined {
  const takes = (slot: Slot): boolean => accepts(slot, segment.batch, segment.index);
  for (let depth = top; depth >= 0; depth--) {
    const frame = frames[depth];
    if (frame === undefined || slotsOfTag(frame.loop, segment.tag).length > 0) return undefined;
    const next = frame.loop.requiredSlots.find((slot) => !frame.has(slot));
    if (!frame.loop.hlLevel || next?.kind !== 'loop' || next.rank < frame.rank || next.hlLevel !== undefined) continue;
    if (slotsOfTag(next, segment.tag).some(takes)) return { depth, loops: [next] };
  }
  return undefined;
}

function hasLoop(level: LoopPlan | undefined, tag: number | undefined): boolean {
  return level?.requiredSlots.some((slot) => slot.kind === 'loop' && slotsOfTag(slot, tag ?? 0).length > 0) === true;
}

function innermostLevel({ frames, top }: LevelWalk): Frame | undefined {
  for (let depth = top; depth > 0; depth--) if (frames[depth]?.loop.hlLevel !== undefined) return frames[depth];
  return undefined;
}

// Inside a level without HL even a good place is in doubt if the code is not that of its slot.
function isDoubtful(
  found: Placement | undefined,
  around: Frame | undefined,
  frames: readonly Frame[],
  segment: SegmentAt,
): boolean {
  if (found === undefined) return true;
  if (around === undefined) return false;
  const { slot, depth, problem } = found;
  if (problem === 'unbracketed') return true;
  const misfit = codeFits(slot, segment) === false;
  if (around.assumed) return misfit || (problem === 'over-maximum' && frames[depth] === around && slot.kind === 'loop');
  return misfit && problem === 'over-maximum';
}

function isIncomplete(frame: Frame): boolean {
  return frame.loop.requiredSlots.some((slot) => slot.rank >= frame.rank && !frame.has(slot));
}

function mayOpen(frame: Frame, level: LoopPlan): boolean {
  return level.rank >= frame.rank && (frame.counts[level.index] ?? 0) < level.max;
}

// The segment begins a loop of the level, or a loop inside one that the level cannot do without; other segments of the
// level count below a level that is open, for before the first they are just as well astray.
function loopsInside(level: LoopPlan, below: boolean, segment: SegmentAt): readonly LoopPlan[] | undefined {
  const begins = (slot: Slot): boolean => (slot.kind === 'loop' || below) && codeFits(slot, segment) === true;
  if (slotsOfTag(level, segment.tag).some(begins)) return [];
  for (const slot of level.requiredSlots) {
    if (slot.kind === 'segment' || slot.hlLevel !== undefined) continue;
    const inner = slotsOfTag(slot, segment.tag);
    if (inner.some((loop) => loop.kind === 'loop' && codeFits(loop, segment) === true)) return [slot];
  }
  return undefined;
}

/** Whether the segment has a code of the slot; undefined where the slot has none that could tell. */
function codeFits(slot: Slot, { batch, index }: SegmentAt): boolean | undefined {
  if (slot.discriminator !== undefined) return accepts(slot, batch, index);
  const first = (slot.kind === 'loop' ? slot.trigger : slot)?.elements[1];
  return first?.codes?.values.has(batch.element(index, 1));
}

// The shortest way down; loops of one body are the same, so that a loop inside itself is entered once.
function chainTo(
  levels: readonly LoopPlan[],
  inside: Inside,
  seen: Set<LoopPlan['slots']>,
): readonly LoopPlan[] | undefined {
  for (const level of levels) {
    const loops = inside(level);
    if (loops !== undefined) return [level, ...loops];
  }
  for (const level of levels) {
    if (seen.has(level.slots)) continue;
    const further = chainTo(levelsOf(level), inside, seen.add(level.slots));
    if (further !== undefined) return [level, ...further];
  }
  return undefined;
}

function levelsOf(loop: LoopPlan | undefined): readonly LoopPlan[] {
  return (loop?.slots ?? []).filter((slot): slot is LoopPlan => slot.kind === 'loop' && Boolean(slot.hlLevel));
}
