import type { AccountQueries } from '../../store/account-queries.js';

/** Whose numbers: ISA05-08 as they are written, without padding. */
export interface InterchangePair {
  readonly senderQualifier: string;
  readonly senderId: string;
  readonly receiverQualifier: string;
  readonly receiverId: string;
}

/** What one file was given: numbers that nobody else has or will be given, until the counters begin anew. */
export interface TakenNumbers {
  readonly interchange: number;
  /** GS06 of each group, in order. */
  readonly groups: readonly number[];
}

/**
 * The counters of ISA13 and GS06: one row a pair, in the store, for all processes. 1 to 999999999; what
 * follows the last is decided by `runStart` of `counters.ts` alone.
 */
export interface ControlNumberTable {
  /** Takes numbers for one interchange by one statement in a transaction of its own: a crash leaves a gap, never a repeat. */
  take(accountId: string, pair: InterchangePair, groups: number): Promise<TakenNumbers>;
  /** Those given next. */
  peek(
    queries: AccountQueries,
    pair: InterchangePair,
  ): Promise<{ readonly interchange: number; readonly group: number }>;
  /** Makes a number the one given next, even if it was given before: an operator's hand. */
  set(queries: AccountQueries, pair: InterchangePair, counter: 'interchange' | 'group', next: number): Promise<void>;
  /** Takes one number of a counter. */
  increment(queries: AccountQueries, pair: InterchangePair, counter: 'interchange' | 'group'): Promise<number>;
}
