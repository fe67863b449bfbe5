import { DEFAULT_DELIMITERS, type Delimiters } from '../model/delimiters.js';
import type { Finding } from '../model/finding.js';
import type { Newline } from '../model/option-rules.js';
import { type SegmentBatch, SegmentFlag } from '../model/segments.js';
import { decodeLatin1, type Encoding, utf8 } from './encoding.js';

/** What an ISA opens: everything its header and the bytes around it say. */
export interface InterchangeOpening {
  readonly delimiters: Delimiters;
  /** Line break after the ISA; a segment that has another one counts in {@link TokenBatch.layoutChanges}. */
  readonly newline: Newline;
  /** Name of the encoding in which values are decoded. */
  readonly encoding: string;
  /** The exact text between the terminator of the last IEA (or the start of input) and this ISA, line breaks included. */
  readonly before: string;
  /** Offset of the ISA from the start of input. */
  readonly inputOffset: number;
  /** The 16 values as received, padding included. */
  readonly isa: readonly string[];
  /** What is wrong with the header; these are also among the batch's findings. */
  readonly findings: readonly Finding[];
}

/**
 * Segments of one interchange that one chunk completed. A batch may hold no segment but findings. Everything in it,
 * `bytes` and tables included, is valid only until the tokenizer is fed again; strings stay, but a long one keeps the
 * text of its window (64 KiB) in memory: who keeps few of many values copies them, as `Segment` does.
 */
export interface TokenBatch extends SegmentBatch {
  /** Set on the batch that begins an interchange: its segment 0 is the ISA. */
  readonly opening?: InterchangeOpening | undefined;
  readonly findings: readonly Finding[];
  /** Number of segments of this batch whose line break before them is not that of the opening. */
  readonly layoutChanges: number;
}

const NO_BYTES = new Uint8Array(0);
const NO_TEXTS: readonly string[] = [];
const NO_FINDINGS: readonly Finding[] = [];
const asciiDecoder = new TextDecoder('utf-8');
// Any table that maps each byte to one UTF-16 unit would do: callers do not use the text of segments flagged nonAscii.
const byteDecoder = new TextDecoder('windows-1252');
const NOT_PLAIN = SegmentFlag.nonAscii | SegmentFlag.binary;

/** The tokenizer's batch: it fills the fields, everybody else reads them. Kept in a pool and used again. */
export class WindowBatch implements TokenBatch {
  interchange = 0;
  delimiters: Delimiters = DEFAULT_DELIMITERS;
  bytes = NO_BYTES;
  marks = new Int32Array(0);
  starts = new Int32Array(1);
  flags = new Uint8Array(0);
  count = 0;
  baseOffset = 0;
  opening: InterchangeOpening | undefined;
  findings: readonly Finding[] = NO_FINDINGS;
  layoutChanges = 0;
  /** True when some byte of the window is above 0x7F. */
  nonAscii = false;
  encoding: Encoding = utf8;
  #text: string | undefined;
  #decodedIndex: number | undefined;
  #decoded: readonly string[] = [];

  /** Makes the batch empty; the tables keep their size. */
  reset(): void {
    this.count = 0;
    this.delimiters = DEFAULT_DELIMITERS;
    this.bytes = NO_BYTES;
    this.baseOffset = 0;
    this.starts[0] = 0;
    this.opening = undefined;
    this.findings = NO_FINDINGS;
    this.layoutChanges = 0;
    this.nonAscii = false;
    this.#text = undefined;
    this.#decodedIndex = undefined;
    this.#decoded = NO_TEXTS;
  }

  /** Makes room for `marks` marks and `segments` segments in all. */
  reserve(marks: number, segments: number): void {
    if (this.marks.length < marks) this.marks = grown(this.marks, new Int32Array(roomFor(marks)));
    if (this.flags.length >= segments) return;
    this.starts = grown(this.starts, new Int32Array(roomFor(segments) + 1));
    this.flags = grown(this.flags, new Uint8Array(roomFor(segments)));
  }

  /** How many more segments of two marks each there is room for, behind so many marks. */
  roomAfter(marks: number): number {
    return Math.min((this.marks.length - marks - 2) >> 1, this.flags.length - this.count - 1);
  }

  text(): string {
    this.#text ??= (this.nonAscii ? byteDecoder : asciiDecoder).decode(this.bytes);
    return this.#text;
  }

  tag(index: number): string {
    return this.element(index, 0);
  }

  elementCount(index: number): number {
    const { starts } = this;
    return (starts[index + 1] ?? 0) - (starts[index] ?? 0) - 2;
  }

  element(index: number, k: number): string {
    const { starts, marks } = this;
    const mark = (starts[index] ?? 0) + k;
    if (mark + 1 >= (starts[index + 1] ?? 0)) return '';
    if (((this.flags[index] ?? 0) & NOT_PLAIN) !== 0) return this.#decodedElements(index)[k] ?? '';
    return this.text().slice((marks[mark] ?? 0) + 1, marks[mark + 1]);
  }

  raw(index: number): string {
    const { starts, marks } = this;
    const from = (marks[starts[index] ?? 0] ?? 0) + 1;
    const to = marks[(starts[index + 1] ?? 0) - 1] ?? 0;
    if (((this.flags[index] ?? 0) & NOT_PLAIN) === 0) return this.text().slice(from, to);
    return this.#decode(index, from, to);
  }

  /** Offset of a segment's tag from the first byte of its interchange. */
  offset(index: number): number {
    return this.baseOffset + (this.marks[this.starts[index] ?? 0] ?? 0) + 1;
  }

  /** The bytes of a segment, terminator not included. */
  segmentBytes(index: number): Uint8Array {
    const { starts, marks } = this;
    return this.bytes.subarray((marks[starts[index] ?? 0] ?? 0) + 1, marks[(starts[index + 1] ?? 0) - 1]);
  }

  #decodedElements(index: number): readonly string[] {
    if (this.#decodedIndex === index) return this.#decoded;
    this.#decodedIndex = index;
    const binary = ((this.flags[index] ?? 0) & SegmentFlag.binary) !== 0;
    this.#decoded = binary ? this.#sliceElements(index) : this.raw(index).split(this.delimiters.element);
    return this.#decoded;
  }

  // The payload may hold separators, so a binary segment is cut at its marks.
  #sliceElements(index: number): string[] {
    const { starts, marks } = this;
    const elements: string[] = [];
    for (let mark = starts[index] ?? 0; mark + 1 < (starts[index + 1] ?? 0); mark++) {
      elements.push(this.#decode(index, (marks[mark] ?? 0) + 1, marks[mark + 1] ?? 0));
    }
    return elements;
  }

  #decode(index: number, from: number, to: number): string {
    const bytes = this.bytes.subarray(from, to);
    const binary = ((this.flags[index] ?? 0) & SegmentFlag.binary) !== 0;
    return (binary ? undefined : this.encoding.decode(bytes)) ?? decodeLatin1(bytes);
  }
}

function roomFor(needed: number): number {
  return Math.max(1024, Math.ceil(needed * 1.5));
}

function grown<T extends Int32Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
