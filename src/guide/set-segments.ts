import type { SegmentSink } from '../model/segments.js';
import type { CharacterRules } from './character-rules.js';
import type { UnplacedSegment } from './encode.js';
import type { EncodeReport } from './encode-report.js';
import type { EncodeRules } from './encode-rules.js';
import { SegmentEncoder, type SegmentOptions } from './encode-segment.js';
import type { SlotEntry } from './encode-tables.js';
import type { GuidePlan, SegmentPlan } from './plan.js';
import type { DataObject } from './safe-read.js';

/** Stands for the object of a segment that the data has not. */
export const NO_DATA: DataObject = Object.freeze({});

export interface SetSegmentsOptions {
  readonly controlNumber: string;
  readonly unplaced?: readonly UnplacedSegment[] | undefined;
  readonly characters?: CharacterRules | undefined;
  /** Absent for a guide without rules. */
  readonly rules?: EncodeRules | undefined;
}

/** Writes the segments of one set: those of the guide, what is put back between them, and its own ST and SE. */
export class SetSegments {
  readonly #plan: GuidePlan;
  readonly #sink: SegmentSink;
  readonly #report: EncodeReport;
  readonly #controlNumber: string;
  readonly #encoder: SegmentEncoder;
  readonly #rules: EncodeRules | undefined;
  readonly #unplaced: readonly UnplacedSegment[];
  #next = 0;

  constructor(plan: GuidePlan, sink: SegmentSink, report: EncodeReport, options: SetSegmentsOptions) {
    this.#plan = plan;
    this.#sink = sink;
    this.#report = report;
    this.#controlNumber = options.controlNumber;
    this.#encoder = new SegmentEncoder(plan.standard, sink, report, options.characters);
    this.#rules = options.rules;
    this.#unplaced = [...(options.unplaced ?? [])].sort((a, b) => a.after - b.after);
  }

  /** `depth` is that of the loop which holds the segment. */
  write(entry: SlotEntry, depth: number, object: DataObject, options?: SegmentOptions): void {
    const { slot } = entry;
    if (slot.kind !== 'segment') return;
    if (this.#next < this.#unplaced.length) this.#putBack(this.#report.segments);
    if (entry.envelope) this.#writeEnvelope(entry, slot, depth, object);
    else this.#write(entry, slot, depth, object, options);
  }

  /** Puts back everything that is left, for a set that has no SE of its own. */
  finish(): void {
    this.#putBack(Number.POSITIVE_INFINITY);
  }

  #write(entry: SlotEntry, segment: SegmentPlan, depth: number, object: DataObject, options?: SegmentOptions): void {
    if (entry.elements === undefined) return;
    this.#encoder.write(segment, entry.elements, object, entry.watched, options);
    if (entry.watched) this.#rules?.segment(entry, segment, depth, object, this.#encoder);
  }

  #writeEnvelope(entry: SlotEntry, segment: SegmentPlan, depth: number, object: DataObject): void {
    if (segment.tag === 'ST')
      return this.#write(entry, segment, depth, object, { given: this.#header(segment, object) });
    // Everything that is put back stands before SE, and SE01 counts it.
    this.#putBack(Number.POSITIVE_INFINITY);
    const count = String(this.#report.segments + 1);
    this.#write(entry, segment, depth, NO_DATA, { given: [undefined, count, this.#controlNumber] });
  }

  // ST03 is filled in for a set that brings no ST at all; one that was read without it keeps doing without.
  #header(segment: SegmentPlan, object: DataObject): (string | undefined)[] {
    const { transactionSet, implementation } = this.#plan.guide.x12;
    const given: (string | undefined)[] = [undefined, undefined, this.#controlNumber];
    if (object !== NO_DATA) return given;
    given[1] = transactionSet;
    const third = segment.elements[3];
    if (third !== undefined && !third.notUsed) given[3] = implementation;
    return given;
  }

  // `after` counts what was put back before, too.
  #putBack(count: number): void {
    for (;;) {
      const unplaced = this.#unplaced[this.#next];
      if (unplaced === undefined || unplaced.after > Math.max(count, this.#report.segments)) return;
      this.#next++;
      this.#sink.raw(unplaced.segment);
      this.#report.segments++;
    }
  }
}
