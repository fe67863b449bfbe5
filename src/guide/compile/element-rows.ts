import {
  CHECK_CODES,
  CHECK_COMPOSITE,
  CHECK_DATE,
  CHECK_DECIMAL,
  CHECK_DOUBT,
  CHECK_FORMATTED,
  CHECK_INTEGER,
  CHECK_LISTED,
  CHECK_ONLY,
  CHECK_TEXT,
  CHECK_TIME,
  ELEMENT_WORDS,
  IS_LIST,
  MOST,
  REPEAT_SHIFT,
} from '../plan/image.js';
import { type ImageWriter, isPlainCode } from '../plan/image-writer.js';
import { type ElementPlan, Kind, type SyntaxNotePlan } from '../plan/plan.js';

type Elements = readonly (ElementPlan | undefined)[];

/** Puts the rows of elements, by position, which have to stand at `at`: the end. What they refer to follows. */
export function elementRows(writer: ImageWriter, elements: Elements, at: number): void {
  writer.put(new Array<number>(elements.length * ELEMENT_WORDS).fill(0));
  for (const [position, element] of elements.entries()) {
    if (element === undefined) continue;
    (element as { row: number }).row = at + position * ELEMENT_WORDS; // it is being made
    const kind = checkOf(element);
    const max = Math.min(element.max, element.digits, MOST);
    const repeat = Math.min(element.repeat, MOST);
    // What is longer than words can tell is never surely right: no length lies between this and `max`.
    const min = Math.min(element.min, MOST + 1);
    const list = element.array ? IS_LIST : 0;
    const row = [kind | list | (repeat << REPEAT_SHIFT), min, max, moreOf(writer, element, kind)];
    for (const [word, value] of row.entries()) writer.words[at + position * ELEMENT_WORDS + word] = value;
  }
}

/** Puts the notes of a segment or composite. @returns the offset of their number and rows; 0 where there are none. */
export function noteRows(writer: ImageWriter, notes: readonly SyntaxNotePlan[]): number {
  if (notes.length === 0) return 0;
  const rows = notes.flatMap(({ letter, low, high, positions }) => [
    letter.charCodeAt(0),
    low,
    high,
    positions[0] ?? 0,
  ]);
  return writer.put([notes.length, ...rows]);
}

function moreOf(writer: ImageWriter, element: ElementPlan, kind: number): number {
  switch (kind) {
    case CHECK_ONLY:
      return element.codes?.onlyPacked ?? 0;
    case CHECK_CODES:
      if (element.codes !== undefined) return writer.codes(element.codes);
      return writer.keys([...(element.listed?.keys() ?? [])]);
    case CHECK_LISTED:
      return writer.keys([...(element.listed ?? [])]);
    case CHECK_INTEGER:
      return element.scale;
    case CHECK_COMPOSITE:
      return compositeRow(writer, element);
    default:
      return element.format;
  }
}

function compositeRow(
  writer: ImageWriter,
  { components, requiredComponents, formatComponent, syntax }: ElementPlan,
): number {
  const notes = noteRows(writer, syntax);
  const row = writer.put([components.length, requiredComponents, notes, formatComponent]);
  // The first component is number 1: its row is right behind the head.
  elementRows(writer, components.slice(1), row + ELEMENT_WORDS);
  return row;
}

function checkOf(element: ElementPlan): number {
  const { kind, codes, format, listed } = element;
  if (element.notUsed || element.repeatMin > 1) return CHECK_DOUBT;
  if (element.pattern !== undefined) {
    if (listed === undefined || codes !== undefined) return CHECK_DOUBT;
    return kind === Kind.integer || kind === Kind.decimal ? CHECK_LISTED : CHECK_CODES;
  }
  switch (kind) {
    case Kind.text:
    case Kind.code:
      if (format !== 0) return codes === undefined ? CHECK_FORMATTED : CHECK_DOUBT;
      // What a text may be is for its loop to say, as of LS01 and ST03: its list is no code list of the standard.
      if (codes === undefined || kind === Kind.text) return CHECK_TEXT;
      return codes.onlyPacked !== -1 && isPlainCode(codes.only) ? CHECK_ONLY : CHECK_CODES;
    case Kind.binary:
      return CHECK_DOUBT;
    case Kind.composite:
      return CHECK_COMPOSITE;
    default:
      return format === 0 ? PLAIN[kind] : CHECK_DOUBT;
  }
}

const PLAIN = {
  [Kind.integer]: CHECK_INTEGER,
  [Kind.decimal]: CHECK_DECIMAL,
  [Kind.date]: CHECK_DATE,
  [Kind.time]: CHECK_TIME,
} as const;
