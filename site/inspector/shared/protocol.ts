import type { Delimiters, Severity } from 'ediloom';
import type { Unpacked } from './unpack.js';

// What the page asks of the worker, and what it is told. Everything here survives a structured clone.

/** How many findings of each severity there are. */
export type FindingCounts = Readonly<Record<Severity, number>>;

/** A file as far as it has been read. */
export interface FileState {
  /** Goes up with every change of the bytes; rows of another revision are out of date. */
  readonly revision: number;
  readonly phase: 'reading' | 'checking' | 'done' | 'failed';
  readonly bytes: number;
  /** Bytes that the present phase has read. */
  readonly read: number;
  readonly segments: number;
  /** Rows to be shown: segments that no fold hides. */
  readonly rows: number;
  readonly interchanges: number;
  readonly sets: number;
  readonly guides: readonly string[];
  readonly findings: FindingCounts;
  /** Findings in the list: those beyond its limit are only counted. */
  readonly listed: number;
  readonly editable: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly trouble?: Trouble | undefined;
}

/** What cannot go on, in words that hold nothing of the data. */
export interface Trouble {
  readonly code: string;
  readonly text: string;
}

/** One segment as a row of the list. */
export interface SegmentRow {
  /** 0-based place among all segments of the file. */
  readonly segment: number;
  readonly indent: number;
  readonly tag: string;
  /** Elements behind the tag, cut to what a row can show; controls made visible. */
  readonly elements: readonly string[];
  /** Characters that the row leaves out. */
  readonly more: number;
  readonly delimiters: Delimiters;
  /** Its elements are not to be split: ISA, and binary ones. */
  readonly whole: boolean;
  readonly name: string;
  readonly loop: string;
  /** Set where a region begins here. */
  readonly folded?: boolean | undefined;
  /** Segments that the fold hides. */
  readonly hidden: number;
  readonly severity?: Severity | undefined;
  /** Elements with findings; 0 is the segment itself. */
  readonly marks: readonly ElementMark[];
  /** The guide has no place for it. */
  readonly unplaced: boolean;
}

export interface ElementMark {
  readonly element: number;
  readonly severity: Severity;
}

export interface FindingRow {
  readonly segment: number;
  readonly element: number;
  readonly severity: Severity;
  readonly code: string;
  readonly place: string;
  readonly text: string;
  readonly advice: string;
}

/** One value of a segment: an element, or one component of one repetition. */
export interface ValueDetail {
  /** `NM103`, `SV101-2`. */
  readonly reference: string;
  readonly element: number;
  readonly name: string;
  readonly value: string;
  /** Characters left out. */
  readonly more: number;
  readonly meaning: string;
  /** `text, 1 to 60 characters`. */
  readonly form: string;
  readonly usage: 'required' | 'not used' | '';
  readonly findings: readonly FindingRow[];
}

export interface SegmentDetails {
  readonly segment: number;
  readonly tag: string;
  readonly name: string;
  readonly guide: string;
  /** From the interchange inwards; each can be jumped to. */
  readonly path: readonly { readonly segment: number; readonly label: string; readonly title: string }[];
  readonly values: readonly ValueDetail[];
  /** Values left out because there are too many. */
  readonly more: number;
  /** Of the segment as a whole. */
  readonly findings: readonly FindingRow[];
  readonly offset: number;
  readonly length: number;
}

export interface SetJson {
  /** Segment of the ST. */
  readonly set: number;
  readonly revision: number;
  readonly guide: string;
  readonly title: string;
  /** UTF-8, and where its lines begin. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lines: Uint32Array<ArrayBuffer>;
  /** Why there is no text. */
  readonly missing?: string | undefined;
}

export interface AnswerText {
  readonly interchange: number;
  readonly verdict: string;
  readonly groups: readonly string[];
  readonly segments: readonly string[];
  readonly delimiters?: Delimiters | undefined;
  readonly more: number;
}

