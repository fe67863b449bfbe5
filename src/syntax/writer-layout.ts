import type { Delimiters } from '../model/delimiters.js';
import { checkDelimiters } from './delimiters.js';

// Class of a UTF-16 unit below 128: 0 is written as it is, a delimiter is refused, what is unusual is not plain.
export const DELIMITER = 1;
export const UNUSUAL = 2;

/** Delimiters and line break as a writer needs them. */
export interface WriterLayout {
  readonly delimiters: Delimiters;
  readonly newline: string;
  readonly classes: Uint8Array;
  readonly element: number;
  readonly component: number;
  /** 0: none. */
  readonly repetition: number;
  readonly ending: Uint8Array;
  readonly binaryTags: readonly string[];
}

// Interchanges come in few layouts: the last ones are kept. bench: `bench:eligibility`.
const KEPT = 8;
const recent: WriterLayout[] = [];
let oldest = 0;

/**
 * The layout of these delimiters; made once, unless only some characters are `plain`.
 * @throws X12Error `X12_DELIMITERS_INVALID`
 */
export function writerLayout(delimiters: Delimiters, newline: string, plain: Uint8Array | undefined): WriterLayout {
  if (plain !== undefined) return makeLayout(delimiters, newline, plain);
  for (const known of recent) if (known.newline === newline && isSame(known.delimiters, delimiters)) return known;
  const made = makeLayout(delimiters, newline, undefined);
  recent[oldest] = made;
  oldest = (oldest + 1) % KEPT;
  return made;
}

function makeLayout(given: Delimiters, newline: string, plain: Uint8Array | undefined): WriterLayout {
  checkDelimiters(given);
  const { element, component, repetition, segment } = given;
  const classes = new Uint8Array(128);
  classes.fill(UNUSUAL, 0, 0x20).fill(UNUSUAL, 0x7f);
  plain?.forEach((taken, code) => {
    if (taken === 0) classes[code] = UNUSUAL;
  });
  for (const character of [element, component, repetition, segment]) {
    if (character !== undefined) classes[character.charCodeAt(0)] = DELIMITER;
  }
  return {
    delimiters: { element, component, repetition, segment }, // a copy: the caller may change its own
    newline,
    classes,
    element: element.charCodeAt(0),
    component: component.charCodeAt(0),
    repetition: repetition?.charCodeAt(0) ?? 0,
    ending: Uint8Array.from(segment + newline, (character) => character.charCodeAt(0)),
    binaryTags: [`BIN${element}`, `BDS${element}`],
  };
}

function isSame(one: Delimiters, other: Delimiters): boolean {
  return (
    one.element === other.element &&
    one.component === other.component &&
    one.repetition === other.repetition &&
    one.segment === other.segment
  );
}
