import { Kind } from '../plan.js';
import { sameDecimal } from './decimal-sum.js';
import { impliedDecimals, type Target } from './resolve-path.js';
import type { RuleFilter } from './rule-path.js';
import type { RuleFrame, SegmentPlace } from './rule-frame.js';
import type { Feed } from './rules-plan.js';

/** What the rules read of a segment. */
export interface SegmentAccess {
  /** Raw text of element `k` (1-based), `''` if absent. */
  element(k: number): string;
  readonly component: string;
  readonly repetition: string | undefined;
}

/** Feeds what a segment has at a target into the registers: once for the segment, or once for each repetition. */
export function feedSegment(feed: Feed, frame: RuleFrame, access: SegmentAccess, at: SegmentPlace): void {
  const { target } = feed;
  if (target.filters.length > 0 && !target.filters.every((filter) => meets(filter, access))) return;
  if (target.element === 0) {
    feedValue(feed, frame, '', 0, at);
    return;
  }
  const text = access.element(target.element);
  if (text === '') return;
  const { repetition } = access;
  if (repetition === undefined || !text.includes(repetition)) {
    const value = part(text, target, access);
    if (value !== '') feedValue(feed, frame, value, 0, at);
    return;
  }
  for (const [index, one] of text.split(repetition).entries()) {
    const value = part(one, target, access);
    if (value !== '') feedValue(feed, frame, value, index + 1, at);
  }
}

function feedValue({ action, target }: Feed, frame: RuleFrame, value: string, repetition: number, at: SegmentPlace): void {
  switch (action.kind) {
    case 'count':
      if (action.test === undefined || action.test(value)) frame.hit(action.register, target, repetition, at, action.keepLast);
      return;
    case 'compare': {
      const kept = frame.texts[action.text];
      // Nothing to compare with: that is for a rule of its own.
      if (kept !== undefined && isSame(value, target, kept, action.other) !== action.equal) frame.hit(action.register, target, repetition, at, false);
      return;
    }
    case 'keep':
      frame.texts[action.text] ??= value;
      return;
    case 'add':
      frame.sums[action.sum]?.add(value, action.sign, action.implied);
      return;
    default:
      frame.sums[action.sum]?.add('1', action.sign);
  }
}

function meets(filter: RuleFilter, access: SegmentAccess): boolean {
  const text = access.element(filter.element);
  return filter.values.has(filter.component === 0 ? text : component(text, filter.component, access));
}

/** The component a target asks for; a composite without any component counts as absent. */
function part(text: string, target: Target, access: SegmentAccess): string {
  if (target.component > 0) return component(text, target.component, access);
  if (target.plan?.kind !== Kind.composite || !text.startsWith(access.component)) return text;
  return text.replaceAll(access.component, '') === '' ? '' : text;
}

function component(text: string, position: number, access: SegmentAccess): string {
  return text.split(access.component, position)[position - 1] ?? '';
}

function isSame(left: string, leftAt: Target, right: string, rightAt: Target): boolean {
  if (left === right) return true;
  return isNumber(leftAt) && isNumber(rightAt) && sameDecimal(left, right, impliedDecimals(leftAt), impliedDecimals(rightAt));
}

function isNumber(target: Target): boolean {
  return target.plan?.kind === Kind.integer || target.plan?.kind === Kind.decimal;
}
