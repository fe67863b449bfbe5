import { type ElementTable, NO_ELEMENTS } from '../plan/element-table.js';
import { type ElementPlan, Kind, type SegmentPlan } from '../plan/plan.js';
import { checkPresence } from '../plan/syntax-notes.js';
import { octetsOf } from '../values/base64.js';
import { checkFormattedDate } from '../values/formatted-date.js';
import {
  type DataObject,
  isForeign,
  isList,
  isObject,
  lengthOf,
  ownKeys,
  readMember,
  readProperty,
} from '../values/safe-read.js';
import { type CharacterRules, repairedText } from './character-rules.js';
import { collectValues } from './collect-values.js';
import { encodeForeign, encodeValue, receivedText } from './encode-value.js';
import { givenForm } from './given-form.js';
import type { SetWriting } from './set-writing.js';

/** Given for a composite that consists of codes which encode fills in. */
export const DERIVED_COMPOSITE: DataObject = Object.freeze({});

/** The long way of one element: its repetitions, components and octets, right or wrong. Returns whether the element counts as present. */
export function encodeElement(writing: SetWriting, element: ElementPlan | undefined, value: unknown): boolean {
  const list = isList(value);
  const told = writing.report.findings.length;
  if (!list && element?.array === true && element.repeatMin > 1) writing.say('element-repetitions-few', element);
  const written = list ? encodeRepetitions(writing, element, value) : encodePiece(writing, element, value);
  // Whatever else is wrong with it says enough.
  if (element !== undefined && list !== element.array && writing.report.findings.length === told)
    writing.misshaped(element, value);
  return written;
}

function encodeRepetitions(writing: SetWriting, element: ElementPlan | undefined, list: readonly unknown[]): boolean {
  const length = lengthOf(list);
  if (length === 0 && element?.array !== true) return noData(writing, element, list);
  let last = 0;
  let hole = 0;
  for (let i = 0; i < length && !writing.report.full; i++) {
    if (i > 0) writing.sink.nextRepetition();
    const value = readMember(list, i);
    writing.repetition = i + 1;
    if (isList(value)) writing.say('value-type', element, givenForm(value));
    // '' is an empty one, as reading shows it. At the end it is not written.
    else if (value !== '' && encodePiece(writing, element, value)) last = i + 1;
    else if (hole === 0) hole = i + 1;
  }
  writing.repetition = hole;
  if (hole !== 0 && hole < last) writing.say('element-repetition-empty', element);
  const most = element?.repeat ?? Number.POSITIVE_INFINITY;
  writing.repetition = last > most ? most + 1 : 0;
  if (last > most) writing.say('element-repetitions', element);
  writing.repetition = 0;
  if (element !== undefined && last > 0 && last < element.repeatMin) writing.say('element-repetitions-few', element);
  return last > 0;
}

function encodePiece(writing: SetWriting, element: ElementPlan | undefined, value: unknown): boolean {
  const known = element !== undefined && !element.notUsed;
  if (isObject(value)) {
    if (known && element.kind === Kind.binary) return encodeOctets(writing, element, value);
    if (known && receivedText(element, value) !== undefined) return encodeValue(writing, element, value);
    return encodeComponents(writing, known ? element : undefined, value);
  }
  if (!known && typeof value === 'string') return encodeForeign(writing, element, value);
  if (known && element.kind !== Kind.composite) return encodeValue(writing, element, value);
  writing.say('value-type', element, givenForm(value));
  return true;
}

function encodeOctets(writing: SetWriting, element: ElementPlan, value: DataObject): true {
  const text = readProperty(value, 'base64');
  const octets = typeof text === 'string' ? octetsOf(text) : undefined;
  if (octets === undefined) writing.say('value-type', element);
  else if (!writing.sink.binary(octets)) writing.say('binary-length', element);
  return true;
}

