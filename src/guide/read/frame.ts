import type { BusinessUnit } from '../../model/finding.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { SegmentBatch } from '../../model/segments.js';
import type { BusinessUnits } from '../plan/business-units.js';
import type { LoopPlan, SegmentPlan, Slot } from '../plan/plan.js';
import type { SegmentPlace } from '../rules/rule-frame.js';

/** What is not sure of an open loop. */
export interface Doubt {
  /** The segment that showed that the trigger is missing, while nothing was said of it, and the rank around it before. */
  headless: { readonly segment: string; readonly rank: number } | undefined;
  /** The qualifier of the trigger is none that the guide knows, and more than one loop could be meant. */
  guessed: boolean;
  /** Tag codes of segments whose qualifier fits no slot: each may be what a slot of its tag is missing. */
  readonly astray: number[];
}

/**
 * One open loop of the walk. Frames are reused: opening resets what the loop needs, so a set of a million loops makes
 * no more of them than its depth.
 */
export class Frame {
  loop: LoopPlan;
  /** Of the loop, in the image. */
  row: number;
  /** Occurrences so far, by slot index. */
  counts: Int32Array;
  /** The slots that were filled since the loop was opened, and how many: only their counts are to be reset. bench: `validate`. */
  filled: Int32Array;
  size = 0;
  /** Where a slot was first filled; valid only where its count is above 0. */
  firstOrdinals: Int32Array;
  firstOffsets: Float64Array;
  /** Arrays and objects already attached to `object`, by slot index; stale where the count is 0. */
  values: JsonValue[] = [];
  /** Rank of the last slot that was filled: the walk does not go back behind it. */
  rank = 0;
  /** Made by whoever opens the frame, where something is decoded. */
  object: JsonObject = {};
  /** 0-based occurrence of this loop in its parent. */
  occurrence = 0;
  /** Place of the trigger. */
  ordinal = 0;
  offset = 0;
  /** HL01 of the loop, where it is an HL level. */
  hlId = '';
  /** HL04 as received. */
  hlChild = '';
  /** The elements of its HL, until nesting shows whether they need keeping. */
  hl: JsonObject | undefined;
  hlKept = false;
  hlChildren = 0;
  /** Opened for the levels below it: its own HL is missing, and nothing else of it is to be expected. */
  assumed = false;
  /** What one fault makes doubtful, so that it is not told again; most loops have none. */
  doubt: Doubt | undefined;
  /** Where the last streamed loop inside it was handed out: the ordinal behind it, 0 for none. */
  deliveredTo = 0;
  /** What its business unit is known by, once a segment has said it. */
  unit: BusinessUnit | undefined;
  /** LS01 of the bracket that is open. */
  bracketId = '';
  /** Where the loop is written as text: twice the index of the slot that was written last, plus 1 for a list. */
  written = 0;

  constructor(loop: LoopPlan) {
    this.loop = loop;
    this.row = loop.row;
    this.counts = new Int32Array(loop.slots.length);
    this.filled = new Int32Array(loop.slots.length);
    this.firstOrdinals = new Int32Array(loop.slots.length);
    this.firstOffsets = new Float64Array(loop.slots.length);
  }

  open(loop: LoopPlan, occurrence: number, ordinal: number, offset: number): void {
    const { counts, filled, size } = this;
    for (let at = 0; at < size; at++) counts[filled[at] ?? 0] = 0;
    this.size = 0;
    if (loop.slots.length > counts.length) this.#grow(loop.slots.length);
    this.loop = loop;
    this.row = loop.row;
    this.rank = 0;
    this.occurrence = occurrence;
    this.ordinal = ordinal;
    this.offset = offset;
    this.unit = undefined;
    this.hl = undefined;
    this.hlKept = false;
    this.hlId = '';
    this.hlChild = '';
    this.hlChildren = 0;
    this.assumed = false;
    this.doubt = undefined;
    this.deliveredTo = 0;
    this.bracketId = '';
  }

  #grow(slots: number): void {
    this.counts = new Int32Array(slots);
    this.filled = new Int32Array(slots);
    this.firstOrdinals = new Int32Array(slots);
    this.firstOffsets = new Float64Array(slots);
  }

  /** Lets go of what was read. */
  forget(): void {
    this.values.fill(null);
    this.object = {};
    this.hl = undefined;
    this.hlId = '';
    this.hlChild = '';
    this.unit = undefined;
    this.doubt = undefined;
    this.bracketId = '';
  }

  doubted(): Doubt {
    this.doubt ??= { headless: undefined, guessed: false, astray: [] };
    return this.doubt;
  }

  has(slot: Slot): boolean {
    return (this.counts[slot.index] ?? 0) > 0;
  }

  /** Keeps what a segment names the business unit by, if the guide says that it does; the first one counts. */
  noteUnit(units: BusinessUnits, segment: SegmentPlan, batch: SegmentBatch, index: number): void {
    const node = units.get(segment);
    if (node === undefined || this.unit !== undefined) return;
    if (node.qualifier !== undefined && batch.element(index, 1) !== node.qualifier) return;
    const id = batch.element(index, node.element);
    if (id !== '') this.unit = { name: node.name, id };
  }

  /** Where the slot, which is missing, would have stood: at the first segment that belongs behind it, else at the end. */
  placeBefore(slot: Slot, end: SegmentPlace): SegmentPlace {
    let place = end;
    for (const other of this.loop.slots) {
      const ordinal = this.firstOrdinals[other.index] ?? 0;
      if (other.rank <= slot.rank || !this.has(other) || ordinal >= place.ordinal) continue;
      place = { ordinal, offset: this.firstOffsets[other.index] ?? 0 };
    }
    return place;
  }

  /** Forgets all occurrences of a slot. */
  empty({ index }: Slot): void {
    const at = this.filled.indexOf(index);
    if (this.counts[index] === 0 || at < 0) return;
    this.counts[index] = 0;
    this.size--;
    this.filled[at] = this.filled[this.size] ?? 0;
  }

  /** Counts one more occurrence and answers how many there are now. */
  fill(slot: Slot, ordinal: number, offset: number): number {
    const count = (this.counts[slot.index] ?? 0) + 1;
    this.counts[slot.index] = count;
    if (count === 1) {
      this.filled[this.size++] = slot.index;
      this.firstOrdinals[slot.index] = ordinal;
      this.firstOffsets[slot.index] = offset;
    }
    if (slot.rank > this.rank) this.rank = slot.rank;
    return count;
  }
}

/** The open loops of the walk, outermost first; what stands behind `top` is left from earlier ones. */
export interface OpenLoops {
  readonly frames: Frame[];
  top: number;
}
