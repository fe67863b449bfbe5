import type { AK905, IK304, IK403, IK502, TA105 } from './codes.js';
import type { Mutable } from './object-maker.js';
import type { Position } from './position.js';
import { REASON_MARKS, type Reason } from './reason-marks.js';
import type { ReasonMark } from './reasons/reason-row.js';

export type Severity = 'error' | 'warning' | 'notice';
/** WEDI SNIP test types 1-7: syntax, guide, balancing, inter-segment, code sets, line of business, partner. */
export type SnipType = 1 | 2 | 3 | 4 | 5 | 6 | 7;

interface FindingBase {
  readonly at: Position;
  /** Ours: one row of `REASONS`, which decides severity, words and advice. */
  readonly reason: Reason;
  readonly severity: Severity;
  readonly snip: SnipType;
  /** The place that made a situational rule fire (999 CTX). */
  readonly trigger?: Position | undefined;
  /** Id of the guide's rule, where one was broken. */
  readonly rule?: string | undefined;
  /** What that rule says, in the words of the guide. */
  readonly note?: string | undefined;
  /** What the guide wants of the value, where the text alone does not say it. */
  readonly limits?: FoundLimits | undefined;
  /** The character that may not stand there, and where in its value: UTF-16 units from 0. */
  readonly character?: FoundCharacter | undefined;
  /** The business unit inside which it was found (999 CTX); kept only when the caller asked for it. */
  readonly unit?: BusinessUnit | undefined;
}

/** The numbers of a rule about one value, as it stands in a file. Never of the data. */
export interface FoundLimits {
  /** Characters; of a number digits. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** What these count: `character` or `digit`. */
  readonly unit?: string;
  /** The codes that the guide lists; of a long list the first. */
  readonly allowed?: readonly string[];
  /** How many it lists. */
  readonly allowedTotal?: number;
  /** The value is one of them but for small letters. */
  readonly onlyCaseDiffers?: true;
  /** Of a date or time: `CCYYMMDD`. */
  readonly form?: string;
  /** The public kind of number or code that the value is not of: `npi`. */
  readonly format?: string;
  /** Of a value of a wrong type, what was given: `a list`, `a number`. */
  readonly given?: string;
  /** Of a range of dates: its parts are dates, and the later one stands first. */
  readonly isReversed?: true;
  /** The syntax notes of the standard that are broken there: `P0304`. */
  readonly syntax?: readonly string[];
}

export interface FoundCharacter {
  /** `U+00F1`. */
  readonly name: string;
  readonly offset: number;
}

/** What a claim, an inquiry or a member is known by. The id is a value of the data: never for a log. */
export interface BusinessUnit {
  /** CTX01-1, such as `TRN02` or `CLM01`. */
  readonly name: string;
  /** CTX01-2. */
  readonly id: string;
}

/**
 * A fact about data: a value, never thrown. Its `code` is the standard's and decides the acknowledgment; a finding of
 * level `content` has none and never reaches one.
 */
export type Finding = FindingBase &
  (
    | { readonly level: 'interchange'; readonly code: TA105 }
    | { readonly level: 'group'; readonly code: AK905 }
    | { readonly level: 'transaction'; readonly code: IK502 }
    | { readonly level: 'segment'; readonly code: IK304 }
    | { readonly level: 'element'; readonly code: IK403; readonly badValue?: string | undefined }
    | { readonly level: 'content'; readonly code?: undefined }
  );

/** What a finding may carry beyond its reason and place. */
export interface FindingExtras {
  readonly severity?: Severity | undefined;
  readonly snip?: SnipType | undefined;
  readonly trigger?: Position | undefined;
  readonly rule?: string | undefined;
  readonly note?: string | undefined;
  readonly limits?: FoundLimits | undefined;
  readonly unit?: BusinessUnit | undefined;
  readonly character?: FoundCharacter | undefined;
  /** IK404: kept only when the caller asked for bad values. */
  readonly badValue?: string | undefined;
}

/** Makes the finding that a reason stands for: level, code, severity and SNIP type come from its row. */
export function finding(reason: Reason, at: Position, extras: FindingExtras = {}): Finding {
  const { level, code, severity, snip }: ReasonMark = REASON_MARKS[reason];
  const found: Loose = code === undefined ? { level, reason } : { level, code, reason };
  found.severity = extras.severity ?? severity;
  found.snip = extras.snip ?? snip;
  found.at = at;
  if (extras.trigger !== undefined) found.trigger = extras.trigger;
  if (extras.rule !== undefined) found.rule = extras.rule;
  if (extras.note !== undefined) found.note = extras.note;
  if (extras.limits !== undefined) found.limits = extras.limits;
  if (extras.character !== undefined) found.character = extras.character;
  if (extras.unit !== undefined) found.unit = extras.unit;
  if (extras.badValue !== undefined) found.badValue = extras.badValue;
  // The table pairs each level with a code of that level; the compiler cannot follow the pairing through one object.
  return found as Finding;
}

/** A finding while it is made. */
type Loose = Partial<Mutable<FindingBase>> & {
  level: string;
  code?: string;
  badValue?: string;
};

/** True for a finding whose code only the guide has (`I…`): the data may still follow the standard. */
export function isImplementationFinding(found: Finding): boolean {
  return found.code?.startsWith('I') ?? false;
}
