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
} from '../values/safe-read.js';
import { suffixPosition } from '../values/snake-case.js';

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

/** Hears of keys without position, and of those whose position another key has. */
export type ReportKey = (reason: 'property-unknown' | 'property-repeated', trail: readonly string[]) => void;

/**
 * Opens up the value of a generic segment by the positions at the ends of its keys; names do not count. Empty strings and
 * absent values leave no part.
 */
export function openGeneric(object: DataObject, report: ReportKey): GenericElement[] {
  const elements = new Map<number, GenericElement>();
  for (const key of ownKeys(object)) {
    const position = positionOf(key);
    if (position === 0) {
      report('property-unknown', [key]);
      continue;
    }
    const place: GenericPlace = { element: position, component: 0, repetition: 0, trail: [key] };
    const value = readProperty(object, key);
    if (isAbsent(value)) continue;
    if (elements.has(position)) report('property-repeated', [key]);
    elements.set(position, { position, place, repetitions: openElement(value, place, report) });
  }
  return [...elements.values()].sort((a, b) => a.position - b.position);
}

function openElement(value: unknown, place: GenericPlace, report: ReportKey): GenericRepetition[] {
  if (!isList(value)) return [openRepetition(value, place, report)];
  const length = lengthOf(value);
  if (length === 0) return [{ place, composite: false, parts: [{ value, place }] }];
  const repetitions: GenericRepetition[] = [];
  for (let i = 0; i < length; i++) {
    const here = { ...place, repetition: i + 1, trail: [...place.trail, i] };
    const member = readMember(value, i);
    if (member === undefined) {
      // A hole is no JSON; behind one there may be millions more.
      repetitions.push({ place: here, composite: false, parts: [{ value: UNREADABLE, place: here }] });
      break;
    }
    repetitions.push(openRepetition(member, here, report));
  }
  return repetitions;
}

function openRepetition(value: unknown, place: GenericPlace, report: ReportKey): GenericRepetition {
  if (!isObject(value) || hasKey(value, 'base64')) {
    return { place, composite: false, parts: isAbsent(value) ? [] : [{ value, place }] };
  }
  const keys = ownKeys(value);
  // Left out without a word it would be lost.
  if (keys.length === 0) return { place, composite: false, parts: [{ value, place }] };
  const parts = new Map<number, GenericValue>();
  for (const key of keys) {
    const position = positionOf(key);
    const trail = [...place.trail, key];
    const part = readProperty(value, key);
    if (position === 0) report('property-unknown', trail.map(String));
    else if (!isAbsent(part)) {
      if (parts.has(position)) report('property-repeated', trail.map(String));
      parts.set(position, { value: part, place: { ...place, component: position, trail } });
    }
  }
  const sorted = [...parts.values()].sort((a, b) => a.place.component - b.place.component);
  return { place, composite: true, parts: sorted };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === '';
}

function positionOf(key: string): number {
  const suffix = key.slice(key.lastIndexOf('_') + 1);
  return suffix === key ? 0 : suffixPosition(suffix);
}
