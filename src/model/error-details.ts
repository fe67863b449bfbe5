import type { X12ErrorCode } from './error-codes.js';
import type { Finding } from './finding.js';

/** Facts that may stand beside those of a code; which ones, its place in the documentation says. */
export type OtherDetails = Readonly<Record<string, unknown>>;

/** What is wrong with a guide, an overlay or a connection: a JSON pointer, and what to do in words. */
export interface DetailProblem {
  /** Absent where a setting is named in the text instead. */
  readonly pointer?: string;
  readonly text: string;
}

/** Which option is wrong: `clock`, `limits.sessions`. */
export interface OptionDetails extends OtherDetails {
  readonly option?: string;
}

export interface DataDetails extends OtherDetails {
  /** All findings of the data, errors and others; empty where the data could not be looked at set by set. */
  readonly findings: readonly Finding[];
}

export interface ProblemDetails extends OtherDetails {
  /** Empty where the message says it all. */
  readonly problems: readonly DetailProblem[];
}

/** Where in the input: bytes from its start, counted from 0. */
export interface InputDetails extends OtherDetails {
  readonly inputOffset?: number;
  /** What the input seems to be instead. */
  readonly looksLike?: string;
}

export interface LimitDetails extends OtherDetails {
  /** The limit's name among the options, and its value. */
  readonly limit?: string;
  readonly value?: number;
}

export interface GuideDetails extends OtherDetails {
  /** The id that nothing is known by. */
  readonly guide?: string;
}

export interface PathDetails extends OtherDetails {
  /** Where the path stops making sense, from 1. */
  readonly column?: number;
}

export interface TransportDetails extends OtherDetails {
  /** One of the reasons of transports. */
  readonly reason?: string;
  /** Whether delivering again is right. */
  readonly again?: boolean;
}

/** What the `details` of an error hold, by its code; codes without a row hold what their message tells of. */
export interface X12ErrorDetails extends Readonly<Record<X12ErrorCode, OtherDetails>> {
  readonly X12_NOT_AN_INTERCHANGE: InputDetails;
  readonly X12_DELIMITERS_INVALID: InputDetails;
  readonly X12_LIMIT_EXCEEDED: LimitDetails;
  readonly X12_GUIDE_INVALID: ProblemDetails;
  readonly X12_GUIDE_UNKNOWN: GuideDetails;
  readonly X12_DATA_INVALID: DataDetails;
  readonly X12_PATH_INVALID: PathDetails;
  readonly X12_OPTION_INVALID: OptionDetails;
  readonly X12_CONNECTION_INVALID: ProblemDetails & OptionDetails;
  readonly X12_TRANSPORT_REFUSED: TransportDetails;
  readonly X12_TRANSPORT_UNAVAILABLE: TransportDetails;
  readonly X12_TRANSPORT_UNKNOWN: TransportDetails;
}

/** What details of a code always have, though a thrower may have none of them. */
export const ALWAYS: Readonly<Partial<Record<X12ErrorCode, OtherDetails>>> = {
  X12_DATA_INVALID: { findings: [] },
  X12_GUIDE_INVALID: { problems: [] },
  X12_CONNECTION_INVALID: { problems: [] },
};
