import { uuid } from '../../ids.js';
import type { Origin } from '../../origins/origin.js';
import { type BatchContent, sealedContent } from '../../resources/eligibility-batches/columns.js';
import { batchItemId } from '../../resources/eligibility-batches/item-id.js';
import { BATCH_MOVES } from '../../resources/eligibility-batches/moves.js';
import {
  claimItems,
  demandNewName,
  insertBatch,
  insertItems,
  type NewBatch,
  type NewBatchItem,
} from '../../resources/eligibility-batches/rows.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import { expiryOf } from '../eligibility/keep-check.js';
import type { Run } from '../services.js';
import { letGo } from './start-job.js';

/** Rows of one transaction: on an embedded store others wait for it. */
const PORTION = 100;
/** Hours for which checks that have no answer are asked again. */
export const RETRY_HOURS = { least: 8, most: 24, standard: 8 } as const;

/** A check of a batch that nothing speaks against. */
export interface JudgedItem {
  readonly content: BatchContent;
  /** Platform id; `null`: nobody that is known, which its check will say. */
  readonly payerId: string | null;
}

export interface NewSubmission {
  /** Default: the id of the batch. */
  readonly name?: string | undefined;
  readonly maxRetryHours?: number | undefined;
  readonly origin: Origin;
  readonly items: readonly JudgedItem[];
}

/** A batch whose items are stored. It is there, and its checks are let go, once this is committed. */
export interface PreparedBatch {
  readonly id: string;
  readonly createdAt: number;
  /** @throws Problem `conflict` for a name that was taken meanwhile, `unavailable` where its items were removed, as it came so late. */
  readonly commit: (queries: AccountQueries) => Promise<void>;
}

/**
 * Stores the checks of a batch in portions, so that nobody waits for all of them. Nobody sees them before the batch is committed; those of one
 * that never is are removed later.
 * @throws Problem `conflict` with the id of the batch that has the name.
 */
export async function prepareBatch(run: Run, submission: NewSubmission): Promise<PreparedBatch> {
  const { services, caller } = run;
  const { store, clock, jobs } = services;
  const { name, items } = submission;
  if (name !== undefined) await readRows(store, caller.accountId, (queries) => demandNewName(queries, name));
  const made: Made = { id: uuid(), createdAt: clock.now() };
  for (let from = 0; from < items.length; from += PORTION) {
    const rows = items.slice(from, from + PORTION).map((item, index) => itemRow(run, made, item, from + index));
    await store.write((tx) => insertItems(new AccountQueries(tx, caller.accountId), rows));
  }
  const row = batchRow(run, made, submission);
  return {
    ...made,
    commit: async (queries) => {
      await claimItems(queries, made.id, items.length);
      await insertBatch(queries, row);
      await letGo(jobs, queries, made.id);
    },
  };
}

interface Made {
  readonly id: string;
  readonly createdAt: number;
}

function itemRow({ services, caller }: Run, { id, createdAt }: Made, item: JudgedItem, place: number): NewBatchItem {
  const itemId = batchItemId(id, place);
  const { content, payerId } = item;
  return {
    ...{ id: itemId, batch_id: id, place, row_number: null, state: 'VALIDATED', payer_id: payerId, result: null },
    ...{ check_id: null, attempts: 0, first_attempt_at: null, retry_at: null, errors: '[]' },
    ...{ created_at: createdAt, updated_at: createdAt, ended_at: null },
    content: sealedContent(services.sealedColumns, { accountId: caller.accountId, id: itemId }, content),
  };
}

export function batchRow(
  run: Run,
  { id, createdAt }: Made,
  { name = id, maxRetryHours, origin, items }: NewSubmission,
): NewBatch {
  return {
    ...{ id, name, source: 'API', status: BATCH_MOVES.submit.to, total_count: items.length },
    ...{ validated_count: items.length, validation_failed_count: 0, in_progress_count: 0 },
    ...{ success_count: 0, error_count: 0, max_retry_hours: maxRetryHours ?? RETRY_HOURS.standard },
    ...{ origin: JSON.stringify(origin), key_id: run.caller.keyId, file_id: null, fed_place: 0, started_at: createdAt },
    ...{ created_at: createdAt, updated_at: createdAt, expires_at: expiryOf(run) ?? null },
  };
}
