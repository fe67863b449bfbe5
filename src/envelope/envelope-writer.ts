import type { Bytes } from '../model/bytes.js';
import type { Delimiters } from '../model/delimiters.js';
import { DEFAULT_DELIMITERS } from '../model/delimiters.js';
import { isX12Error, X12Error } from '../model/error.js';
import { type Finding, finding } from '../model/finding.js';
import type { SegmentSink } from '../model/segments.js';
import { type Encoding, utf8 } from '../syntax/encoding.js';
import { joinBytes } from '../syntax/join-bytes.js';
import { SegmentWriter, type SegmentWriterOptions } from '../syntax/segment-writer.js';
import { checkGs } from './check-group.js';
import { checkIsa } from './check-interchange.js';
import type { Complaint } from './complaint.js';
import {
  type GroupHeader,
  groupElements,
  type InterchangeHeader,
  interchangeElements,
  type TransactionHeader,
} from './headers.js';
import { acknowledgmentElements, type InterchangeAcknowledgment } from './interchange-acknowledgment.js';
import type { NumberPlace } from './number-places.js';

/** How an interchange is laid out in bytes. */
export interface InterchangeLayout {
  /** Default: `*`, `>`, `^` and `~`; without repetition separator ISA11 is `U`. */
  readonly delimiters?: Delimiters | undefined;
  /** Line break behind every terminator but the last. Default none. */
  readonly newline?: string | undefined;
  /** Default UTF-8. */
  readonly encoding?: Encoding | undefined;
  /** The ASCII characters that go out without a further look, see {@link SegmentWriterOptions.plain}. */
  readonly plain?: Uint8Array | undefined;
  /** Text in front of the ISA. Default none. */
  readonly before?: string | undefined;
  /** ISA05 to ISA08 repeat what a partner sent: wrong ones are warnings. Default false. */
  readonly repeatsIds?: boolean | undefined;
}

const NO_BYTES = new Uint8Array(0);
/** ISA13, and what stands behind it up to and with the terminator: ISA14, ISA15 and ISA16. */
const ISA13_WIDTH = 9;
const BEHIND_ISA13 = 7;

/**
 * Writes interchanges, groups and sets around the segments of others: counts SE01, GE01 and IEA01 and repeats the control
 * numbers. Levels are opened and closed by the caller, from the outside in and back. Reports header values that reading
 * would report, and a delimiter in a value of GS, TA1 or ST.
 */
export class EnvelopeWriter {
  readonly #onFinding: (found: Finding) => void;
  #chunks: Bytes[] = [];
  #segments: SegmentWriter | undefined;
  #delimiters: Delimiters = DEFAULT_DELIMITERS;
  #newline = '';
  #encoding = utf8;
  #interchange = 0;
  #groups = 0;
  #transactions = 0;
  #setSegments = 0;
  #interchangeNumber = '';
  #groupNumber = '';
  #setNumber = '';
  #acknowledgments = 0;
  /** Bytes in front of the open interchange, taken or not. */
  #before = 0;
  readonly #places: NumberPlace[] = [];

  constructor(onFinding: (found: Finding) => void = () => {}) {
    this.#onFinding = onFinding;
  }

