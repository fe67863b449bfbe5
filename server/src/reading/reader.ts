import type {
  AcknowledgedInterchange,
  Finding,
  GroupHeader,
  InterchangeAcknowledgment,
  InterchangeHeader,
  TransactionHeader,
} from 'ediloom';
import type { AcknowledgmentPolicy } from 'ediloom/acknowledgment';
import type { IdentifyingValue } from './identifying-values.js';

/**
 * Reads files that came from outside in processes of their own, which can be killed: what is in a file, or in a guide that a customer
 * wrote, keeps nobody else waiting and takes no more memory than one of them may have. Bytes go in and results come out only as
 * fast as the other side takes them.
 *
 * What is wrong with a file for good is thrown as {@link ReadingRefused}; {@link ReadingStopped} is a process that ended under the work,
 * which may do better at another time.
 */
export interface Reader {
  /** What a file holds, by its envelopes. Nothing inside of sets is looked at. */
  outline(source: AsyncIterable<Uint8Array>, options: ReadingOptions): Promise<FileOutline>;
  /**
   * Reads every interchange that the plan names, and decides by its policy what it is answered, one after another. A group of an
   * interchange with more than {@link MOST_LISTED} sets names only those in its answer that it does not accept; one that brings more than
   * {@link MOST_REJECTED} of these is rejected as a whole, and names none.
   */
  judge(
    source: AsyncIterable<Uint8Array>,
    plan: ReadPlan,
    options: ReadingOptions,
  ): AsyncIterable<AcknowledgedInterchange>;
  /** The sets that the plan wants, in the order of the file; parts of a set come before it. */
  read(
    source: AsyncIterable<Uint8Array>,
    plan: ReadPlan,
    options: ReadingOptions,
  ): AsyncIterable<ReadSet | ReadFragment>;
  /** The bytes in a gzip, or those of all files in a zip, one after the other. `file-kind.ts` says which it is. */
  unpack(source: AsyncIterable<Uint8Array>, packed: 'gzip' | 'zip', options: ReadingOptions): AsyncIterable<Uint8Array>;
  /** Ends every process; what is under way ends with {@link ReadingStopped}. */
  close(): Promise<void>;
}

export interface ReadingOptions {
  /** Whose file it is: accounts take turns, and none has more than half of the processes. */
  readonly accountId: string;
  /** Of the values; offsets count bytes whatever it is. Default `utf-8`. */
  readonly encoding?: 'utf-8' | 'windows-1252' | undefined;
  /**
   * It takes a moment, whatever is in it: the file is small, and no guide of the account is used. Then the account may have a process beyond
   * its half, where nobody else waits for it. Default false.
   */
  readonly isShort?: boolean | undefined;
  /** Ends the work, and the process that is at it. */
  readonly signal?: AbortSignal | undefined;
}

/** Interchanges of one file: each is answered by a file of its own. */
export const MOST_INTERCHANGES = 5_000;
/** Sets of an interchange that are all named in its answer. */
export const MOST_LISTED = 5_000;
/** Sets of an interchange that its answer may name as rejected: each has findings, and all of them are in memory at a time. */
export const MOST_REJECTED = 1_000;

export interface FileOutline {
  readonly interchanges: readonly OutlinedInterchange[];
  /** Bytes of the file. */
  readonly size: number;
  /** What stands between interchanges, or behind them, and is more than layout: such as one whose ISA cannot be read; 100 at most. */
  readonly loose: readonly LoosePlace[];
}

/** Bytes of the file that belong to no interchange. */
export interface LoosePlace {
  /** In bytes from the start of the file. */
  readonly offset: number;
  readonly length: number;
}

/** Its place, from 1, is its place in the list. */
export interface OutlinedInterchange {
  readonly header: InterchangeHeader;
  /** Of its ISA, in bytes from the start of the file. */
  readonly offset: number;
  /** Bytes from there to the terminator of its IEA, or of the last segment that is there. */
  readonly length: number;
  /** Of these bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** The TA1 that it carries. */
  readonly acknowledgments: readonly InterchangeAcknowledgment[];
  /** All of them, those of acknowledgments included: the place of a group, from 1, is its place in the list. */
  readonly groups: readonly OutlinedGroup[];
  /** It has no IEA. */
  readonly truncated?: true;
}

export interface OutlinedGroup {
  /** Absent: its sets stand outside of any GS. */
  readonly header?: GroupHeader | undefined;
  /** Sets in it. */
  readonly transactions: number;
  /** ST01 of its sets, each once; 100 at most. */
  readonly sets: readonly string[];
  /** A set of it has no ST02. */
  readonly unnumbered?: true;
}

