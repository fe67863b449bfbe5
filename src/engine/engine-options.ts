import type { AcknowledgmentPolicy } from '../acknowledgment/policy.js';
import type { ReceivedInterchange } from '../acknowledgment/received.js';
import type { ControlNumbers } from '../envelope/control-numbers.js';
import type { NumberPlace } from '../envelope/number-places.js';
import type { Matcher } from '../guide/plan/matcher.js';
import type { NumberForm } from '../guide/values/number.js';
import type { Bytes } from '../model/bytes.js';
import type { Delimiters } from '../model/delimiters.js';
import type { Finding } from '../model/finding.js';
import type { Dictionary, Guide } from '../model/guide.js';
import type { Limits } from '../model/limits.js';
import type { Newline } from '../model/option-rules.js';
import type { Encoding } from '../syntax/encoding.js';
import type { TokenizerOptions } from '../syntax/tokenizer.js';
import type { AcknowledgedInterchange } from './acknowledge.js';
import type { Document } from './document.js';
import type { EngineEvent } from './engine-event.js';
import type { FindingListener } from './finding-listener.js';
import type { PerSet } from './per-set.js';
import type { ReadCharacterSet } from './read-characters.js';
import type { CharacterOptions, WrittenRepair } from './written-characters.js';

// What the engine's verbs take and give.

export interface EngineOptions<Guides extends readonly Guide[] = readonly Guide[]> {
  /** Guides by which sets are read and written; of two for the same set and version the later one counts. */
  readonly guides: Guides;
  /**
   * Base dictionaries: with them errors of the standard and of a guide are told apart, and sets without a guide are read. Codes
   * are checked without them: guides hold their lists.
   */
  readonly dictionaries?: readonly Dictionary[] | undefined;
  /**
   * What tests values by the patterns of guides: one for all of them, or chosen for each. Default: JavaScript's own expressions,
   * which a hostile pattern can keep busy for years: give one of a linear-time engine for guides that strangers wrote.
   */
  readonly matcher?: Matcher | ((guide: Guide) => Matcher) | undefined;
  /** Milliseconds since 1970-01-01T00:00Z; asked only where a document to be written has no date. Default: the clock of the machine. */
  readonly clock?: (() => number) | undefined;
  /** IANA name of the zone of dates and times that the clock gives. Default UTC. */
  readonly timeZone?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** `exact` (default): a JSON number where it says exactly what was received, else text; `string`: always text. */
  readonly numbers?: NumberForm | undefined;
  /** Counters of ISA13 and GS06 for `number`; `generate` itself spends none. */
  readonly controlNumbers?: ControlNumbers | undefined;
  /** Encodings beside UTF-8, ISO 8859-1 and ASCII, for documents that name them. */
  readonly encodings?: readonly Encoding[] | undefined;
}

/** The guides of an engine as one type; of an engine without guides, any guide. */
export type UnionOf<Guides extends readonly Guide[]> = [Guides[number]] extends [never] ? Guide : Guides[number];

