import type { Delimiters } from './delimiters.js';

/** Bits of {@link SegmentBatch.flags}. */
export const SegmentFlag = {
  /** A control character stands in the data of the segment. */
  control: 1,
  /** A byte above 0x7F stands in the data, or is one of the delimiters: byte offsets are not character offsets. */
  nonAscii: 2,
  /** BIN or BDS: its last element was framed by its declared length. */
  binary: 4,
  /** The declared length of a BIN/BDS is not a number, or no terminator stands behind the block. */
  binaryLength: 8,
  /** The input ended before the terminator. */
  truncated: 16,
  /** Blanks or tabs stood between the last terminator and the tag. */
  indented: 32,
  /** A component separator stands in the data (outside binary octets), so elements must be split. */
  component: 64,
  /** A repetition separator stands in the data (outside binary octets). */
  repetition: 128,
} as const;

/**
 * A run of segments of one interchange, as offsets into one window of bytes. The hot path reads the arrays; everybody
 * else calls the methods. Everything here is valid only until the tokenizer is fed again.
 *
 * Segment `i` owns `marks[starts[i]] .. marks[starts[i + 1] - 1]`: the byte before its tag, every element separator,
 * its terminator. So element `k` (0 is the tag) is the bytes `marks[s + k] + 1` up to, not including, `marks[s + k + 1]`
 * with `s = starts[i]`, and the segment has `starts[i + 1] - starts[i] - 2` elements.
 */
export interface SegmentBatch {
  /** 1-based interchange of the input. */
  readonly interchange: number;
  readonly delimiters: Delimiters;
  readonly bytes: Uint8Array;
  readonly marks: Int32Array;
  readonly starts: Int32Array;
  /** {@link SegmentFlag} bits, one byte a segment. */
  readonly flags: Uint8Array;
  /** Number of segments. */
  readonly count: number;
  /** Offset of `bytes[0]` from the first byte of the interchange (negative when the window begins before it). */
  readonly baseOffset: number;
  /** The window as text, one character a byte. Equal to the data only where a segment has no `nonAscii` flag. */
  text(): string;
  /** Segment tag, as received. */
  tag(index: number): string;
  /** Number of elements after the tag. */
  elementCount(index: number): number;
  /** Element `k` (1-based; 0 is the tag) decoded; `''` beyond the last. Binary elements come as one character a byte. */
  element(index: number, k: number): string;
  /** The whole segment without its terminator, decoded. */
  raw(index: number): string;
}

/** What a character is to a sink: it goes out as it is, no value may hold it, or it wants a closer look. */
export const CharacterClass = { plain: 0, delimiter: 1, unusual: 2 } as const;

/** Delimiters as bytes, and what a character is to them. */
export interface SegmentLayout {
  readonly delimiters: Delimiters;
  /** {@link CharacterClass} by character code, 256 of them; all from 127 on are delimiters or unusual. */
  readonly classes: Uint8Array;
  readonly element: number;
  readonly component: number;
  /** 0: none. */
  readonly repetition: number;
  /** The terminator, with the line break behind it. */
  readonly ending: Uint8Array;
  /** The delimiters are ASCII, and none is a character of tags or numbers. */
  readonly isUsual: boolean;
}

/**
 * Where encode puts segments. The sink suppresses trailing empty components, repetitions and elements by writing a
 * separator only when a value follows, and refuses delimiters in data.
 */
export interface SegmentSink {
  /** Starts a segment. */
  begin(tag: string): void;
  /** Puts element separators (default one): what follows belongs to the element that many places on. */
  nextElement(count?: number): void;
  /** Puts the repetition separator. */
  nextRepetition(): void;
  /** Puts component separators (default one). */
  nextComponent(count?: number): void;
  /** Writes characters of the current value. Returns false if a delimiter or unencodable character stands in it. */
  value(text: string): boolean;
  /** Writes octets of a binary element as they are. False if the digits before them declare another number. */
  binary(octets: Uint8Array): boolean;
  /** Writes a whole segment as received, without its terminator. */
  raw(text: string): void;
  /** Ends the segment: drops trailing separators, writes the terminator. */
  end(): void;
  /** How segments are to look that others make for {@link segments}. */
  readonly layout: SegmentLayout;
  /** Writes a copy of whole segments, each with its ending. */
  segments(bytes: Uint8Array): void;
}

/** The tag as one number for tables: its bytes, big-endian. Two-character tags stay below 65536, so none collide. */
export function tagCode(tag: string): number {
  let code = 0;
  for (let i = 0; i < tag.length; i++) code = code * 256 + (tag.charCodeAt(i) & 0xff);
  return code;
}
