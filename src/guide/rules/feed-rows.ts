import { hasKey } from '../plan/image.js';
import type { Feed } from '../plan/rules-plan.js';
import type { ElementSource } from './element-source.js';
import { feedOne } from './feed.js';
import type { RuleFrame, SegmentPlace } from './rule-frame.js';
import { ONE } from '../values/digits.js';
import { DONE, FEED_ABSENT, FEED_ELEMENT, FEED_FILTER, FEED_REST, NEEDED, ROW_FEED } from '../plan/rule-rows.js';

/**
 * Feeds what a segment has at the element of the row at `at` into the frame of its program. What is plain is counted and added up here, everything
 * else by the feed itself. bench: `encode`.
 * @returns the rows behind it that say nothing, as what they look at is absent, too.
 */
export function feedRow(
  words: Int32Array,
  at: number,
  feed: Feed,
  frame: RuleFrame,
  source: ElementSource,
  place: SegmentPlace,
): number {
  const element = words[at + FEED_ELEMENT] ?? 0;
  const absent = words[at + FEED_ABSENT] ?? 0;
  const isAbsent = element > source.count;
  if (isAbsent && absent !== NEEDED) return absent === DONE ? (words[at + FEED_REST] ?? 0) : 0;
  if (isAbsent || !feedPlain(words, at, element, feed, frame, source, place)) feedOne(feed, frame, source, place);
  return 0;
}

/** Returns false, having done nothing, where the feed itself is needed. */
function feedPlain(
  words: Int32Array,
  at: number,
  element: number,
  { action, index }: Feed,
  frame: RuleFrame,
  source: ElementSource,
  place: SegmentPlace,
): boolean {
  if (words[at] === ROW_FEED) return false;
  const filter = words[at + FEED_FILTER] ?? 0;
  if (filter !== 0) {
    const other = words[filter] ?? 0;
    if (!hasKey(words, words[filter + 1] ?? 0, source.packed(other))) return source.isPlain(other);
  }
  if (action.kind === 'tally') return frame.sum(action.sum)?.addUnits(ONE, action.sign) === true;
  if (action.kind === 'add') return frame.sum(action.sum)?.addUnits(source.units(element), action.sign) === true;
  if (action.kind !== 'count' || (element !== 0 && !(source.has(element) && source.isPlain(element)))) return false;
  frame.hit(action.register, index, 0, place, false);
  return true;
}
