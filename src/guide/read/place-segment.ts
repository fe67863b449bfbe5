import { type SegmentBatch, SegmentFlag, tagCode } from '../../model/segments.js';
import { PACKED_LENGTH, packBytes } from '../plan/code-table.js';
import {
  CANDIDATES_BY_CODE,
  CANDIDATES_COMPONENT,
  CANDIDATES_ELEMENT,
  CANDIDATES_LIST,
  lookUp,
  SLOT_BRACKET,
  SLOT_CODES,
  SLOT_INDEX,
  SLOT_MAX,
  SLOT_RANK,
  TAGS,
} from '../plan/image.js';
import type { SegmentPlan, Slot } from '../plan/plan.js';
import { slotsOfTag } from '../plan/slots-of-tag.js';
import type { Frame } from './frame.js';

/** Where a segment goes: a slot of an open frame, and what is wrong about that. */
export interface Placement {
  slot: Slot;
  /** Index of the frame that holds the slot. */
  depth: number;
  /** Unbracketed: the LS that tells the loop from others is not there. Late: loops behind it stay open. */
  problem: 'none' | 'unbracketed' | 'over-maximum' | 'out-of-sequence' | 'late' | 'wrong-qualifier';
}

const HL = tagCode('HL');
const SPLIT = SegmentFlag.component | SegmentFlag.repetition;

const place: Placement = { slot: undefined as unknown as Slot, depth: 0, problem: 'none' }; // reused: filled before every use

/**
 * Finds the slot of a segment (X12.6): the remaining slots and child loops of the innermost open
 * loop, then outwards, a repeat of a loop being a slot of its parent. First exact match wins; then one whose only fault
 * is its maximum (of LS and LE, and what stands between them, the nearest bracket), then one further back in the same loop or its
 * parent, or one that must be filled further out, then a loop whose qualifier alone is unknown.
 * The answer is reused by the next call.
 */
export function placeSegment(
  frames: readonly Frame[],
  top: number,
  tag: number,
  batch: SegmentBatch,
  index: number,
): Placement | undefined {
  let full: Slot | undefined;
  let fullDepth = 0;
  let open: Slot | undefined;
  let openDepth = 0;
  const { words } = (frames[0] as Frame).loop.image; // the root is always open
  const number = lookUp(words, TAGS, tag);
  if (number === 0) return undefined;
  for (let depth = top; depth >= 0; depth--) {
    const frame = frames[depth];
    if (frame === undefined) continue;
    const candidates = words[frame.row + number] ?? 0;
    if (candidates === 0) continue;
    const told = listByCode(words, candidates, batch, index);
    const list = told === 0 ? candidates + CANDIDATES_LIST : told;
    const { rank, counts, loop } = frame;
    const end = list + 1 + (words[list] ?? 0);
    for (let at = list + 1; at < end; at++) {
      const row = words[at] ?? 0;
      if ((words[row + SLOT_RANK] ?? 0) < rank) continue;
      const slot = loop.slots[words[row + SLOT_INDEX] ?? 0];
      if (slot === undefined) continue;
      if (told === 0 && words[row + SLOT_CODES] !== 0 && !accepts(slot, batch, index)) continue;
      if ((counts[words[row + SLOT_INDEX] ?? 0] ?? 0) < (words[row + SLOT_MAX] ?? 0)) {
        const bracket = words[row + SLOT_BRACKET] ?? 0;
        if (bracket === 0 || (counts[bracket - 1] ?? 0) > 0) return answer(slot, depth, 'none');
        // LS tells these loops from others that begin alike: without it, whatever else fits goes first.
        open ??= slot;
        if (open === slot) openDepth = depth;
        continue;
      }
      if (full === undefined) {
        full = slot;
        fullDepth = depth;
      }
    }
  }
  if (open !== undefined) return answer(open, openDepth, 'unbracketed');
  const again = inBracket(frames, top, tag, batch, index);
  if (again !== undefined) return again;
  if (full !== undefined) return answer(full, fullDepth, 'over-maximum');
  return (
    backwards(frames, top, tag, batch, index) ??
    late(frames, top, tag, batch, index) ??
    unqualified(frames, top, tag, batch, index)
  );
}

// A bracket that comes again in the loop that has it, or goes on behind its LE: a full slot further out is farther fetched.
function inBracket(
  frames: readonly Frame[],
  top: number,
  tag: number,
  batch: SegmentBatch,
  index: number,
): Placement | undefined {
  for (let depth = top; depth >= 0; depth--) {
    const frame = frames[depth];
    for (const { header, trailer, loops } of frame?.loop.brackets ?? []) {
      if (frame === undefined || frame.rank > trailer.rank) continue;
      if (header.tagCode === tag && frame.has(header)) return answer(header, depth, 'over-maximum');
      if (!frame.has(trailer)) continue;
      for (const loop of loops) {
        if (loop.trigger?.tagCode !== tag || !accepts(loop, batch, index)) continue;
        if ((frame.counts[loop.index] ?? 0) < loop.max) return answer(loop, depth, 'unbracketed');
      }
    }
  }
  return undefined;
}

// Out of order, but inside the loop it belongs to: bound there. A loop may also follow a sibling it should precede.
function backwards(
  frames: readonly Frame[],
  top: number,
  tag: number,
  batch: SegmentBatch,
  index: number,
): Placement | undefined {
  for (let depth = top; depth >= Math.max(0, top - 1); depth--) {
    const frame = frames[depth];
    for (const slot of slotsOfTag(frame?.loop, tag)) {
      if (depth < top && slot.kind === 'segment') continue;
      if (accepts(slot, batch, index) && (frame?.counts[slot.index] ?? 0) < slot.max)
        return answer(slot, depth, 'out-of-sequence');
    }
  }
  return undefined;
}

