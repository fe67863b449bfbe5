import type { Static } from 'typebox';
import type { PayloadColumns } from '../../secrets/payload-columns.js';
import { stagedContext } from '../../secrets/payload-columns.js';
import type { Json, StagedTransactions } from '../../store/tables.js';
import type { GroupOverrides as GroupOverridesSchema } from './schemas.js';

// The columns of staged transactions that hold JSON: what is in them, and the only place that reads or writes it.

/** GS02 and GS03, instead of the setting's and the profiles'. */
export type GroupOverrides = Static<typeof GroupOverridesSchema>;

/** `staged_transactions.overrides`. */
export function overridesColumn(overrides: GroupOverrides | undefined): Json | null {
  return overrides === undefined ? null : JSON.stringify(overrides);
}

export function overridesOf({ overrides }: Pick<StagedTransactions, 'overrides'>): GroupOverrides {
  // Written by `overridesColumn` with what the schema has let through.
  return overrides === null ? {} : (JSON.parse(overrides) as GroupOverrides);
}

/** `staged_transactions.transaction`: payload, sealed for the row with this id where payloads are sealed. */
export function transactionColumn(payloads: PayloadColumns, accountId: string, id: string, data: unknown): Json {
  return payloads.sealText(stagedContext(accountId, id), JSON.stringify(data));
}

/** Guide JSON. @returns `undefined` where it was not uploaded yet. */
export function transactionOf(payloads: PayloadColumns, { account_id, id, transaction }: StagedTransactions): unknown {
  if (transaction === null) return undefined;
  return JSON.parse(payloads.openText(stagedContext(account_id, id), transaction));
}