export interface ComparedRow {
  readonly kind: 'same' | 'changed' | 'removed' | 'added' | 'left-out';
  /** Of a row for segments that are the same on both sides and not shown: how many. */
  readonly leftOut?: number | undefined;
  readonly left?: ComparedSegment | undefined;
  readonly right?: ComparedSegment | undefined;
}

export interface ComparedSegment {
  /** 1-based. */
  readonly number: number;
  readonly tag: string;
  readonly elements: readonly string[];
  readonly more: number;
  readonly delimiters: Delimiters;
}

/** Rows of a comparison, and the first row of each run that differs. */
export interface ComparedRows {
  readonly rows: number;
  readonly differences: Int32Array<ArrayBuffer>;
}

export interface Comparison extends ComparedRows {
  /** The same where segments that are the same are left out, each run of them being one row. */
  readonly short: ComparedRows;
  readonly changed: number;
  readonly removed: number;
  readonly added: number;
  /** Stretches that differ in so much that their segments were not put against each other. */
  readonly unaligned: number;
  readonly trouble?: Trouble | undefined;
}

export interface Edited {
  readonly state: FileState;
  /** Where the change stands now, 0-based. */
  readonly segment: number;
  /** Segments that stand where the replaced ones stood. */
  readonly segments: number;
  /** Why nothing was changed. `superseded`: a newer change of the same segment or set has taken this one in, or the file is gone. */
  readonly trouble?: Trouble | undefined;
}

/**
 * Each thing that can be asked: what is sent, and what comes back. Changes are done in the order in which they are asked for; their
 * segments are counted as in the revision that they name, whatever is still to be done then.
 */
export interface Calls {
  /** Unpacks a gzip file, of which no more than so many bytes may come out. */
  unpack: { ask: { file: Blob; most: number }; answer: Unpacked };
  open: { ask: { bytes: ArrayBuffer }; answer: FileState };
  rows: { ask: { from: number; count: number }; answer: { revision: number; rows: readonly SegmentRow[] } };
  findings: { ask: { from: number; count: number }; answer: { rows: readonly FindingRow[] } };
  details: { ask: { segment: number }; answer: SegmentDetails | undefined };
  /** Says in which row the segment stands then, or the fold that hides it. */
  fold: { ask: { segment: number; folded: boolean }; answer: { state: FileState; row: number } };
  foldAll: { ask: { segment: number; folded: boolean }; answer: { state: FileState; row: number } };
  /** Unfolds what hides a segment, and says in which row it stands. */
  reveal: { ask: { segment: number }; answer: { state: FileState; row: number } };
  nextFinding: { ask: { segment: number; back: boolean }; answer: { segment: number; element: number } | undefined };
  find: { ask: { text: string; segment: number; back: boolean }; answer: { segment: number } | undefined };
  json: { ask: { segment: number }; answer: SetJson | undefined };
  writeJson: { ask: { set: number; revision: number; text: string }; answer: Edited };
  /** A segment whole, with its place and the revision of that, or why it cannot be edited. */
  text: {
    ask: { segment: number; revision: number };
    answer: { segment: number; revision: number; text: string; refused?: string | undefined };
  };
  /** Other segments in place of some: none deletes them. */
  edit: { ask: { segment: number; revision: number; count: number; texts: readonly string[] }; answer: Edited };
  undo: { ask: Record<never, never>; answer: Edited };
  redo: { ask: Record<never, never>; answer: Edited };
  answer: { ask: Record<never, never>; answer: { answers: readonly AnswerText[]; trouble?: Trouble | undefined } };
  bytes: { ask: Record<never, never>; answer: { bytes: ArrayBuffer; revision: number } };
  compare: { ask: { bytes: ArrayBuffer }; answer: Comparison };
  compared: { ask: { from: number; count: number; short: boolean }; answer: { rows: readonly ComparedRow[] } };
}

export type CallName = keyof Calls;

export interface CallMessage {
  readonly id: number;
  readonly name: CallName;
  readonly ask: unknown;
}

export type WorkerMessage =
  /** The worker has the lock that bears its name. */
  | { readonly kind: 'held' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly trouble: Trouble }
  | { readonly kind: 'state'; readonly state: FileState };
