import type { Guide } from '../../model/guide.js';
import { baseOf } from './base-of.js';
import { type GuidePlace, placeByKeys } from './guide-place.js';

/** The place in the guide that an overlay has narrowed, where that one has it and the overlay took it out. */
export function leftOut({ path }: GuidePlace, guide: Guide): GuidePlace | undefined {
  const base = baseOf(guide);
  const keys = path.filter((key) => typeof key === 'string');
  if (base === undefined || keys.length === 0) return undefined;
  const before = placeByKeys(base, keys);
  return before.unused === undefined && before.keys.length === keys.length ? before : undefined;
}

/** What a place is called in a file, by the guide alone: `BEG03`, `CLM05-2`, `CLM`, `loop 2300`; empty for a section. */
export function guideReference({ segment, composite, element, loop, keys }: GuidePlace): string {
  if (segment === undefined) return loop === undefined ? '' : `loop ${loop.x12.loop}`;
  const tag = segment.x12.segment;
  const [position, component] = keys
    .slice(composite !== undefined && element !== undefined ? -2 : -1)
    .map((key) => key.slice(-2));
  if (element === undefined && composite === undefined) return tag;
  return component === undefined ? `${tag}${position}` : `${tag}${position}-${Number(component)}`;
}