  /** 1-based interchange, group and set that were opened last; 0 before the first. */
  get place(): { readonly interchange: number; readonly group: number; readonly transaction: number } {
    return { interchange: this.#interchange, group: this.#groups, transaction: this.#transactions };
  }

  /** Where the control numbers of the envelope stand, counted from the first byte of all. */
  get numberPlaces(): readonly NumberPlace[] {
    return this.#places;
  }

  /**
   * Writes the ISA, its values padded to their widths.
   * @throws X12Error `X12_DELIMITERS_INVALID`; `X12_DATA_INVALID` and `X12_DELIMITER_IN_DATA` for a value that the ISA
   * cannot hold, with `details.interchange` and `details.element`; `X12_DATA_INVALID` for half a character before it.
   */
  beginInterchange(header: InterchangeHeader, layout: InterchangeLayout = {}): void {
    const encoding = layout.encoding ?? utf8;
    this.#delimiters = layout.delimiters ?? DEFAULT_DELIMITERS;
    this.#newline = layout.newline ?? '';
    const { plain } = layout;
    this.#segments = new SegmentWriter({ delimiters: this.#delimiters, newline: this.#newline, encoding, plain });
    this.#interchange++;
    this.#acknowledgments = 0;
    this.#groups = 0;
    this.#transactions = 0;
    this.#interchangeNumber = header.controlNumber;
    const { before = '' } = layout;
    this.#encoding = encoding;
    this.#putText(before);
    const elements = interchangeElements(header, this.#delimiters);
    this.#complain('ISA', layout.repeatsIds === true ? checkIsa(elements).map(mildForIds) : checkIsa(elements));
    this.#complain('ISA', checkRequest(header));
    try {
      this.#segments.writeIsa(elements);
      const end = this.#segments.bytesWritten - this.#newline.length - BEHIND_ISA13;
      const offset = this.#before + end - ISA13_WIDTH;
      this.#places.push({ interchange: this.#interchange, offset, digits: ISA13_WIDTH });
    } catch (error) {
      if (!isX12Error(error)) throw error;
      const details = { ...error.details, interchange: this.#interchange };
      throw new X12Error(error.code, error.message, { details });
    }
  }

  /** Writes a TA1; its place is before the first group. */
  acknowledgment(ta1: InterchangeAcknowledgment): void {
    this.#acknowledgments++;
    this.#write('TA1', acknowledgmentElements(ta1));
  }

  /** Writes a segment as it is, without its terminator: ISB, ISE, ISX and what else stands outside sets. */
  raw(segment: string): void {
    if (segment.startsWith('TA1')) this.#acknowledgments++;
    this.sink.raw(segment);
    this.sink.end();
  }

  /** Writes the GS. */
  beginGroup(header: GroupHeader): void {
    this.#groups++;
    this.#transactions = 0;
    this.#groupNumber = header.controlNumber;
    const elements = groupElements(header);
    this.#complain(
      'GS',
      checkGs((position) => elements[position - 1] ?? ''),
    );
    this.#write('GS', elements, 6);
  }

  /** Writes the ST. */
  beginTransaction(header: TransactionHeader): void {
    this.countTransaction();
    this.#setNumber = header.controlNumber;
    this.#setSegments = 0;
    this.segment('ST', [header.transactionSet, header.controlNumber, header.implementation ?? '']);
  }

  /** Writes a segment of simple elements and counts it for SE01. */
  segment(tag: string, elements: readonly string[]): void {
    this.#setSegments++;
    this.#write(tag, elements);
  }

  /** Writes the SE. */
  endTransaction(): void {
    this.segment('SE', [String(this.#setSegments + 1), this.#setNumber]);
  }

  /** For those who write whole sets, ST to SE, into {@link sink}: GE01 counts one more. */
  countTransaction(): void {
    this.#transactions++;
  }

  /** Where the segments of the open interchange go. */
  get sink(): SegmentSink {
    if (this.#segments === undefined) throw new RangeError('no interchange is open');
    return this.#segments;
  }

  /** Writes the GE; a group without sets is reported. */
  endGroup(): void {
    const at = { interchange: this.#interchange, group: this.#groups, segmentId: 'GE' };
    if (this.#transactions === 0) this.#onFinding(finding('group-empty', at));
    this.#write('GE', [String(this.#transactions), this.#groupNumber], 2);
  }

  /** Writes the IEA, without a line break behind it; an interchange with neither groups nor TA1 is reported. */
  endInterchange(): void {
    const isEmpty = this.#groups === 0 && this.#acknowledgments === 0;
    if (isEmpty) this.#onFinding(finding('interchange-empty', { interchange: this.#interchange, segmentId: 'IEA' }));
    this.#write('IEA', [String(this.#groups), this.#interchangeNumber], 2);
    const length = (this.#segments?.bytesWritten ?? 0) - this.#newline.length;
    const bytes = this.#segments?.close() ?? NO_BYTES;
    this.#chunks.push(this.#newline === '' ? bytes : bytes.slice(0, bytes.length - this.#newline.length));
    this.#before += length;
    this.#segments = undefined;
  }

  /** Writes text behind the last interchange, in its encoding. @throws X12Error `X12_DATA_INVALID` as {@link beginInterchange}. */
  trailing(text: string): void {
    this.#putText(text);
  }

  /** The bytes written since the last call. */
  take(): Bytes {
    if (this.#segments !== undefined) this.#chunks.push(this.#segments.take());
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks.length === 1 ? (chunks[0] ?? NO_BYTES) : joinBytes(chunks);
  }

  // What stands outside of interchanges need not be in the encoding of the one beside it, such as the mark of UTF-8.
  #putText(text: string): void {
    if (text === '') return;
    const bytes = this.#encoding.encode(text) ?? utf8.encode(text);
    if (bytes === undefined) {
      const why =
        'Text outside of interchanges has half a character (a lone surrogate), which no encoding has. Leave it out.';
      throw new X12Error('X12_DATA_INVALID', why, { details: { interchange: this.#interchange } });
    }
    // Somebody else's encoding may give what is shared.
    this.#chunks.push(bytes.slice());
    this.#before += bytes.length;
  }

  /** @param numberAt position of the element that is a control number of the envelope; absent: none is. */
  #write(tag: string, elements: readonly string[], numberAt?: number): void {
    const { sink } = this;
    sink.begin(tag);
    for (let index = 0; index < elements.length; index++) {
      const value = elements[index] ?? '';
      sink.nextElement();
      if (value !== '' && !sink.value(value)) this.#report(tag, index + 1);
      if (index + 1 !== numberAt) continue;
      const offset = this.#before + (this.#segments?.bytesWritten ?? 0) - value.length;
      const group = tag === 'IEA' ? undefined : this.#groups;
      this.#places.push({ interchange: this.#interchange, group, offset, digits: value.length });
    }
    sink.end();
  }

  #complain(segmentId: 'ISA' | 'GS', complaints: readonly Complaint[]): void {
    if (complaints.length === 0) return;
    const at = { interchange: this.#interchange, ...(segmentId === 'GS' ? { group: this.#groups } : {}), segmentId };
    for (const { reason, element, severity } of complaints) {
      this.#onFinding(finding(reason, element === undefined ? at : { ...at, element }, { severity }));
    }
  }

  #report(segmentId: string, element: number): void {
    const group = this.#groups === 0 ? {} : { group: this.#groups };
    this.#onFinding(finding('delimiter-in-data', { interchange: this.#interchange, ...group, segmentId, element }));
  }
}

// Whoever sent wrong ids is told so by an answer to just these.
function mildForIds(complaint: Complaint): Complaint {
  const { element = 0 } = complaint;
  return element >= 5 && element <= 8 ? { ...complaint, severity: 'warning' } : complaint;
}

// ISA14 2 and 3 came with later controls; partners at 00501 and before may not know them.
function checkRequest({ acknowledgmentRequestedCode, controlVersionNumber }: InterchangeHeader): readonly Complaint[] {
  const unusual = acknowledgmentRequestedCode === '2' || acknowledgmentRequestedCode === '3';
  if (!unusual || controlVersionNumber > '00501') return [];
  return [{ reason: 'isa-acknowledgment-requested', element: 14, severity: 'warning' }];
}
