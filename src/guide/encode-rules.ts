import { keyOfPosition } from './collect-values.js';
import type { EncodeReport } from './encode-report.js';
import type { SlotEntry } from './encode-tables.js';
import type { GuidePlan, LoopPlan, SegmentPlan } from './plan.js';
import { type RulePlace, RuleRunner } from './rules/rule-runner.js';
import { type DataObject, NO_DATA } from './safe-read.js';
import type { SetOutput } from './set-output.js';
import { WrittenSource } from './written-source.js';

/** What was written of a segment. */
export interface Written {
  readonly values: readonly unknown[];
  readonly last: number;
}

/**
 * Runs the guide's rules over a set while it is written: the same ones as on reading, over the very values that
 * are written, so that what is wrong is known before it leaves.
 */
export class EncodeRules {
  readonly #report: EncodeReport;
  readonly #source: WrittenSource;
  readonly #runner: RuleRunner;
  /** The segment being judged, if it is one and not a loop. */
  #entry: SlotEntry | undefined;
  #object = NO_DATA;

  constructor(plan: GuidePlan, output: SetOutput, report: EncodeReport) {
    this.#source = new WrittenSource(output);
    this.#report = report;
    this.#runner = new RuleRunner(plan.rules, (reason, where, extras) => {
      report.rule(reason, where, extras, this.#keysOf(where));
    });
  }

  /** Hands a segment that is watched to the rules; `values` are those written, by position up to `last`. */
  segment(entry: SlotEntry, segment: SegmentPlan, depth: number, object: DataObject, { values, last }: Written): void {
    if (entry.elements === undefined) return;
    this.#entry = entry;
    this.#object = object;
    this.#source.open(entry.elements, values, last);
    this.#runner.segment(segment, depth, this.#source, this.#report.segments, 0);
    this.#entry = undefined;
    this.#object = NO_DATA;
  }

  /** Call for a segment that is missing. */
  lack({ tagCode }: SegmentPlan): void {
    this.#runner.lack(tagCode);
  }

  /** Call before the first segment of a loop. */
  openLoop(loop: LoopPlan, depth: number): void {
    this.#runner.openLoop(loop, depth, this.#report.segments + 1, 0);
  }

  /** Call behind the last segment of a loop. */
  closeLoop(loop: LoopPlan, depth: number): void {
    this.#runner.closeLoop(loop, depth, this.#report.segments + 1, 0);
  }

  // A rule of a loop speaks of a segment that is long written: its pointer goes to the loop.
  #keysOf({ ordinal, element }: RulePlace): string[] {
    const table = this.#entry?.elements;
    const here = ordinal === this.#report.segments && table !== undefined && element !== undefined;
    return here ? [keyOfPosition(this.#object, table, element)] : [];
  }
}
