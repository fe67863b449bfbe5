import { type Finding, finding, type Severity } from '../model/finding.js';
import type { Mutable } from '../model/object-maker.js';
import { type Position, segmentIdOf } from '../model/position.js';
import { SegmentFlag, tagCode } from '../model/segments.js';
import type { InterchangeOpening, TokenBatch } from '../syntax/batch.js';
import { checkTa1 } from './check-acknowledgment.js';
import { checkGe, checkGs, checkSe, checkSt } from './check-group.js';
import { checkIea, checkIsa, checkIsb, checkIse } from './check-interchange.js';
import type { Complaint } from './complaint.js';
import type { EnvelopeHandler, LoosePlace } from './envelope-handler.js';
import { elementsOf, textOf } from './envelope-text.js';
import {
  type GroupHeader,
  type InterchangeHeader,
  readGroupHeader,
  readInterchangeHeader,
  readTransactionHeader,
} from './headers.js';
import { SECURITY_SEGMENTS } from './interchange-codes.js';
import { UsedNumbers } from './used-numbers.js';

const ISA = tagCode('ISA');
const IEA = tagCode('IEA');
const GS = tagCode('GS');
const GE = tagCode('GE');
const ST = tagCode('ST');
const SE = tagCode('SE');
const TA1 = tagCode('TA1');
const ISB = tagCode('ISB');
const ISE = tagCode('ISE');
const ISX = tagCode('ISX');
const [LETTER_G, LETTER_I, LETTER_S] = [0x47, 0x49, 0x53];

// How many elements they have. Those of ISA, ST and SE are counted elsewhere.
const [GS_ELEMENTS, ST_ELEMENTS, TRAILER_ELEMENTS, TA1_ELEMENTS, ISE_ELEMENTS] = [8, 3, 2, 5, 3];

// Nothing is read of it: every level is opened by an ISA.
const NO_HEADER = {} as InterchangeHeader;

/** What is open, from the outside in. */
const Level = { none: 0, interchange: 1, group: 2, set: 3 } as const;
type Level = (typeof Level)[keyof typeof Level];

/**
 * Nests segments into interchanges, groups and sets: a push state machine over the tokenizer's batches. It looks at the
 * tags alone and hands the segments of a set over in runs, so it costs next to nothing beside what reads them.
 *
 * Reports every finding about envelopes: order, trailers that are missing (levels are then closed from inside out),
 * counts, control numbers, duplicates within the input, header values. Never throws for data.
 * Longer than our other files because it is one state machine.
 */
export class EnvelopeReader {
  readonly #handler: EnvelopeHandler;
  #level: Level = Level.none;
  #interchange = 0;
  #groups = 0;
  #transactions = 0;
  #acknowledgments = 0;
  #ordinal = 0;
  #emptySegments = 0;
  #truncated = false;
  #header = NO_HEADER;
  // Ends of the last segment, and of the last of the set; where the set begins. From the start of the interchange.
  #end = 0;
  #setEnd = 0;
  #setOffset = 0;
  #group: GroupHeader | undefined;
  #groupNumber = '';
  #setNumber = '';
  // The open group has no GS: sets stand right in the interchange.
  #stray = false;
  #strays = 0;
  readonly #numbers = new UsedNumbers();

  constructor(handler: EnvelopeHandler) {
    this.#handler = handler;
  }

  /** Takes what the tokenizer completed. */
  push(batches: readonly TokenBatch[]): void {
    for (const batch of batches) this.#batch(batch);
  }

  /** Closes what is open: there is no more input. */
  end(): void {
    if (this.#level === Level.none) return;
    this.#closeSet(undefined, 0);
    this.#closeGroup(undefined, 0);
    this.#closeInterchange(undefined, 0);
  }

  #batch(batch: TokenBatch): void {
    const { opening, findings, count } = batch;
    if (opening !== undefined) this.#openInterchange(batch, opening);
    let next = opening === undefined ? 0 : 1;
    for (const found of findings) {
      const from = next;
      // Behind what stands before it, as it comes where the input is cut there.
      while (next < count && offsetOf(batch, next) < (found.at.segmentOffset ?? 0)) next++;
      this.#walk(batch, from, next);
      this.#handler.finding(found);
    }
    this.#walk(batch, next, count);
    const last = count - 1;
    if (last >= 0) this.#end = endOf(batch, last);
    if (last >= 0 && ((batch.flags[last] ?? 0) & SegmentFlag.truncated) !== 0 && this.#level === Level.set) {
      this.#truncated = true;
      this.#say('segment-truncated', this.#position(batch, last, this.#ordinal - 1));
    }
  }

