import type { Severity } from '../model/finding.js';
import type { Reason } from '../model/reasons.js';

/** A finding before its place is known: what is wrong with which element of an envelope segment. */
export interface Complaint {
  readonly reason: Reason;
  /** 1-based element; absent: the whole segment. */
  readonly element?: number;
  /** Where it differs from the reason's own. */
  readonly severity?: Severity;
}

/** Values of an envelope segment by 1-based element; `''` beyond the last. */
export type Elements = (position: number) => string;
