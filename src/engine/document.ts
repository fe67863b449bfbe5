import type {
  GroupHeader,
  GroupHeaderInput,
  InterchangeHeader,
  InterchangeHeaderInput,
  TransactionHeader,
} from '../envelope/headers.js';
import type { InterchangeAcknowledgment } from '../envelope/interchange-acknowledgment.js';
import type { Delimiters } from '../model/delimiters.js';
import type { Finding } from '../model/finding.js';
import type { JsonObject } from '../model/json.js';

/**
 * What a file of X12 says, as JSON. `parse` gives one, `generate` takes one: for a file in canonical form
 * the same bytes come back, for any other the same segments. Findings, `header` of a set, `segments` and `truncated` are
 * for the reader only; `generate` ignores them.
 */
export interface Document {
  readonly interchanges: readonly InterchangeDocument[];
  /** Text behind the last interchange; absent when it is that interchange's line break. */
  readonly trailing?: string | undefined;
  /** What belongs to no interchange. */
  readonly findings: readonly Finding[];
}

export interface InterchangeDocument {
  /** Text in front of the ISA; absent when it is what separates interchanges of this layout anyway. */
  readonly before?: string | undefined;
  readonly delimiters: Delimiters;
  /** Line break behind the terminators. */
  readonly newline: string;
  /** Name of the encoding. */
  readonly encoding: string;
  readonly header: InterchangeHeader;
  readonly acknowledgments: readonly AcknowledgmentDocument[];
  /** Other segments outside sets: ISB, ISE, ISX, security, and what does not belong there. */
  readonly other?: readonly LooseSegment[] | undefined;
  readonly groups: readonly GroupDocument[];
  readonly findings: readonly Finding[];
  /** There was no IEA. */
  readonly truncated?: true | undefined;
}

/** A TA1 and, where it does not stand before the first group, its place. */
export interface AcknowledgmentDocument extends InterchangeAcknowledgment {
  /** Groups before it; absent = none. */
  readonly groups?: number | undefined;
}

/** A segment outside sets, as received, and what stands before it. */
export interface LooseSegment {
  /** Without terminator, in the interchange's delimiters. */
  readonly segment: string;
  /** TA1 segments before it. */
  readonly acknowledgments: number;
  /** Groups before it, the open one included. */
  readonly groups: number;
  /** Inside a group: sets before it. */
  readonly transactions?: number | undefined;
}

export interface GroupDocument {
  /** Absent for sets that stood outside any group. */
  readonly header?: GroupHeader | undefined;
  readonly transactions: readonly TransactionDocument[];
  readonly findings: readonly Finding[];
  /** There was no GE. */
  readonly truncated?: true | undefined;
}

export interface TransactionDocument {
  /** Id of the guide that `data` follows; `dictionary-<release>` or `generic` for the form without a guide. */
  readonly guide: string;
  /** ST01 to ST03 as received. */
  readonly header: TransactionHeader;
  /** Guide JSON. */
  readonly data: JsonObject;
  /** Segments that the guide has no place for, and how many stand before each, counted from ST = 1. */
  readonly unplaced?: readonly UnplacedSegment[] | undefined;
  readonly findings: readonly Finding[];
  /** Segments read, ST and SE included. */
  readonly segments: number;
  /** There was no SE, or the input ended inside the set. */
  readonly truncated?: true | undefined;
}

export interface UnplacedSegment {
  readonly segment: string;
  readonly after: number;
}

/** What `generate` takes: a {@link Document}, or as much of one as somebody wrote by hand. */
export interface DocumentInput {
  readonly interchanges: readonly InterchangeInput[];
  readonly trailing?: string | undefined;
}

export interface InterchangeInput extends InterchangeStartInput {
  readonly acknowledgments?: readonly AcknowledgmentDocument[] | undefined;
  readonly other?: readonly LooseSegment[] | undefined;
  readonly groups?: readonly GroupInput[] | undefined;
}

/** The beginning of an interchange; everything but the ids has a default. */
export interface InterchangeStartInput {
  readonly before?: string | undefined;
  readonly delimiters?: Delimiters | undefined;
  readonly newline?: string | undefined;
  readonly encoding?: string | undefined;
  /** The ids are those that a partner sent: what is wrong with ISA05 to ISA08 is a warning. Default false. */
  readonly repeatsIds?: boolean | undefined;
  readonly header: InterchangeHeaderInput;
}

export interface GroupInput {
  readonly header?: GroupHeaderInput | undefined;
  readonly transactions: readonly TransactionInput[];
}

export interface TransactionInput {
  /** Absent: chosen by `header` and the group's release, as on reading. */
  readonly guide?: string | undefined;
  readonly header?:
    | {
        readonly transactionSet: string;
        readonly controlNumber?: string | number | undefined;
        readonly implementation?: string | undefined;
      }
    | undefined;
  /** Guide JSON. */
  readonly data: unknown;
  readonly unplaced?: readonly UnplacedSegment[] | undefined;
}
