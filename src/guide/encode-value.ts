import type { RepairChange } from '../charset/repairs.js';
import type { Position } from '../model/position.js';
import type { Reason } from '../model/reasons.js';
import { outsideSet, repairValue } from './character-rules.js';
import { isDate8, isTime } from './check-date.js';
import { checkValue } from './check-value.js';
import { packCode } from './code-table.js';
import type { EncodeCursor } from './encode-cursor.js';
import { type ElementPlan, Kind, type StandardLookup } from './plan.js';
import { isObject, readProperty } from './safe-read.js';
import type { SetOutput } from './set-output.js';
import { numberText, writeDate, writeTime, writeValue } from './write-value.js';

/** Dates and times by their JSON text: payloads repeat few of them, and from set to set the same. */
interface ValueTexts {
  readonly dates: Map<string, string>;
  readonly times: Map<string, string>;
}

const NONE: ReadonlySet<Reason> = new Set<Reason>(['element-date', 'element-time', 'element-not-numeric']);

const CACHED_TEXTS = 4096;
const texts = new WeakMap<StandardLookup, ValueTexts>();

// Each compiled guide has one standard look-up, so what is kept lives as long as its guide.
function textsFor(standard: StandardLookup): ValueTexts {
  let kept = texts.get(standard);
  if (kept === undefined) {
    kept = { dates: new Map(), times: new Map() };
    texts.set(standard, kept);
  }
  return kept;
}

/**
 * Writes simple values. What is plain and right takes a short way without allocation; everything else is turned into
 * text by write-value.ts and judged by check-value.ts. bench: bench/probes/encode.ts.
 */
