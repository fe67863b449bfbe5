import type { SlotEntry } from '../plan/loop-table.js';
import type { GuidePlan, SegmentPlan } from '../plan/plan.js';
import { headerOf, trailerFaults } from '../put/own-segments.js';
import { type DataObject, NO_DATA } from '../values/safe-read.js';
import type { UnplacedSegment } from './encode.js';
import type { EncodeRules } from './encode-rules.js';
import { type SegmentOptions, writeSegment } from './encode-segment.js';
import type { SetWriting } from './set-writing.js';

const NOTHING: readonly UnplacedSegment[] = [];

/** Writes the segments of one set after the other: those of the guide, what is put back between them, and its own ST and SE. */
export class SetSegments {
  readonly #plan: GuidePlan;
  readonly #writing: SetWriting;
  /** Absent for a guide without rules. */
  readonly #rules: EncodeRules | undefined;
  #controlNumber = '';
  #unplaced = NOTHING;
  #next = 0;

  constructor(plan: GuidePlan, writing: SetWriting, rules: EncodeRules | undefined) {
    this.#plan = plan;
    this.#writing = writing;
    this.#rules = rules;
  }

  open(controlNumber: string, unplaced: readonly UnplacedSegment[] = NOTHING): void {
    this.#controlNumber = controlNumber;
    this.#unplaced = unplaced.length === 0 ? NOTHING : [...unplaced].sort((a, b) => a.after - b.after);
    this.#next = 0;
    this.#rules?.open();
  }

  /** Lets go of the data. */
  close(): void {
    this.#unplaced = NOTHING;
    this.#rules?.forget();
  }

  /** `depth` is that of the loop which holds the segment. */
  write(entry: SlotEntry, depth: number, object: DataObject, options?: SegmentOptions): void {
    const { segment } = entry;
    if (segment === undefined) return;
    if (this.#next < this.#unplaced.length) this.#putBack(this.#writing.report.segments);
    if (entry.envelope) this.#writeEnvelope(entry, segment, depth, object);
    else this.#write(entry, segment, depth, object, options);
  }

  /** Puts back everything that is left, for a set that has no SE of its own. */
  finish(): void {
    this.#putBack(Number.POSITIVE_INFINITY);
  }

  #write(entry: SlotEntry, segment: SegmentPlan, depth: number, object: DataObject, options?: SegmentOptions): void {
    if (entry.elements === undefined) return;
    const isShort = writeSegment(this.#writing, segment, entry.elements, object, options);
    if (entry.watched) this.#rules?.segment(entry, segment, depth, object, isShort);
  }

  #writeEnvelope(entry: SlotEntry, segment: SegmentPlan, depth: number, object: DataObject): void {
    if (segment.tag === 'ST')
      return this.#write(entry, segment, depth, object, {
        given: headerOf(this.#plan, segment, object, this.#controlNumber),
      });
    // Everything that is put back stands before SE, and SE01 counts it.
    this.#putBack(Number.POSITIVE_INFINITY);
    for (const [key, isKnown] of trailerFaults(entry.elements?.positions, object))
      this.#writing.report.property(isKnown ? 'value-type' : 'property-unknown', [key]);
    const count = String(this.#writing.report.segments + 1);
    this.#write(entry, segment, depth, NO_DATA, { given: [undefined, count, this.#controlNumber] });
  }

  // `after` counts what was put back before, too.
  #putBack(count: number): void {
    for (;;) {
      const unplaced = this.#unplaced[this.#next];
      if (unplaced === undefined || unplaced.after > Math.max(count, this.#writing.report.segments)) return;
      this.#next++;
      this.#writing.handOver();
      this.#writing.sink.raw(unplaced.segment);
      this.#writing.report.segments++;
    }
  }
}
