import type { GroupHeader, InterchangeHeader, TransactionHeader } from '../envelope/headers.js';
import type { Delimiters } from '../model/delimiters.js';
import type { Finding } from '../model/finding.js';
import type { Guide } from '../model/guide.js';
import type { JsonObject } from '../model/json.js';
import type { Newline } from '../model/option-rules.js';
import type { Position } from '../model/position.js';
import type { AcknowledgmentDocument, LooseSegment, UnplacedSegment } from './document.js';
import type { LoopJson, SetJson } from './typed.js';

/**
 * What `stream` yields, in the order of the data. A set is judged at its SE, provisionally: only the end of its
 * interchange reports whether the envelope around it was sound.
 */
export type EngineEvent<G extends Guide = Guide> = EnvelopeEvents | LoopEvent<G> | TransactionEvent<G>;

/** What `stream` yields when it yields loops: the sets around them hold what is left. */
export type LoopedEvent<G extends Guide = Guide, L extends string = string> =
  | EnvelopeEvents
  | LoopEvent<G, L>
  | (SetEvent & { readonly guide: string; readonly data: JsonObject });

type EnvelopeEvents =
  | InterchangeEvent
  | AcknowledgmentEvent
  | OtherEvent
  | GroupEvent
  | GroupEndEvent
  | InterchangeEndEvent
  | EndEvent;

export interface InterchangeEvent {
  readonly kind: 'interchange';
  /** 1-based interchange of the input. */
  readonly interchange: number;
  /** Bytes from the start of the input to the ISA. */
  readonly inputOffset: number;
  readonly before?: string | undefined;
  readonly delimiters: Delimiters;
  readonly newline: Newline;
  readonly encoding: string;
  readonly header: InterchangeHeader;
}

export interface AcknowledgmentEvent {
  readonly kind: 'acknowledgment';
  readonly acknowledgment: AcknowledgmentDocument;
}

/** A segment outside sets that is neither envelope nor TA1. */
export interface OtherEvent {
  readonly kind: 'other';
  readonly segment: LooseSegment;
}

export interface GroupEvent {
  readonly kind: 'group';
  readonly interchange: number;
  /** 1-based group of the interchange. */
  readonly group: number;
  readonly header?: GroupHeader | undefined;
}

/** One occurrence of the streamed loop; `path` are the loops around it, outermost first, without streamed children. */
export type LoopEvent<G extends Guide = Guide, L extends string = string> = LoopJson<G, L> & {
  readonly kind: 'loop';
  /** What was found since the last occurrence. */
  readonly findings: readonly Finding[];
  readonly at: Position;
};

/**
 * A set and its guide JSON; when streaming by loop, what no loop event has brought: neither the streamed loops nor those around them
 * that ended with one. A loop around them stays if it holds none, or something behind the last.
 */
export type TransactionEvent<G extends Guide = Guide> = SetEvent & SetJson<G>;

interface SetEvent {
  readonly kind: 'transaction';
  readonly interchange: number;
  readonly group: number;
  /** 1-based transaction set of the group. */
  readonly transaction: number;
  readonly header: TransactionHeader;
  readonly unplaced?: readonly UnplacedSegment[] | undefined;
  /** All of the set, those of its loops included. */
  readonly findings: readonly Finding[];
  readonly segments: number;
  /** Bytes from the ISA to the ST. */
  readonly segmentOffset: number;
  /** Bytes from the ST to the terminator of the SE, or of the last segment that was read. */
  readonly length: number;
  /** Occurrences of the streamed loop that were yielded. */
  readonly loops?: number | undefined;
  readonly truncated?: true | undefined;
}

export interface GroupEndEvent {
  readonly kind: 'groupEnd';
  readonly interchange: number;
  readonly group: number;
  readonly transactions: number;
  /** Of the group itself. */
  readonly findings: readonly Finding[];
  readonly truncated?: true | undefined;
}

export interface InterchangeEndEvent {
  readonly kind: 'interchangeEnd';
  readonly interchange: number;
  readonly groups: number;
  /** Bytes from the ISA to the terminator of the IEA, or of the last segment that was read. */
  readonly length: number;
  /** Of the interchange itself. */
  readonly findings: readonly Finding[];
  /** The encoding as it turned out: ISO 8859-1 where a segment was not valid in the one that was tried. */
  readonly encoding: string;
  readonly truncated?: true | undefined;
}

export interface EndEvent {
  readonly kind: 'end';
  readonly interchanges: number;
  readonly trailing?: string | undefined;
  /** What belongs to no interchange. */
  readonly findings: readonly Finding[];
  /** Findings in all, those included that the limit did not keep. */
  readonly findingsTotal: number;
}
