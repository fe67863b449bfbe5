import type { BusinessUnit } from '../../model/finding.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { SegmentBatch } from '../../model/segments.js';
import type { BusinessUnits } from '../plan/business-units.js';
import { packCode, unpackCode } from '../plan/code-table.js';
import type { LoopPlan, SegmentPlan, Slot } from '../plan/plan.js';
import {
  CHILD_ODD,
  FRAME_BRACKET,
  FRAME_CHILD,
  FRAME_CHILDREN,
  FRAME_DOUBT,
  FRAME_FILLED,
  FRAME_LEVEL,
  FRAME_OFFSET,
  FRAME_OPENED,
  FRAME_ORDINAL,
  FRAME_QUICK,
  FRAME_RANK,
  FRAME_ROW,
  FRAME_WITHIN,
  FRAME_WORDS,
  LONG_ID,
  ODD,
  type WalkState,
} from '../plan/walk-state.js';
import type { SegmentPlace } from '../rules/rule-frame.js';

/** By `CHILD_`. */
const CHILD_CODES = ['', '0', '1'];

/** What is not sure of an open loop. */
export interface Doubt {
  /** The segment that showed that the trigger is missing, while nothing was said of it, and the rank around it before. */
  headless: { readonly segment: string; readonly rank: number } | undefined;
  /** The qualifier of the trigger is none that the guide knows, and more than one loop could be meant. */
  guessed: boolean;
  /** How many segments, by tag code, have a qualifier that fits no slot: each may be what a slot of its tag is missing. */
  readonly astray: Map<number, number>;
}

/**
 * One open loop of the walk. What the hot loop needs of it lies in numbers, the rest beside them. Frames are reused: opening resets what the loop
 * needs, so a set of a million loops makes no more of them than its depth.
 */
export class Frame {
  loop: LoopPlan;
  readonly #words: Int32Array;
  readonly #reals: Float64Array;
  /** Where its numbers begin. */
  readonly #at: number;
  /** Occurrences so far, by slot index. */
  readonly counts: Int32Array;
  /** The slots that were filled since the loop was opened: only their counts are to be reset. bench: `validate`. */
  readonly filled: Int32Array;
  /** Where a slot was first filled; valid only where its count is above 0. */
  readonly firstOrdinals: Int32Array;
  readonly firstOffsets: Float64Array;
  /** Arrays and objects already attached to `object`, by slot index; stale where the count is 0. */
  values: JsonValue[] = [];
  /** Made by whoever opens the frame, where something is decoded. */
  object: JsonObject = {};
  #oddId = '';
  #oddChild = '';
  /** The elements of its HL, until nesting shows whether they need keeping. */
  hl: JsonObject | undefined;
  hlKept = false;
  #assumed = false;
  #doubt: Doubt | undefined;
  /** Place of the loop whose JSON `object` is, and its 0-based occurrence in its parent. Behind the hot loop, the numbers may be those of one that it has opened since. */
  readonly built = { ordinal: 0, offset: 0, occurrence: 0 };
  /** Where the last streamed loop inside it was handed out: the ordinal behind it, 0 for none. */
  deliveredTo = 0;
  /** What its business unit is known by, once a segment has said it. */
  unit: BusinessUnit | undefined;
  #longId = '';
  /** Where the loop is written as text: twice the index of the slot that was written last, plus 1 for a list. */
  written = 0;

  /**
   * @param at the word of the state where its numbers begin, all of them 0.
   * @param slots as many as a loop may have, an even number.
   */
  constructor(loop: LoopPlan, { words, reals }: WalkState, at: number, slots: number) {
    this.loop = loop;
    this.#words = words;
    this.#reals = reals;
    this.#at = at;
    const arrays = at + FRAME_WORDS;
    this.counts = words.subarray(arrays, arrays + slots);
    this.filled = words.subarray(arrays + slots, arrays + 2 * slots);
    this.firstOrdinals = words.subarray(arrays + 2 * slots, arrays + 3 * slots);
    this.firstOffsets = reals.subarray((arrays + 3 * slots) / 2, (arrays + 5 * slots) / 2);
  }

  /** Of the loop, in the image. */
  get row(): number {
    return this.#words[this.#at + FRAME_ROW] ?? 0;
  }

  /** Rank of the last slot that was filled: the walk does not go back behind it. */
  get rank(): number {
    return this.#words[this.#at + FRAME_RANK] ?? 0;
  }

  set rank(rank: number) {
    this.#words[this.#at + FRAME_RANK] = rank;
  }

  /** Place of the trigger. */
  get ordinal(): number {
    return this.#words[this.#at + FRAME_ORDINAL] ?? 0;
  }

  get offset(): number {
    return this.#reals[(this.#at + FRAME_OFFSET) / 2] ?? 0;
  }

  /** The trigger stands there. */
  begin(ordinal: number, offset: number): void {
    this.#words[this.#at + FRAME_ORDINAL] = ordinal;
    this.#reals[(this.#at + FRAME_OFFSET) / 2] = offset;
    this.built.ordinal = ordinal;
    this.built.offset = offset;
  }

  /** Opened for the levels below it: its own HL is missing, and nothing else of it is to be expected. */
  get assumed(): boolean {
    return this.#assumed;
  }

