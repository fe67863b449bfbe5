import type { ClaimType } from '../claim-type.js';
import { requestPlaces } from './request-places.js';
import type { TablePlace } from './table-places.js';

/** Names and indexes down to a property. */
type Trail = readonly (string | number)[];

export interface ElementOfOptions {
  /** The claim is of a dependent: what is of the patient stands in their loops. Default false. */
  readonly ofDependent?: boolean;
}

/**
 * The place in the 837 of a property, for people: loop, segment and element, such as `2300/CLM/02`; which of several loops, from 1, as in
 * `2400[3]/SV1/02`. A property that is missing has its place as well. What is no single element has the segment or loop that it fills, and
 * what is not known the place of what it is in; `undefined` where that is the whole request.
 * @param trail into a request in normal form.
 */
export function elementOf(
  type: ClaimType,
  trail: Trail,
  { ofDependent = false }: ElementOfOptions = {},
): string | undefined {
  const places = placesByName(type);
  for (let length = trail.length; length > 0; length--) {
    const part = trail.slice(0, length);
    const name = nameOf(part);
    const found = places.get(name) ?? commonPlace(places, name);
    if (found.length === 0) continue;
    const place = found.find(({ loops }) => loops.some(({ loop }) => loop === '2000C') === ofDependent) ?? found[0];
    if (place !== undefined) return textOf(place, part);
  }
  return undefined;
}

type Places = ReadonlyMap<string, readonly TablePlace[]>;

const known = new Map<ClaimType, Places>();

function placesByName(type: ClaimType): Places {
  const before = known.get(type);
  if (before !== undefined) return before;
  const places = new Map<string, TablePlace[]>();
  for (const place of requestPlaces(type)) {
    const name = place.property.replaceAll('[]', '');
    const before = places.get(name) ?? [];
    // The texts of a list come behind the segment that each fills, and say more.
    const kept = isElement(place) ? before.filter(isElement) : before;
    places.set(name, [...kept, place]);
  }
  known.set(type, places);
  return places;
}

function isElement({ elements }: TablePlace): boolean {
  return elements.some((element) => element.includes('/'));
}

function nameOf(trail: Trail): string {
  return trail.filter((part) => typeof part === 'string').join('.');
}

/** An object that is neither loop nor segment stands where all of its properties do. */
function commonPlace(places: Places, name: string): readonly TablePlace[] {
  const inner = [...places].filter(([one]) => one.startsWith(`${name}.`)).flatMap(([, found]) => found);
  const [first] = inner;
  if (first === undefined || !inner.every((one) => loopOf(one) === loopOf(first))) return [];
  const [segment = ''] = segmentsOf(first);
  const isOne = inner.every((one) => segmentsOf(one).every((tag) => tag === segment));
  return [{ property: name, loops: first.loops, elements: isOne ? [segment] : [] }];
}

function loopOf({ loops }: TablePlace): string | undefined {
  return loops.at(-1)?.loop;
}

function segmentsOf({ elements }: TablePlace): readonly string[] {
  return elements.map((element) => element.slice(0, element.search(/\[|\/|$/)));
}

function textOf({ loops, elements, byEntry }: TablePlace, trail: Trail): string {
  const indexes = indexesOf(trail);
  const steps = loops.flatMap(({ loop, list }, at) => {
    const index = list === undefined ? undefined : indexes.get(list.replaceAll('[]', ''));
    if (index !== undefined) return [`${loop}[${index + 1}]`];
    return at === loops.length - 1 ? [loop] : [];
  });
  const last = trail.findLast((part) => typeof part === 'number');
  const element = elements[byEntry && typeof last === 'number' ? last % elements.length : 0];
  return [...steps, ...(element === undefined ? [] : [plain(element)])].join('/');
}

/** The index behind each name; of a list of lists the outer one. */
function indexesOf(trail: Trail): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  for (const [at, part] of trail.entries()) {
    const name = nameOf(trail.slice(0, at));
    if (typeof part === 'number' && !indexes.has(name)) indexes.set(name, part);
  }
  return indexes;
}

// Which of several segments it is says the first element; other filters are for programs.
function plain(element: string): string {
  return element.replaceAll(/\[(?!01(?:-1)?=)[^\]]*\]/g, '');
}
