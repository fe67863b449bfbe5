import type { RuleCondition, RuleNode } from '../../model/guide.js';
import type { LoopPlan, SegmentPlan } from '../plan/plan.js';

/** What rules ask of an example, which has no optional parts and no amounts of its own. */
export interface Demands {
  /** Ids of optional loops that a rule wants all the same. */
  readonly loops: ReadonlySet<string>;
  /** Elements that sums are made of, such as `BPR/02`: with 0 in all of them every sum is right. */
  readonly balanced: ReadonlySet<string>;
}

export const NO_DEMANDS: Demands = { loops: new Set(), balanced: new Set() };

const LOOP_ID = /^\d{4}[A-Z]*$/;

/** The demands inside a loop: its own rules' and those from further out. */
export function demandsOf(loop: LoopPlan, outer: Demands): Demands {
  if (loop.rules.length === 0) return outer;
  return {
    loops: new Set([...outer.loops, ...loop.rules.flatMap(demandedLoops)]),
    balanced: new Set([...outer.balanced, ...loop.rules.flatMap(balancedElements)]),
  };
}

/** Positions of elements that rules of a segment always ask for. */
export function demandedElements(segment: SegmentPlan): readonly number[] {
  return segment.rules.flatMap(({ when = [], then }) => {
    if (when.length > 0 || then.must !== 'exist') return [];
    const paths = 'anyOf' in then ? then.anyOf : [then.path];
    const position = paths.map((path) => (ELEMENT.test(path) ? Number(path) : 0)).find((at) => isUsable(segment, at));
    return position === undefined ? [] : [position];
  });
}

const ELEMENT = /^\d\d$/;

function isUsable({ elements }: SegmentPlan, position: number): boolean {
  return elements[position]?.notUsed === false;
}

function demandedLoops({ when = [], then }: RuleNode): readonly string[] {
  if (then.must !== 'exist' || !('path' in then) || !LOOP_ID.test(then.path)) return [];
  return when.every(holdsForMinimum) ? [then.path] : [];
}

// Nothing optional is there, and no level has another below it unless it must.
function holdsForMinimum({ path, is, not }: RuleCondition): boolean {
  if (path === 'HL/04') return is?.includes('0') === true && not !== true;
  return not === true && is === undefined && LOOP_ID.test(path);
}

function balancedElements({ then }: RuleNode): readonly string[] {
  if (then.must !== 'equalSum') return [];
  return [then.path, ...then.equals].flatMap((operand) => {
    // `-2110/CAS[01=PR]/03,06`: sign, loops and values told apart make no difference to a sum of nothing.
    const [, tag, positions = ''] = /([A-Z][A-Z0-9]{1,2})(?:\[[^\]]*\])?\/([\d,]+)$/.exec(operand) ?? [];
    return tag === undefined ? [] : positions.split(',').map((position) => `${tag}/${position}`);
  });
}
