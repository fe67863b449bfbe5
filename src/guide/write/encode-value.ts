import type { Reason } from '../../model/reasons.js';
import { CharacterClass } from '../../model/segments.js';
import { type ElementPlan, Kind } from '../plan/plan.js';
import { checkValue, isRightValue } from '../values/check-value.js';
import { isObject, readProperty } from '../values/safe-read.js';
import { writeValue } from '../values/write-value.js';
import { isWhole, outsideSet, repairValue } from './character-rules.js';
import { givenForm } from './given-form.js';
import type { SetWriting } from './set-writing.js';

const NONE: ReadonlySet<Reason> = new Set<Reason>(['element-date', 'element-time', 'element-not-numeric']);

/**
 * The long way: a value is repaired, read by its type, checked and written, right or wrong; what is plain and right is spared all that,
 * so that no repair sees the marks of a JSON time.
 * @returns false for a value of which a repair left nothing: it counts as absent.
 */
export function encodeValue(writing: SetWriting, element: ElementPlan, value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'number')
    return putRight(writing, element, value) || encodeSlowly(writing, element, value);
  const received = receivedText(element, value);
  // Wrong, and reported so; but never another number than the one that came.
  if (received !== undefined) return checkAndPut(writing, element, received);
  writing.say('value-type', element, givenForm(value));
  return true;
}

function putRight(writing: SetWriting, element: ElementPlan, value: string | number): boolean {
  const { sink, standard, trims } = writing;
  const text = writeValue(element, value);
  if (!text || text.endsWith(' ') || (trims && element.kind === Kind.decimal && typeof value === 'string'))
    return false;
  const { classes } = sink.layout;
  for (let i = 0; i < text.length; i++) if (classes[text.charCodeAt(i)] !== CharacterClass.plain) return false;
  return isRightValue(element, text, standard) && put(writing, element, text);
}

/** Writes text for which nothing is defined here: only its characters are looked at. */
export function encodeForeign(writing: SetWriting, element: ElementPlan | undefined, text: string): boolean {
  const repaired = repair(writing, element, text);
  if (repaired === '') return false;
  checkSet(writing, element, repaired);
  return put(writing, element, repaired);
}

/** The text of an Nn that reading could not take for a number, from `{ text }`. */
export function receivedText(element: ElementPlan, value: unknown): string | undefined {
  if (element.kind !== Kind.integer || !isObject(value)) return undefined;
  const text = readProperty(value, 'text');
  return typeof text === 'string' && text !== '' ? text : undefined;
}

// A number that goes out as JavaScript writes it: no exponent, no zeros in front, the digits counted without minus and point (X12.6).
function isUsual({ kind, scale, pattern, codes, min, max, digits }: ElementPlan, text: string): boolean {
  const isWholeNumber = kind === Kind.integer && scale === 0;
  if ((!isWholeNumber && kind !== Kind.decimal) || pattern !== undefined || codes !== undefined) return false;
  const count = text.length - (text.startsWith('-') ? 1 : 0) - (text.includes('.') ? 1 : 0);
  const form = isWholeNumber ? /^-?\d+$/ : /^-?\d+(?:\.\d+)?$/;
  return form.test(text) && count >= min && count <= Math.min(max, digits);
}

function encodeSlowly(writing: SetWriting, element: ElementPlan, value: string | number): boolean {
  if (typeof value === 'number' && isUsual(element, String(value))) return put(writing, element, String(value));
  // Before anything else, so that a blank or full-width digits do not make another value of a date or number.
  const given = typeof value === 'string' ? repair(writing, element, value) : value;
  if (given === '') return false;
  const text = writeValue(element, given);
  if (text !== undefined) return checkAndPut(writing, element, text);
  writing.say('value-type', element, givenForm(given, element.kind === Kind.integer || element.kind === Kind.decimal));
  return true;
}

function checkAndPut(writing: SetWriting, element: ElementPlan, text: string): true {
  checkSet(writing, element, text);
  /** It is no date, time or number: what else is wrong with it follows from that. */
  let isNone = false;
  checkValue(element, text, writing.standard, (reason) => {
    // With a set that was asked for, its check has said it already, for each one.
    if (reason === 'element-character' && writing.characters?.usual === false) return;
    if (isFormSaid(reason, element, text)) return;
    isNone ||= NONE.has(reason);
    writing.sayValue(reason, element, text);
  });
  return put(writing, element, text, isNone);
}

// Only what cannot be written at all is reported.
function put(writing: SetWriting, element: ElementPlan | undefined, text: string, isSaid = false): true {
  const { sink } = writing;
  if (sink.value(text) || isSaid) return true;
  // The sink does not say why. If it takes the ASCII part, nothing there stood in the way.
  const ascii = asciiOf(text);
  const isDelimiter = (one: string): boolean => sink.layout.classes[one.charCodeAt(0)] === CharacterClass.delimiter;
  const delimiter = ascii === text || Array.from(text).some(isDelimiter) || !sink.value(ascii);
  writing.say(delimiter ? 'delimiter-in-data' : 'character-unencodable', element);
  return true;
}

function repair(writing: SetWriting, element: ElementPlan | undefined, value: string): string {
  if (writing.characters?.repairer === undefined) return value;
  const { text, changes } = repairValue(value, element, writing.characters);
  writing.repaired(changes, element);
  return text;
}

function checkSet(writing: SetWriting, element: ElementPlan | undefined, text: string): void {
  if (writing.characters === undefined) return;
  for (const outside of outsideSet(text, writing.characters, isWhole))
    writing.say('element-character-set', element, outside);
}

// What is no date or time at all has no length to speak of: in JSON it has another form, and that is the one fault.
function isFormSaid(reason: Reason, { kind }: ElementPlan, text: string): boolean {
  if (reason !== 'element-too-long' && reason !== 'element-too-short') return false;
  return (kind === Kind.date || kind === Kind.time) && /\D/.test(text);
}

function asciiOf(text: string): string {
  let ascii = '';
  for (const character of text) if (character.charCodeAt(0) < 0x80) ascii += character;
  return ascii;
}