/** What files are read by. It is data: it goes to another process. */
export interface ReadPlan {
  readonly guides: readonly PlannedGuide[];
  /** By place; `undefined`, and what is behind the end: neither judged nor read. */
  readonly interchanges: readonly (PlannedInterchange | undefined)[];
}

/** A guide that comes with the engine, by its id; or one of the account. */
export type PlannedGuide =
  | { readonly id: string; readonly shipped: true }
  | {
      /** Without a prefix; also what findings and sets name it by. */
      readonly id: string;
      /** Its JSON, as published. */
      readonly guide: string;
    };

export interface PlannedInterchange {
  readonly policy: Omit<AcknowledgmentPolicy, 'check'>;
  /** What the host has found out about it: a duplicate, a set that it does not take. Default none. */
  readonly findings?: readonly Finding[] | undefined;
  /** By place. */
  readonly groups: readonly PlannedGroup[];
}

export interface PlannedGroup {
  /** By ST01; for others the dictionary of their release is used, and without one they are read without a guide. */
  readonly guides: Readonly<Record<string, PlannedSet>>;
  /** Places of the sets that `read` gives, ascending. Default all. `judge` judges all of them. */
  readonly wanted?: readonly number[] | undefined;
}

export interface PlannedSet {
  /** Id of one of the plan's guides. */
  readonly guide: string;
  /** Present: the occurrences of a node come in parts. */
  readonly fragments?: PlannedFragments | undefined;
}

export interface PlannedFragments {
  /** Key of a node of a section of the guide, one that repeats. */
  readonly keyName: string;
  /** Most kilobytes (1,024 bytes) of JSON in a part; one occurrence alone may have more. */
  readonly batchSizeKb: number;
}

/** Of a set: interchange, group, transaction, from 1. */
export interface SetPlace {
  readonly interchange: number;
  readonly group: number;
  readonly transaction: number;
}

export interface ReadSet extends SetPlace {
  readonly kind: 'set';
  readonly header: TransactionHeader;
  /** Id of the guide that it was read by: one of the plan's, `dictionary-<release>`, or `generic`. */
  readonly guide: string;
  /** Guide JSON as UTF-8; where parts of it came before, with an empty list in their place. */
  readonly data: Uint8Array;
  /** What people know it by. */
  readonly identifiers: readonly IdentifyingValue[];
  /** Of its ST, in bytes from the start of the file. */
  readonly offset: number;
  /** Bytes from there to the terminator of its SE. */
  readonly length: number;
  /** ST and SE included. */
  readonly segments: number;
  /** Errors and warnings; 100 at most. */
  readonly findings: readonly Finding[];
  /** How many parts came before it. Absent: it is whole. */
  readonly fragments?: number | undefined;
}

/** A part of a set that comes behind it. */
export interface ReadFragment extends SetPlace {
  readonly kind: 'fragment';
  /** From 0. */
  readonly index: number;
  /** `{ "<keyName>": [ … ] }` as UTF-8. */
  readonly data: Uint8Array;
}

/** What is wrong with the file, or with what it is read by: at another time it would be the same. */
export class ReadingRefused extends Error {
  override readonly name = 'ReadingRefused';
  readonly code: ReadingRefusal;

  /** @param text what to do about it; no value of the file is in it. */
  constructor(code: ReadingRefusal, text: string, options?: ErrorOptions) {
    super(text, options);
    this.code = code;
  }
}

/**
 * `not-x12`: it does not begin with an ISA that can be read; `limit`: a limit of the engine or of the reader; `packed`: it cannot be
 * unpacked, or comes to too much; `guide`: a guide of the plan is none for this release; `slow-guide`: patterns and rules of the
 * guides take too long.
 */
export type ReadingRefusal = 'not-x12' | 'limit' | 'packed' | 'guide' | 'slow-guide';

/** A process that was reading has ended before it was done. If it happens to one file again, it is the file's fault. */
export class ReadingStopped extends Error {
  override readonly name = 'ReadingStopped';
  readonly how: 'silent' | 'memory' | 'died' | 'not-started' | 'busy' | 'aborted' | 'closed';

  constructor(how: ReadingStopped['how']) {
    super(TEXTS[how]);
    this.how = how;
  }
}

const TEXTS: Readonly<Record<ReadingStopped['how'], string>> = {
  silent: 'The process that read the file did nothing for too long and was ended.',
  memory: 'The process that read the file needed more memory than it may have.',
  died: 'The process that read the file has ended.',
  'not-started': 'No process to read the file could be started.',
  busy: 'Too many files of the account wait to be read.',
  aborted: 'Reading was aborted by its signal.',
  closed: 'The server is stopping.',
};
