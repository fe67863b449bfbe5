import type { FindingExtras } from '../model/finding.js';
import type { Position } from '../model/position.js';
import type { Reason } from '../model/reasons.js';
import { type DoubtfulKeys, keyOfPosition } from './collect-values.js';
import { elementLimits } from './element-limits.js';
import type { EncodePlace, EncodeReport } from './encode-report.js';
import { NO_ELEMENTS } from './encode-tables.js';
import { type ElementPlan, Kind } from './plan.js';
import type { DataObject } from './safe-read.js';

/** Where in a segment the writing is. Fields are set all the time and read only when something is wrong. */
export class EncodeCursor implements DoubtfulKeys {
  element = 0;
  component = 0;
  repetition = 0;
  /** The segment's object and table. */
  object: DataObject = {};
  table = NO_ELEMENTS;
  /** The composite's object and table, while inside one. */
  part: DataObject | undefined;
  partTable = NO_ELEMENTS;
  readonly #report: EncodeReport;

  constructor(report: EncodeReport) {
    this.#report = report;
  }

  get full(): boolean {
    return this.#report.full;
  }

  say(reason: Reason, plan: ElementPlan | undefined, extras?: FindingExtras): void {
    this.#report.element(reason, this.#place(plan), extras);
  }

  /** Reports on a value: the codes that may stand there are told with it. */
  sayValue(reason: Reason, plan: ElementPlan | undefined, text: string): void {
    this.say(reason, plan, codesOf(reason, plan, text));
  }

  /** Where the value at hand stands. */
  position(plan: ElementPlan | undefined): Position {
    return this.#report.positionOf(this.#place(plan));
  }

  #place(plan: ElementPlan | undefined): EncodePlace {
    return {
      element: this.element,
      component: this.component,
      repetition: this.repetition,
      // IK402 names the data element; a composite has no number of its own.
      dataElement: plan === undefined || plan.kind === Kind.composite ? undefined : plan.number,
      trail: this.#trail(),
    };
  }

  /** Reports a key that names no element here. */
  unknown(key: string): void {
    this.#report.property('property-unknown', [...(this.part === undefined ? [] : this.#trail(0)), key]);
  }

  /** Reports a key that names an element which another key has filled. */
  repeated(key: string): void {
    this.#report.property('property-repeated', [...(this.part === undefined ? [] : this.#trail(0)), key]);
  }

  #trail(component = this.component): (string | number)[] {
    const { element, repetition, part } = this;
    if (element === 0) return [];
    const trail: (string | number)[] = [keyOfPosition(this.object, this.table, element)];
    if (repetition > 0) trail.push(repetition - 1);
    if (component > 0 && part !== undefined) trail.push(keyOfPosition(part, this.partTable, component));
    return trail;
  }
}

/** The codes that may stand there. Other limits are those of a file, and not of the JSON that is written. */
function codesOf(reason: Reason, plan: ElementPlan | undefined, text: string): FindingExtras | undefined {
  if (plan === undefined || (reason !== 'element-code' && reason !== 'element-code-not-used')) return undefined;
  const limits = elementLimits(reason, plan, text);
  return limits && { limits };
}
