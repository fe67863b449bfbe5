import type { Random } from '../../../bench/generate/random.js';
import { joinX12, splitX12, type TextDelimiters, tagOf } from '../x12-text.js';

/** One kind of mutation of a text of X12, whose characters are its bytes. */
export interface Way {
  readonly name: string;
  /** The sets of a sound file still read, and most of them without errors. */
  readonly gentle?: true;
  /** The same random numbers give the same change; the text itself where there is nothing to change. */
  change(random: Random, text: string): string;
}

/** Changes the list of segments. */
export type SegmentsChange = (random: Random, segments: string[], delimiters: TextDelimiters) => void;
/** Gives another text for the value of one element. */
export type ValueChange = (random: Random, value: string, delimiters: TextDelimiters) => string;
/** Changes the elements of one segment in place; its tag comes first. */
export type ElementsChange = (random: Random, elements: string[], delimiters: TextDelimiters) => void;

const ENVELOPES: ReadonlySet<string> = new Set(['ISA', 'GS', 'ST', 'SE', 'GE', 'IEA']);
/** Of a hundred places, so many are chosen with the envelopes among them: most of what there is to find lies within sets. */
const ANYWHERE = 12;

export function onSegments(change: SegmentsChange): Way['change'] {
  return (random, text) => {
    const split = splitX12(text);
    if (split.segments.length > 0) change(random, split.segments, split.delimiters);
    return joinX12(split);
  };
}

/** Of one segment, mostly of a set's own. */
export function onElements(change: ElementsChange): Way['change'] {
  return onSegments((random, segments, delimiters) => {
    const at = randomPlace(random, segments, delimiters);
    const elements = (segments[at] ?? '').split(delimiters.element);
    change(random, elements, delimiters);
    segments[at] = elements.join(delimiters.element);
  });
}

/** Of one element that fits; none is changed where none does. */
export function onValue(change: ValueChange, fits: (value: string) => boolean = () => true): Way['change'] {
  return onSegments((random, segments, delimiters) => {
    for (let tries = 0; tries < TRIES; tries++) {
      const at = randomPlace(random, segments, delimiters);
      const elements = (segments[at] ?? '').split(delimiters.element);
      const place = random.below(elements.length);
      const value = elements[place] ?? '';
      if (place === 0 || !fits(value)) continue;
      elements[place] = change(random, value, delimiters);
      segments[at] = elements.join(delimiters.element);
      return;
    }
  });
}

const TRIES = 25;

/** Elements of one of the segments with that tag; nothing where there is none. */
export function onTag(tag: string, change: ElementsChange): Way['change'] {
  return onSegments((random, segments, delimiters) => {
    const places = placesOf(segments, delimiters, (found) => found === tag);
    if (places.length === 0) return;
    const at = random.pick(places);
    const elements = (segments[at] ?? '').split(delimiters.element);
    change(random, elements, delimiters);
    segments[at] = elements.join(delimiters.element);
  });
}

export function placesOf(
  segments: readonly string[],
  delimiters: TextDelimiters,
  fits: (tag: string) => boolean,
): number[] {
  return segments.flatMap((segment, at) => (fits(tagOf(segment, delimiters)) ? [at] : []));
}

/** Index of a segment, mostly of one that is no envelope. */
export function randomPlace(random: Random, segments: readonly string[], delimiters: TextDelimiters): number {
  const inner = random.chance(ANYWHERE) ? [] : placesOf(segments, delimiters, (tag) => !ENVELOPES.has(tag));
  return inner.length === 0 ? random.below(segments.length) : random.pick(inner);
}
