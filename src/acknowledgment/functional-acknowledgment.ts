import type { AK905, IK502 } from '../model/codes.js';
import type { Finding } from '../model/finding.js';

/** Codes a set or group may have: IK502 to IK506, AK905 to AK909. */
export const MOST_CODES = 5;
/** Sets that AK902 to AK904 can count, and AK2 loops of a group. */
export const MOST_SETS = 999_999;

/** IK501 / AK501: accepted, accepted with errors, rejected; M, W and X are rejections for security. */
export type TransactionVerdict = 'A' | 'E' | 'R' | 'M' | 'W' | 'X';
/** AK901; P = partially accepted: at least one set was rejected. */
export type GroupVerdict = TransactionVerdict | 'P';
/** Which set says it. */
export type FunctionalKind = '997' | '999';

/** What one 999 or 997 says of one functional group: the same form for those we write and those we receive. */
export interface FunctionalAcknowledgment {
  readonly kind: FunctionalKind;
  /** AK101: GS01 of the group. */
  readonly functionalIdentifierCode: string;
  /** AK102: GS06 of the group, digits as sent. */
  readonly controlNumber: string;
  /** AK103: GS08 of the group; a 997 of 004010 has none. */
  readonly release?: string | undefined;
  /** AK901. */
  readonly verdict: GroupVerdict;
  /** AK905 to AK909, at most five; codes that reading knows nothing of (security) stand as text. */
  readonly codes: readonly (AK905 | (string & {}))[];
  /** AK902: sets that GE01 declares. */
  readonly included: number;
  /** AK903: sets received. */
  readonly received: number;
  /** AK904: sets accepted. */
  readonly accepted: number;
  /** Sets reported, in order (AK2); none where the group itself was rejected, or all were accepted in one word. */
  readonly transactions: readonly TransactionAcknowledgment[];
}

export interface TransactionAcknowledgment {
  /** AK201: ST01. */
  readonly transactionSet: string;
  /** AK202: ST02 as sent. */
  readonly controlNumber: string;
  /** AK203: ST03, where there was one. */
  readonly implementation?: string | undefined;
  /** IK501 / AK501. */
  readonly verdict: TransactionVerdict;
  /** IK502 to IK506, at most five; security codes stand as text. A 997's AK502 codes are the same numbers. */
  readonly codes: readonly (IK502 | (string & {}))[];
  /**
   * IK3/AK3 and IK4/AK4, in order: findings of level `segment` and `element` (an IK304 8 that only announces its IK4s is
   * no finding of its own). `at` has `segment`, `segmentId`, `loopId` (cut to what IK303 holds), `element`, `component`,
   * `repetition`, `dataElement`; `trigger` is a CTX SITUATIONAL TRIGGER, `unit` a business unit CTX.
   */
  readonly findings: readonly Finding[];
  /** IK3/AK3 and IK4/AK4 beyond those that were to be kept, as they were counted. Absent: there are none. */
  readonly findingsLeftOut?: number | undefined;
}
