import { hasKey } from '../plan/image.js';
import type { Feed } from '../plan/rules-plan.js';
import type { ElementSource } from './element-source.js';
import { feedOne } from './feed.js';
import type { RuleFrame, SegmentPlace } from './rule-frame.js';
import {
  FEED_ELEMENT,
  FEED_FEED,
  FEED_FILTER,
  FEED_NEEDS,
  FEED_REGISTER,
  FEED_SIGN,
  GROUP_FREE,
  GROUP_ROWS,
  ROW_ADD,
  ROW_FEED,
  RULE_WORDS,
} from './rule-rows.js';

/**
 * Feeds what a segment has, by the rows of the group at `group`, into the frame of its program. What is plain is counted and
 * added up here, everything else by the feed itself. bench: `validate`.
 */
export function feedRows(
  words: Int32Array,
  group: number,
  feeds: readonly Feed[],
  frame: RuleFrame,
  source: ElementSource,
  place: SegmentPlace,
): void {
  const { count } = source;
  const end = group + ((words[group + GROUP_ROWS] ?? 0) + 1) * RULE_WORDS;
  const free = group + ((words[group + GROUP_FREE] ?? 0) + 1) * RULE_WORDS;
  for (let at = group + RULE_WORDS; at < end; at += RULE_WORDS) {
    const element = words[at + FEED_ELEMENT] ?? 0;
    const isAbsent = element > count;
    if (isAbsent && at >= free) return;
    if (isAbsent ? words[at + FEED_NEEDS] === 0 : feedPlain(words, at, element, feeds, frame, source, place)) continue;
    const feed = feeds[words[at + FEED_FEED] ?? 0];
    if (feed !== undefined) feedOne(feed, frame, source, place);
  }
}

/** Returns false, having done nothing, where the feed itself is needed. */
function feedPlain(
  words: Int32Array,
  at: number,
  element: number,
  feeds: readonly Feed[],
  frame: RuleFrame,
  source: ElementSource,
  place: SegmentPlace,
): boolean {
  const kind = words[at];
  if (kind === ROW_FEED) return false;
  const filter = words[at + FEED_FILTER] ?? 0;
  if (filter !== 0) {
    const other = words[filter] ?? 0;
    if (!hasKey(words, words[filter + 1] ?? 0, source.packed(other))) return source.isPlain(other);
  }
  const register = words[at + FEED_REGISTER] ?? 0;
  if (kind === ROW_ADD) {
    const sign = words[at + FEED_SIGN] === 1 ? 1 : -1;
    return frame.sums[register]?.addUnits(source.units(element), sign) === true;
  }
  if (element !== 0 && !(source.has(element) && source.isPlain(element))) return false;
  if (!frame.countOn(register)) frame.hit(register, feeds[words[at + FEED_FEED] ?? 0]?.target, 0, place, false);
  return true;
}
