import type { ElementPlan, LoopPlan, SegmentPlan, Slot } from '../guide/plan/plan.js';
import {
  type ElementReference,
  exactName,
  type FilterPlace,
  type PathFilter,
  type PathStep,
} from '../path/element-path.js';
import { matchLoopId } from '../path/match-loop-id.js';
import { parsePath } from '../path/parse-path.js';

/** A path resolved to keys of guide JSON: the way down from the object that it is relative to. */
export interface Place {
  readonly path: string;
  readonly hops: readonly Hop[];
  /** What the hops lead to; `undefined` when there are none and the scope is meant. */
  readonly scope: Scope;
  readonly element: ElementKey | undefined;
}

/** What paths are relative to. */
export type Scope = LoopPlan | SegmentPlan;

export interface Hop {
  readonly key: string;
  readonly array: boolean;
  readonly max: number;
  readonly tests: readonly Test[];
  /** 1-based occurrence among those that pass the tests; 0 = any. */
  readonly index: number;
}

/** A filter: an element of the occurrence, or of a segment in it. */
export interface Test {
  readonly segment: Hop | undefined;
  readonly element: ElementKey;
  readonly negated: boolean;
  /** `undefined`: any value. */
  readonly values: readonly string[] | undefined;
}

export interface ElementKey {
  readonly key: string;
  readonly component: string | undefined;
  readonly array: boolean;
  /** What the guide says of it, or of the component. */
  readonly plan: ElementPlan;
}

/** All places that a path names; none when it leads nowhere. */
export function resolvePlaces(path: string, scope: Scope): readonly Place[] {
  const { section, steps, element } = parsePath(path);
  return waysDown(scope, steps, element !== undefined)
    .filter((way) => section === undefined || way.hops[0]?.key === section)
    .flatMap((way): readonly Place[] => {
      if (element === undefined) return way.hops.length === 0 ? [] : [{ path, ...way, element: undefined }];
      const found = elementOf(way.scope, element);
      return found === undefined
        ? []
        : [{ path, hops: [...way.hops, ...found.hops], scope: way.scope, element: found.key }];
    });
}

interface Way {
  readonly hops: readonly Hop[];
  readonly scope: Scope;
}

function waysDown(scope: Scope, steps: readonly PathStep[], toElement: boolean): readonly Way[] {
  let ways: readonly Way[] = [{ hops: [], scope }];
  steps.forEach((step, index) => {
    const toSegment = toElement && index === steps.length - 1;
    ways = ways.flatMap((way) => {
      if (way.scope.kind === 'segment') return [];
      const segments = segmentsNamed(way.scope, step);
      const loops = loopsNamed(way.scope, step);
      const next = (toSegment ? [segments, loops] : [loops, segments]).find((found) => found.length > 0) ?? [];
      return next.map(({ hops, scope }) => ({ hops: [...way.hops, ...hops], scope }));
    });
  });
  return ways;
}

function segmentsNamed(loop: LoopPlan, step: PathStep): readonly Way[] {
  const tag = exactName(step);
  return loop.slots.flatMap((slot) => {
    if (slot.kind !== 'segment' || slot.tag !== tag || excluded(slot, step.filters)) return [];
    const hop = hopTo(slot, step);
    return hop === undefined ? [] : [{ hops: [...sectionHop(slot), hop], scope: slot }];
  });
}

// Loops at any depth, the nearest first in each branch; a loop that contains itself is looked into once.
function loopsNamed(loop: LoopPlan, step: PathStep, before: readonly Hop[] = [], seen = new Set([loop.slots])): Way[] {
  const found: Way[] = [];
  for (const slot of loop.slots) {
    if (slot.kind !== 'loop' || seen.has(slot.slots)) continue;
    const on = [...before, ...sectionHop(slot)];
    const hop = matchLoopId(step, slot.loopId) ? hopTo(slot, step) : undefined;
    if (hop !== undefined) found.push({ hops: [...on, hop], scope: slot });
    seen.add(slot.slots);
    found.push(...loopsNamed(slot, step, [...on, plainHop(slot)], seen));
  }
  return found;
}

function sectionHop(slot: Slot): readonly Hop[] {
  return slot.section === undefined ? [] : [{ key: slot.section, array: false, max: 1, tests: [], index: 0 }];
}

function plainHop({ key, array, max }: Slot): Hop {
  return { key, array, max, tests: [], index: 0 };
}

function hopTo(slot: Slot, step: PathStep): Hop | undefined {
  const tests: Test[] = [];
  let index = 0;
  for (const filter of step.filters) {
    if (filter.kind === 'index') {
      index = filter.index;
      continue;
    }
    const test = testOf(slot, filter);
    if (test === undefined) return undefined;
    tests.push(test);
  }
  return { ...plainHop(slot), tests, index };
}

function testOf(slot: Slot, filter: Exclude<PathFilter, { kind: 'index' }>): Test | undefined {
  const segment = filterSegment(slot, filter.at);
  const found = segment === undefined ? undefined : elementOf(segment, filter.at);
  if (segment === undefined || found === undefined) return undefined;
  return {
    segment: slot.kind === 'loop' ? plainHop(segment) : undefined,
    element: found.key,
    negated: filter.negated,
    values: filter.kind === 'value' ? filter.values : undefined,
  };
}

function filterSegment(slot: Slot, at: FilterPlace): SegmentPlan | undefined {
  if (slot.kind === 'segment') return at.segment === undefined ? slot : undefined;
  if (at.segment === undefined) return slot.trigger;
  return slot.slots.find((child): child is SegmentPlan => child.kind === 'segment' && child.tag === at.segment);
}

// Variants of one tag (AMT R, AMT PB) are told apart by the filter on their discriminator.
function excluded(slot: SegmentPlan, filters: readonly PathFilter[]): boolean {
  const { discriminator } = slot;
  if (discriminator === undefined) return false;
  return filters.some(
    (filter) =>
      filter.kind === 'value' &&
      filter.at.position === discriminator.element &&
      (filter.at.component ?? 0) === discriminator.component &&
      !filter.values.some((value) => discriminator.codes.values.has(value) !== filter.negated),
  );
}

function elementOf(scope: Scope, at: ElementReference): { hops: readonly Hop[]; key: ElementKey } | undefined {
  const segment = scope.kind === 'segment' ? scope : scope.trigger;
  const element: ElementPlan | undefined = segment?.elements[at.position];
  if (segment === undefined || element === undefined || at.repetition !== undefined) return undefined;
  const component = at.component === undefined ? undefined : element.components[at.component];
  if (at.component !== undefined && component === undefined) return undefined;
  return {
    hops: scope.kind === 'loop' ? [plainHop(segment)] : [],
    key: { key: element.key, component: component?.key, array: element.array, plan: component ?? element },
  };
}