export interface ReadOptions extends Omit<TokenizerOptions, 'limits'> {
  /**
   * Id of the guide to be used for every set of its kind, whatever the set says; a function gives it for each set, by what the
   * envelopes around it say. `dictionary-<release>` and `generic` are ids too.
   */
  readonly guide?: PerSet | undefined;
  /**
   * Characters that data may hold (IK403 6): a character outside is an error. Default: `Extended`, and a warning; `none`
   * looks at control characters only.
   */
  readonly characterSet?: ReadCharacterSet | undefined;
  /** Keep bad values in findings (IK404). They may be patient data. Default false. */
  readonly badValues?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TextOptions extends ReadOptions {
  /**
   * Told the document before it is written, to look at its findings (and give nothing) or to give what is written in its place; not async. The data of its
   * sets are text already: they can be left out or moved, but not looked into. Default: the document itself.
   */
  readonly edit?: ((document: Document) => object | undefined) | undefined;
}

export interface ValidateOptions extends ReadOptions {
  /** Told every finding as it is made, those beyond `limits.findings` included, and the guide of its set. */
  readonly onFinding?: FindingListener | undefined;
}

export interface StreamOptions<Loop extends string = string> extends ReadOptions {
  /** Loop id, such as `2300`, whose occurrences are yielded one by one and not kept; a function gives it for each set. */
  readonly loop?: PerSet<Loop> | undefined;
  /**
   * Holds the events of an interchange of up to so many bytes until its end: its sets then come with the final verdict on
   * their envelope. Rounded up to whole chunks of the source. Default 0: a set comes at its SE, provisionally judged.
   */
  readonly holdBytes?: number | undefined;
}

export interface LineOptions<Loop extends string = string> extends StreamOptions<Loop> {
  /** As of {@link TextOptions}, event by event, but where it gives nothing there is no line. Default: the event itself. */
  readonly edit?: ((event: EngineEvent) => object | undefined) | undefined;
}

export type AcknowledgeOptions = Omit<ReadOptions, 'badValues'> &
  AcknowledgmentPolicy & {
    /** Told errors that no answer can say, such as an ISA that cannot be read: nobody knows whom to answer. */
    readonly onFinding?: ((found: Finding) => void) | undefined;
    /** The policy of one interchange, in place of the one given here. */
    readonly policyOf?: ((received: ReceivedInterchange) => AcknowledgmentPolicy) | undefined;
    /** Told each interchange at its end, of which then nothing is kept: the list that comes back is empty. */
    readonly onInterchange?: ((acknowledged: AcknowledgedInterchange) => void) | undefined;
  };

export interface GenerateOptions extends CharacterOptions {
  /** Instead of the document's; `choose` keeps those that do not occur in the data and replaces the others. */
  readonly delimiters?: Delimiters | 'choose' | undefined;
  /** Instead of the document's: `''`, `\n`, `\r\n` or `\r`. None where the segment terminator is part of it. */
  readonly newline?: Newline | undefined;
  /** IANA name of the zone of the dates and times that the clock gives. Default: the engine's. */
  readonly timeZone?: string | undefined;
  /** GS05 where a group has no time; ISA10 never has seconds (X12.5). Default `HHMM`. */
  readonly groupTime?: 'HHMM' | 'HHMMSS' | undefined;
  /** `report`: give the bytes in spite of errors, where there can be bytes: see `Engine.generate`. Default `throw`. */
  readonly findings?: 'throw' | 'report' | undefined;
  /** Told every finding and the guide of its set, whether an error is thrown or not. */
  readonly onFinding?: FindingListener | undefined;
}

/** `findings: 'report'`: give the bytes of sets with errors, too. By default the first error is thrown, behind the bytes of what stands before it. */
export interface GenerateStreamOptions extends Omit<GenerateOptions, 'delimiters'> {
  readonly delimiters?: Delimiters | undefined;
  /** Told every change of a repair, where repairs are asked for. */
  readonly onRepair?: ((repair: WrittenRepair) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A transaction set that was written, and its place as in a {@link Finding}: everything from 1. */
export interface WrittenTransaction {
  readonly interchange: number;
  readonly group: number;
  readonly transaction: number;
  /** ST02, given or counted. */
  readonly controlNumber: string;
}

export interface GenerateResult {
  readonly bytes: Bytes;
  /** Where the control numbers of the envelopes stand in the bytes, for `replaceControlNumbers`. */
  readonly numberPlaces: readonly NumberPlace[];
  /** The transaction sets, in order. */
  readonly transactions: readonly WrittenTransaction[];
  readonly findings: readonly Finding[];
  /** What repairs changed, up to `limits.findings`; empty without `repairs`. */
  readonly repairs: readonly WrittenRepair[];
  /** Changes in all. */
  readonly repairsTotal: number;
}

export interface ValidationCounts {
  readonly interchanges: number;
  readonly groups: number;
  readonly transactions: number;
  /** Segments of all sets, ST and SE included. */
  readonly segments: number;
}

export interface ValidationResult extends ValidationCounts {
  /** No finding is an error. */
  readonly valid: boolean;
  /** Up to `limits.findings`, in the order of the data. */
  readonly findings: readonly Finding[];
  /** Findings in all. */
  readonly findingsTotal: number;
}
