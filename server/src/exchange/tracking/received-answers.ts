import type { ClaimAcknowledgment, ReceivedAcknowledgments } from 'ediloom/acknowledgment';
import type { NewEvent } from '../../resources/events/rows.js';
import type { InterchangeIds } from '../../resources/inbound/pair.js';
import type { Answering } from '../../resources/tracking/find-sent.js';
import type { SentGroups } from '../../store/exchange-tables.js';
import type { AnsweredGroup } from './write-answers.js';

/** What one received interchange says of what was sent. */
export interface ReceivedAnswers {
  /** Its ISA13. */
  readonly number: string;
  /** `test` where ISA15 is T or it came over a connection for tests: then it says nothing of what is in production. */
  readonly keyMode: Answering['keyMode'];
  /** To which the interchange was matched: answers count only from the partner that their interchange went to. */
  readonly partnershipId: string;
  /** As received: the sender is the partner. */
  readonly ids: InterchangeIds;
  /** Its TA1s, 997s and 999s, with the ids of what they answer. */
  readonly received: ReceivedAcknowledgments;
  /** Its 277CAs. */
  readonly claims?: readonly ClaimAcknowledgment[];
}

/** An answer, with the ISA13 of the interchange that it came in. */
export type Numbered<One> = One & { readonly saidIn: string };

/** @param answer one that was matched: matching gives back what it was given. */
export function saidIn(answer: object): string {
  return (answer as Numbered<object>).saidIn;
}

/** What comes of them beside rows. */
export interface AppliedAnswers {
  /** To be written in the same commit. */
  readonly events: readonly NewEvent[];
  /** Of the file that they came in. */
  readonly faults: readonly { readonly code: 'FILE_NOT_FOUND'; readonly message: string }[];
}

/** What answers lead to: groups, each once and locked. */
export interface FoundGroups {
  readonly groups: readonly AnsweredGroup[];
  readonly unmatched: readonly Unmatched[];
}

/** What answers nothing that was sent, while a file is applied. */
export interface Unmatched {
  readonly kind: '997 or 999' | 'TA1' | '277CA' | 'transaction set';
  /** ISA13, GS06 or ST02 that it names; absent where that is no number. */
  readonly number?: number;
}

/** @param named the number that the answer names, as received. */
export function unmatchedOf(kind: Unmatched['kind'], named: string): Unmatched {
  const number = numberIn(named);
  return number === undefined ? { kind } : { kind, number };
}

/** A number of a header; `undefined`: it is none. */
export function numberIn(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Sets of groups that are judged together; one group may have more. */
export const SETS_AT_ONCE = 20_000;

export function setsIn(groups: readonly Pick<SentGroups, 'transactions'>[]): number {
  return groups.reduce((sum, { transactions }) => sum + transactions, 0);
}
