import type { Delimiters } from '../model/delimiters.js';
import type { Newline } from '../model/option-rules.js';
import type { InterchangeReason } from '../model/reason-marks.js';
import type { DelimiterReason } from '../model/reasons/texts/delimiter-texts.js';
import { byteAt, CR, isAlphanumeric, isDelimiterByte, LF } from './byte-classes.js';
import { delimiterFault } from './delimiters.js';
import { type Encoding, requireEncoding } from './encoding.js';

/** Widths of ISA01 to ISA16; the ISA is 106 bytes with its tag, 16 separators and the terminator (X12.5). */
export const ISA_WIDTHS: readonly number[] = [2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1];
/** By the index of an element of the ISA: what is too long there is a date or time in another form. */
export const ISA_ADVICE: Readonly<Record<number, string>> = {
  8: 'Write the date of the header as CCYY-MM-DD, such as 2026-01-31.',
  9: 'Write the time of the header as HH:MM, such as 13:05.',
};
const ISA_BYTES = 106;
/** An ISA of wrong widths is looked for in as many bytes; ids in UTF-8 make real ones longer than 106. */
const SEARCH_BYTES = 512;
const FIXED_OFFSETS: readonly number[] = ISA_WIDTHS.map((_, index) =>
  ISA_WIDTHS.slice(0, index).reduce((offset, width) => offset + width + 1, 3),
);

/** Something wrong in a header that can still be read. */
export interface IsaFault {
  readonly reason: InterchangeReason;
  /** 1-based ISA element. */
  readonly element: number;
}

/** A header as found: where its parts are, counted from the `I` of its tag. */
export interface IsaHeader {
  readonly delimiters: Delimiters;
  /** Line break after the terminator. */
  readonly newline: Newline;
  /** Offsets of the 16 element separators. */
  readonly separatorOffsets: readonly number[];
  readonly terminatorOffset: number;
  readonly faults: readonly IsaFault[];
}

export type IsaReading =
  | { readonly kind: 'header'; readonly header: IsaHeader }
  /** More bytes are needed to tell. */
  | { readonly kind: 'incomplete' }
  /** An ISA whose delimiters cannot work. */
  | { readonly kind: 'refused'; readonly reason: DelimiterReason }
  /** Not an ISA; `cut` when it might have become one had the input not ended. */
  | { readonly kind: 'none'; readonly why: string; readonly cut?: boolean };

export interface ReadIsaOptions {
  /** No more bytes will come. */
  readonly final: boolean;
  /** `isa` is taken for `ISA`. */
  readonly foldTags?: boolean | undefined;
  /** Default UTF-8. One that has a character for each byte may have delimiters above 0x7F. */
  readonly encoding?: Encoding | undefined;
}

/**
 * Reads the ISA that begins at `bytes[0]`, by both methods: separators at their 16 fixed offsets, with the terminator at
 * byte 105; and the 16th separator wherever it is, followed by ISA16 and the terminator. Where only the second works,
 * each wrong width is a fault; where neither does, the bytes are no ISA. No delimiter is guessed.
 */
export function readIsa(bytes: Uint8Array, options: ReadIsaOptions): IsaReading {
  const { final, foldTags = false } = options;
  const encoding = requireEncoding(options.encoding);
  const missing = final ? CUT : INCOMPLETE;
  if (bytes.length < 4 && !final) return INCOMPLETE;
  if (!hasIsaTag(bytes, foldTags)) return none('The input does not begin with ISA');
  if (bytes.length < 4) return missing;
  const separator = byteAt(bytes, 3);
  if (isAlphanumeric(separator) || separator === 0x20) return none('No element separator follows the letters ISA');
  if (!isDelimiterByte(separator, encoding)) return { kind: 'refused', reason: 'isa-element-separator' };

  if (bytes.length < ISA_BYTES + 2 && !final) return INCOMPLETE;
  if (bytes.length >= ISA_BYTES) {
    const { element, stray } = fixedSeparators(bytes, separator);
    if (element === 16) return atFixedOffsets(bytes, stray, encoding);
  }
  const found = separatorOffsets(bytes, separator);
  if (found.length < 16) {
    return bytes.length < SEARCH_BYTES ? missing : none('The ISA does not have 16 element separators');
  }
  const terminatorOffset = (found[15] ?? 0) + 2;
  if (bytes.length <= terminatorOffset) return missing;
  if (bytes.length <= terminatorOffset + 2 && !final) return INCOMPLETE;
  return bySplit(bytes, { separators: found.slice(0, 16), terminatorOffset, faults: [] }, encoding);
}

/** True when the widths that carry no ids are right: what a resynchronisation asks of an ISA inside other data. */
export function isPlausibleIsa(header: IsaHeader): boolean {
  return header.faults.every(({ reason, element }) => reason !== 'isa-width' || VARIABLE_IN_PRACTICE.has(element));
}

/** ISA02, ISA04, ISA06, ISA08 and ISA13: those that editors and databases trim. */
const VARIABLE_IN_PRACTICE: ReadonlySet<number> = new Set([2, 4, 6, 8, 13]);
const INCOMPLETE: IsaReading = { kind: 'incomplete' };
const CUT: IsaReading = { kind: 'none', why: 'The input ends inside the ISA', cut: true };

function none(why: string): { readonly kind: 'none'; readonly why: string } {
  return { kind: 'none', why };
}

/** @param foldTags lower case is the tag, too. */
export function hasIsaTag(bytes: Uint8Array, foldTags: boolean): boolean {
  const fold = foldTags ? 0xdf : 0xff;
  return (byteAt(bytes, 0) & fold) === 0x49 && (byteAt(bytes, 1) & fold) === 0x53 && (byteAt(bytes, 2) & fold) === 0x41;
}

