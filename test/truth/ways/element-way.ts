import type { ElementShape } from '../guide-shape.js';
import {
  elementsOf,
  interchangeText,
  type PlacedElement,
  placesIn,
  replaced,
  type SoundSet,
  withValue,
} from '../sound-set.js';
import { isBound } from '../sound-value.js';
import type { Spoilt, Want, WantedPlace, Way } from '../way.js';

/** A value that is wrong, and the codes that the standard has for it. */
export interface WrongValue {
  readonly value: string;
  readonly codes: readonly string[];
  /** Where the place is another than the element's own. */
  readonly at?: WantedPlace;
  /** True where each of the codes may be told, one beside the other. */
  readonly several?: boolean;
}

/** A way that changes one value; `wrong` says to what, or that it does not fit. */
export function elementWay(name: string, wrong: (place: PlacedElement, set: SoundSet) => WrongValue | undefined): Way {
  return {
    name,
    spoil: (set) =>
      elementPlaces(set).flatMap((place) => {
        const made = wrong(place, set);
        return made === undefined ? [] : [() => changed(set, place, made)];
      }),
  };
}

/** Written by the envelope and by nesting, with ways of their own. */
const APART: ReadonlySet<string> = new Set(['ST', 'SE', 'HL', 'LS', 'LE', 'BIN', 'BDS']);

/** Every element and component that no rule between elements looks at. */
export function elementPlaces(set: SoundSet): readonly PlacedElement[] {
  const known = places.get(set) ?? madePlaces(set);
  places.set(set, known);
  return known;
}

// Every way asks for the same ones.
const places = new WeakMap<SoundSet, readonly PlacedElement[]>();

function madePlaces(set: SoundSet): PlacedElement[] {
  return set.segments.flatMap((segment, index) => {
    if (APART.has(segment.tag)) return [];
    const free = ({ element }: PlacedElement): boolean =>
      !set.guide.mentioned.elements.has(`${segment.tag}/${String(element).padStart(2, '0')}`);
    return elementsOf(segment, index).filter(free);
  });
}

/** The place of an element as a 999 names it. */
export function placeOf(set: SoundSet, { segment, index, element, component }: PlacedElement): WantedPlace {
  return {
    ...segmentPlace(set, index, segment.tag),
    loopId: loopIdOf(set, segment.loop.shape.loopId),
    element,
    component,
  };
}

export function segmentPlace(set: SoundSet, index: number, segmentId: string): WantedPlace {
  const before = set.segments[Math.min(index, set.segments.length - 1)];
  return { segment: index + 1, segmentId, loopId: loopIdOf(set, before?.loop.shape.loopId ?? '') };
}

/** Loop ids are an implementation guide's; a base set has only those of LS. */
export function loopIdOf(set: SoundSet, loopId: string): string | undefined {
  return set.guide.isGuide ? loopId : undefined;
}

/** True when its absence or change is of no matter to another element. */
export function isFree(place: PlacedElement): boolean {
  const known = free.get(place) ?? isFoundFree(place);
  free.set(place, known);
  return known;
}

// Nearly every way asks for it.
const free = new WeakMap<PlacedElement, boolean>();

function isFoundFree({ segment, element, component }: PlacedElement): boolean {
  if (isBound(segment.shape, element)) return false;
  // Another value there may make it the segment of another slot.
  const others = placesIn(segment.loop).filter(
    ({ tag, discriminator }) => tag === segment.tag && discriminator?.element === element,
  );
  if (others.length > 0) return false;
  const whole = segment.shape.elements[element];
  if (component === 0 || whole === undefined) return true;
  const named = whole.components.some((part) => part?.format === component);
  return !named && !whole.notes.some(({ positions }) => positions.includes(component));
}

/** A value is there, simple and alone: neither composite nor repeated. */
export function isPlain({ shape, value, segment, element, component }: PlacedElement): boolean {
  const text = segment.elements[element - 1] ?? '';
  return value !== '' && !text.includes('^') && shape.type !== 'composite' && (component > 0 || !value.includes(':'));
}

/** Any text of the right length is a right one. */
export function isFreeText({ codes, pattern, format }: ElementShape): boolean {
  return codes === undefined && pattern === undefined && format === 0;
}

function changed(set: SoundSet, place: PlacedElement, { value, codes, at, several }: WrongValue): Spoilt {
  const { segment, index, element, component } = place;
  const text = interchangeText(set, replaced(set, index, withValue(segment, element, component, value)));
  const want: Want = { level: 'element', codes, at: { ...placeOf(set, place), ...at } };
  return { text, wants: [want], ...(several === true ? { allowed: [want] } : {}) };
}
