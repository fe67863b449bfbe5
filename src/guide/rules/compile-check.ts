import type { RuleThen } from '../../model/guide.js';
import type { Reason } from '../../model/reasons.js';
import { FORMAT_NAMES, VALUE_FORMATS } from '../../model/value-format.js';
import { misses, type TextTest } from '../plan/matcher.js';
import type { Slot } from '../plan/plan.js';
import type { RuleCheck, Target, ValueTest } from '../plan/rules-plan.js';
import type { RuleScope } from './compile-rules.js';
import { impliedDecimals } from './resolve-path.js';
import { brokenRule } from './rule-path.js';
import { oneOf } from './value-test.js';

type Then<M extends RuleThen['must']> = Extract<RuleThen, { must: M }>;

const ELEMENT_REASONS: Readonly<Record<string, Reason>> = {
  I6: 'element-code-not-used',
  I9: 'element-dependent-missing',
  I12: 'element-pattern',
  I13: 'element-dependent-not-used',
  '2': 'element-conditional-missing',
  '7': 'element-code',
  '10': 'element-exclusive',
};
const SEGMENT_REASONS: Readonly<Record<string, Reason>> = {
  I6: 'segment-dependent-missing',
  I7: 'loop-under-minimum',
  I9: 'segment-dependent-not-used',
};

/** Compiles the `then` of a rule: registers to fill, and what must be true of them in the end. */
export function compileCheck(scope: RuleScope): RuleCheck {
  const { then } = scope.rule;
  switch (then.must) {
    case 'exist':
      return mustExist(scope, 'anyOf' in then ? then.anyOf : [then.path]);
    case 'notExist':
      return mustNotExist(scope, then.path);
    case 'beOneOf':
    case 'notBeOneOf':
      return none(
        scope,
        then.path,
        `${then.must} ${then.values.join('|')}`,
        'element-code-not-used',
        oneOf(then.values, then.must === 'notBeOneOf'),
      );
    case 'match': {
      const test = testOf(scope, then);
      return none(scope, then.path, `match ${then.pattern}`, 'element-pattern', {
        test: (value) => misses(test, value),
      });
    }
    case 'conform': {
      const { test } = VALUE_FORMATS[then.format];
      const format = FORMAT_NAMES.indexOf(then.format);
      return none(scope, then.path, `conform ${then.format}`, 'element-format', {
        test: (value) => !test(value),
        format,
      });
    }
    case 'ascend':
      return none(scope, then.path, 'ascend', 'rule-content', { test: (value) => !ascends(value) });
    case 'occur':
      return occurrences(scope, then);
    case 'equalSum':
      return balance(scope, then);
    default:
      return comparison(scope, then);
  }
}

function mustExist(scope: RuleScope, paths: readonly string[]): RuleCheck {
  const { program, compiler } = scope;
  const targets = paths.flatMap((path) => compiler.targets(scope, path));
  const target = first(targets, scope);
  const register = compiler.count(program, targets, { key: `${paths.join(' or ')} is ` });
  if (target.element === 0) {
    const reason = reasonOf(scope, target, 'segment-dependent-missing');
    return { kind: 'some', register, holder: undefined, missing: { target, reason, segmentReason: reason } };
  }
  const segment = { ...target, element: 0, component: 0, plan: undefined };
  const holder = compiler.count(program, [segment], { key: `holder of ${paths.join(' or ')}` });
  // A required segment of this very loop, or of one that it must have, is reported missing by the structure: once is enough. Of one with some value
  // it knows nothing.
  const { slots, requiredSlots } = scope.anchor.loop;
  const isRequired = (slot: Slot): boolean => slot.kind === 'loop' && slot.slots === target.loop.slots;
  const isAny = target.filters.length === 0;
  const known = isAny && target.segment.required && (target.loop.slots === slots || requiredSlots.some(isRequired));
  const reason = reasonOf(scope, target, 'element-dependent-missing');
  return {
    kind: 'some',
    register,
    holder,
    missing: { target, reason, segmentReason: known ? undefined : 'segment-dependent-missing' },
  };
}

