import type { GroupHeader, InterchangeHeader, TransactionHeader } from '../envelope/headers.js';
import type { Delimiters } from '../model/delimiters.js';
import type { Finding } from '../model/finding.js';

/**
 * What reading knows of an interchange when it has to be answered: ids and findings, no data. An interchange of a parsed
 * document has this shape too, as long as no finding was left out for its limit; AK902 is then what was counted.
 */
export interface ReceivedInterchange {
  /** 1-based interchange of the input. Default 1. */
  readonly interchange?: number | undefined;
  readonly header: InterchangeHeader;
  readonly delimiters: Delimiters;
  /** Name of the encoding of its header. Default UTF-8. */
  readonly encoding?: string | undefined;
  /** TA1 segments it carries. */
  readonly acknowledgments: readonly unknown[];
  readonly groups: readonly ReceivedGroup[];
  /** Of the interchange itself. */
  readonly findings: readonly Finding[];
  /** One of each kind that was found beside those and not kept: nothing is taken for better than it is. */
  readonly lost?: readonly Finding[] | undefined;
}

export interface ReceivedGroup {
  /** Absent for sets outside any group. */
  readonly header?: GroupHeader | undefined;
  /** GE01 as received, where it is a number. */
  readonly declared?: number | undefined;
  readonly transactions: readonly ReceivedTransaction[];
  /** Of the group itself. */
  readonly findings: readonly Finding[];
  /** As of the interchange. */
  readonly lost?: readonly Finding[] | undefined;
}

export interface ReceivedTransaction {
  readonly header: TransactionHeader;
  readonly findings: readonly Finding[];
  /** As of the interchange. */
  readonly lost?: readonly Finding[] | undefined;
}
