import type { JsonObject } from '../../model/json.js';
import type { Reason } from '../../model/reasons.js';
import { type SegmentBatch, SegmentFlag, tagCode } from '../../model/segments.js';
import type { LoopPlan, Slot } from '../plan/plan.js';
import { slotsOfTag } from '../plan/slots-of-tag.js';
import type { Frame } from './frame.js';
import type { Placement } from './place-segment.js';

/** Tag code of HL. */
export const HL = tagCode('HL');

type ReportLevel = (reason: Reason, element: number) => void;

/** HL01 and HL02 as received, and what nesting expects. */
export interface LevelIds {
  readonly id: string;
  readonly parentId: string;
  /** HL04 as received. */
  readonly child: string;
  readonly elements: number;
  /** HL01 is the ordinal of this HL in the set, as in a clean file. */
  readonly counts: boolean;
  /** It is so although no HL is missing, so that writing gives the same. */
  readonly derivable: boolean;
  /** HL01 was there before. */
  readonly duplicate: boolean;
  /** HL02 names an HL that is open no more: right where levels have no codes, for then only HL02 tells what belongs where. */
  readonly adopted: boolean;
}

/**
 * Where an HL goes in a set without level codes: below the open HL that its HL02 names; without HL02 at
 * the top; with an HL02 that no open HL has, beside the last one. Undefined when levels tell by themselves.
 */
export function placeLevel(
  frames: readonly Frame[],
  top: number,
  batch: SegmentBatch,
  index: number,
): Placement | undefined {
  const last = deepest(frames, top, (frame) => frame.loop.hlLevel === '');
  const first = last < 0 ? undefined : deepest(frames, 0, (frame) => recursiveChild(frame.loop) !== undefined);
  if (first === undefined) return undefined;
  const parentId = idAt(batch, index, 2);
  const named =
    parentId === '' ? first : deepest(frames, top, (frame) => frame.loop.hlLevel === '' && frame.hlId === parentId);
  const depth = named >= 0 ? named : last - 1;
  const slot = recursiveChild(frames[depth]?.loop);
  return slot === undefined ? undefined : { slot, depth, problem: 'none' };
}

/**
 * Makes an opened frame stand for a loop whose first segment is missing. An empty list in place of the HL says so to
 * writing, which else would add one. `id` is its HL01 where the level below told it; else the first HL below will.
 */
export function assumeLoop(frame: Frame, parent: Frame | undefined, id: string): void {
  frame.assumed = true;
  frame.hlId = id;
  if (frame.loop.hlLevel !== undefined && parent !== undefined) parent.hlChildren++;
  frame.object[frame.loop.trigger?.key ?? ''] = [];
}

/** Checks HL01 and HL02 as an HL loop opens, and keeps the HL object where nesting would not give it back. */
export function openLevel(
  frame: Frame,
  parent: Frame | undefined,
  ids: LevelIds,
  object: JsonObject | undefined,
  report: ReportLevel,
): void {
  const asCounted = ids.counts;
  if (parent?.assumed === true && parent.hlId === '') parent.hlId = ids.parentId;
  const asNested = ids.parentId === (parent?.hlId ?? '');
  const parentElement = frame.loop.trigger?.elements[2];
  // That an id which must stand there is missing is told where elements are checked.
  if (ids.duplicate) report('hl-id-duplicate', 1);
  else if (!asCounted && ids.id !== '') report('hl-id', 1);
  // Where the guide does not use HL02 at all, that it stands there is the fault.
  const told = ids.parentId === '' ? parentElement?.required : parentElement?.notUsed;
  if (!asNested && !ids.adopted && told !== true) report('hl-parent', 2);
  frame.hlId = ids.id;
  frame.hlChild = ids.child;
  if (parent !== undefined) parent.hlChildren++;
  if (object === undefined) return;
  frame.hl = object;
  const key = frame.loop.trigger?.key ?? '';
  const asWritten = ids.derivable && (parent?.assumed === true ? ids.parentId === '' : asNested);
  if (!asWritten || !isOfLevel(frame.loop, object, ids.elements)) {
    frame.object[key] = object;
    frame.hlKept = true;
  } else if (frame.loop.hlLevel === '') {
    // A recursive level cannot be told from nesting: HL03 stays.
    const level = frame.loop.trigger?.elements[3]?.key ?? '';
    const code = object[level];
    frame.object[key] = code === undefined ? {} : { [level]: code };
  }
}

// An HL03 that the level has not, or elements behind HL04: nesting gives neither.
function isOfLevel({ hlLevel, trigger }: LoopPlan, object: JsonObject, elements: number): boolean {
  if (hlLevel !== '' && object[trigger?.elements[3]?.key ?? ''] !== hlLevel) return false;
  return elements <= 4 || Object.keys(object).every((key) => /_0[1-4]$/.test(key));
}

/** An element of an HL without the separators at its end, which say nothing and are reported as such. */
export function idAt(batch: SegmentBatch, index: number, element: number): string {
  const text = batch.element(index, element);
  if (((batch.flags[index] ?? 0) & (SegmentFlag.component | SegmentFlag.repetition)) === 0) return text;
  const { component, repetition } = batch.delimiters;
  let end = text.length;
  while (end > 0 && (text[end - 1] === component || text[end - 1] === repetition)) end--;
  return text.slice(0, end);
}

/** Checks HL04 as the HL loop closes: only now the children are known. */
export function closeLevel(frame: Frame, report: ReportLevel): void {
  const element = frame.loop.trigger?.elements[4];
  const nested = frame.hlChildren > 0 ? '1' : '0';
  // A code that the element has not is told where elements are checked.
  const isCode = frame.hlChild !== '' && element?.codes?.values.has(frame.hlChild) !== false;
  if (isCode && frame.hlChild !== nested) report('hl-child-code', 4);
  if (frame.hl === undefined || frame.hlKept || frame.hlChild === (element?.required === true ? nested : '')) return;
  frame.object[frame.loop.trigger?.key ?? ''] = frame.hl;
}

/** Keeps the HL of a level with whose ids nothing is wrong, as {@link openLevel} does. */
export function keepOfLevel(frame: Frame, object: JsonObject): void {
  frame.hl = object;
  if (isOfLevel(frame.loop, object, 4)) return;
  frame.object[frame.loop.trigger?.key ?? ''] = object;
  frame.hlKept = true;
}

/** As {@link closeLevel} does, where HL04 is what the children say, if it is there: nesting gives back one that has to be. */
export function closeRightLevel(frame: Frame): void {
  const element = frame.loop.trigger?.elements[4];
  if (frame.hl === undefined || frame.hlKept || element === undefined) return;
  if (element.required === element.key in frame.hl) return;
  frame.object[frame.loop.trigger?.key ?? ''] = frame.hl;
}

function recursiveChild(loop: LoopPlan | undefined): Slot | undefined {
  return slotsOfTag(loop, HL).find((slot) => slot.kind === 'loop' && slot.hlLevel === '');
}

function deepest(frames: readonly Frame[], top: number, fits: (frame: Frame) => boolean): number {
  for (let depth = top; depth >= 0; depth--) {
    const frame = frames[depth];
    if (frame !== undefined && fits(frame)) return depth;
  }
  return -1;
}
