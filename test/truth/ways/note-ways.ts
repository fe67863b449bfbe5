import type { NoteShape } from '../guide-shape.js';
import { elementsOf, interchangeText, type PlacedElement, replaced, type SoundSet, withValue } from '../sound-set.js';
import { brokenNotes, soundValue } from '../sound-value.js';
import type { Spoilt, Want, Way } from '../way.js';
import { elementPlaces, placeOf } from './element-way.js';

/** Broken syntax notes of segments and composites: one note each, and no other. */
export const NOTE_WAYS: readonly Way[] = [
  noteWay('P: one of a pair is missing', 'P', (places, there) => oneLess(places, there)),
  noteWay('P: one of a pair comes alone', 'P', (places, there) => (there.length === 0 ? oneMore(places, there) : [])),
  noteWay('R: none of them is there', 'R', (_, there) => [there.map((place) => [place, ''] as const)]),
  noteWay('E: two of them are there', 'E', (places, there) => (there.length === 1 ? oneMore(places, there) : [])),
  noteWay('C: what the first one demands is missing', 'C', ([, ...others], there) => oneLess(others, there)),
  noteWay('C: the first one comes alone', 'C', ([first], there) =>
    first === undefined ? [] : oneMore([first], there),
  ),
  noteWay('L: the first one comes alone', 'L', ([first], there) => [
    there.filter((place) => place !== first).map((place) => [place, ''] as const),
  ]),
];

/** New values for some places. */
type Edit = readonly (readonly [PlacedElement, string])[];
/** What may be done with the places of a note, of which those in `there` have a value. */
type Edits = (places: readonly PlacedElement[], there: readonly PlacedElement[]) => readonly Edit[];

function noteWay(name: string, letter: string, edits: Edits): Way {
  return { name, spoil: (set) => noted(set, letter).flatMap((noted) => spoilts(set, noted, edits)) };
}

/** A note and the elements or components it is about. */
interface Noted {
  readonly note: NoteShape;
  readonly notes: readonly NoteShape[];
  /** All of the segment or composite. */
  readonly siblings: readonly PlacedElement[];
  readonly places: readonly PlacedElement[];
}

function noted(set: SoundSet, letter: string): Noted[] {
  const free = new Set(elementPlaces(set).map(keyOf));
  return set.segments.flatMap((segment, index) => {
    const all = elementsOf(segment, index);
    const elements = all.filter(({ component }) => component === 0);
    const composites = elements.flatMap(({ shape, element, value }) => {
      const parts = all.filter((place) => place.element === element && place.component > 0);
      return value !== '' && !(segment.elements[element - 1] ?? '').includes('^')
        ? [{ notes: shape.notes, siblings: parts }]
        : [];
    });
    return [{ notes: segment.shape.notes, siblings: elements }, ...composites].flatMap(({ notes, siblings }) =>
      notes
        .filter((note) => note.letter === letter)
        .map((note) => ({ note, notes, siblings, places: placesOf(note, siblings) }))
        .filter(({ places }) => places.every((place) => free.has(keyOf(place)))),
    );
  });
}

function keyOf({ index, element, component }: PlacedElement): string {
  return `${index}/${element}/${component}`;
}

function placesOf({ positions }: NoteShape, siblings: readonly PlacedElement[]): PlacedElement[] {
  return positions.flatMap((position) => siblings.filter((place) => positionOf(place) === position));
}

function positionOf({ element, component }: PlacedElement): number {
  return component === 0 ? element : component;
}

function oneLess(places: readonly PlacedElement[], there: readonly PlacedElement[]): Edit[] {
  return places.filter((place) => there.includes(place)).map((place) => [[place, '']]);
}

function oneMore(places: readonly PlacedElement[], there: readonly PlacedElement[]): Edit[] {
  return places.flatMap((place) => {
    const value = soundValue(place.shape);
    return there.includes(place) || place.shape.notUsed || value === undefined || place.shape.type === 'composite'
      ? []
      : [[[place, value]]];
  });
}

function spoilts(set: SoundSet, { note, notes, siblings, places }: Noted, edits: Edits): (() => Spoilt)[] {
  const there = places.filter(({ value }) => value !== '');
  return edits(places, there).flatMap((edit) => {
    if (edit.length === 0 || edit.some(([place, value]) => value === '' && isNeeded(place, siblings))) return [];
    const present = new Set(siblings.filter(({ value }) => value !== '').map(positionOf));
    for (const [place, value] of edit) present[value === '' ? 'delete' : 'add'](positionOf(place));
    const broken = brokenNotes(notes, (position) => present.has(position));
    if (broken.length !== 1 || broken[0] !== note || present.size === 0) return [];
    return [() => spoilt(set, edit, wantsOf(set, note, places, present))];
  });
}

/** Required by itself, or named by the form of another. */
function isNeeded({ shape, segment, element }: PlacedElement, siblings: readonly PlacedElement[]): boolean {
  const tells = segment.shape.discriminator?.element === element;
  return (
    shape.required || tells || siblings.some((other) => other.shape.format === shape.position && other.value !== '')
  );
}

function wantsOf(set: SoundSet, note: NoteShape, places: readonly PlacedElement[], present: ReadonlySet<number>): Want {
  const surplus = places.filter((place) => present.has(positionOf(place))).slice(1);
  const lacking = places.filter((place) => !present.has(positionOf(place)));
  const wrong = note.letter === 'E' ? surplus : lacking;
  const [first = places[0]] = wrong;
  if (first === undefined) throw new Error('A note has places');
  const name = first.component === 0 ? 'element' : 'component';
  return {
    level: 'element',
    codes: [note.letter === 'E' ? '10' : '2'],
    at: { ...placeOf(set, first), [name]: wrong.map(positionOf) },
  };
}

function spoilt(set: SoundSet, edit: Edit, want: Want): Spoilt {
  const [first] = edit;
  if (first === undefined) throw new Error('An edit changes something');
  const { index, segment } = first[0];
  let text: { tag: string; elements: readonly string[] } = segment;
  for (const [{ element, component }, value] of edit) text = withValue(text, element, component, value);
  // Each of several that are missing may be told.
  return { text: interchangeText(set, replaced(set, index, text)), wants: [want], allowed: [want] };
}
