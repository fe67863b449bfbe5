import {
  type DataObject,
  hasKey,
  isList,
  isObject,
  lengthOf,
  ownKeys,
  readMember,
  readProperty,
  UNREADABLE,
} from './safe-read.js';

/** Positions beyond this are taken for a slip, not for a surplus element. */
const LARGEST_POSITION = 1_000;

/** Where something is wrong in the value of a generic segment; 0 = not known. */
export interface GenericPlace {
  readonly element: number;
  readonly component: number;
  readonly repetition: number;
  /** Keys and indexes below the segment's object. */
  readonly trail: readonly (string | number)[];
}

/** One string, octets, or something that is neither, at its place in a generic segment. */
export interface GenericValue {
  readonly value: unknown;
  readonly place: GenericPlace;
}

/** An element of a generic segment: its repetitions, each with its components in order of position. */
export interface GenericElement {
  readonly position: number;
  readonly place: GenericPlace;
  readonly repetitions: readonly GenericRepetition[];
}

export interface GenericRepetition {
  readonly place: GenericPlace;
  /** True when the value is an object of components. */
  readonly composite: boolean;
  readonly parts: readonly GenericValue[];
}

/**
 * Opens up the value of a generic segment by the positions at the ends of its keys; names do not count. Keys without
 * position are handed to `onUnknown`. Empty strings and absent values leave no part.
 */
export function openGeneric(object: DataObject, onUnknown: (trail: readonly string[]) => void): GenericElement[] {
  const elements = new Map<number, GenericElement>();
  for (const key of ownKeys(object)) {
    const position = positionOf(key);
    if (position === 0) {
      onUnknown([key]);
      continue;
    }
    const place: GenericPlace = { element: position, component: 0, repetition: 0, trail: [key] };
    elements.set(position, { position, place, repetitions: openElement(readProperty(object, key), place, onUnknown) });
  }
  return [...elements.values()].sort((a, b) => a.position - b.position);
}

function openElement(
  value: unknown,
  place: GenericPlace,
  onUnknown: (trail: readonly string[]) => void,
): GenericRepetition[] {
  if (!isList(value)) return [openRepetition(value, place, onUnknown)];
  const repetitions: GenericRepetition[] = [];
  const length = lengthOf(value);
  for (let i = 0; i < length; i++) {
    const here = { ...place, repetition: i + 1, trail: [...place.trail, i] };
    const member = readMember(value, i);
    if (member === undefined) {
      // A hole is no JSON; behind one there may be millions more.
      repetitions.push({ place: here, composite: false, parts: [{ value: UNREADABLE, place: here }] });
      break;
    }
    repetitions.push(openRepetition(member, here, onUnknown));
  }
  return repetitions;
}

function openRepetition(
  value: unknown,
  place: GenericPlace,
  onUnknown: (trail: readonly string[]) => void,
): GenericRepetition {
  if (!isObject(value) || hasKey(value, 'base64')) {
    return { place, composite: false, parts: isAbsent(value) ? [] : [{ value, place }] };
  }
  const parts: GenericValue[] = [];
  for (const key of ownKeys(value)) {
    const position = positionOf(key);
    const trail = [...place.trail, key];
    const part = readProperty(value, key);
    if (position === 0) onUnknown(trail.map(String));
    else if (!isAbsent(part)) parts.push({ value: part, place: { ...place, component: position, trail } });
  }
  return { place, composite: true, parts: parts.sort((a, b) => a.place.component - b.place.component) };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === '';
}

function positionOf(key: string): number {
  const digits = key.slice(key.lastIndexOf('_') + 1);
  const position = Number(digits);
  const wellFormed = digits.length >= 2 && digits !== key && Number.isInteger(position) && position <= LARGEST_POSITION;
  return wellFormed ? Math.max(position, 0) : 0;
}
