import { type ElementPlan, type GuidePlan, Kind, type LoopPlan, type SegmentPlan } from '../../src/guide/plan/plan.js';

/** What the probes check of one element: the same facts as the guide, without its loops and variants. */
export interface CheckedElement {
  readonly key: string;
  readonly kind: number;
  readonly min: number;
  readonly max: number;
  /** Packed codes (big-endian bytes), absent when any value will do or a code is longer than four characters. */
  readonly codes: ReadonlySet<number> | undefined;
  /** By component number; empty when the element is simple. */
  readonly components: readonly (CheckedElement | undefined)[];
  readonly array: boolean;
  /** Makes the empty object of a composite. */
  readonly create: ObjectMaker;
}

/** A constructor of its own for each kind of object: their hidden classes then stay apart and get room for their keys. */
export type ObjectMaker = new () => { [key: string]: unknown };

export interface CheckedSegment {
  readonly key: string;
  readonly create: ObjectMaker;
  readonly elements: readonly (CheckedElement | undefined)[];
  /** Bit n is set when element n must be there in every variant. */
  readonly required: number;
}

/** Flattens a plan: one row a tag; variants of a tag are merged to what all of them allow. */
export function flattenPlan(plan: GuidePlan): ReadonlyMap<number, CheckedSegment> {
  const variants = new Map<number, SegmentPlan[]>();
  collect(plan.root, variants, new Set());
  const table = new Map<number, CheckedSegment>();
  for (const [code, plans] of variants) table.set(code, mergeSegments(plans));
  return table;
}

function collect(loop: LoopPlan, into: Map<number, SegmentPlan[]>, seen: Set<LoopPlan>): void {
  if (seen.has(loop)) return;
  seen.add(loop);
  for (const slot of loop.slots) {
    if (slot.kind === 'loop') collect(slot, into, seen);
    else {
      const list = into.get(slot.tagCode);
      if (list === undefined) into.set(slot.tagCode, [slot]);
      else list.push(slot);
    }
  }
}

function mergeSegments(plans: readonly SegmentPlan[]): CheckedSegment {
  const longest = Math.max(...plans.map((plan) => plan.elements.length));
  const elements: (CheckedElement | undefined)[] = [undefined];
  for (let place = 1; place < longest; place++) elements.push(mergeElements(plans.map((plan) => plan.elements[place])));
  const required = plans.reduce((bits, plan) => bits & plan.requiredLow, -1);
  return { key: plans[0]?.key ?? '', create: objectMaker(), elements, required };
}

function mergeElements(plans: readonly (ElementPlan | undefined)[]): CheckedElement | undefined {
  const known = plans.filter((plan) => plan !== undefined);
  const first = known[0];
  if (first === undefined) return undefined;
  const places = Math.max(...known.map((plan) => plan.components.length));
  const components: (CheckedElement | undefined)[] = [];
  for (let place = 0; place < places; place++)
    components.push(mergeElements(known.map((plan) => plan.components[place])));
  return {
    key: first.key,
    kind: known.every((plan) => plan.kind === first.kind) ? first.kind : Kind.text,
    min: Math.min(...known.map((plan) => plan.min)),
    max: Math.max(...known.map((plan) => plan.max)),
    codes: mergeCodes(known),
    components,
    array: known.some((plan) => plan.array),
    create: objectMaker(),
  };
}

function objectMaker(): ObjectMaker {
  return class {
    [key: string]: unknown;
  };
}

function mergeCodes(plans: readonly ElementPlan[]): ReadonlySet<number> | undefined {
  const codes = new Set<number>();
  for (const plan of plans) {
    if (plan.codes === undefined || plan.codes.packed.size < plan.codes.values.size) return undefined;
    for (const code of plan.codes.packed.keys()) codes.add(code);
  }
  return codes;
}
