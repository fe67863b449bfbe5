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
import type { Guide } from '../model/guide.js';
import type { Newline } from '../model/option-rules.js';
import type { SetInput, SetJson } from './typed.js';

/**
 * What a file of X12 says, as JSON. `parse` gives one, `generate` takes one: for a file in canonical form
 * the same bytes come back, for any other the same segments. Findings, `header` of a set, `segments` and `truncated` are
 * for the reader only; `generate` ignores them.
 */
export type Document<G extends Guide = Guide> = DocumentOfSets<TransactionDocument<G>>;

interface DocumentOfSets<out S> {
  readonly interchanges: readonly InterchangeOfSets<S>[];
  /** Text behind the last interchange; absent when it is that interchange's line break. */
  readonly trailing?: string | undefined;
  /** What belongs to no interchange. */
  readonly findings: readonly Finding[];
}

export type InterchangeDocument<G extends Guide = Guide> = InterchangeOfSets<TransactionDocument<G>>;

interface InterchangeOfSets<out S> {
  /** Text in front of the ISA; absent when it is what separates interchanges of this layout anyway. */
  readonly before?: string | undefined;
  readonly delimiters: Delimiters;
  /** Line break behind the terminators. */
  readonly newline: Newline;
  /** Name of the encoding. */
  readonly encoding: string;
  readonly header: InterchangeHeader;
  readonly acknowledgments: readonly AcknowledgmentDocument[];
  /** Other segments outside sets: ISB, ISE, ISX, security, and what does not belong there. */
  readonly other?: readonly LooseSegment[] | undefined;
  readonly groups: readonly GroupOfSets<S>[];
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

export type GroupDocument<G extends Guide = Guide> = GroupOfSets<TransactionDocument<G>>;

interface GroupOfSets<out S> {
  /** Absent for sets that stood outside any group. */
  readonly header?: GroupHeader | undefined;
  readonly transactions: readonly S[];
  readonly findings: readonly Finding[];
  /** There was no GE. */
  readonly truncated?: true | undefined;
}

/**
 * `guide` is the id of the guide that `data` follows: asking for it tells TypeScript what `data` looks like. Data that has errors
 * may lack what the guide requires: look at `findings` first.
 */
export type TransactionDocument<G extends Guide = Guide> = SetJson<G> & {
  /** ST01 to ST03 as received. */
  readonly header: TransactionHeader;
  /** Segments that the guide has no place for, and how many stand before each, counted from ST = 1. */
  readonly unplaced?: readonly UnplacedSegment[] | undefined;
  readonly findings: readonly Finding[];
  /** Segments read, ST and SE included. */
  readonly segments: number;
  /** There was no SE, or the input ended inside the set. */
  readonly truncated?: true | undefined;
};

export interface UnplacedSegment {
  readonly segment: string;
  readonly after: number;
}

/** What `generate` takes: a {@link Document}, or as much of one as somebody wrote by hand. */
export type DocumentInput<G extends Guide = Guide> = InputOfSets<TransactionInput<G>>;

interface InputOfSets<out S> {
  readonly interchanges: readonly InterchangeInputOfSets<S>[];
  readonly trailing?: string | undefined;
}

export type InterchangeInput<G extends Guide = Guide> = InterchangeInputOfSets<TransactionInput<G>>;

interface InterchangeInputOfSets<out S> extends InterchangeStartInput {
  readonly acknowledgments?: readonly AcknowledgmentDocument[] | undefined;
  readonly other?: readonly LooseSegment[] | undefined;
  readonly groups?: readonly GroupInputOfSets<S>[] | undefined;
}

/** The beginning of an interchange; everything but the ids has a default. */
export interface InterchangeStartInput {
  readonly before?: string | undefined;
  readonly delimiters?: Delimiters | undefined;
  /** Line break behind the terminators. Default none. */
  readonly newline?: Newline | undefined;
  readonly encoding?: string | undefined;
  /** The ids are those that a partner sent: what is wrong with ISA05 to ISA08 is a warning. Default false. */
  readonly repeatsIds?: boolean | undefined;
  readonly header: InterchangeHeaderInput;
}

export type GroupInput<G extends Guide = Guide> = GroupInputOfSets<TransactionInput<G>>;

interface GroupInputOfSets<out S> {
  readonly header?: GroupHeaderInput | undefined;
  readonly transactions: readonly S[];
}

/** Guide JSON and the id of its guide; without an id, the guide is chosen by `header` and the group's release, as on reading. */
export type TransactionInput<G extends Guide = Guide> = SetInput<G> & {
  readonly unplaced?: readonly UnplacedSegment[] | undefined;
};
