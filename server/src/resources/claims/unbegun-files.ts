import { type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { ClaimFiles } from '../../store/claim-tables.js';
import { LOCK } from '../../store/lock-row.js';

/**
 * Whether no byte of a file can have left: it has none, or nobody has begun to hand it over. One attempt that failed is a beginning: over some kinds
 * of routes the payer may have it all the same.
 */
export function isUnbegun(file: ClaimFiles): boolean {
  const { state, sent_at, handing_since, execution_id, attempts } = file;
  // After a restore one without bytes may be known to be at its payer's all the same.
  if (sent_at !== null) return false;
  if (file.artifact_id === '') return true;
  const isTouched = handing_since !== null || execution_id !== null || Number(attempts) > 0;
  return state === 'WRITTEN' && !isTouched;
}

/** The contrary of {@link isUnbegun} of a file that a statement calls `file`. */
export const MAY_HAVE_LEFT = sql<SqlBool>`(file.sent_at is not null or file.artifact_id <> '' and (file.state <> 'WRITTEN'
  or file.handing_since is not null or file.execution_id is not null or file.attempts > 0))`;

/**
 * Those of these files that nobody has begun to hand over, and nobody begins before the transaction ends. Whoever locks claims, too, locks them
 * before.
 */
export async function lockUnbegun(queries: AccountQueries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const unbegun = new Set<string>();
  for (const id of [...new Set(ids)].sort()) {
    const file = await queries.update('claim_files').set(LOCK).where('id', '=', id).returningAll().executeTakeFirst();
    if (file !== undefined && isUnbegun(file as ClaimFiles)) unbegun.add(id);
  }
  return unbegun;
}

/** Whether a file has a claim that is of it no more: its payer was heard to have it by an earlier sending. */
export async function hasCalledBack(queries: AccountQueries, fileId: string): Promise<boolean> {
  const item = await queries
    .from('claim_file_items')
    .leftJoin('claims', (join) =>
      join
        .onRef('claims.id', '=', 'claim_file_items.claim_id')
        .onRef('claims.account_id', '=', 'claim_file_items.account_id')
        .onRef('claims.file_id', '=', 'claim_file_items.file_id'),
    )
    .select('claim_file_items.place')
    .where('claim_file_items.file_id', '=', fileId)
    .where('claims.id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return item !== undefined;
}