function mustNotExist(scope: RuleScope, path: string): RuleCheck {
  const targets = scope.compiler.targets(scope, path);
  const target = first(targets, scope);
  const usual: Reason = target.element === 0 ? 'segment-dependent-not-used' : 'element-dependent-not-used';
  const register = scope.compiler.count(scope.program, targets, { key: `${path} is ` });
  return { kind: 'none', register, reason: reasonOf(scope, target, usual) };
}

function testOf(scope: RuleScope, then: Then<'match'>): TextTest {
  try {
    return scope.compiler.pattern(then.pattern);
  } catch {
    throw brokenRule(scope.rule.id, then.path, 'has a pattern that cannot be used');
  }
}

function occurrences(scope: RuleScope, then: Then<'occur'>): RuleCheck {
  const targets = scope.compiler.targets(scope, then.path);
  const target = first(targets, scope);
  const register = scope.compiler.count(scope.program, targets, { key: `last of ${then.path}`, keepLast: true });
  let few: Reason = 'rule-content';
  if (target.element === 0) few = target.isLoop ? 'loop-under-minimum' : 'segment-under-minimum';
  const max = then.max ?? Number.POSITIVE_INFINITY;
  return { kind: 'range', register, min: then.min ?? 0, max, few: reasonOf(scope, target, few), target };
}

function balance(scope: RuleScope, then: Then<'equalSum'>): RuleCheck {
  const { program, compiler } = scope;
  const sum = program.sums++;
  const add = (operand: string, side: 1 | -1): readonly Target[] => {
    const [, minus, count, path = ''] = /^(-?)(#?)(.*)$/.exec(operand) ?? [];
    const sign = (minus === '-' ? -side : side) as 1 | -1; // the product of two signs is a sign
    const targets = compiler.targets(scope, path);
    if (count === '#') compiler.feed(program, targets, () => ({ kind: 'tally', sum, sign }));
    else {
      if (targets.some((target) => target.element === 0))
        throw brokenRule(scope.rule.id, operand, 'names no element to add up');
      compiler.feed(program, targets, (target) => ({ kind: 'add', sum, sign, implied: impliedDecimals(target) }));
    }
    return targets;
  };
  const register = compiler.count(program, add(then.path, 1), { key: `${then.path} is ` });
  for (const operand of then.equals) add(operand, -1);
  return { kind: 'balance', register, sum };
}

function comparison(scope: RuleScope, then: Then<'equal' | 'differ'>): RuleCheck {
  const { program, compiler } = scope;
  const targets = elements(scope, then.path);
  const kept = elements(scope, then.to);
  const other = first(kept, scope);
  const text = program.texts++;
  const register = program.counts++;
  compiler.feed(program, kept, () => ({ kind: 'keep', text }));
  compiler.feed(program, targets, () => ({ kind: 'compare', register, text, equal: then.must === 'equal', other }));
  return { kind: 'none', register, reason: reasonOf(scope, first(targets, scope), 'rule-content') };
}

/** No value at the path may pass the test. */
function none(scope: RuleScope, path: string, key: string, usual: Reason, test: ValueTest): RuleCheck {
  const targets = elements(scope, path);
  const register = scope.compiler.count(scope.program, targets, { key: `${path} ${key}`, test });
  return { kind: 'none', register, reason: reasonOf(scope, first(targets, scope), usual) };
}

function elements(scope: RuleScope, path: string): readonly Target[] {
  const targets = scope.compiler.targets(scope, path);
  if (targets.some((target) => target.element === 0))
    throw brokenRule(scope.rule.id, path, 'names no element, and this rule is about values');
  return targets;
}

function reasonOf(scope: RuleScope, target: Target, usual: Reason): Reason {
  const { code, id } = scope.rule;
  if (code === undefined) return usual;
  const reason = (target.element === 0 ? SEGMENT_REASONS : ELEMENT_REASONS)[code];
  if (reason === undefined) throw brokenRule(id, '', `cannot be reported with code ${code} at this level`);
  return reason;
}

function first(targets: readonly Target[], scope: RuleScope): Target {
  const target = targets[0];
  if (target === undefined) throw brokenRule(scope.rule.id, '', 'is missing: the rule names none');
  return target;
}

// A range of two equally long ends: as digits of one format they compare as text.
function ascends(value: string): boolean {
  const middle = (value.length - 1) / 2;
  return value[middle] !== '-' || value.slice(0, middle) <= value.slice(middle + 1);
}