// A composite; or a simple or foreign element that came with components: then the first is the element itself.
function encodeComponents(writing: SetWriting, element: ElementPlan | undefined, object: DataObject): boolean {
  const composite = element?.kind === Kind.composite ? element : undefined;
  const table = (composite === undefined ? undefined : writing.table.parts[composite.position]) ?? NO_ELEMENTS;
  if (isForeign(object) || (composite === undefined && element !== undefined && !hasPart(object)))
    return noData(writing, element, object);
  writing.part = object;
  writing.partTable = table;
  const parts: unknown[] = [];
  let last = collectValues(object, table, parts, writing);
  if (last === 0 && object !== DERIVED_COMPOSITE && ownKeys(object).length === 0)
    return noData(writing, element, object);
  if (composite !== undefined && (composite.required || (last > 0 && !isEmptied(table, parts, writing.characters))))
    last = fillIn(table, parts, last);
  let bits = 0;
  let isPresent = false;
  let isSurplusTold = false;
  for (let position = 1; position <= last; position++) {
    if (position > 1) writing.sink.nextComponent();
    if (parts[position] === undefined) continue;
    writing.component = position;
    // Components behind the last are surplus once an element, as elements are once a segment.
    const isSurplus = element !== undefined && position >= (composite?.components.length ?? 2);
    if (isSurplus && !isSurplusTold) writing.say('component-surplus', undefined);
    isSurplusTold ||= isSurplus;
    if (!encodePart(writing, element, position, parts[position])) continue;
    isPresent = true;
    if (position <= 30) bits |= 1 << position;
  }
  if (composite !== undefined && isPresent)
    checkTogether(writing, { elements: composite.components, syntax: composite.syntax }, parts, bits, 0);
  writing.component = 0;
  writing.part = undefined;
  return isPresent;
}

function encodePart(writing: SetWriting, element: ElementPlan | undefined, position: number, value: unknown): boolean {
  const composite = element?.kind === Kind.composite;
  const part = composite ? element.components[position] : position === 1 ? element : undefined;
  if (part !== undefined && !part.notUsed) return encodeValue(writing, part, value);
  if (composite && position < element.components.length) writing.say('element-not-used', part);
  if (typeof value === 'string') return encodeForeign(writing, part, value);
  writing.say('value-type', part, givenForm(value));
  return true;
}

// A list or an object with nothing in it that has a place here, or one that is none of JSON: left out without a word it would be lost.
function noData(writing: SetWriting, element: ElementPlan | undefined, value: unknown): true {
  writing.part = undefined;
  // A composite is an object, though not such a one.
  const extras = element?.kind === Kind.composite && !isList(value) ? undefined : givenForm(value);
  writing.say('value-type', element, extras);
  return true;
}

// Of an optional composite that repairs empty, the codes that would be filled in alone say nothing.
function isEmptied(
  { elements, derived }: ElementTable,
  parts: readonly unknown[],
  characters: CharacterRules | undefined,
): boolean {
  if (characters?.repairer === undefined || derived.length === 0) return false;
  return parts.every(
    (part, position) =>
      part === undefined || (typeof part === 'string' && repairedText(part, elements[position], characters) === ''),
  );
}

/** What the values of a segment, or of a composite while inside one, must be together. */
export function checkTogether(
  writing: SetWriting,
  definition: Pick<SegmentPlan, 'elements' | 'syntax'>,
  values: readonly unknown[],
  low: number,
  high: number,
): void {
  const { elements } = definition;
  const at = writing.part === undefined ? 'element' : 'component';
  checkPresence(definition, low, high, (reason, position, notes) => {
    writing[at] = position;
    writing.say(reason, elements[position], notes && { limits: { syntax: notes } });
  });
  const { formatted } = writing.part === undefined ? writing.table : writing.partTable;
  for (const element of formatted) {
    const fault = formatFault(element, values, writing.characters);
    if (fault === undefined) continue;
    writing[at] = element.position;
    writing.sayValue(fault.reason, element, fault.text);
  }
}

/** True for what came to a simple element as components: what has no key of one is meant as something else. */
function hasPart(object: DataObject): boolean {
  return ownKeys(object).some((key) => /^component_\d+$/.test(key));
}

/** Fills in absent values that have one code only; returns the last position filled. */
export function fillIn(table: ElementTable, values: unknown[], last: number): number {
  let end = last;
  for (const element of table.derived) {
    while (values.length <= element.position) values.push(undefined);
    if (values[element.position] !== undefined) continue;
    values[element.position] = element.single ?? DERIVED_COMPOSITE;
    if (element.position > end) end = element.position;
  }
  return end;
}

/** What is wrong with a value whose format a sibling names (DE 1251 by DE 1250). */
export function formatFault(
  element: ElementPlan,
  values: readonly unknown[],
  characters: CharacterRules | undefined,
): { readonly reason: 'element-date' | 'element-time'; readonly text: string } | undefined {
  const qualifier = values[element.format];
  const given = values[element.position];
  // One repetition is the element itself.
  const value = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (typeof qualifier !== 'string' || typeof value !== 'string') return undefined;
  const text = repairedText(value, element, characters);
  const verdict = text === '' ? undefined : checkFormattedDate(qualifier, text);
  if (verdict !== 'date' && verdict !== 'time') return undefined;
  return { reason: verdict === 'date' ? 'element-date' : 'element-time', text };
}
