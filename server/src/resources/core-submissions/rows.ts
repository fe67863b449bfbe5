import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import type { CoreSubmissions } from '../../store/core-tables.js';
import { listOf } from '../../store/value-list.js';

export type NewCoreSubmission = OwnRow<'core_submissions'>;

/** By what its sender names it. */
export type SubmissionName = Pick<CoreSubmissions, 'sender_id' | 'payload_id'>;

/** Writes a submission down. @returns false where its sender has one of this PayloadID. */
export async function insertSubmission(queries: AccountQueries, row: NewCoreSubmission): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insert('core_submissions', row)
    .onConflict((there) => there.columns(['account_id', 'sender_id', 'payload_id']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

export function submissionNamed(
  queries: AccountQueries,
  { sender_id, payload_id }: SubmissionName,
): Promise<CoreSubmissions | undefined> {
  return queries
    .from('core_submissions')
    .selectAll()
    .where('sender_id', '=', sender_id)
    .where('payload_id', '=', payload_id)
    .executeTakeFirst();
}

export function findSubmission(queries: AccountQueries, id: string): Promise<CoreSubmissions | undefined> {
  return queries.from('core_submissions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Ids of the submissions that these batches were made of; most batches come in another way. */
export async function submissionsOfBatches(
  queries: AccountQueries,
  batchIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await queries
    .from('core_submissions')
    .select('id')
    .where('batch_id', 'in', listOf(queries.tx, batchIds))
    .execute();
  return rows.map(({ id }) => id);
}

/** The newest submissions of an account, for the operator. */
export function newestSubmissions(queries: AccountQueries, most: number): Promise<readonly CoreSubmissions[]> {
  return queries
    .from('core_submissions')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** What became of a submission. */
export type SubmissionOutcome = Pick<CoreSubmissions, 'updated_at'> &
  Partial<Pick<CoreSubmissions, 'ta1_id' | 'acknowledgment_id' | 'batch_id' | 'accepted_count' | 'rejected_count'>> & {
    readonly state: 'JUDGED' | 'UNREADABLE';
  };

/** Writes down what became of a submission, once. @returns false where that is known: nothing may be made of it again. */
export async function noteJudged(queries: AccountQueries, id: string, outcome: SubmissionOutcome): Promise<boolean> {
  const row = await queries
    .update('core_submissions')
    .set(outcome)
    .where('id', '=', id)
    .where('state', '=', 'RECEIVED')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
