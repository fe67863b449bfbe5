import type { RepairChange } from '../../charset/repairs.js';
import type { FindingExtras } from '../../model/finding.js';
import type { Reason } from '../../model/reasons.js';
import type { SegmentSink } from '../../model/segments.js';
import { NO_ELEMENTS } from '../plan/element-table.js';
import { type ElementPlan, Kind, type StandardLookup } from '../plan/plan.js';
import { PutSegments } from '../put/put-segments.js';
import { forcedWay } from '../put/short-way.js';
import { elementLimits } from '../values/element-limits.js';
import { type DataObject, NO_DATA } from '../values/safe-read.js';
import type { CharacterRules } from './character-rules.js';
import { type DoubtfulKeys, keyOfPosition } from './collect-values.js';
import { type EncodePlace, EncodeReport } from './encode-report.js';
import { givenForm } from './given-form.js';

/**
 * What the writing of a set is about, one for all that take part: where the set goes, what its characters keep to, what is wrong with
 * it, and where in a segment the long way is.
 */
export class SetWriting implements DoubtfulKeys {
  readonly standard: StandardLookup;
  readonly report = new EncodeReport({ interchange: 0 }, 0);
  sink: SegmentSink = NOWHERE;
  characters: CharacterRules | undefined;
  /** A repair may cut zeros of decimals. */
  trims = false;
  /** Puts a segment that may be right; undefined where segments of the sink are for the long way. */
  put: PutSegments | undefined;
  /** The segment's object and table. */
  object = NO_DATA;
  table = NO_ELEMENTS;
  /** What was written of the segment, by position up to `last`, where it is kept; index 0 is unused. */
  readonly values: unknown[] = [];
  last = 0;
  /** Which positions of it are present, as bits 1-30 and 31-60. */
  low = 0;
  high = 0;
  /** The composite's object and table, while inside one. */
  part: DataObject | undefined;
  partTable = NO_ELEMENTS;
  /** Where the value at hand stands; 0: in none. */
  element = 0;
  component = 0;
  repetition = 0;

  constructor(standard: StandardLookup) {
    this.standard = standard;
  }

  /** {@link close} in any case: a window is lent. */
  open(sink: SegmentSink, characters: CharacterRules | undefined): void {
    this.sink = sink;
    this.characters = characters;
    this.trims = characters?.repairer?.trimsZeroes === true;
    const { layout } = sink;
    this.put = layout.isUsual && forcedWay() !== 'long' ? new PutSegments(layout, this.trims) : undefined;
  }

  /** Hands what was put to the sink: before anything else is written there. */
  handOver(): void {
    const { put } = this;
    if (put === undefined || put.window.count === 0) return;
    this.sink.segments(put.bytes);
    put.window.clear();
  }

  /** Lets go of sink, rules and data. */
  close(): void {
    this.put?.close();
    this.put = undefined;
    this.sink = NOWHERE;
    this.characters = undefined;
    this.trims = false;
    this.object = NO_DATA;
    this.clear();
  }

  /** Lets go of the values of the last segment. */
  clear(): void {
    for (let position = this.last; position > 0; position--) this.values[position] = undefined;
    this.last = 0;
  }

  /** Begins a segment of that object. */
  enter(object: DataObject, table: typeof NO_ELEMENTS): void {
    this.object = object;
    this.table = table;
    this.element = 0;
  }

  say(reason: Reason, plan: ElementPlan | undefined, extras?: FindingExtras): void {
    this.report.element(reason, this.#place(plan), extras);
  }

  /** Reports on a value: what its place wants is told with it. */
  sayValue(reason: Reason, plan: ElementPlan | undefined, text: string): void {
    this.say(reason, plan, limitsOf(reason, plan, text));
  }

  /** Reports a list in place of one value, or the other way, where that matters. */
  misshaped(plan: ElementPlan | undefined, value: unknown): void {
    if (this.report.asTyped) this.say('value-type', plan, givenForm(value));
  }

  /** Reports a key that names no element here. */
  unknown(key: string): void {
    this.report.property('property-unknown', [...(this.part === undefined ? [] : this.#trail(0)), key]);
  }

  /** Reports a key that names an element which another key has filled. */
  repeated(key: string): void {
    this.report.property('property-repeated', [...(this.part === undefined ? [] : this.#trail(0)), key]);
  }

  /** Tells of changes to the value at hand. */
  repaired(changes: readonly RepairChange[], plan: ElementPlan | undefined): void {
    for (const change of changes) this.characters?.onRepair(change, this.report.positionOf(this.#place(plan)));
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

  #trail(component = this.component): (string | number)[] {
    const { element, repetition, part } = this;
    if (element === 0) return [];
    const trail: (string | number)[] = [keyOfPosition(this.object, this.table, element)];
    if (repetition > 0) trail.push(repetition - 1);
    if (component > 0 && part !== undefined) trail.push(keyOfPosition(part, this.partTable, component));
    return trail;
  }
}

/** The codes that may stand there, or that a range is reversed. Other limits are those of a file, and not of the JSON that is written. */
function limitsOf(reason: Reason, plan: ElementPlan | undefined, text: string): FindingExtras | undefined {
  const limits = plan && elementLimits(reason, plan, text);
  return limits?.allowed === undefined && limits?.isReversed !== true ? undefined : { limits };
}

/** In place of a sink between sets, when nobody writes. */
const NOWHERE = {} as SegmentSink;