  #walk(batch: TokenBatch, first: number, end: number): void {
    let from = first;
    for (let i = first; i < end; i++) {
      if (this.#level === Level.set) {
        i = runEnd(batch, i, end);
        if (i === end) break;
      }
      const code = codeOf(batch, i);
      if (code === SE && this.#level === Level.set) {
        this.#handOver(batch, from, i + 1);
        this.#closeSet(batch, i);
        from = i + 1;
        continue;
      }
      this.#handOver(batch, from, i);
      if (isEmpty(batch, i)) this.#emptySegment(batch, i);
      else this.#envelopeSegment(batch, i, code);
      // The ST is the first segment of its own run.
      from = code === ST ? i : i + 1;
    }
    this.#handOver(batch, from, end);
  }

  #handOver(batch: TokenBatch, from: number, to: number): void {
    if (this.#level !== Level.set || from >= to) return;
    this.#handler.segments(batch, from, to, this.#ordinal);
    this.#ordinal += to - from;
    this.#setEnd = endOf(batch, to - 1);
  }

  #envelopeSegment(batch: TokenBatch, index: number, code: number): void {
    switch (code) {
      case ST:
        return this.#openSet(batch, index);
      case GS:
        return this.#openGroup(batch, index);
      case GE:
        this.#closeSet(undefined, 0);
        if (this.#stray) this.#closeGroup(undefined, 0);
        return this.#level === Level.group ? this.#closeGroup(batch, index) : this.#misplaced(batch, index);
      case IEA:
        if (this.#level === Level.none) return this.#misplaced(batch, index);
        this.#closeSet(undefined, 0);
        this.#closeGroup(undefined, 0);
        return this.#closeInterchange(batch, index);
      default:
        return this.#looseSegment(batch, index, code);
    }
  }

  #openInterchange(batch: TokenBatch, opening: InterchangeOpening): void {
    this.end();
    const header = readInterchangeHeader(opening.isa, opening.delimiters);
    this.#level = Level.interchange;
    this.#interchange = batch.interchange;
    this.#groups = 0;
    this.#strays = 0;
    this.#transactions = 0;
    this.#acknowledgments = 0;
    this.#header = header;
    this.#handler.interchangeStart({ interchange: batch.interchange, opening, header });
    const at = () => ({ interchange: this.#interchange, segmentOffset: 0, segmentId: 'ISA' });
    this.#complain(checkIsa(opening.isa, opening.delimiters), at);
    if (!this.#numbers.takeInterchange(header)) this.#say('interchange-duplicate', at(), 13);
  }

  #closeInterchange(batch: TokenBatch | undefined, index: number): void {
    if (batch === undefined) {
      this.#say('iea-missing', { interchange: this.#interchange, segmentId: 'IEA' });
    } else {
      const at = () => this.#position(batch, index);
      const element = elementsOf(batch, index, TRAILER_ELEMENTS);
      // A group without GS is none of the sender's: IEA01 does not count it.
      this.#complain(checkIea(element, this.#header.controlNumber, this.#groups - this.#strays), at);
      this.#checkEnd(batch, index, at, TRAILER_ELEMENTS);
      // Complete but for its terminator: nothing is lost, so nobody has to send it again.
      const unterminated = ((batch.flags[index] ?? 0) & SegmentFlag.truncated) !== 0;
      if (unterminated) this.#handler.finding(finding('iea-missing', at(), { severity: 'warning' }));
      if (this.#groups === 0 && this.#acknowledgments === 0) this.#say('interchange-empty', at());
    }
    this.#level = Level.none;
    this.#handler.interchangeEnd({
      interchange: this.#interchange,
      groups: this.#groups,
      length: batch === undefined ? this.#end : endOf(batch, index),
      truncated: batch === undefined,
    });
  }

  #openGroup(batch: TokenBatch, index: number): void {
    if (this.#level === Level.none) return this.#misplaced(batch, index);
    this.#closeSet(undefined, 0);
    this.#closeGroup(undefined, 0);
    const element = elementsOf(batch, index, GS_ELEMENTS);
    const header = readGroupHeader(element);
    this.#startGroup(header);
    const at = () => this.#position(batch, index);
    this.#complain(checkGs(element, batch.delimiters), at);
    this.#checkEnd(batch, index, at, GS_ELEMENTS);
    if (!this.#numbers.takeGroup(header)) this.#say('group-duplicate', at(), 6);
  }

  #startGroup(header: GroupHeader | undefined): void {
    this.#level = Level.group;
    this.#groups++;
    this.#transactions = 0;
    this.#group = header;
    this.#groupNumber = header?.controlNumber ?? '';
    this.#stray = header === undefined;
    if (this.#stray) this.#strays++;
    if (header === undefined) this.#numbers.beginGroup();
    this.#handler.groupStart({ interchange: this.#interchange, group: this.#groups, header });
  }

  #closeGroup(batch: TokenBatch | undefined, index: number): void {
    if (this.#level < Level.group) return;
    const element = batch === undefined ? undefined : elementsOf(batch, index, TRAILER_ELEMENTS);
    const at = () => (batch === undefined ? this.#groupPosition('GE') : this.#position(batch, index));
    if (batch !== undefined && element !== undefined) {
      this.#complain(checkGe(element, this.#groupNumber, this.#transactions), at);
      this.#checkEnd(batch, index, at, TRAILER_ELEMENTS);
    } else if (!this.#stray) this.#say('group-trailer-missing', at());
    if (this.#transactions === 0) this.#say('group-empty', at());
    this.#level = Level.interchange;
    const { interchange, groups: group, transactions } = this.#counts();
    const declared = element === undefined ? undefined : countOf(element(1));
    this.#handler.groupEnd({ interchange, group, transactions, declared, truncated: batch === undefined });
    this.#stray = false;
  }

  #openSet(batch: TokenBatch, index: number): void {
    if (this.#level === Level.none) return this.#misplaced(batch, index);
    this.#closeSet(undefined, 0);
    if (this.#level === Level.interchange) {
      this.#say('interchange-structure', this.#position(batch, index));
      this.#startGroup(undefined);
    }
    const header = readTransactionHeader(elementsOf(batch, index, ST_ELEMENTS));
    this.#level = Level.set;
    this.#transactions++;
    this.#ordinal = 1;
    this.#emptySegments = 0;
    this.#truncated = false;
    this.#setNumber = header.controlNumber;
    const at = () => this.#position(batch, index, 1);
    this.#setOffset = offsetOf(batch, index);
    this.#handler.transactionStart({
      interchange: this.#interchange,
      group: this.#groups,
      transaction: this.#transactions,
      segmentOffset: this.#setOffset,
      header,
      groupHeader: this.#group,
      interchangeHeader: this.#header,
    });
    this.#complain(checkSt(header, this.#group), at);
    if (!this.#numbers.takeSet(header.controlNumber)) this.#say('transaction-duplicate', at(), 2);
  }

  // With a batch, its segment is the SE, which was handed over already.
  #closeSet(batch: TokenBatch | undefined, index: number): void {
    if (this.#level !== Level.set) return;
    const segments = this.#ordinal - 1;
    if (batch === undefined) {
      // Data that ends inside a segment has been reported as this very code.
      if (!this.#truncated) {
        const at = { ...this.#groupPosition('SE'), transaction: this.#transactions };
        this.#say('transaction-trailer-missing', { ...at, segment: segments + 1 });
      }
    } else {
      const set = { controlNumber: this.#setNumber, segments, emptySegments: this.#emptySegments };
      const element = elementsOf(batch, index, TRAILER_ELEMENTS);
      this.#complain(checkSe(element, set), () => this.#position(batch, index, segments));
    }
    this.#level = Level.group;
    const { interchange, groups: group, transactions: transaction } = this.#counts();
    this.#handler.transactionEnd({
      interchange,
      group,
      transaction,
      segments,
      length: this.#setEnd - this.#setOffset,
      truncated: batch === undefined || this.#truncated,
    });
  }

  #looseSegment(batch: TokenBatch, index: number, code: number): void {
    const at = () => this.#position(batch, index);
    const outside = this.#level === Level.interchange;
    if (code === TA1 || code === ISB || code === ISE || code === ISX) {
      if (!outside) this.#say('interchange-structure', at());
      else if (this.#groups > 0) this.#say(code === TA1 ? 'ta1-place' : 'interchange-structure', at());
      if (code === TA1) {
        this.#complain(checkTa1(elementsOf(batch, index, TA1_ELEMENTS)), at);
        this.#checkEnd(batch, index, at, TA1_ELEMENTS);
      }
      if (code === ISB) this.#complain(checkIsb(elementsOf(batch, index, ISE_ELEMENTS)), at);
      if (code === ISE) this.#complain(checkIse(elementsOf(batch, index, ISE_ELEMENTS)), at);
    } else if (code === ISA || code === SE) this.#say('interchange-structure', at());
    else if (!SECURITY_SEGMENTS.has(textOf(batch, index, 0)))
      this.#say(outside ? 'interchange-content' : 'interchange-structure', at());
    this.#handler.loose(batch, index, this.#loosePlace());
    if (code === TA1) this.#acknowledgments++;
  }

  #misplaced(batch: TokenBatch, index: number): void {
    this.#say('interchange-structure', this.#position(batch, index));
    this.#handler.loose(batch, index, this.#loosePlace());
  }

  #emptySegment(batch: TokenBatch, index: number): void {
    this.#emptySegments++;
    const segment = this.#level === Level.set ? this.#ordinal : undefined;
    this.#say('segment-empty', this.#position(batch, index, segment));
  }

  #loosePlace(): LoosePlace {
    const { interchange, groups, transactions } = this.#counts();
    const place = { interchange, groups, acknowledgments: this.#acknowledgments };
    return this.#level === Level.group ? { ...place, transactions } : place;
  }

  #counts(): { interchange: number; groups: number; transactions: number } {
    return { interchange: this.#interchange, groups: this.#groups, transactions: this.#transactions };
  }

  #groupPosition(segmentId: string): Position {
    return { interchange: this.#interchange, group: this.#groups, segmentId };
  }

  #position(batch: TokenBatch, index: number, segment?: number): Mutable<Position> {
    const segmentOffset = offsetOf(batch, index);
    const segmentId = segmentIdOf(textOf(batch, index, 0));
    const at: Mutable<Position> = { interchange: this.#interchange, segmentOffset };
    if (segmentId !== undefined) at.segmentId = segmentId;
    if (this.#level >= Level.group) at.group = this.#groups;
    if (this.#level === Level.set) at.transaction = this.#transactions;
    if (segment !== undefined) at.segment = segment;
    return at;
  }

  // Places are made for what is found: most envelopes are right.
  #complain(complaints: readonly Complaint[], at: () => Mutable<Position>): void {
    for (const { reason, element, severity } of complaints) this.#say(reason, at(), element, severity);
  }

  // What stands behind the last element that the segment has.
  #checkEnd(batch: TokenBatch, index: number, at: () => Mutable<Position>, last: number): void {
    const count = batch.elementCount(index);
    if (count <= last) return;
    let element = last + 1;
    while (element <= count && textOf(batch, index, element) === '') element++;
    if (element <= count) this.#say('envelope-surplus', at(), element);
    else this.#say('trailing-separators', at(), count);
  }

  #say(reason: Finding['reason'], at: Mutable<Position>, element?: number, severity?: Severity): void {
    if (element !== undefined) at.element = element;
    this.#handler.finding(finding(reason, at, { severity }));
  }
}

