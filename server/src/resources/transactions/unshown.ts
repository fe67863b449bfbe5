import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

/*
 * A large file is written in portions that nobody sees. Its row here hides them, and names who writes: of two that do, as one has lost its
 * lease, the later has its name there, and the other writes nothing more.
 */

/** Hides what a file has and will have, and makes this writer the only one; what another has written is for it to remove. */
export async function beginUnshown(
  queries: AccountQueries,
  executionId: string,
  { writer, at }: { readonly writer: string; readonly at: number },
): Promise<void> {
  await queries
    .insert('unshown_files', { execution_id: executionId, writer, parts_of: null, created_at: at })
    .onConflict((there) => there.columns(['account_id', 'execution_id']).doUpdateSet({ writer }))
    .execute();
}

/**
 * Locks the file against others who would write it or show it.
 * @param partsOf the transaction that is not written yet, and of which the caller writes parts.
 * @returns false where another writes it by now.
 */
export async function isWriter(
  queries: AccountQueries,
  executionId: string,
  { writer, partsOf }: { readonly writer: string; readonly partsOf?: string | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .update('unshown_files')
    .set({ parts_of: partsOf ?? null })
    .where('execution_id', '=', executionId)
    .where('writer', '=', writer)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Shows a file, with all that was written of it. @returns false where another writes it by now: nothing is to be shown. */
export async function showWritten(queries: AccountQueries, executionId: string, writer: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .delete('unshown_files')
    .where('execution_id', '=', executionId)
    .where('writer', '=', writer)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether portions of a file may have been written that nobody sees. */
export async function isUnshown(queries: AccountQueries, executionId: string): Promise<boolean> {
  const rows = queries.from('unshown_files').select('writer').where('execution_id', '=', executionId);
  return (await rows.executeTakeFirst()) !== undefined;
}

/** Ids of transactions of hidden files that are not there themselves: parts of them are, which only go by these. */
export async function withPartsAlone(
  queries: AccountQueries,
  executionIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await queries
    .from('unshown_files')
    .select('parts_of')
    .where('execution_id', 'in', listOf(queries.tx, executionIds))
    .execute();
  return rows.flatMap(({ parts_of }) => parts_of ?? []);
}

/** Forgets that files were hidden which go with all that they have. */
export async function removeUnshown(queries: AccountQueries, executionIds: readonly string[]): Promise<void> {
  await queries.delete('unshown_files').where('execution_id', 'in', listOf(queries.tx, executionIds)).execute();
}

/**
 * Files that nobody reads any more, by their accounts: what was written of them is never shown.
 * @param isRead whether an execution is still at its file.
 */
export async function hiddenForEver(
  tx: Transaction,
  most: number,
  isRead: (executionId: RawBuilder<string>) => RawBuilder<SqlBool>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ readonly account_id: string; readonly execution_id: string }>`
    select account_id, execution_id from unshown_files as hidden where not ${isRead(sql<string>`hidden.execution_id`)}
    limit ${most}`.execute(tx);
  const byAccount = grouped(rows, ({ account_id }) => account_id);
  return new Map([...byAccount].map(([account, files]) => [account, files.map(({ execution_id }) => execution_id)]));
}

/** Whether a transaction is of a file that is shown; in the statement that reads it, so that no portion is seen that comes meanwhile. */
export function isOfShownFile({ accountId }: AccountQueries): RawBuilder<SqlBool> {
  return sql<SqlBool>`transactions.execution_id not in (
    select execution_id from unshown_files where account_id = ${accountId})`;
}

/** The same where there is any such file: counting by an index alone is for nothing else to be slowed. */
export async function isOfShownFileIfAny(queries: AccountQueries): Promise<RawBuilder<SqlBool> | undefined> {
  const any = await queries.from('unshown_files').select('writer').limit(1).executeTakeFirst();
  return any === undefined ? undefined : isOfShownFile(queries);
}
