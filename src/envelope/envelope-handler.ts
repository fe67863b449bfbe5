import type { Finding } from '../model/finding.js';
import type { InterchangeOpening, TokenBatch } from '../syntax/batch.js';
import type { GroupHeader, InterchangeHeader, TransactionHeader } from './headers.js';

export interface InterchangeStart {
  /** 1-based interchange of the input. */
  readonly interchange: number;
  readonly opening: InterchangeOpening;
  readonly header: InterchangeHeader;
}

export interface InterchangeEnd {
  readonly interchange: number;
  /** Groups that were read. */
  readonly groups: number;
  /** Bytes from its ISA to the terminator of its IEA, or of the last segment that was read. */
  readonly length: number;
  /** No IEA: the input ended, or another ISA came. */
  readonly truncated: boolean;
}

export interface GroupStart {
  readonly interchange: number;
  /** 1-based group of the interchange. */
  readonly group: number;
  /** Absent for sets that stand outside any GS. */
  readonly header: GroupHeader | undefined;
}

export interface GroupEnd {
  readonly interchange: number;
  readonly group: number;
  /** Sets that were read. */
  readonly transactions: number;
  /** GE01 as received, where it is a number. */
  readonly declared?: number | undefined;
  /** No GE. */
  readonly truncated: boolean;
}

export interface TransactionStart {
  readonly interchange: number;
  readonly group: number;
  /** 1-based transaction set of the group. */
  readonly transaction: number;
  /** Bytes from the start of the interchange to the ST. */
  readonly segmentOffset: number;
  readonly header: TransactionHeader;
  readonly groupHeader: GroupHeader | undefined;
  readonly interchangeHeader: InterchangeHeader;
}

export interface TransactionEnd {
  readonly interchange: number;
  readonly group: number;
  readonly transaction: number;
  /** Segments that were read, ST and SE included, empty ones not. */
  readonly segments: number;
  /** Bytes from its ST to the terminator of its SE, or of the last segment that was read. */
  readonly length: number;
  /** No SE, or the input ended inside a segment. */
  readonly truncated: boolean;
}

/** Where a segment outside sets stands: behind so many groups, TA1 segments and, inside a group, sets. */
export interface LoosePlace {
  readonly interchange: number;
  readonly groups: number;
  readonly acknowledgments: number;
  /** Absent outside groups. */
  readonly transactions?: number | undefined;
}

/**
 * What {@link EnvelopeReader} calls, in the order of the data. Levels close from inside out, each exactly once, also
 * where a trailer is missing; findings about a level come between its start and its end.
 */
export interface EnvelopeHandler {
  interchangeStart(start: InterchangeStart): void;
  groupStart(start: GroupStart): void;
  transactionStart(start: TransactionStart): void;
  /**
   * Segments `from` up to, not including, `to` of the open set, ST and SE among them; `firstOrdinal` is the place of the
   * first one, counted from ST = 1. The batch is valid only during the call.
   */
  segments(batch: TokenBatch, from: number, to: number, firstOrdinal: number): void;
  transactionEnd(end: TransactionEnd): void;
  groupEnd(end: GroupEnd): void;
  interchangeEnd(end: InterchangeEnd): void;
  /** A segment outside sets that opens and closes nothing: TA1, ISB, ISE, ISX, security segments, and what does not belong there. */
  loose(batch: TokenBatch, index: number, place: LoosePlace): void;
  finding(found: Finding): void;
}