// A loop further out went on without a segment that it must have: this is the one. Where a loop further in knows the tag,
// the qualifier has to say so.
function late(
  frames: readonly Frame[],
  top: number,
  tag: number,
  batch: SegmentBatch,
  index: number,
): Placement | undefined {
  let isKnown = false;
  for (let depth = top; depth >= 0; depth--) {
    const frame = frames[depth];
    const slots = slotsOfTag(frame?.loop, tag);
    for (const slot of depth < top ? slots : []) {
      if (slot.kind === 'loop' || !slot.required || slot.tag === 'LE' || frame?.has(slot) !== false) continue;
      if ((slot.discriminator !== undefined || !isKnown) && accepts(slot, batch, index))
        return answer(slot, depth, 'late');
    }
    // Of a loop of unknown kind nobody knows what may stand in it.
    if (frame?.assumed === true || frame?.doubt?.guessed === true) return undefined;
    isKnown ||= slots.length > 0;
  }
  return undefined;
}

// An unknown qualifier must not scatter the segments behind it: the nearest loop of that tag takes them, of several the
// one that has to come or whose other elements fit best. A lone segment slot takes its segment too; among several
// variants none is more right than another.
function unqualified(
  frames: readonly Frame[],
  top: number,
  tag: number,
  batch: SegmentBatch,
  index: number,
): Placement | undefined {
  for (let depth = tag === HL ? parentOf(frames, top, batch, index) : top; depth >= 0; depth--) {
    const frame = frames[depth];
    const slots = slotsOfTag(frame?.loop, tag);
    if (frame === undefined || slots.length === 0) continue;
    let best: Slot | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const slot of slots) {
      const count = frame.counts[slot.index] ?? 0;
      if ((slot.kind === 'segment' && slots.length > 1) || slot.rank < frame.rank || count >= slot.max) continue;
      const misfits = slot.kind === 'segment' || count < slot.min ? -1 : misfitsOf(slot.trigger, batch, index);
      if (misfits >= least) continue;
      best = slot;
      least = misfits;
    }
    if (best !== undefined) return answer(best, depth, 'wrong-qualifier');
  }
  return undefined;
}

// Of an HL without a level that the guide knows, HL02 still says below which one it stands.
function parentOf(frames: readonly Frame[], top: number, batch: SegmentBatch, index: number): number {
  const id = batch.element(index, 2);
  for (let depth = id === '' ? -1 : top; depth > 0; depth--) {
    const frame = frames[depth];
    if (frame?.hlId === id && slotsOfTag(frame.loop, HL).length > 0) return depth;
  }
  return top;
}

/** How many elements are missing, surplus or of another code, were the segment this one. */
function misfitsOf(segment: SegmentPlan | undefined, batch: SegmentBatch, index: number): number {
  const elements = segment?.elements ?? [];
  let misfits = 0;
  for (let k = Math.max(elements.length - 1, batch.elementCount(index)); k > 0; k--) {
    const [element, text] = [elements[k], batch.element(index, k)];
    const fits =
      text === ''
        ? element?.required !== true
        : element !== undefined && !element.notUsed && element.codes?.values.has(text) !== false;
    if (!fits) misfits++;
  }
  return misfits;
}

// The list of slots that accept the code of the segment, where one element tells; 0: each has to be asked.
function listByCode(words: Int32Array, candidates: number, batch: SegmentBatch, index: number): number {
  const element = words[candidates + CANDIDATES_ELEMENT] ?? 0;
  if (element === 0) return 0;
  const code = discriminatorCode(batch, index, element, words[candidates + CANDIDATES_COMPONENT] ?? 0);
  return code === 0 ? 0 : lookUp(words, words[candidates + CANDIDATES_BY_CODE] ?? 0, code);
}

/** True when the slot has no discriminator or the segment holds one of its codes. */
export function accepts(slot: Slot, batch: SegmentBatch, index: number): boolean {
  const told = slot.discriminator;
  if (told === undefined) return true;
  const code = discriminatorCode(batch, index, told.element, told.component);
  if (code !== 0 && told.codes.packed.has(code)) return true;
  // Surplus repetitions and components are a fault of their own: the value before them tells.
  if (code !== 0 && ((batch.flags[index] ?? 0) & SPLIT) === 0) return false;
  return told.codes.values.has(discriminatorText(batch, index, told.element, told.component));
}

// Packed bytes of the value; 0 when it is empty or longer than a packed code.
function discriminatorCode(batch: SegmentBatch, index: number, element: number, component: number): number {
  const first = batch.starts[index] ?? 0;
  if (element >= (batch.starts[index + 1] ?? 0) - first - 1) return 0;
  let start = (batch.marks[first + element] ?? 0) + 1;
  let stop = batch.marks[first + element + 1] ?? 0;
  if (component > 0) {
    const separator = batch.delimiters.component.charCodeAt(0);
    const end = stop;
    for (let at = 1; at < component && start < end; start++) if (batch.bytes[start] === separator) at++;
    stop = start;
    while (stop < end && batch.bytes[stop] !== separator) stop++;
  }
  return stop - start > PACKED_LENGTH ? 0 : packBytes(batch.bytes, start, stop);
}

/** The same as text, up to the first separator that is surplus. */
export function discriminatorText(batch: SegmentBatch, index: number, element: number, component: number): string {
  const { repetition, component: separator } = batch.delimiters;
  const text = batch.element(index, element);
  const first = repetition === undefined ? text : text.split(repetition, 1)[0];
  return first?.split(separator)[Math.max(0, component - 1)] ?? '';
}

function answer(slot: Slot, depth: number, problem: Placement['problem']): Placement {
  place.slot = slot;
  place.depth = depth;
  place.problem = problem;
  return place;
}
