import type { BusinessUnitNode } from '../../model/guide.js';
import type { GuidePlan, LoopPlan, SegmentPlan } from './plan.js';

/** The segments of a guide that name a business unit. */
export type BusinessUnits = ReadonlyMap<SegmentPlan, BusinessUnitNode>;

const unitsOfPlan = new WeakMap<GuidePlan, BusinessUnits>();

/** Finds the segments that the guide's `x12.businessUnits` speak of; done once a guide, and only for who asks. */
export function businessUnitsOf(plan: GuidePlan): BusinessUnits {
  let units = unitsOfPlan.get(plan);
  if (units === undefined) {
    const found = new Map<SegmentPlan, BusinessUnitNode>();
    const nodes = plan.guide.x12.businessUnits ?? [];
    if (nodes.length > 0) collect(plan.root, nodes, found, new Set());
    units = found;
    unitsOfPlan.set(plan, units);
  }
  return units;
}

function collect(
  loop: LoopPlan,
  nodes: readonly BusinessUnitNode[],
  found: Map<SegmentPlan, BusinessUnitNode>,
  seen: Set<LoopPlan>,
): void {
  if (seen.has(loop)) return;
  seen.add(loop);
  for (const slot of loop.slots) {
    if (slot.kind === 'loop') collect(slot, nodes, found, seen);
    else {
      const node = nodes.find((one) => one.loop === loop.loopId && one.segment === slot.tag && accepts(slot, one));
      if (node !== undefined) found.set(slot, node);
    }
  }
}

function accepts(segment: SegmentPlan, { qualifier }: BusinessUnitNode): boolean {
  return qualifier === undefined || (segment.elements[1]?.codes?.values.has(qualifier) ?? true);
}
