import type { Acknowledgments, SentGroups } from '../../store/exchange-tables.js';
import type { Json } from '../../store/tables.js';

// The columns of sent groups and acknowledgments that hold JSON: what is in them, and the only place that reads or writes it.

/** What answers to a group are told apart by beside its numbers. */
export interface SentFacts {
  /** ISA09, `YYYY-MM-DD`, and ISA10, `HH:MM`; not of files of releases that kept neither. */
  readonly date?: string | undefined;
  readonly time?: string | undefined;
  /** ISA15. */
  readonly usage: 'I' | 'P' | 'T';
  /** GS02 and GS03. */
  readonly sender: string;
  readonly receiver: string;
  /** GS08. */
  readonly release: string;
  /** ST01 of its sets. */
  readonly transactionSet: string;
  /** ST02 of each set, where they do not count from 1. */
  readonly setNumbers?: readonly string[] | undefined;
}

/** `sent_groups.facts`. */
export function sentFactsColumn(facts: SentFacts): Json {
  return JSON.stringify(facts);
}

/** 0-based place in its group of the set that a number (ST02) names; `undefined`: it has none such. */
export function placeNumbered(group: Pick<SentGroups, 'facts' | 'transactions'>, number: number): number | undefined {
  const { setNumbers } = sentFactsOf(group);
  const place = setNumbers === undefined ? number - 1 : setNumbers.findIndex((one) => Number(one) === number);
  return place >= 0 && place < group.transactions ? place : undefined;
}

export function sentFactsOf({ facts }: Pick<SentGroups, 'facts'>): SentFacts {
  // Written by `sentFactsColumn`.
  return JSON.parse(facts) as SentFacts;
}

/** What an answer says beside its verdict: codes and counts, no value of a set. */
export interface AnswerFacts {
  /** TA105; AK905 to AK909. */
  readonly codes?: readonly string[];
  /** Sets of a group (AK902 to AK904), or claims of a set. */
  readonly received?: number;
  readonly accepted?: number;
  /** Sets that are not accepted, up to 100: ST02, and IK502 to IK506. */
  readonly sets?: readonly {
    readonly controlNumber: string;
    readonly verdict: string;
    readonly codes: readonly string[];
  }[];
}

/** `acknowledgments.facts`. */
export function answerFactsColumn(facts: AnswerFacts): Json {
  return JSON.stringify(facts);
}

export function answerFactsOf({ facts }: Pick<Acknowledgments, 'facts'>): AnswerFacts {
  // Written by `answerFactsColumn`.
  return JSON.parse(facts) as AnswerFacts;
}
