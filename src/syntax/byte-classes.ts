import { type Delimiters, haveSame } from '../model/delimiters.js';
import { SegmentFlag } from '../model/segments.js';
import type { Encoding } from './encoding.js';

/** Class of a byte in the scan. What leaves a flag has that flag's bit as its class, so that flags come for free. */
export const ByteClass = {
  plain: 0,
  control: SegmentFlag.control,
  nonAscii: SegmentFlag.nonAscii,
  component: SegmentFlag.component,
  repetition: SegmentFlag.repetition,
  separator: 4,
  terminator: 8,
} as const;

/**
 * Class of the first byte behind a terminator: plain ones begin a segment at once. The bits of ISA or IEA and of BIN or
 * BDS need the second byte too, because III, BHT and their like are frequent.
 */
export const StartClass = { plain: 0, look: 1, envelope: 2, binary: 4 } as const;

export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const BLANK = 0x20;

/** What the scan looks up for the bytes of one interchange. */
export interface ScanTables {
  /** {@link ByteClass} of each byte inside a segment. */
  readonly classes: Uint8Array;
  /** What a first byte may begin: {@link StartClass}. */
  readonly starts: Uint8Array;
  /** {@link StartClass} bits that a second byte confirms. */
  readonly seconds: Uint8Array;
  /** Non-zero for bytes that are layout between segments: CR, LF, and also blank (2) and tab (2). */
  readonly layout: Uint8Array;
  /** Element, terminator, component, repetition, a byte each from the lowest on; without a repetition the component again. */
  readonly delimiters: number;
}

/** Few delimiters are in use; the tables are never written to. */
const KEPT_TABLES = 16;
const kept = new Map<string, ScanTables>();
/** Those of the last interchange: the next has the same delimiters, as a rule. bench: `npm run bench:small`. */
let last: { readonly delimiters: Delimiters; readonly foldTags: boolean; readonly tables: ScanTables } | undefined;

/** The tables for one set of delimiters; with `foldTags` every segment needs a look. */
export function scanTables(delimiters: Delimiters, foldTags: boolean): ScanTables {
  if (last?.foldTags === foldTags && haveSame(last.delimiters, delimiters)) return last.tables;
  const { element, component, repetition = '', segment } = delimiters;
  const key = `${foldTags ? 'fold' : ''}${element}${component}${segment}${repetition}`;
  let tables = kept.get(key);
  if (tables === undefined) {
    if (kept.size >= KEPT_TABLES) kept.clear();
    tables = makeTables(delimiters, foldTags);
    kept.set(key, tables);
  }
  last = { delimiters: { ...delimiters }, foldTags, tables };
  return tables;
}

function makeTables({ element, component, repetition, segment }: Delimiters, foldTags: boolean): ScanTables {
  const separator = element.charCodeAt(0);
  const terminator = segment.charCodeAt(0);
  const classes = new Uint8Array(256);
  classes.fill(ByteClass.control, 0, BLANK);
  classes[0x7f] = ByteClass.control;
  classes.fill(ByteClass.nonAscii, 0x80);
  classes[component.charCodeAt(0)] = ByteClass.component;
  if (repetition !== undefined) classes[repetition.charCodeAt(0)] = ByteClass.repetition;
  classes[separator] = ByteClass.separator;
  classes[terminator] = ByteClass.terminator;

  const layout = new Uint8Array(256);
  layout[CR] = 1;
  layout[LF] = 1;
  layout[BLANK] = 2;
  layout[TAB] = 2;
  layout[separator] = 0;
  layout[terminator] = 0;

  const starts = layout.map((kind) => (kind === 0 && !foldTags ? StartClass.plain : StartClass.look));
  const seconds = new Uint8Array(256);
  if (!foldTags) {
    starts[codeOf('I')] = StartClass.envelope;
    starts[codeOf('B')] = StartClass.binary;
  }
  seconds[codeOf('S')] = StartClass.envelope;
  seconds[codeOf('E')] = StartClass.envelope;
  seconds[codeOf('I')] = StartClass.binary;
  seconds[codeOf('D')] = StartClass.binary;
  return {
    classes,
    starts,
    seconds,
    layout,
    delimiters: packed([element, segment, component, repetition ?? component]),
  };
}

function packed(characters: readonly string[]): number {
  return characters.reduce((sum, character, place) => sum | (character.charCodeAt(0) << (8 * place)), 0);
}

/** True for the class of an element separator or a terminator: what frames, not what merely leaves a flag. */
export function isFraming(byteClass: number): boolean {
  return byteClass === ByteClass.separator || byteClass === ByteClass.terminator;
}

/** True for 0-9, A-Z, a-z. */
export function isAlphanumeric(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/**
 * True for a byte that may serve as a delimiter: ASCII punctuation and the control characters that X12.6 sets aside
 * (BEL, HT-CR, FS-US; in the extended set SOH-ACK, DC1-ETB). Never NUL, a blank, a letter or a digit. A byte above 0x7F
 * may where it is by itself the character of its number, as in ISO 8859-1: UTF-8 would tear it apart.
 */
export function isDelimiterByte(byte: number, encoding: Encoding): boolean {
  if (byte > 0x7f) return encoding.decode(Uint8Array.of(byte)) === String.fromCharCode(byte);
  if (byte > BLANK) return byte < 0x7f && !isAlphanumeric(byte);
  return (
    (byte >= 0x01 && byte <= 0x07) ||
    (byte >= TAB && byte <= CR) ||
    (byte >= 0x11 && byte <= 0x17) ||
    (byte >= 0x1c && byte <= 0x1f)
  );
}

/** The byte at an offset; 0 (which is no delimiter, letter or layout) outside the array. */
export function byteAt(bytes: Uint8Array, offset: number): number {
  return bytes[offset] ?? 0;
}

function codeOf(letter: string): number {
  return letter.charCodeAt(0);
}