function separatorOffsets(bytes: Uint8Array, separator: number): number[] {
  const offsets: number[] = [];
  const end = Math.min(bytes.length, SEARCH_BYTES);
  for (let i = 3; i < end && offsets.length <= 16; i++) {
    if (bytes[i] === separator) offsets.push(i);
  }
  return offsets;
}

/**
 * How many separators stand at their fixed offsets before the first that does not, and the element in which the first other one stands.
 * One pass, for it is a good part of what a small input costs. bench: `npm run bench:small`.
 */
function fixedSeparators(bytes: Uint8Array, separator: number): { element: number; stray: number | undefined } {
  let element = 0;
  let stray: number | undefined;
  for (let offset = 3; offset < ISA_BYTES - 1; offset++) {
    if (bytes[offset] !== separator) continue;
    if (offset === FIXED_OFFSETS[element]) element++;
    else stray ??= element;
  }
  return { element, stray };
}

function atFixedOffsets(bytes: Uint8Array, stray: number | undefined, encoding: Encoding): IsaReading {
  const terminatorOffset = ISA_BYTES - 1;
  const reason = faultOf(bytes, terminatorOffset, encoding);
  if (reason !== undefined) return { kind: 'refused', reason };
  // A separator between two right ones stands inside a value: the fixed offsets are right, the split is not.
  const faults: IsaFault[] = [];
  if (stray !== undefined) faults.push({ reason: 'isa-element-separator', element: stray });
  return complete(bytes, { separators: FIXED_OFFSETS, terminatorOffset, faults }, encoding);
}

/** Where the parts of an ISA are, and what is wrong with that. */
interface Layout {
  readonly separators: readonly number[];
  readonly terminatorOffset: number;
  readonly faults: IsaFault[];
}

function bySplit(bytes: Uint8Array, layout: Layout, encoding: Encoding): IsaReading {
  const { separators, terminatorOffset, faults } = layout;
  if (faultOf(bytes, terminatorOffset, encoding) !== undefined) {
    return none('The ISA has neither its fixed widths nor usable delimiters behind its 16th separator');
  }
  ISA_WIDTHS.slice(0, 15).forEach((width, index) => {
    const from = separators[index] ?? 0;
    const to = separators[index + 1] ?? 0;
    if (to - from - 1 !== width) faults.push({ reason: 'isa-width', element: index + 1 });
  });
  return complete(bytes, layout, encoding);
}

function faultOf(bytes: Uint8Array, terminatorOffset: number, encoding: Encoding): DelimiterReason | undefined {
  const terminator = byteAt(bytes, terminatorOffset);
  const reason = delimiterFault([byteAt(bytes, 3), byteAt(bytes, terminatorOffset - 1), terminator], encoding);
  if (reason !== 'isa-terminator') return reason;
  // `*P*~GS*`: the next tag begins where the terminator should be.
  const next = String.fromCharCode(...bytes.subarray(terminatorOffset, terminatorOffset + 2));
  return /^(GS|TA|IS)$/i.test(next) ? 'isa-component-separator-missing' : reason;
}

function complete(bytes: Uint8Array, layout: Layout, encoding: Encoding): IsaReading {
  const { separators, terminatorOffset, faults } = layout;
  const element = String.fromCharCode(byteAt(bytes, 3));
  const component = String.fromCharCode(byteAt(bytes, terminatorOffset - 1));
  const segment = String.fromCharCode(byteAt(bytes, terminatorOffset));
  const delimiters = { element, component, segment };
  const found = readRepetition(bytes, separators, delimiters, encoding);
  if (found.reason !== undefined) faults.push({ reason: found.reason, element: 11 });
  return {
    kind: 'header',
    header: {
      delimiters: { element, component, segment, repetition: found.separator },
      newline: readNewline(bytes, terminatorOffset + 1, delimiters),
      separatorOffsets: separators,
      terminatorOffset,
      faults,
    },
  };
}

/**
 * ISA11 separates repetitions from control version 00402 on; below that it is `U`. Anything else there never splits:
 * partners at both versions send letters, blanks and stray separators (traps of many engines).
 */
function readRepetition(
  bytes: Uint8Array,
  separators: readonly number[],
  delimiters: Delimiters,
  encoding: Encoding,
): { readonly separator?: string | undefined; readonly reason?: InterchangeReason } {
  const [before, behind, end] = [separators[10] ?? 0, separators[11] ?? 0, separators[12] ?? 0];
  const isOne = behind - before === 2;
  const byte = byteAt(bytes, before + 1);
  let version = '';
  for (let i = behind + 1; i < end; i++) version += String.fromCharCode(byteAt(bytes, i));
  // What is no version has its own finding, and says nothing about ISA11.
  if (/[^0-9 ]/.test(version)) return {};
  if (!(Number(version) >= 402)) {
    return isOne && byte === 0x55 ? {} : { reason: 'isa-standards-id' };
  }
  if (!isOne || !isDelimiterByte(byte, encoding)) return { reason: 'isa-repetition-separator' };
  const separator = String.fromCharCode(byte);
  const collides = isOneOf(delimiters, separator);
  return collides ? { reason: 'isa-delimiters-collide' } : { separator };
}

function readNewline(bytes: Uint8Array, offset: number, delimiters: Delimiters): Newline {
  const isBreak = (at: number, byte: number): boolean =>
    bytes[at] === byte && !isOneOf(delimiters, String.fromCharCode(byte));
  if (isBreak(offset, LF)) return '\n';
  if (!isBreak(offset, CR)) return '';
  return isBreak(offset + 1, LF) ? '\r\n' : '\r';
}

function isOneOf({ element, component, segment }: Delimiters, character: string): boolean {
  return character === element || character === component || character === segment;
}
