import { checkOptions } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import { finding } from '../model/finding.js';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.js';
import { LIMITS_RULE, type OptionRules } from '../model/option-rules.js';
import { SegmentFlag } from '../model/segments.js';
import type { TokenBatch } from './batch.js';
import { declaredLength, findSegmentEnd, separatorsBeforeBinary } from './binary-segment.js';
import { byteAt, CR, isFraming, LF, StartClass } from './byte-classes.js';
import { Cursor } from './cursor.js';
import { decodeLatin1, ENCODING, type Encoding, requireEncoding } from './encoding.js';
import { foreignInputError } from './foreign-input.js';
import { type Frame, foldCase, frameOf, isTag, limitError, requireFixedWidths } from './frame.js';
import { InputBuffer } from './input-buffer.js';
import { IsaSearch } from './isa-search.js';
import { Outbox, WINDOW_BYTES } from './outbox.js';
import { type IsaHeader, isPlausibleIsa, readIsa } from './read-isa.js';
import { scanAhead } from './scan/scan-ahead.js';
import type { ScanStop } from './scan/scan-block.js';

export interface TokenizerOptions {
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Decodes values; default UTF-8. A segment that is not valid in it is read as ISO 8859-1, with one notice. Delimiters
   * above 0x7F are read where the encoding has the character of that number there, as ISO 8859-1 has everywhere.
   */
  readonly encoding?: Encoding | undefined;
  /** An ISA of wrong widths is an X12Error instead of a finding. */
  readonly strict?: boolean | undefined;
  /** Skips other text in front of the first ISA, up to `limits.scanBytes`, instead of refusing it. */
  readonly scan?: boolean | undefined;
  /** Drops CR and LF everywhere but in binary data: for files wrapped at a column. Offsets then count what is left. */
  readonly unwrap?: boolean | undefined;
  /** Reads lower-case segment tags as upper case. */
  readonly foldTags?: boolean | undefined;
}

export const TOKENIZER_RULES: OptionRules<Omit<TokenizerOptions, 'limits'>> = {
  encoding: ENCODING,
  strict: 'boolean',
  scan: 'boolean',
  unwrap: 'boolean',
  foldTags: 'boolean',
};

/** A buffer for a full chunk is not held on to. */
const LARGEST_KEPT = 64 * 1024;

type State = 'outside' | ScanStop | 'binary' | 'ended';

/**
 * Cuts X12 into segments, fed with chunks of any size and cut: the same bytes give the same segments, flags and findings
 * however they are fed. Time is linear; memory is one chunk, one unfinished segment and their tables.
 * Longer than our other files because it is one state machine.
 */
export class Tokenizer {
  readonly #options: TokenizerOptions;
  readonly #limits: Limits;
  readonly #encoding: Encoding;
  readonly #foldTags: boolean;
  readonly #buffer = new InputBuffer();
  readonly #cursor = new Cursor(this.#buffer);
  readonly #outbox: Outbox;
  #state: State = 'outside';
  readonly #search: IsaSearch;
  #currentFrame: Frame | undefined;
  #trailing = '';
  /** Buffer offsets of the payload of a BIN or BDS; its end is `undefined` when the declared length is of no use. */
  #binaryFrom = 0;
  #binaryTo: number | undefined;

  /** @throws X12Error `X12_OPTION_INVALID` for an encoding that is none. */
  constructor(options: TokenizerOptions = {}) {
    checkOptions('Tokenizer', options, TOKENIZER_RULES, LIMITS_RULE);
    this.#options = { ...options };
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#encoding = requireEncoding(options.encoding);
    this.#foldTags = options.foldTags ?? false;
    this.#outbox = new Outbox(this.#encoding);
    this.#search = new IsaSearch({ encoding: this.#encoding, foldTags: this.#foldTags });
    this.#search.begin(0, options.scan !== true);
  }

  /** The exact text behind the last IEA; set by {@link end}. */
  get trailing(): string {
    return this.#trailing;
  }

  /**
   * Takes the next bytes, which may be reused afterwards, and returns what they completed: each batch belongs to one
   * interchange, and all are valid until the next call. Chunks above 64 KiB work, but every window of one needs tables.
   * @throws X12Error `X12_NOT_AN_INTERCHANGE`, `X12_ENCODING_UNSUPPORTED`, `X12_DELIMITERS_INVALID` if the input does not
   * begin with a usable ISA; `X12_LIMIT_EXCEEDED`.
   */
  push(chunk: Uint8Array): readonly TokenBatch[] {
    this.#requireOpen();
    this.#outbox.recycle();
    const keepFrom = this.#state === 'outside' ? this.#search.from : this.#cursor.windowFrom;
    this.#moveOffsets(this.#buffer.reserve(chunk.length, keepFrom));
    if (this.#options.unwrap === true) {
      this.#feedUnwrapped(chunk);
    } else {
      this.#buffer.append(chunk);
      this.#advance(false);
    }
    this.#outbox.close(this.#cursor);
    return this.#outbox.take();
  }

