import { type RawBuilder, sql } from 'kysely';
import { expireBatchTables } from '../../objects/artifact-rows.js';
import { Problem } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { BatchStatus, EligibilityBatches } from '../../store/batch-tables.js';
import { BATCH_MOVES, type BatchMove } from './moves.js';
import { findBatch, insertItems, type NewBatchItem } from './rows.js';

/** A table that was read, and what it came by. */
export interface ReadTable {
  readonly rows: readonly NewBatchItem[];
  readonly fileId: string;
  /** JSON, as `EligibilityBatches.origin`. */
  readonly origin: string;
  readonly keyId: string;
  readonly now: number;
  readonly expiresAt: number | null;
}

/**
 * Puts a table into a batch that has not begun, in place of the one before, whose file goes with the next purge: insert the row of the new file behind it.
 * @throws Problem `not-found`; `conflict` for a batch that has begun.
 */
export async function putTable(
  queries: AccountQueries,
  batchId: string,
  table: ReadTable,
): Promise<EligibilityBatches> {
  const { rows, fileId, origin, keyId, now, expiresAt } = table;
  await findBatch(queries, batchId);
  const failed = rows.filter(({ state }) => state === 'VALIDATION_FAILED').length;
  const counts = { total_count: rows.length, validated_count: rows.length - failed, validation_failed_count: failed };
  // The row is locked by it: of two tables that come at once the second replaces the first.
  const moved = await move(queries, batchId, failed > 0 ? 'faulty-table' : 'sound-table', {
    ...{ ...counts, file_id: fileId, origin, key_id: keyId, updated_at: now, expires_at: expiresAt },
  });
  if (moved === undefined) {
    throw new Problem('conflict', 'The batch has begun, and takes no other table: create a new one.', {
      code: 'BATCH_STARTED',
    });
  }
  await queries.delete('eligibility_batch_items').where('batch_id', '=', batchId).execute();
  await insertItems(queries, rows);
  await expireBatchTables(queries, batchId, now);
  return moved;
}

/**
 * Lets the checks of a sound table go. @returns the batch, and whether it was this call that did so: of one that has begun before, nothing changes.
 * @throws Problem `not-found`; `conflict` for a batch without a table, or with one that has to be corrected.
 */
export async function startTable(
  queries: AccountQueries,
  batchId: string,
  now: number,
): Promise<{ readonly batch: EligibilityBatches; readonly isNew: boolean }> {
  const moved = await move(queries, batchId, 'execute', {
    ...{ started_at: now, updated_at: now },
    // It was kept since its table came: from now on it is kept as long.
    expires_at: sql<number | null>`expires_at + (${now} - updated_at)`,
  });
  if (moved !== undefined) return { batch: moved, isNew: true };
  const batch = await findBatch(queries, batchId);
  const refused = REFUSED[batch.status];
  if (refused !== undefined) throw new Problem('conflict', refused.text, { code: refused.code });
  return { batch, isNew: false };
}

const REFUSED: Readonly<Partial<Record<BatchStatus, { readonly code: string; readonly text: string }>>> = {
  PENDING: { code: 'TABLE_MISSING', text: 'The batch has no table so far: send its table, then execute it.' },
  VALIDATION_FAILED: {
    code: 'TABLE_FAULTY',
    text: 'Rows of the table have to be corrected: the report has each. Send the corrected table, then execute the batch.',
  },
};

type Change = Partial<Omit<EligibilityBatches, 'id' | 'account_id' | 'status' | 'expires_at'>> & {
  readonly expires_at: number | null | RawBuilder<number | null>;
};

/** @returns the row as it is now; `undefined`: there is none that the move can start from. */
function move(
  queries: AccountQueries,
  batchId: string,
  name: BatchMove,
  change: Change,
): Promise<EligibilityBatches | undefined> {
  const { from, to } = BATCH_MOVES[name];
  return queries
    .update('eligibility_batches')
    .set({ ...change, status: to })
    .where('id', '=', batchId)
    .where('source', '=', 'CSV_IMPORT')
    .where(
      'status',
      'in',
      from.filter((status) => status !== 'none'),
    )
    .returningAll()
    .executeTakeFirst();
}
