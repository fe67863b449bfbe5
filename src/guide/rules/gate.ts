import type { RuleCondition, RuleNode } from '../../model/guide.js';
import { packCode } from '../plan/code-table.js';
import type { LoopPlan, SegmentPlan } from '../plan/plan.js';
import type { LoopGate } from '../plan/rules-plan.js';
import { resolvePath } from './resolve-path.js';
import { parseRulePath } from './rule-path.js';

/** The element without which a rule of a segment cannot break. */
export interface GateChoice {
  readonly element: number;
  /** It must have one of these values, packed; undefined: any. */
  readonly values: readonly number[] | undefined;
  /** The condition that holds whenever the gate lets the rule through. */
  readonly condition: RuleCondition | undefined;
}

/** Picks the element that spares most segments the rule; undefined: the rule must always be run. */
export function gateOf(rule: RuleNode, segment: SegmentPlan): GateChoice | undefined {
  const conditions = (rule.when ?? []).filter((condition) => condition.not !== true);
  for (const condition of conditions) {
    const at = single(condition.path, rule.id);
    const values = packable(condition);
    if (at?.component === 0 && values !== undefined && !repeats(segment, at.element))
      return { element: at.element, values, condition };
  }
  for (const condition of conditions) {
    const at = single(condition.path, rule.id);
    if (at === undefined) continue;
    const settled =
      at.component === 0 && condition.is === undefined && segment.elements[at.element]?.components.length === 0;
    return { element: at.element, values: undefined, condition: settled ? condition : undefined };
  }
  // Every kind of `then` but these can only be broken by a value that is there.
  const { then } = rule;
  if (then.must === 'exist' || then.must === 'occur') return undefined;
  const at = single(then.path, rule.id);
  return at && { element: at.element, values: undefined, condition: undefined };
}

/** The gate of a loop all of whose rules ask for values of one element of its trigger; undefined: it has none. */
export function loopGateOf(rules: readonly RuleNode[], loop: LoopPlan): LoopGate | undefined {
  const values = new Set<number>();
  let element = 0;
  for (const rule of rules) {
    const found = rule.when?.find(
      (condition) => condition.not !== true && packable(condition) && triggerElement(condition.path, rule.id, loop) > 0,
    );
    const at = found === undefined ? 0 : triggerElement(found.path, rule.id, loop);
    if (found === undefined || (element !== 0 && at !== element)) return undefined;
    element = at;
    for (const value of packable(found) ?? []) values.add(value);
  }
  return element === 0 ? undefined : { element, values };
}

function triggerElement(path: string, rule: string, loop: LoopPlan): number {
  const [target, ...others] = resolvePath(parseRulePath(path, rule), { loop, segment: undefined });
  const fits = target !== undefined && others.length === 0 && target.segment === loop.trigger && target.loop === loop;
  if (!fits || target.component !== 0 || target.filters.length > 0 || repeats(target.segment, target.element)) return 0;
  return target.element;
}

function packable(condition: RuleCondition): readonly number[] | undefined {
  const packed = condition.is?.map(packCode);
  return packed === undefined || packed.includes(0) ? undefined : packed;
}

function repeats(segment: SegmentPlan, element: number): boolean {
  return segment.elements[element]?.array !== false;
}

// One element of this very segment, or undefined.
function single(path: string, rule: string): { element: number; component: number } | undefined {
  const parsed = parseRulePath(path.replace(/^-?#?/, ''), rule);
  const [at, ...others] = parsed.elements;
  return parsed.steps.length === 0 && others.length === 0 ? at : undefined;
}
