import { isAscii } from '../model/ascii.js';
import type { Delimiters } from '../model/delimiters.js';
import { CharacterClass, type SegmentLayout } from '../model/segments.js';
import { checkDelimiters } from './delimiters.js';
import { type Encoding, requireEncoding } from './encoding.js';

/** Delimiters and line break as a writer needs them. */
export interface WriterLayout extends SegmentLayout {
  readonly newline: string;
  /** In which these delimiters are single bytes. */
  readonly encoding: Encoding;
  readonly binaryTags: readonly string[];
}

/** What a layout is made for. */
export interface LayoutOptions extends Pick<WriterLayout, 'delimiters' | 'newline' | 'encoding'> {
  /** The only characters below 128 that are plain. */
  readonly plain: Uint8Array | undefined;
}

const OF_TAGS_AND_NUMBERS = '-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

// Interchanges come in few layouts: the last ones are kept. bench: `bench:eligibility`.
const KEPT = 8;
const recent: WriterLayout[] = [];
let oldest = 0;

/**
 * The layout of these delimiters; made once, unless only some characters are `plain`.
 * @throws X12Error `X12_DELIMITERS_INVALID`, `X12_OPTION_INVALID` for an encoding that is none.
 */
export function writerLayout(options: LayoutOptions): WriterLayout {
  const { delimiters, newline, encoding, plain } = options;
  if (plain !== undefined) return makeLayout(options);
  for (const known of recent)
    if (known.newline === newline && known.encoding === encoding && isSame(known.delimiters, delimiters)) return known;
  const made = makeLayout(options);
  recent[oldest] = made;
  oldest = (oldest + 1) % KEPT;
  return made;
}

function makeLayout({ delimiters, newline, encoding, plain }: LayoutOptions): WriterLayout {
  checkDelimiters(delimiters, requireEncoding(encoding));
  const { element, component, repetition, segment } = delimiters;
  const classes = new Uint8Array(256);
  classes.fill(CharacterClass.unusual, 0, 0x20).fill(CharacterClass.unusual, 0x7f);
  plain?.forEach((taken, code) => {
    if (taken === 0) classes[code] = CharacterClass.unusual;
  });
  for (const character of [element, component, repetition, segment]) {
    if (character !== undefined) classes[character.charCodeAt(0)] = CharacterClass.delimiter;
  }
  return {
    delimiters: { element, component, repetition, segment }, // a copy: the caller may change its own
    newline,
    encoding,
    classes,
    element: element.charCodeAt(0),
    component: component.charCodeAt(0),
    repetition: repetition?.charCodeAt(0) ?? 0,
    ending: Uint8Array.from(segment + newline, (character) => character.charCodeAt(0)),
    isUsual:
      isAscii(element + component + (repetition ?? '') + segment) &&
      Array.from(OF_TAGS_AND_NUMBERS).every((one) => classes[one.charCodeAt(0)] === CharacterClass.plain),
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