/**
 * The hot loop: the next segment, from `from` on, that ends the run of an open set. Most segments cost it one byte. Only
 * ST and the trailers of all levels end a set, and empty segments a run; a TA1 or the like inside is the guide's to judge.
 */
function runEnd(batch: TokenBatch, from: number, end: number): number {
  const { bytes, marks, starts } = batch;
  const terminator = batch.delimiters.segment.charCodeAt(0);
  for (let i = from; i < end; i++) {
    const letter = bytes[(marks[starts[i] ?? 0] ?? 0) + 1];
    if (letter !== LETTER_S && letter !== LETTER_G && letter !== LETTER_I && letter !== terminator) continue;
    const code = codeOf(batch, i);
    if (code === SE || code === ST || code === GE || code === GS || code === IEA || isEmpty(batch, i)) return i;
  }
  return end;
}

/** Of the segment's tag, from the start of the interchange. */
function offsetOf({ baseOffset, marks, starts }: TokenBatch, index: number): number {
  return baseOffset + (marks[starts[index] ?? 0] ?? 0) + 1;
}

/** Behind the segment's terminator, where it has one, from the start of the interchange. */
function endOf({ baseOffset, marks, starts, flags }: TokenBatch, index: number): number {
  const hasTerminator = ((flags[index] ?? 0) & SegmentFlag.truncated) === 0;
  return baseOffset + (marks[(starts[index + 1] ?? 0) - 1] ?? 0) + (hasTerminator ? 1 : 0);
}

/** The tag as one number, 0 for what cannot be an envelope's. */
function codeOf({ bytes, marks, starts }: TokenBatch, index: number): number {
  const mark = starts[index] ?? 0;
  const start = (marks[mark] ?? 0) + 1;
  const length = (marks[mark + 1] ?? 0) - start;
  const first = bytes[start] ?? 0;
  // A leading NUL would vanish in the code, and a broken tag pass for an envelope's.
  if (first === 0 || length < 2 || length > 3) return 0;
  const code = first * 256 + (bytes[start + 1] ?? 0);
  return length === 2 ? code : code * 256 + (bytes[start + 2] ?? 0);
}

/** Nothing stands between two terminators. */
function isEmpty({ marks, starts }: TokenBatch, index: number): boolean {
  const mark = starts[index] ?? 0;
  return starts[index + 1] === mark + 2 && marks[mark + 1] === (marks[mark] ?? 0) + 1;
}

// GE01 is an N0 of up to six digits.
function countOf(text: string): number | undefined {
  return /^[0-9]{1,6}$/.test(text) ? Number(text) : undefined;
}