  /** Ends the input and returns what was still open: a last segment without terminator is kept and flagged truncated. */
  end(): readonly TokenBatch[] {
    this.#requireOpen();
    this.#outbox.recycle();
    this.#advance(true);
    if (this.#state === 'inside') this.#endTruncated();
    if (this.#state === 'outside') this.#endOutside();
    this.#state = 'ended';
    this.#outbox.close(this.#cursor);
    return this.#outbox.take();
  }

  /**
   * Makes a tokenizer that has ended ready for another input, and lets go of the last. False, having done nothing, where
   * its buffer has become too large to be kept.
   */
  reset(): boolean {
    if (this.#buffer.bytes.length > LARGEST_KEPT) return false;
    this.#buffer.clear();
    this.#cursor.reset();
    this.#outbox.reset();
    this.#state = 'outside';
    this.#search.begin(0, this.#options.scan !== true);
    this.#currentFrame = undefined;
    this.#trailing = '';
    return true;
  }

  #requireOpen(): void {
    if (this.#state !== 'ended') return;
    throw new X12Error('X12_OPTION_INVALID', 'This tokenizer has ended. Make a new one for each input.');
  }

  #advance(final: boolean): void {
    try {
      while (this.#step(final));
    } catch (error) {
      this.#state = 'ended';
      throw error;
    }
  }

  /** One step of the machine; false when it needs more bytes. */
  #step(final: boolean): boolean {
    switch (this.#state) {
      case 'outside':
        return this.#openInterchange(final);
      case 'start':
        return this.#beginSegment(final);
      case 'inside':
        return this.#scan();
      case 'ending':
        return this.#endSegment();
      case 'binary':
        return this.#endBinary(final);
      case 'ended':
        return false;
    }
  }

  // ---- outside interchanges

  #openInterchange(final: boolean): boolean {
    const search = this.#search;
    const outbox = this.#outbox;
    const bytes = this.#buffer.bytes.subarray(0, this.#buffer.length);
    const step = search.step(bytes, { final, inputOffset: this.#buffer.inputOffset });
    if (search.at - search.from > this.#limits.scanBytes)
      this.#exceeded('scanBytes', search.from + this.#limits.scanBytes);
    if (step.kind === 'incomplete') return false;
    outbox.close(this.#cursor);
    outbox.interchange++;
    if (outbox.interchange > this.#limits.interchanges) this.#exceeded('interchanges', search.at);
    if (step.kind === 'header') {
      this.#open(step.header, bytes);
    } else {
      outbox.reportReason(step.reason, { segmentOffset: 0, segmentId: 'ISA' });
      outbox.close(this.#cursor);
    }
    return true;
  }

  #open(header: IsaHeader, bytes: Uint8Array): void {
    const { separatorOffsets } = header;
    const { at, from } = this.#search;
    const cursor = this.#cursor;
    const terminatorAt = at + header.terminatorOffset;
    const inputOffset = this.#buffer.inputOffset + at;
    if (this.#options.strict === true) requireFixedWidths(header, inputOffset);
    const frame = frameOf(header, inputOffset, this.#foldTags);
    this.#currentFrame = frame;
    this.#outbox.open(frame);
    const findings = this.#reportOpening(header);

    cursor.at = at;
    cursor.windowFrom = at;
    cursor.begin();
    cursor.batch.reserve(18, 1);
    for (const offset of separatorOffsets) cursor.batch.marks[cursor.markCount++] = offset;
    foldCase(bytes, at, at + 3);
    // The ISA is never split: ISA11 and ISA16 are the separators themselves.
    const flags = cursor.dataFlags(frame.tables, at, terminatorAt) & (SegmentFlag.control | SegmentFlag.nonAscii);
    this.#commit(terminatorAt, flags);
    cursor.batch.opening = {
      delimiters: header.delimiters,
      newline: header.newline,
      encoding: this.#encoding.name,
      before: this.#decode(bytes, from, at),
      inputOffset,
      isa: this.#isaValues(bytes, at, terminatorAt, separatorOffsets, flags),
      findings,
    };
  }

  /** @param separators offsets behind `from`, where the ISA begins; at `end` is its terminator. */
  #isaValues(bytes: Uint8Array, from: number, end: number, separators: readonly number[], flags: number): string[] {
    // Where every character is a byte one call decodes them all. bench: `npm run bench:eligibility`.
    const text = (flags & SegmentFlag.nonAscii) === 0 ? this.#decode(bytes, from, end) : undefined;
    const values: string[] = [];
    for (let at = 0; at < separators.length; at++) {
      const start = (separators[at] ?? 0) + 1;
      const stop = separators[at + 1] ?? end - from;
      values.push(text === undefined ? this.#decode(bytes, from + start, from + stop) : text.slice(start, stop));
    }
    return values;
  }

  #reportOpening({ faults }: IsaHeader) {
    const { byteOrderMark, layout, text, unreadable, cut } = this.#search;
    const { interchange } = this.#outbox;
    if (byteOrderMark) this.#outbox.reportReason('byte-order-mark');
    // Between interchanges line breaks are the usual thing; before the first they are not.
    if (layout && interchange === 1) this.#outbox.reportReason('leading-layout');
    if (text) this.#outbox.reportReason('text-outside');
    // An ISA that the end seemed to cut was a damaged one where another stands behind it.
    if (unreadable || cut) this.#outbox.reportReason('isa-unreadable');
    const findings = faults.map(({ reason, element }) =>
      finding(reason, { interchange, segmentOffset: 0, segmentId: 'ISA', element }),
    );
    if (findings.length > 0) this.#outbox.report(...findings);
    return findings;
  }

  #leaveInterchange(): void {
    this.#state = 'outside';
    this.#outbox.close(this.#cursor);
    this.#search.begin(this.#cursor.at, false);
  }

  #endOutside(): void {
    const { bytes, length, inputOffset } = this.#buffer;
    const { from, at, text, cut, unreadable } = this.#search;
    const outbox = this.#outbox;
    if (outbox.interchange === 0) throw foreignInputError(bytes.subarray(text ? from : at, length), inputOffset + from);
    this.#trailing = this.#decode(bytes, from, length);
    if (cut) {
      outbox.interchange++;
      outbox.reportReason('iea-missing', { segmentOffset: 0, segmentId: 'ISA' });
    } else if (text) {
      outbox.reportReason('text-outside');
      if (unreadable) outbox.reportReason('isa-unreadable');
    }
  }

  // ---- between segments

  /** Skips layout up to the next tag. Layout is not rescanned when more bytes come. */
  #beginSegment(final: boolean): boolean {
    const cursor = this.#cursor;
    const { bytes, length } = this.#buffer;
    const { tables, newline } = this.#frame;
    for (; cursor.at < length; cursor.at++) {
      const byte = byteAt(bytes, cursor.at);
      const kind = byteAt(tables.layout, byte);
      if (kind === 0) break;
      if (kind === 2) cursor.bits = SegmentFlag.indented;
      cursor.layoutAsOpened &&= newline.charCodeAt(cursor.layoutBytes) === byte;
      cursor.layoutBytes++;
    }
    if (cursor.at === length) return false;
    const isa = this.#isaBegins(final);
    if (isa === undefined) return false;
    if (isa) {
      this.#leaveInterchange();
      return true;
    }
    if (!cursor.layoutAsOpened || cursor.layoutBytes !== newline.length) cursor.batch.layoutChanges++;
    if (cursor.bits !== 0) this.#reportOnce('layout-blanks', cursor.at);
    const start = byteAt(tables.starts, byteAt(bytes, cursor.at));
    cursor.special = start === StartClass.look || (start & this.#secondOf(cursor.at)) !== 0;
    cursor.begin();
    this.#state = 'inside';
    return true;
  }

  /** Start classes that the second byte of a tag confirms; all of them while it is not there. */
  #secondOf(at: number): number {
    const second = at + 1 < this.#buffer.length ? byteAt(this.#buffer.bytes, at + 1) : undefined;
    return second === undefined ? StartClass.envelope | StartClass.binary : byteAt(this.#frame.tables.seconds, second);
  }

  /** True when a new interchange begins though this one has no IEA; `undefined` when too few bytes are there to tell. */
  #isaBegins(final: boolean): boolean | undefined {
    const { bytes, length } = this.#buffer;
    const { at } = this.#cursor;
    const fold = this.#foldTags ? 0xdf : 0xff;
    for (let i = 0; i < 3; i++) {
      if (at + i === length) return final ? false : undefined;
      if ((byteAt(bytes, at + i) & fold) !== 'ISA'.charCodeAt(i)) return false;
    }
    const reading = readIsa(bytes.subarray(at, length), {
      final,
      foldTags: this.#foldTags,
      encoding: this.#encoding,
    });
    if (reading.kind === 'incomplete') return undefined;
    return reading.kind === 'header' && isPlausibleIsa(reading.header);
  }

  // ---- inside a segment

  #scan(): boolean {
    const cursor = this.#cursor;
    const { batch } = cursor;
    const { length } = this.#buffer;
    if (cursor.at < length) {
      this.#state = scanAhead(cursor, length, {
        frame: this.#frame,
        elements: this.#limits.elements,
        segmentBytes: this.#limits.segmentBytes,
      });
    }
    if (this.#state === 'ending') return true;
    if (batch.count > 0 && cursor.at - cursor.windowFrom >= WINDOW_BYTES) this.#outbox.close(cursor);
    if (this.#state === 'start') return this.#startOver();
    if (cursor.special && this.#beginBinary(cursor.at)) return true;
    this.#checkSize(cursor.at);
    return cursor.at < length;
  }

  #startOver(): boolean {
    this.#cursor.layoutBytes = 0;
    this.#cursor.layoutAsOpened = true;
    return true;
  }

  /** Ends a segment that the hot loop left alone; the cursor is at its terminator. */
  #endSegment(): boolean {
    const cursor = this.#cursor;
    const { at, segmentFrom } = cursor;
    const { dropsCr, tables } = this.#frame;
    if (cursor.special && this.#beginBinary(at)) return true;
    this.#checkSize(at);
    if (dropsCr && at > segmentFrom && this.#buffer.bytes[at - 1] === CR) {
      this.#reportOnce('terminator-line-break', segmentFrom);
      const indented = cursor.bits & SegmentFlag.indented;
      this.#finish(at - 1, { bits: indented | cursor.dataFlags(tables, segmentFrom, at - 1), next: at + 1 });
    } else {
      this.#finish(at, { bits: cursor.bits, next: at + 1 });
    }
    return true;
  }

  #endTruncated(): void {
    const cursor = this.#cursor;
    const { bytes } = this.#buffer;
    const { segmentFrom } = cursor;
    const { tables } = this.#frame;
    let to = cursor.at;
    // Only the terminator is missing: the line break behind it is no data.
    while (to > segmentFrom && byteAt(tables.layout, byteAt(bytes, to - 1)) === 1) to--;
    const indented = cursor.bits & SegmentFlag.indented;
    this.#finish(to, { bits: indented | cursor.dataFlags(tables, segmentFrom, to) | SegmentFlag.truncated, next: to });
  }

  /** Commits a segment whose data end at `to`, and leaves the interchange behind an IEA. */
  #finish(to: number, { bits, next }: { bits: number; next: number }): void {
    const cursor = this.#cursor;
    const { bytes } = this.#buffer;
    const { segmentFrom } = cursor;
    const tagTo = cursor.tagTo(to);
    if (this.#foldTags) foldCase(bytes, segmentFrom, tagTo);
    const isIea = isTag(bytes, segmentFrom, { to: tagTo, tag: 'IEA' });
    this.#commit(to, bits, next);
    if (isIea) this.#leaveInterchange();
    else if (next - cursor.windowFrom >= WINDOW_BYTES) this.#outbox.close(cursor);
  }

  #commit(to: number, bits: number, next = to + 1): void {
    this.#cursor.commit(to, { bits, next });
    this.#state = 'start';
  }

  // ---- binary segments

  /** Goes over to counting octets if the segment is BIN or BDS and its length was read. */
  #beginBinary(to: number): boolean {
    const cursor = this.#cursor;
    const { bytes } = this.#buffer;
    const { segmentFrom } = cursor;
    const tagTo = cursor.tagTo(to);
    if (this.#foldTags) foldCase(bytes, segmentFrom, tagTo);
    const before = separatorsBeforeBinary(bytes, segmentFrom, tagTo);
    if (before === 0 || cursor.separators < before) return false;
    // Separators behind this one are payload.
    cursor.keepSeparators(before);
    this.#binaryFrom = cursor.separatorAt(before) + 1;
    const length = declaredLength(bytes, cursor.separatorAt(before - 1) + 1, this.#binaryFrom - 1);
    this.#binaryTo = length === undefined ? undefined : this.#binaryFrom + length;
    cursor.at = this.#binaryFrom;
    this.#state = 'binary';
    return true;
  }

  #endBinary(final: boolean): boolean {
    const cursor = this.#cursor;
    const { bytes, length } = this.#buffer;
    const { terminator, tables } = this.#frame;
    const to = this.#binaryTo;
    if (to !== undefined) {
      this.#checkSize(to);
      if (to >= length && !final) return false;
      if (to < length && bytes[to] === terminator) return this.#finishBinary(to, 0);
      if (to !== length) this.#binaryTo = undefined;
    }
    const end = findSegmentEnd(bytes, { from: cursor.at, to: length, terminator, tables });
    cursor.at = end.at;
    this.#checkSize(end.at);
    if (!end.found && !final) return false;
    if (end.at < length) return this.#finishBinary(end.at, SegmentFlag.binaryLength);
    // Where the whole payload is there, only its terminator is missing.
    const wrong = this.#binaryTo === undefined ? SegmentFlag.binaryLength : 0;
    return this.#finishBinary(length, wrong | SegmentFlag.truncated);
  }

  #finishBinary(to: number, extraBits: number): boolean {
    const cursor = this.#cursor;
    const { tables } = this.#frame;
    const head = cursor.dataFlags(tables, cursor.segmentFrom, this.#binaryFrom);
    // Control characters belong in a payload; bytes above 0x7F still make the window's text differ from the data.
    const payload = cursor.dataFlags(tables, this.#binaryFrom, to) & SegmentFlag.nonAscii;
    const indented = cursor.bits & SegmentFlag.indented;
    const truncated = (extraBits & SegmentFlag.truncated) !== 0;
    const bits = indented | head | payload | SegmentFlag.binary | extraBits;
    this.#finish(to, { bits, next: truncated ? to : to + 1 });
    return true;
  }

  // ---- feeding and errors

  /** Feeds one element at a time, because only the scan knows where binary data begin, which keep their line breaks. */
  #feedUnwrapped(chunk: Uint8Array): void {
    let from = 0;
    while (from < chunk.length) {
      const missing = this.#state === 'binary' ? (this.#binaryTo ?? 0) - this.#buffer.length : 0;
      if (missing > 0) {
        const to = Math.min(from + missing, chunk.length);
        this.#buffer.append(chunk.subarray(from, to));
        from = to;
      } else {
        from = this.#appendUnwrapped(chunk, from);
      }
      this.#advance(false);
    }
  }

  #appendUnwrapped(chunk: Uint8Array, from: number): number {
    // Between segments an ISA may bring other delimiters, so each byte may matter there.
    const between = this.#state === 'outside' || this.#state === 'start';
    const classes = between ? undefined : this.#frame.tables.classes;
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = byteAt(chunk, at);
      if (byte === CR || byte === LF) continue;
      this.#buffer.appendByte(byte);
      if (classes === undefined || isFraming(byteAt(classes, byte))) return at + 1;
    }
    return at;
  }

  #moveOffsets(shift: number): void {
    if (shift === 0) return;
    const cursor = this.#cursor;
    cursor.at -= shift;
    cursor.windowFrom -= shift;
    this.#binaryFrom -= shift;
    if (this.#binaryTo !== undefined) this.#binaryTo -= shift;
    this.#search.from -= shift;
    this.#search.at -= shift;
  }

  #checkSize(to: number): void {
    const { separators, segmentFrom } = this.#cursor;
    if (separators > this.#limits.elements) this.#exceeded('elements', segmentFrom);
    if (to - segmentFrom > this.#limits.segmentBytes) this.#exceeded('segmentBytes', segmentFrom);
  }

  #exceeded(limit: 'elements' | 'segmentBytes' | 'scanBytes' | 'interchanges', offset: number): never {
    throw limitError(limit, this.#limits, this.#buffer.inputOffset + offset);
  }

  #reportOnce(reason: 'layout-blanks' | 'terminator-line-break', offset: number): void {
    this.#outbox.reportOnce(reason, this.#buffer.inputOffset + offset);
  }

  #decode(bytes: Uint8Array, from: number, to: number): string {
    if (from >= to) return '';
    const part = bytes.subarray(from, to);
    return this.#encoding.decode(part) ?? decodeLatin1(part);
  }

  get #frame(): Frame {
    if (this.#currentFrame === undefined) throw new X12Error('X12_NOT_AN_INTERCHANGE', 'No ISA was read yet.');
    return this.#currentFrame;
  }
}
