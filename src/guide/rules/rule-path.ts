import { X12Error } from '../../model/error.js';
import type { ElementStep, RuleFilter } from '../plan/rules-plan.js';
import { oneOf } from './value-test.js';

/** A path of a rule, read: steps through loops to a segment, then elements of it. */
export interface RulePath {
  readonly text: string;
  /** Empty for an element of the segment that carries the rule. */
  readonly steps: readonly RuleStep[];
  /** Empty when the path names a segment or loop; several count together: `CAS/03,06,09`. */
  readonly elements: readonly ElementStep[];
}

export interface RuleStep {
  /** Segment tag; of a loop step the pattern as written. */
  readonly name: string;
  /** Matches loop ids: `2110[CD]` matches 2110C and 2110D. */
  readonly loopId: RegExp;
  /** Conditions that one occurrence of the segment must meet: `AMT[01=R|PB]`. */
  readonly filters: readonly RuleFilter[];
}

const ELEMENTS = /^\d\d(?:-\d\d?)?(?:,\d\d(?:-\d\d?)?)*$/;
const STEP = /^((?:[A-Z0-9_]|\[[A-Z0-9]+\])+)((?:\[\d\d(?:-\d\d?)?=[^[\]]+\])*)$/;

/**
 * Reads a path such as `02-1`, `EB/03`, `2115C/III/02`, `2120[CD]`, `NM1[01=IL]/03,04`.
 * @throws X12Error `X12_GUIDE_INVALID` naming the rule and the path.
 */
export function parseRulePath(text: string, rule: string): RulePath {
  // A slash inside a filter's value belongs to the value. One pass, whatever a stranger's guide has there: a bracket without an end goes to the end.
  const parts = text.match(/(?:\[[^\]]*(?:\]|$)|[^/[])+/g) ?? [];
  const last = parts.at(-1) ?? '';
  const elements = ELEMENTS.test(last) ? last.split(',').map(elementStep) : [];
  const steps = elements.length > 0 ? parts.slice(0, -1) : parts;
  if (parts.length === 0 || text.endsWith('/')) throw brokenRule(rule, text, 'is not a path');
  return { text, elements, steps: steps.map((part) => ruleStep(part, text, rule)) };
}

/** The error for a rule that cannot be compiled. */
export function brokenRule(rule: string, path: string, what: string): X12Error {
  return new X12Error('X12_GUIDE_INVALID', `Rule ${rule}: path "${path}" ${what}. Correct the rule in the guide.`, {
    details: { rule, path },
  });
}

function ruleStep(part: string, text: string, rule: string): RuleStep {
  const match = STEP.exec(part);
  if (match === null) throw brokenRule(rule, text, `has a step "${part}" that is neither loop, segment nor element`);
  const name = match[1] ?? '';
  const filters = [...(match[2] ?? '').matchAll(/\[([^=]+)=([^\]]+)\]/g)].map(([, at = '', values = '']) => ({
    ...elementStep(at),
    test: oneOf(values.split('|')),
  }));
  // The name holds only letters, digits, underscores and classes of them: safe as an expression.
  return { name, loopId: new RegExp(`^${name}$`), filters };
}

function elementStep(text: string): ElementStep {
  const [element, component] = text.split('-');
  return { element: Number(element), component: Number(component ?? 0) };
}
