import type { Finding } from '../../model/finding.js';
import { binaryLengthAt, segmentIdOf } from '../../model/position.js';
import { type SegmentBatch, SegmentFlag } from '../../model/segments.js';
import type { SegmentPlan } from '../plan/plan.js';
import { hasWrongOctets } from '../read/binary-length.js';
import { SegmentReader } from '../read/read-segment.js';
import { type TransactionPlace, WalkReport } from '../read/walk-report.js';
import { isSegmentRight } from '../walk/pass-elements.js';
import type { DictionaryPlan } from './generic.js';
import { ofDictionary } from './of-dictionary.js';

export interface GenericReaderOptions {
  /** Keep the bad value in element findings (IK404). */
  readonly badValues: boolean;
  readonly onFinding: (found: Finding) => void;
}

/** Checks the segments of a set that has no guide, each by the dictionary alone; without one only their framing. */
export class GenericReader {
  readonly #dictionary: DictionaryPlan | undefined;
  readonly #report: WalkReport;
  readonly #segments: SegmentReader | undefined;
  #release = '';

  constructor(dictionary: DictionaryPlan | undefined, { badValues, onFinding }: GenericReaderOptions) {
    this.#dictionary = dictionary;
    this.#report = new WalkReport({
      badValues,
      onFinding: (found) => onFinding(ofDictionary(found, dictionary, this.#release)),
    });
    if (dictionary === undefined) return;
    this.#segments = new SegmentReader(dictionary.standard, {
      decode: false,
      numbers: 'exact',
      report: (reason, place) => this.#report.sayElement(reason, place),
    });
  }

  /**
   * Starts a transaction set.
   * @param release six digits that the set's version begins with.
   */
  begin(place: TransactionPlace, release: string): void {
    this.#release = release;
    this.#report.set = place;
    this.#report.cutAt = Number.POSITIVE_INFINITY;
  }

  /** Takes the next segment, the `ordinal`-th from ST = 1. */
  segment(batch: SegmentBatch, index: number, ordinal: number): void {
    const mark = batch.starts[index] ?? 0;
    const flags = batch.flags[index] ?? 0;
    const tag = batch.tag(index);
    const report = this.#report;
    report.ordinal = ordinal;
    report.offset = batch.baseOffset + (batch.marks[mark] ?? 0) + 1;
    report.segmentId = segmentIdOf(tag);
    if ((flags & SegmentFlag.truncated) !== 0) report.cutAt = (batch.starts[index + 1] ?? 0) - mark - 2;
    const plan = this.#check(tag, batch, index);
    // Framing is checked whatever reads the set: octets of another number than declared may have swallowed segments.
    if (hasWrongOctets(batch, index, plan)) report.say('binary-length', binaryLengthAt(tag));
  }

  /** Lets go of all that was read. */
  forget(): void {
    this.#segments?.forget();
  }

  /** @returns by what the elements were checked, if they were. */
  #check(tag: string, batch: SegmentBatch, index: number): SegmentPlan | undefined {
    const dictionary = this.#dictionary;
    if (dictionary === undefined || this.#segments === undefined) return undefined;
    const plan = dictionary.segment(tag);
    if (plan === undefined) {
      this.#report.say('segment-unknown');
      return undefined;
    }
    if (!isSegmentRight(plan, batch, index)) {
      this.#segments.window(batch, index, index + 1);
      this.#segments.read(plan, batch, index);
    }
    return plan;
  }
}
