import { nearestName } from '../../model/nearest-name.js';
import type { GuidePlace } from './guide-place.js';

/** Keys that are listed where none is near the one that was written. */
const MOST_KEYS = 10;
/** A longer key is no reference and no tag. */
const LONGEST_REFERENCE = 12;

/** What was likely meant by a key that the guide does not have there, as a sentence; else which keys it has. */
export function keyAdvice({ path, siblings, segment, composite, keys }: GuidePlace): string | undefined {
  const given = String(path.at(-1) ?? '');
  const alike = numberedAlike(given, siblings);
  if (alike.length > 1) return `There are ${alike[0]} to ${alike.at(-1)}.`;
  const tag = segment?.x12.segment;
  const meant =
    tag === undefined
      ? ofTag(given, siblings)
      : ofReference(given, siblings, composite === undefined ? tag : `${tag}${keys.at(-1)?.slice(-2) ?? ''}`);
  const nearest = meant.length > 0 ? meant : [nearestName(given, siblings)].filter((name) => name !== undefined);
  if (nearest.length > 0) return `Did you mean ${shownKeys(nearest, '"')}?`;
  return siblings.length === 0 ? undefined : `Known are: ${shownKeys(siblings, '')}.`;
}

function shownKeys(keys: readonly string[], quote: string): string {
  const more = keys.length - MOST_KEYS;
  const shown = keys.slice(0, MOST_KEYS).map((key) => `${quote}${key}${quote}`);
  return `${shown.join(quote === '' ? ', ' : ' or ')}${more > 0 ? ` and ${more} more` : ''}`;
}

// A thirteenth of twelve alike is none of them, however near.
function numberedAlike(given: string, siblings: readonly string[]): readonly string[] {
  const stem = /^(.+_)\d\d$/.exec(given)?.[1];
  return stem === undefined ? [] : siblings.filter((key) => key.length === stem.length + 2 && key.startsWith(stem));
}

// A file names what stands in a loop by tags: `BEG`, `PO1`.
function ofTag(given: string, siblings: readonly string[]): readonly string[] {
  if (given.length > LONGEST_REFERENCE) return [];
  const tag = given.toUpperCase();
  return siblings.filter((key) => key.endsWith(`_${tag}`) || key.endsWith(`_${tag}_loop`));
}

// Guides name elements by their positions: `BEG03` or `03` in a segment, `CLM05-2`, `CLM0502` or `2` in a composite.
function ofReference(given: string, siblings: readonly string[], owner: string): readonly string[] {
  if (given.length > LONGEST_REFERENCE) return [];
  const written = given.toUpperCase();
  const behind = written.startsWith(owner) ? written.slice(owner.length) : written;
  const position = /^[-._ ]?(\d\d?)(?:[-._]\d\d?)?$/.exec(behind)?.[1];
  return position === undefined ? [] : siblings.filter((key) => key.endsWith(`_${position.padStart(2, '0')}`));
}
