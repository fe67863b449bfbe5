import { Kind } from '../plan.js';
import { sameDecimal } from './decimal-sum.js';
import type { ElementSource } from './element-source.js';
import { impliedDecimals, type Target } from './resolve-path.js';
import type { RuleFrame, SegmentPlace } from './rule-frame.js';
import type { RuleFilter } from './rule-path.js';
import type { Feed } from './rules-plan.js';
import { passesElement, passesText } from './value-test.js';

/** Feeds what a segment has into a frame; feeds that keep values stand before those that compare with them. */
export function feedAll(feeds: readonly Feed[], frame: RuleFrame, source: ElementSource, at: SegmentPlace): void {
  for (const feed of feeds) if (feed.target.element <= source.count) feedSegment(feed, frame, source, at);
}

/** Feeds what a segment has at a target into the registers: once for the segment, or once for each repetition. */
function feedSegment(feed: Feed, frame: RuleFrame, source: ElementSource, at: SegmentPlace): void {
  const { target } = feed;
  const k = target.element;
  if (k !== 0 && !source.has(k)) return;
  for (const filter of target.filters) if (!meets(filter, source)) return;
  if (k === 0) feedText(feed, frame, '', 0, at);
  else if (source.isPlain(k)) feedElement(feed, frame, source, at);
  else feedParts(feed, frame, source, at);
}

// The common case, without making a string: the element is one value.
function feedElement(feed: Feed, frame: RuleFrame, source: ElementSource, at: SegmentPlace): void {
  const { target, action } = feed;
  // A composite of one value is its first component.
  if (target.component > 1) return;
  const k = target.element;
  if (action.kind === 'count') {
    if (action.test === undefined || passesElement(action.test, source, k))
      frame.hit(action.register, target, 0, at, action.keepLast);
  } else if (action.kind === 'add' && action.implied === undefined) {
    if (frame.sums[action.sum]?.addUnits(source.units(k), action.sign) === false)
      feedText(feed, frame, source.element(k), 0, at);
  } else feedText(feed, frame, source.element(k), 0, at);
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
  { action, target }: Feed,
  frame: RuleFrame,
  value: string,
  repetition: number,
  at: SegmentPlace,
): void {
  switch (action.kind) {
    case 'count':
      if (action.test === undefined || passesText(action.test, value))
        frame.hit(action.register, target, repetition, at, action.keepLast);
      return;
    case 'compare': {
      const kept = frame.texts[action.text];
      // Nothing to compare with: that is for a rule of its own.
      if (kept !== undefined && isSame(value, target, kept, action.other) !== action.equal)
        frame.hit(action.register, target, repetition, at, false);
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
