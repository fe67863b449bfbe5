import { Kind } from '../plan.js';
import { sameDecimal } from './decimal-sum.js';
import type { ElementSource } from './element-source.js';
import { impliedDecimals, type Target } from './resolve-path.js';
import type { RuleFrame, SegmentPlace } from './rule-frame.js';
import type { RuleFilter } from './rule-path.js';
import type { Feed } from './rules-plan.js';
import { passesElement, passesText } from './value-test.js';

/**
 * Feeds what a segment has into a frame; feeds that keep values stand before those that compare with them, and both are in
 * the order of their elements. The plain cases, counting and adding up, are done on the spot. bench: `validate` of an 835.
 */
export function feedAll(feeds: readonly Feed[], frame: RuleFrame, source: ElementSource, at: SegmentPlace): void {
  const { count } = source;
  for (let i = 0; i < feeds.length; i++) {
    const feed = feeds[i];
    if (feed === undefined || (feed.element > count && feed.needs < 0)) continue;
    const { element, target } = feed;
    if (target.filters.length > 0 && !meetsAll(target.filters, source)) continue;
    if (feed.adds >= 0 && frame.sums[feed.adds]?.addUnits(source.units(element), feed.sign) === true) continue;
    if (element !== 0 && !source.has(element)) {
      // Its absence is a fault of its own; what would have stood there nobody knows.
      if (feed.needs >= 0) frame.sums[feed.needs]?.break();
      continue;
    }
    if (feed.counts >= 0 && (element === 0 || source.isPlain(element)))
      frame.hit(feed.counts, target, 0, at, feed.keepLast);
    else feedSegment(feed, frame, source, at);
  }
}

/** Feeds what a segment has at a target into the registers: once for the segment, or once for each repetition. */
function feedSegment(feed: Feed, frame: RuleFrame, source: ElementSource, at: SegmentPlace): void {
  const k = feed.element;
  if (k === 0) feedText(feed, frame, '', 0, at);
  else if (source.isPlain(k)) feedElement(feed, frame, source, at);
  else feedParts(feed, frame, source, at);
}

// Without making a string where that is enough: the element is one value.
function feedElement(feed: Feed, frame: RuleFrame, source: ElementSource, at: SegmentPlace): void {
  const { target, action } = feed;
  // A composite of one value is its first component.
  if (target.component > 1) return;
  const k = target.element;
  if (action.kind === 'count') {
    if (action.test === undefined || passesElement(action.test, source, k))
      frame.hit(action.register, target, 0, at, action.keepLast);
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

function meetsAll(filters: readonly RuleFilter[], source: ElementSource): boolean {
  for (let i = 0; i < filters.length; i++) {
    const filter = filters[i];
    if (filter !== undefined && !meets(filter, source)) return false;
  }
  return true;
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
