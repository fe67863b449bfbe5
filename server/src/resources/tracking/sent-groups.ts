import { sql } from 'kysely';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { insertRows } from '../../store/insert-rows.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

// Rows of the groups that were sent: they go the way of the execution that they belong to, as its transactions do.

const HOUR_MS = 3_600_000;

/** Writes down what is sent, in the commit that writes its execution. */
export function insertSentGroups(queries: AccountQueries, rows: readonly OwnRow<'sent_groups'>[]): Promise<void> {
  return insertRows(queries, 'sent_groups', rows);
}

/** Sets the time by which the answers to delivered files are expected; those that have come meanwhile are not waited for. */
export async function awaitAnswers(
  queries: AccountQueries,
  executionIds: readonly string[],
  at: number,
): Promise<void> {
  await queries
    .update('sent_groups')
    .set({ due_at: sql<number>`${at} + due_hours * ${sql.lit(HOUR_MS)}`, updated_at: at })
    .where('execution_id', 'in', listOf(queries.tx, executionIds))
    .where('state', '=', 'awaited')
    .where('due_at', 'is', null)
    .execute();
}

/** Those of files that have groups. */
export async function filesWithGroups(
  queries: AccountQueries,
  executionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queries
    .from('sent_groups')
    .select('execution_id')
    .distinct()
    .where('execution_id', 'in', listOf(queries.tx, executionIds))
    .execute();
  return new Set(rows.map(({ execution_id }) => execution_id));
}

/** Gives the groups of a file to the one that delivers it again, as its transactions. */
export async function moveSentGroups(queries: AccountQueries, from: string, to: string): Promise<void> {
  await queries.update('sent_groups').set({ execution_id: to }).where('execution_id', '=', from).execute();
}

/**
 * Removes what is known of what executions sent, and of the answers that came in them. Over all accounts, as retention is.
 * @returns how many rows went; where it is `most`, there may be others.
 */
export async function removeTrackingOf(
  tx: Transaction,
  executionIds: readonly string[],
  most: number,
): Promise<number> {
  const files = listOf(tx, executionIds);
  const answers = await sql`delete from acknowledgments where id in (
    select id from acknowledgments where execution_id in ${files}
    union select answer.id from sent_groups join acknowledgments as answer on answer.sent_group_id = sent_groups.id
      where sent_groups.execution_id in ${files} limit ${most})`.execute(tx);
  const gone = Number(answers.numAffectedRows ?? 0n);
  if (gone >= most) return gone;
  const groups = await sql`delete from sent_groups where id in (
    select id from sent_groups where execution_id in ${files} limit ${most - gone})`.execute(tx);
  return gone + Number(groups.numAffectedRows ?? 0n);
}
