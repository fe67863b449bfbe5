import type { SlotEntry } from '../plan/loop-table.js';
import type { GuidePlan, LoopPlan, SegmentPlan } from '../plan/plan.js';
import type { RulePlace } from '../rules/rule-place.js';
import { RuleRunner } from '../rules/rule-runner.js';
import { type DataObject, isList, isObject, NO_DATA, readMember, readProperty } from '../values/safe-read.js';
import { keyOfPosition } from './collect-values.js';
import type { EncodeReport } from './encode-report.js';
import type { SetWriting } from './set-writing.js';
import { WrittenSource } from './written-source.js';

/**
 * Runs the guide's rules over a set while it is written: the same ones as on reading, over the very values that
 * are written, so that what is wrong is known before it leaves.
 */
export class EncodeRules {
  readonly #report: EncodeReport;
  readonly #source: WrittenSource;
  readonly #runner: RuleRunner;
  readonly #writing: SetWriting;
  /** The segment being judged, if it is one and not a loop. */
  #entry: SlotEntry | undefined;
  #object = NO_DATA;

  constructor(plan: GuidePlan, writing: SetWriting) {
    this.#source = new WrittenSource(writing);
    this.#writing = writing;
    const { report } = writing;
    this.#report = report;
    this.#runner = new RuleRunner(plan.rules, (reason, where, extras) => {
      report.rule(reason, where, extras, this.#keysOf(where));
    });
  }

  /** Begins with a set. */
  open(): void {
    const { delimiters } = this.#writing.sink.layout;
    this.#runner.separate(delimiters);
  }

  /**
   * Hands a segment that is watched, and was written last, to the rules.
   * @param isShort it is the last of the window.
   */
  segment(entry: SlotEntry, segment: SegmentPlan, depth: number, object: DataObject, isShort: boolean): void {
    if (entry.elements === undefined) return;
    const { put } = this.#writing;
    const { segments } = this.#report;
    this.#entry = entry;
    this.#object = object;
    if (isShort && put !== undefined)
      this.#runner.batchSegment(segment, depth, put.window, put.window.count - 1, segments, 0);
    else {
      this.#source.open(entry.elements);
      this.#runner.segment(segment, depth, this.#source, segments, 0);
    }
    this.#entry = undefined;
    this.#object = NO_DATA;
  }

  /** Lets go of all that was written. */
  forget(): void {
    this.#runner.forget();
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
  #keysOf({ ordinal, element, component, repetition }: RulePlace): (string | number)[] {
    const table = this.#entry?.elements;
    if (ordinal !== this.#report.segments || table === undefined || element === undefined) return [];
    const key = keyOfPosition(this.#object, table, element);
    const value = readProperty(this.#object, key);
    const keys = isList(value) ? [key, (repetition ?? 1) - 1] : [key];
    const piece = isList(value) ? readMember(value, (repetition ?? 1) - 1) : value;
    const parts = table.parts[element];
    if (component === undefined || parts === undefined || !isObject(piece)) return keys;
    return [...keys, keyOfPosition(piece, parts, component)];
  }
}
