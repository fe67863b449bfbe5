import type { SegmentSink } from '../model/segments.js';
import { keyOfPosition } from './collect-values.js';
import type { EncodeReport } from './encode-report.js';
import { SegmentEncoder, type SegmentOptions } from './encode-segment.js';
import type { SlotEntry } from './encode-tables.js';
import type { GuidePlan, LoopPlan, SegmentPlan } from './plan.js';
import { RuleTap } from './rule-tap.js';
import { type RulePlace, RuleRunner } from './rules/rule-runner.js';
import type { DataObject } from './safe-read.js';

/**
 * Runs the guide's rules over a set while it is written: the same ones as on reading, over the very texts that are
 * written, so that what is wrong is known before it leaves.
 */
export class EncodeRules {
  readonly #plan: GuidePlan;
  readonly #report: EncodeReport;
  readonly #tap: RuleTap;
  readonly #encoder: SegmentEncoder;
  readonly #runner: RuleRunner;
  /** The segment being judged, if it is one and not a loop. */
  #entry: SlotEntry | undefined;
  #object: DataObject = {};

  constructor(plan: GuidePlan, sink: SegmentSink, report: EncodeReport) {
    this.#plan = plan;
    this.#report = report;
    this.#tap = new RuleTap(sink);
    this.#encoder = new SegmentEncoder(plan.standard, this.#tap, report);
    this.#runner = new RuleRunner(plan.rules, (reason, where, extras) => {
      report.rule(reason, where, extras, this.#keysOf(where));
    });
  }

  watches(segment: SegmentPlan): boolean {
    return this.#plan.rules.watched.has(segment);
  }

  /** Writes a segment that is watched, and hands it to the rules. */
  write(entry: SlotEntry, segment: SegmentPlan, depth: number, object: DataObject, options?: SegmentOptions): void {
    if (entry.elements === undefined) return;
    this.#encoder.write(segment, entry.elements, object, options);
    this.#entry = entry;
    this.#object = object;
    this.#runner.segment(segment, depth, this.#tap, this.#report.segments, 0);
    this.#entry = undefined;
  }

  /** Call before the first segment of a loop. */
  openLoop(loop: LoopPlan, depth: number): void {
    if (this.#plan.rules.ruled.has(loop)) this.#runner.openLoop(loop, depth, this.#report.segments + 1, 0);
  }

  /** Call behind the last segment of a loop. */
  closeLoop(loop: LoopPlan, depth: number): void {
    if (this.#plan.rules.ruled.has(loop)) this.#runner.closeLoop(loop, depth, this.#report.segments + 1, 0);
  }

  // A rule of a loop speaks of a segment that is long written: its pointer goes to the loop.
  #keysOf({ ordinal, element }: RulePlace): string[] {
    const table = this.#entry?.elements;
    const here = ordinal === this.#report.segments && table !== undefined && element !== undefined;
    return here ? [keyOfPosition(this.#object, table, element)] : [];
  }
}
