import { Kind } from '../plan/plan.js';
import type { Feed, RuleFilter, Target } from '../plan/rules-plan.js';
import { sameDecimal } from './decimal-sum.js';
import type { ElementSource } from './element-source.js';
import { impliedDecimals } from './resolve-path.js';
import type { RuleFrame, SegmentPlace } from './rule-frame.js';
import { passesElement, passesText } from './value-test.js';

/** Feeds what a segment has at the target of a feed into a frame: once for the segment, or once for each repetition. */
export function feedOne(feed: Feed, frame: RuleFrame, source: ElementSource, at: SegmentPlace): void {
  const { action, target, needs } = feed;
  const { element: k, filters } = target;
  if (k > source.count && needs < 0) return;
  if (filters.length > 0 && !filters.every((filter) => meets(filter, source))) return;
  if (k === 0) feedText(feed, frame, '', 0, at);
  else if (!source.has(k)) {
    // Its absence is a fault of its own; what would have stood there nobody knows.
    if (needs >= 0) frame.sum(needs)?.break();
  } else if (!source.isPlain(k)) feedParts(feed, frame, source, at);
  // A composite of one value is its first component; its others are not there.
  else if (target.component <= 1) {
    if (action.kind === 'count') {
      if (action.test === undefined || passesElement(action.test, source, k))
        frame.hit(action.register, feed.index, 0, at, action.keepLast);
    } else feedText(feed, frame, source.element(k), 0, at);
  }
}

function feedParts(feed: Feed, frame: RuleFrame, source: ElementSource, at: SegmentPlace): void {
  const text = source.element(feed.target.element);
  const { repetition } = source;
  const values = repetition === undefined ? [text] : text.split(repetition);
  for (const [index, one] of values.entries()) {
    const value = part(one, feed.target, source);
    if (value !== '') feedText(feed, frame, value, values.length === 1 ? 0 : index + 1, at);
  }
}

function feedText(
  { action, target, index }: Feed,
  frame: RuleFrame,
  value: string,
  repetition: number,
  at: SegmentPlace,
): void {
  switch (action.kind) {
    case 'count':
      if (action.test === undefined || passesText(action.test, value))
        frame.hit(action.register, index, repetition, at, action.keepLast);
      return;
    case 'compare': {
      const kept = frame.text(action.text);
      // Nothing to compare with: that is for a rule of its own.
      if (kept !== undefined && isSame(value, target, kept, action.other) !== action.equal)
        frame.hit(action.register, index, repetition, at, false);
      return;
    }
    case 'keep':
      frame.keep(action.text, value);
      return;
    case 'add':
      frame.sum(action.sum)?.add(value, action.sign, action.implied);
      return;
    default:
      frame.sum(action.sum)?.add('1', action.sign);
  }
}

function meets(filter: RuleFilter, source: ElementSource): boolean {
  if (filter.component === 0) return passesElement(filter.test, source, filter.element);
  return passesText(filter.test, component(source.element(filter.element), filter.component, source));
}

/** The component a target asks for; a composite without any component counts as absent. */
function part(text: string, target: Target, source: ElementSource): string {
  if (target.component > 0) return component(text, target.component, source);
  if (target.plan?.kind !== Kind.composite || !text.startsWith(source.component)) return text;
  return text.replaceAll(source.component, '') === '' ? '' : text;
}

function component(text: string, position: number, source: ElementSource): string {
  return text.split(source.component, position)[position - 1] ?? '';
}

function isSame(left: string, leftAt: Target, right: string, rightAt: Target): boolean {
  if (left === right) return true;
  return (
    isNumber(leftAt) && isNumber(rightAt) && sameDecimal(left, right, impliedDecimals(leftAt), impliedDecimals(rightAt))
  );
}

function isNumber(target: Target): boolean {
  return target.plan?.kind === Kind.integer || target.plan?.kind === Kind.decimal;
}
