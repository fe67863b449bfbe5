import type { RejectError } from 'ediloom/eligibility';
import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { SealedColumn } from '../../secrets/rotate-column.js';
import type { EligibilityBatches, EligibilityBatchItems } from '../../store/batch-tables.js';

/** What an item asks, whichever way it came. */
export type BatchContent =
  | { readonly source: 'json'; readonly request: Readonly<Record<string, unknown>> }
  /** One interchange with one 270 about one patient; `request`: the same as it was read, by which people know it. */
  | {
      readonly source: 'caqh-core';
      readonly x12: string;
      readonly request?: Readonly<Record<string, unknown>> | undefined;
    };

/** To what the sealed content of an item belongs. */
export function itemContext(accountId: string, id: string): string {
  return JSON.stringify(['batch item', accountId, id]);
}

/** What rotation of the master key seals anew. */
export const ITEM_CONTENT = {
  table: 'eligibility_batch_items',
  column: 'content',
  contextOf: itemContext,
} as const satisfies SealedColumn;

export function sealedContent(
  columns: PayloadColumns,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  content: BatchContent,
): string {
  return columns.sealText(itemContext(accountId, id), JSON.stringify(content));
}

/** @returns `undefined` for a row of a table that cannot be asked. */
export function contentOf(
  columns: PayloadColumns,
  { account_id, id, content }: Pick<EligibilityBatchItems, 'account_id' | 'id' | 'content'>,
): BatchContent | undefined {
  if (content === null) return undefined;
  // Written by `sealedContent`.
  return JSON.parse(columns.openText(itemContext(account_id, id), content)) as BatchContent;
}

/** AAA errors of an item that is over, or will be asked again. */
export function errorsOf({ errors }: Pick<EligibilityBatchItems, 'errors'>): readonly RejectError[] {
  return JSON.parse(errors) as RejectError[];
}

/** What is wrong with a row of a table, for whoever keeps it. No value of the row is in it. */
export interface RowProblem {
  /** Heading of the column; absent: it is about the row. */
  readonly column?: string | undefined;
  readonly problem: string;
  /** What to do. */
  readonly remedy: string;
}

/** What is wrong with a row of a table; none of one that is sound. */
export function rowProblemsOf({
  state,
  errors,
}: Pick<EligibilityBatchItems, 'state' | 'errors'>): readonly RowProblem[] {
  return state === 'VALIDATION_FAILED' ? (JSON.parse(errors) as RowProblem[]) : [];
}

/** Where a batch says it comes from, as whoever hands it in was asked. */
export interface BatchOrigin {
  readonly peer: string;
  readonly isTrustedProxy: boolean;
  readonly forwarded: string | undefined;
}

export function originOf({ origin }: Pick<EligibilityBatches, 'origin'>): BatchOrigin {
  const stored = JSON.parse(origin) as Omit<BatchOrigin, 'forwarded'> & Partial<BatchOrigin>;
  return { ...stored, forwarded: stored.forwarded };
}
