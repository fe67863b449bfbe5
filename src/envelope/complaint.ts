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

export const NO_COMPLAINTS: readonly Complaint[] = [];

/** The complaints of two checks, in order. Most have none, and then no list is made. */
export function both(first: readonly Complaint[], second: readonly Complaint[]): readonly Complaint[] {
  if (first.length === 0) return second;
  return second.length === 0 ? first : [...first, ...second];
}

/** Values of an envelope segment by 1-based element; `''` beyond the last. */
export type Elements = (position: number) => string;
