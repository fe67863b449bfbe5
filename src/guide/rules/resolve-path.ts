import { type ElementPlan, Kind, type LoopPlan, type SegmentPlan } from '../plan/plan.js';
import type { ElementStep, Target } from '../plan/rules-plan.js';
import type { RulePath, RuleStep } from './rule-path.js';

/** The node that carries a rule: a loop, or a segment of it. */
export interface Anchor {
  readonly loop: LoopPlan;
  readonly segment: SegmentPlan | undefined;
}

/**
 * All places below the anchor that a path leads to. A segment step names a segment of the loop reached so far; a loop
 * step names loops at any depth below it, but never the anchor's loop inside itself: an HL level sees its own level only.
 */
export function resolvePath(path: RulePath, anchor: Anchor): readonly Target[] {
  const last = path.steps.at(-1);
  if (last === undefined)
    return anchor.segment === undefined ? [] : elementTargets(path, anchor.loop, anchor.segment, last, false);
  if (anchor.segment !== undefined) return [];
  let loops: readonly LoopPlan[] = [anchor.loop];
  for (const step of path.steps.slice(0, -1)) loops = loopsBelow(loops, step, anchor.loop);
  const own = loops.flatMap((loop) =>
    loop.slots.flatMap((slot) =>
      slot.kind === 'segment' && slot.tag === last.name ? elementTargets(path, loop, slot, last, false) : [],
    ),
  );
  if (own.length > 0) return distinct(own);
  // A path that ends at a loop means its trigger segment, which every occurrence begins with.
  return distinct(
    loopsBelow(loops, last, anchor.loop).flatMap((loop) =>
      loop.trigger === undefined ? [] : elementTargets(path, loop, loop.trigger, last, path.elements.length === 0),
    ),
  );
}

/** Decimals that an Nn text leaves out; undefined for other types. */
export function impliedDecimals(target: Target): number | undefined {
  return target.plan?.kind === Kind.integer ? target.plan.scale : undefined;
}

function elementTargets(
  path: RulePath,
  loop: LoopPlan,
  segment: SegmentPlan,
  step: RuleStep | undefined,
  isLoop: boolean,
): Target[] {
  const shared = { loop, segment, isLoop, filters: step?.filters ?? [] };
  if (path.elements.length === 0) return [{ ...shared, element: 0, component: 0, plan: undefined }];
  return path.elements.flatMap((at) => {
    const plan = definition(segment, at);
    return plan === undefined ? [] : [{ ...shared, element: at.element, component: at.component, plan }];
  });
}

function definition(segment: SegmentPlan, at: ElementStep): ElementPlan | undefined {
  const element = segment.elements[at.element];
  return at.component === 0 ? element : element?.components[at.component];
}

function loopsBelow(from: readonly LoopPlan[], step: RuleStep, anchor: LoopPlan): LoopPlan[] {
  const found: LoopPlan[] = [];
  // Loops that share their slots are one loop of the guide in several places, or inside itself.
  const seen = new Set([anchor.slots]);
  const visit = (loop: LoopPlan): void => {
    for (const slot of loop.slots) {
      if (slot.kind !== 'loop' || seen.has(slot.slots)) continue;
      seen.add(slot.slots);
      if (step.loopId.test(slot.loopId)) found.push(slot);
      visit(slot);
    }
  };
  for (const loop of from) visit(loop);
  return found;
}

function distinct(targets: readonly Target[]): readonly Target[] {
  return targets.filter(
    (target, index) =>
      targets.findIndex(
        (t) => t.segment === target.segment && t.element === target.element && t.component === target.component,
      ) === index,
  );
}
