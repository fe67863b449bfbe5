import type { PlaceForm } from '../../model/finding-words.js';
import type { CompositeNode, ElementNode, SegmentNode } from '../../model/guide.js';
import { isNumeric } from '../values/json-form.js';
import type { GuidePlace } from './guide-place.js';

/** Keys of an object that a sentence names. */
const MOST_KEYS = 4;

/** What may stand in a place, as a noun: `a string of 1 to 22 characters`, `a list of at most 5 objects`. */
export function wantedText(place: GuidePlace, form: PlaceForm): string {
  const list = place.isMember === true ? undefined : place.list;
  const one = place.element === undefined ? objectText(place) : valueText(place.element, form);
  if (list === undefined || form === 'x12') return one;
  const most = list.maxItems === undefined ? '' : ` of at most ${list.maxItems}`;
  return `a list${most}, each ${one}`;
}

// What it must have says more than what it may have.
function objectText({ composite, segment, loop, section, guide }: GuidePlace): string {
  const node = composite ?? segment ?? loop ?? section ?? guide;
  const required = node?.required ?? [];
  const keys = required.length > 0 ? required : Object.keys(node?.properties ?? {});
  if (keys.length === 0) return 'an object';
  const more = keys.length > MOST_KEYS ? ' and others' : '';
  return `an object with ${required.length > 0 ? '' : 'keys such as '}${keys.slice(0, MOST_KEYS).join(', ')}${more}`;
}

/** The value of an element: in JSON with its type there, in a file by its characters. */
export function valueText({ enum: codes, $ref, x12 }: ElementNode, form: PlaceForm): string {
  const { type, min, max } = x12;
  switch (type) {
    case 'DT':
    case 'TM':
      return form === 'json' ? `a string such as ${exampleText(x12, form)}` : exampleText(x12, form);
    case 'B':
      return form === 'json' ? 'an object { "base64": "..." }' : 'binary data';
    case 'AN':
    case 'ID': {
      const isListed = codes !== undefined || $ref !== undefined || x12.codeSet !== undefined;
      const lengths = countText(min, max, 'character');
      if (form === 'x12') return isListed ? `a code of ${lengths}` : lengths;
      return isListed ? `a code, as a string of ${lengths}` : `a string of ${lengths}`;
    }
    default:
      return numberText(x12, form);
  }
}

function numberText({ type, min, max }: ElementNode['x12'], form: PlaceForm): string {
  const scale = type === 'R' ? undefined : Number(type.slice(1));
  const digits = countText(min, max, 'digit');
  const kind = scale === 0 ? 'a whole number' : 'a number';
  if (form === 'json') {
    const decimals = scale === undefined || scale === 0 ? '' : ` and at most ${scale} decimals`;
    return `${kind} of ${digits}${decimals}, such as ${scale === 0 ? '12' : '12.5'}`;
  }
  if (scale === undefined) return `${kind} of ${digits}, with a point only before decimals`;
  return scale === 0
    ? `${kind} of ${digits}`
    : `${kind} of ${digits}, the last ${scale} of them decimals, without a point`;
}

/** A right date or time of the element: `2026-01-31` in JSON, `20260131 (CCYYMMDD)` in a file. */
export function exampleText({ type, max }: ElementNode['x12'], form: PlaceForm): string {
  if (type === 'DT') {
    if (form === 'json') return '2026-01-31';
    return max > 6 ? '20260131 (CCYYMMDD)' : '260131 (YYMMDD)';
  }
  const times =
    form === 'json' ? ['14:30', '14:30:15', '14:30:15.25'] : ['1430 (HHMM)', '143015 (HHMMSS)', '14301525 (HHMMSSDD)'];
  return times.slice(0, max > 6 ? 3 : max > 4 ? 2 : 1).join(', or ');
}

/** `1 to 22 characters`, `exactly 2 characters`, without a minimum that says nothing. */
export function countText(min: number, max: number, unit: string): string {
  return `${min === max ? 'exactly ' : `${min} to `}${max} ${unit}${max === 1 ? '' : 's'}`;
}

/** The limits of an element's value in a sentence's end: `1 to 18 digits (sign and point do not count)`. */
export function lengthText({ type, min, max }: ElementNode['x12']): string {
  if (!isNumeric(type)) return countText(min, max, 'character');
  return `${countText(min, max, 'digit')} (sign and point do not count)`;
}

/** Forms of a date or time that a qualifier names (DE 1250); the text is the same in JSON and in a file. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['D8', '20260131'],
  ['RD8', '20260101-20260131'],
  ['D6', '260131'],
  ['DT', '202601311430'],
  ['TM', '1430'],
  ['TS', '143015'],
  ['CY', '2026'],
  ['CM', '202601'],
  ['RTS', '20260131143015'],
]);

/** `DTP02 says: D8 20260131, RD8 20260101-20260131`; `undefined` where no qualifier of the guide has a known form. */
export function formatsText(codes: readonly string[], reference: string): string | undefined {
  const known = codes.flatMap((code) => {
    const example = FORMATS.get(code);
    return example === undefined ? [] : [`${code} ${example}`];
  });
  return known.length === 0 ? undefined : `as ${reference} says: ${known.join(', ')}`;
}

/** The syntax notes of a segment or composite that name a position. */
export function notesOf(node: SegmentNode | CompositeNode | undefined, position: number): readonly string[] {
  return (node?.x12.syntax ?? []).filter((note) => positionsOf(note).some((one) => Number(one) === position));
}

/** What syntax notes ask: `Of PER03, PER04 send all or none.` */
export function syntaxText(notes: readonly string[], prefix: string): string[] {
  return notes.map((note) => {
    const names = positionsOf(note).map((one) => `${prefix}${prefix.endsWith('-') ? Number(one) : one}`);
    return `${SYNTAX[note.charAt(0)]?.(names) ?? note}.`;
  });
}

function positionsOf(note: string): readonly string[] {
  return note.slice(1).match(/\d\d/g) ?? [];
}

const SYNTAX: Readonly<Record<string, (names: readonly string[]) => string>> = {
  P: (names) => `Of ${names.join(', ')} send all or none`,
  R: (names) => `Of ${names.join(', ')} send at least one`,
  E: (names) => `Of ${names.join(', ')} send at most one`,
  C: ([first, ...others]) => `With ${first} send ${others.join(', ')}, too`,
  L: ([first, ...others]) => `With ${first} send at least one of ${others.join(', ')}`,
};
