import type { Reason } from '../model/reasons.js';
import { type CollectOptions, keyOfPosition } from './collect-values.js';
import type { EncodeReport } from './encode-report.js';
import { type ElementPlan, Kind } from './plan.js';
import type { DataObject } from './safe-read.js';

type Definition = Pick<CollectOptions, 'elements' | 'table' | 'prefix'>;

/** Where in a segment the writing is. Fields are set all the time and read only when something is wrong. */
export class EncodeCursor {
  element = 0;
  component = 0;
  repetition = 0;
  /** The segment's object and definition. */
  object: DataObject = {};
  definition: Definition | undefined;
  /** The composite's object and definition, while inside one. */
  part: DataObject | undefined;
  partDefinition: Definition | undefined;
  readonly #report: EncodeReport;

  constructor(report: EncodeReport) {
    this.#report = report;
  }

  get full(): boolean {
    return this.#report.full;
  }

  say(reason: Reason, plan: ElementPlan | undefined): void {
    this.#report.element(reason, {
      element: this.element,
      component: this.component,
      repetition: this.repetition,
      // IK402 names the data element; a composite has no number of its own.
      dataElement: plan === undefined || plan.kind === Kind.composite ? undefined : plan.number,
      trail: this.#trail(),
    });
  }

  /** Reports a key that names no element here. */
  unknown(key: string): void {
    const inPart = this.part !== undefined;
    this.#report.property('property-unknown', [...(inPart ? this.#trail(0) : []), key]);
  }

  #trail(component = this.component): (string | number)[] {
    const { element, repetition, definition, part, partDefinition } = this;
    const trail: (string | number)[] = [];
    if (definition === undefined || element === 0) return trail;
    trail.push(keyOfPosition(this.object, definition, element));
    if (repetition > 0) trail.push(repetition - 1);
    if (component > 0 && part !== undefined && partDefinition !== undefined) {
      trail.push(keyOfPosition(part, partDefinition, component));
    }
    return trail;
  }
}