export class ValueEncoder {
  readonly #standard: StandardLookup;
  readonly #output: SetOutput;
  readonly #cursor: EncodeCursor;
  readonly #texts: ValueTexts;
  #plan: ElementPlan | undefined;
  #text = '';
  /** The value at hand is no date, time or number: what else is wrong with it follows from that. */
  #isNone = false;
  /** Changes to the segment at hand, which may yet be written anew. */
  readonly #changes: (readonly [RepairChange, Position])[] = [];
  // With a set that was asked for, its check has said it already, for each one.
  readonly #report = (reason: Reason): void => {
    if (reason === 'element-character' && this.#output.characters?.usual === false) return;
    if (isFormSaid(reason, this.#plan, this.#text)) return;
    this.#isNone ||= NONE.has(reason);
    this.#cursor.sayValue(reason, this.#plan, this.#text);
  };

  constructor(standard: StandardLookup, output: SetOutput, cursor: EncodeCursor) {
    this.#standard = standard;
    this.#output = output;
    this.#cursor = cursor;
    this.#texts = textsFor(standard);
  }

  /** Tells of the changes to a segment that is written. */
  tellRepairs(): void {
    if (this.#changes.length === 0) return;
    for (const [change, at] of this.#changes) this.#output.characters?.onRepair(change, at);
    this.forgetRepairs();
  }

  /** Forgets the changes to a segment that is written anew. */
  forgetRepairs(): void {
    this.#changes.length = 0;
  }

  // What writes returns false for a value of which a repair left nothing: it counts as absent.

  /** Writes a string, a number, or the text that stands for neither; any other value is reported. */
  write(element: ElementPlan, value: unknown): boolean {
    if (typeof value === 'string') return this.text(element, value);
    if (typeof value === 'number') return this.number(element, value);
    const received = receivedText(element, value);
    if (received !== undefined) return this.#asReceived(element, received);
    this.#cursor.say('value-type', element);
    return true;
  }

  text(element: ElementPlan, text: string): boolean {
    if (element.pattern !== undefined) return this.#slow(element, text);
    switch (element.kind) {
      case Kind.code: {
        const codes = element.codes;
        if (codes === undefined ? fits(element, text) : codes.packed.has(packCode(text))) {
          if (this.#output.sink.plain(text)) return true;
        }
        break;
      }
      case Kind.text:
        if (element.codes === undefined && fits(element, text) && this.#output.sink.plain(text)) return true;
        break;
      case Kind.date:
        return this.#date(element, text);
      case Kind.time:
        return this.#time(element, text);
    }
    return this.#slow(element, text);
  }

  /** Writes text for which nothing is defined here: only its characters are looked at. */
  foreign(text: string, element: ElementPlan | undefined): boolean {
    const repaired = this.#repair(text, element);
    if (repaired === '') return false;
    this.#checkSet(repaired, element);
    return this.#put(repaired, element);
  }

  // Only what cannot be written at all is reported.
  #put(text: string, element: ElementPlan | undefined, isSaid = false): true {
    if (!this.#output.sink.value(text) && !isSaid) this.#refused(text, element);
    return true;
  }

  // The sink does not say why. If it takes the ASCII part, nothing there stood in the way.
  #refused(text: string, element: ElementPlan | undefined): void {
    const { sink } = this.#output;
    const ascii = asciiOf(text);
    const isDelimiter = (one: string): boolean => sink.isDelimiter(one.charCodeAt(0));
    const delimiter = ascii === text || Array.from(text).some(isDelimiter) || !sink.value(ascii);
    this.#cursor.say(delimiter ? 'delimiter-in-data' : 'character-unencodable', element);
  }

  /** Writes a number. */
  number(element: ElementPlan, value: number): boolean {
    const whole = element.kind === Kind.integer;
    if (
      (!whole && element.kind !== Kind.decimal) ||
      (whole && element.scale > 0) ||
      element.pattern !== undefined ||
      element.codes !== undefined
    )
      return this.#slow(element, value);
    const text = numberText(value);
    let digits = text.length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x30 && code <= 0x39) continue;
      // A leading minus and the point are not counted (X12.6); anything else, an exponent or NaN, goes the long way.
      if (code !== 0x2d && (code !== 0x2e || whole)) return this.#slow(element, value);
      digits--;
    }
    if (digits < element.min || digits > Math.min(element.max, element.digits)) return this.#slow(element, value);
    return this.#put(text, element);
  }

  #date(element: ElementPlan, text: string): boolean {
    let raw = element.max === 8 && element.codes === undefined ? this.#texts.dates.get(text) : undefined;
    if (raw === undefined) {
      raw = text.length === 10 && element.max === 8 && element.codes === undefined ? writeDate(text, 8) : undefined;
      if (raw === undefined || !isDate8(raw)) return this.#slow(element, text);
      remember(this.#texts.dates, text, raw);
    }
    return this.#put(raw, element);
  }

  #time(element: ElementPlan, text: string): boolean {
    if (element.codes !== undefined) return this.#slow(element, text);
    let raw = this.#texts.times.get(text);
    if (raw === undefined) {
      raw = writeTime(text);
      if (!isTime(raw)) return this.#slow(element, text);
      remember(this.#texts.times, text, raw);
    }
    if (raw.length < element.min || raw.length > element.max) return this.#slow(element, text);
    return this.#put(raw, element);
  }

  // Wrong, and reported so; but never another number than the one that came.
  #asReceived(element: ElementPlan, text: string): boolean {
    this.#plan = element;
    this.#text = text;
    this.#isNone = false;
    this.#checkSet(text, element);
    checkValue(element, text, this.#standard, this.#report);
    return this.#put(text, element, this.#isNone);
  }

  #slow(element: ElementPlan, value: string | number): boolean {
    // Before anything else, so that a blank or full-width digits do not make another value of a date or number.
    const given = typeof value === 'string' ? this.#repair(value, element) : value;
    if (given === '') return false;
    const text = writeValue(element, given);
    if (text === undefined) {
      this.#cursor.say('value-type', element);
      return true;
    }
    this.#plan = element;
    this.#text = text;
    this.#isNone = false;
    this.#checkSet(text, element);
    checkValue(element, text, this.#standard, this.#report);
    return this.#put(text, element, this.#isNone);
  }

  #repair(value: string, element: ElementPlan | undefined): string {
    if (this.#output.characters?.repairer === undefined) return value;
    const { text, changes } = repairValue(value, element, this.#output.characters);
    for (const change of changes) this.#changes.push([change, this.#cursor.position(element)]);
    return text;
  }

  #checkSet(text: string, element: ElementPlan | undefined): void {
    if (this.#output.characters === undefined) return;
    for (const outside of outsideSet(text, this.#output.characters))
      this.#cursor.say('element-character-set', element, outside);
  }
}

/** The text of an Nn that reading could not take for a number, from `{ text }`. */
export function receivedText(element: ElementPlan, value: unknown): string | undefined {
  if (element.kind !== Kind.integer || !isObject(value)) return undefined;
  const text = readProperty(value, 'text');
  return typeof text === 'string' && text !== '' ? text : undefined;
}

// Ending with no blank (so not blank all through), and of a length that fits as long as each unit is a character.
function fits(element: ElementPlan, text: string): boolean {
  const { length } = text;
  return length >= element.min && length <= element.max && text.charCodeAt(length - 1) !== 0x20;
}

// What is no date or time at all has no length to speak of: in JSON it has another form, and that is the one fault.
function isFormSaid(reason: Reason, plan: ElementPlan | undefined, text: string): boolean {
  if (reason !== 'element-too-long' && reason !== 'element-too-short') return false;
  return (plan?.kind === Kind.date || plan?.kind === Kind.time) && /\D/.test(text);
}

function remember(cache: Map<string, string>, value: string, text: string): void {
  if (cache.size >= CACHED_TEXTS) cache.clear();
  cache.set(value, text);
}

function asciiOf(text: string): string {
  let ascii = '';
  for (const character of text) if (character.charCodeAt(0) < 0x80) ascii += character;
  return ascii;
}