  set assumed(assumed: boolean) {
    this.#assumed = assumed;
    this.#words[this.#at + FRAME_DOUBT] = assumed || this.#doubt !== undefined ? 1 : 0;
  }

  /** HL01 of the loop, where it is an HL level. */
  get hlId(): string {
    const level = this.#words[this.#at + FRAME_LEVEL] ?? 0;
    return level > 0 ? String(level) : level === 0 ? '' : this.#oddId;
  }

  set hlId(id: string) {
    const isNumber = /^[1-9]\d{0,8}$/.test(id);
    this.#words[this.#at + FRAME_LEVEL] = isNumber ? Number(id) : id === '' ? 0 : ODD;
    this.#oddId = isNumber ? '' : id;
  }

  /** HL04 as received. */
  get hlChild(): string {
    const child = this.#words[this.#at + FRAME_CHILD] ?? 0;
    return child === CHILD_ODD ? this.#oddChild : (CHILD_CODES[child] ?? '');
  }

  set hlChild(child: string) {
    const known = CHILD_CODES.indexOf(child);
    this.#words[this.#at + FRAME_CHILD] = known < 0 ? CHILD_ODD : known;
    this.#oddChild = known < 0 ? child : '';
  }

  get hlChildren(): number {
    return this.#words[this.#at + FRAME_CHILDREN] ?? 0;
  }

  set hlChildren(children: number) {
    this.#words[this.#at + FRAME_CHILDREN] = children;
  }

  /** What one fault makes doubtful, so that it is not told again; most loops have none. */
  get doubt(): Doubt | undefined {
    return this.#doubt;
  }

  doubted(): Doubt {
    this.#doubt ??= { headless: undefined, guessed: false, astray: new Map() };
    this.#words[this.#at + FRAME_DOUBT] = 1;
    return this.#doubt;
  }

  /** LS01 of the bracket that is open. */
  get bracketId(): string {
    const packed = this.#words[this.#at + FRAME_BRACKET] ?? 0;
    return packed === LONG_ID ? this.#longId : unpackCode(packed);
  }

  set bracketId(id: string) {
    const packed = packCode(id);
    const isLong = unpackCode(packed) !== id;
    this.#words[this.#at + FRAME_BRACKET] = isLong ? LONG_ID : packed;
    this.#longId = isLong ? id : '';
  }

  open(loop: LoopPlan, occurrence: number, ordinal: number, offset: number): void {
    const { counts, filled } = this;
    const words = this.#words;
    const at = this.#at;
    const size = words[at + FRAME_FILLED] ?? 0;
    for (let index = 0; index < size; index++) counts[filled[index] ?? 0] = 0;
    words[at + FRAME_ROW] = loop.row;
    words[at + FRAME_RANK] = 0;
    words[at + FRAME_FILLED] = 0;
    words[at + FRAME_QUICK] = loop.quick;
    this.built.occurrence = occurrence;
    words[at + FRAME_BRACKET] = 0;
    words[at + FRAME_WITHIN] = 0;
    words[at + FRAME_DOUBT] = 0;
    this.hlId = '';
    this.hlChild = '';
    this.hlChildren = 0;
    this.begin(ordinal, offset);
    this.settle(loop);
  }

  /** What stands beside the numbers begins anew, as the hot loop has opened the loop. */
  settle(loop: LoopPlan): void {
    this.#words[this.#at + FRAME_OPENED] = 0;
    this.loop = loop;
    this.unit = undefined;
    this.hl = undefined;
    this.hlKept = false;
    this.#assumed = false;
    this.#doubt = undefined;
    this.deliveredTo = 0;
  }

  /** Where the hot loop has opened it: the slot of its parent that it fills. */
  get opened(): number | undefined {
    const opened = this.#words[this.#at + FRAME_OPENED] ?? 0;
    return opened === 0 ? undefined : opened - 1;
  }

  /** Lets go of what was read. */
  forget(): void {
    // A dozen members are wiped sooner so than by `fill`. bench: `parse 1 kB`.
    for (let index = 0; index < this.values.length; index++) this.values[index] = null;
    this.object = {};
    this.hl = undefined;
    this.hlId = '';
    this.hlChild = '';
    this.unit = undefined;
    this.#doubt = undefined;
    this.bracketId = '';
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
    const size = this.#words[this.#at + FRAME_FILLED] ?? 0;
    const at = this.filled.subarray(0, size).indexOf(index);
    if (at < 0) return;
    this.counts[index] = 0;
    this.#words[this.#at + FRAME_FILLED] = size - 1;
    this.filled[at] = this.filled[size - 1] ?? 0;
  }

  /** Counts one more occurrence and answers how many there are now. */
  fill(slot: Slot, ordinal: number, offset: number): number {
    const count = (this.counts[slot.index] ?? 0) + 1;
    this.counts[slot.index] = count;
    if (count === 1) {
      const size = this.#words[this.#at + FRAME_FILLED] ?? 0;
      this.filled[size] = slot.index;
      this.#words[this.#at + FRAME_FILLED] = size + 1;
      this.firstOrdinals[slot.index] = ordinal;
      this.firstOffsets[slot.index] = offset;
    }
    if (slot.rank > this.rank) this.rank = slot.rank;
    return count;
  }
}
