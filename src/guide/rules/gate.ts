import type { RuleNode } from '../../model/guide.js';
import type { SegmentPlan } from '../plan.js';
import { parseRulePath } from './rule-path.js';

/** The element without which a rule of a segment cannot break; with `values`: unless it has one of them. */
export interface GateChoice {
  readonly element: number;
  readonly values: readonly string[] | undefined;
}

/** Picks the element that spares most segments the rule; undefined: the rule must always be run. */
export function gateOf(rule: RuleNode, segment: SegmentPlan): GateChoice | undefined {
  const conditions = (rule.when ?? []).flatMap((condition) => {
    const at = condition.not === true ? undefined : single(condition.path, rule.id);
    return at === undefined ? [] : [{ ...at, values: condition.is }];
  });
  const byValue = conditions.find(
    (at) => at.values !== undefined && at.component === 0 && segment.elements[at.element]?.array === false,
  );
  if (byValue !== undefined) return { element: byValue.element, values: byValue.values };
  // Every kind of `then` but these can only be broken by a value that is there.
  const { then } = rule;
  const needsNoValue = then.must === 'exist' || then.must === 'occur';
  const present = conditions[0] ?? (needsNoValue ? undefined : single(then.path, rule.id));
  return present && { element: present.element, values: undefined };
}

// One element of this very segment, or undefined.
function single(path: string, rule: string): { element: number; component: number } | undefined {
  const parsed = parseRulePath(path.replace(/^-?#?/, ''), rule);
  const [at, ...others] = parsed.elements;
  return parsed.steps.length === 0 && others.length === 0 ? at : undefined;
}
