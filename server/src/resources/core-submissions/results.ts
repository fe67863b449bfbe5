import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import type { CoreResults, CoreResultsState } from '../../store/core-tables.js';
import { insertRows } from '../../store/insert-rows.js';
import { listOf } from '../../store/value-list.js';

export type NewCoreResult = OwnRow<'core_results'>;

/** What became of the results of a submission, and until when it is kept from now on. */
export interface ResultsOutcome {
  readonly state: CoreResultsState;
  readonly now: number;
  readonly expiresAt: number | null;
}

/** Writes down what became of results. @returns false where they are written: nothing may be made of them again. */
export async function noteResults(
  queries: AccountQueries,
  submissionId: string,
  { state, now, expiresAt }: ResultsOutcome,
): Promise<boolean> {
  const row = await queries
    .update('core_submissions')
    .set({ results_state: state, updated_at: now, expires_at: expiresAt })
    .where('id', '=', submissionId)
    .where((of) => of.or([of('results_state', 'is', null), of('results_state', '<>', 'WRITTEN')]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function insertResults(queries: AccountQueries, rows: readonly NewCoreResult[]): Promise<void> {
  return insertRows(queries, 'core_results', rows);
}

/** The first part that nobody has acknowledged; `undefined`: there is none. */
export function nextResult(queries: AccountQueries, submissionId: string): Promise<CoreResults | undefined> {
  return queries
    .from('core_results')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .where('acknowledged_at', 'is', null)
    .orderBy('part')
    .limit(1)
    .executeTakeFirst();
}

/** All parts of a submission in their order. */
export function resultsOf(queries: AccountQueries, submissionId: string): Promise<readonly CoreResults[]> {
  return queries.from('core_results').selectAll().where('submission_id', '=', submissionId).orderBy('part').execute();
}

/** Parts of results, and those of them that were acknowledged. */
export interface ResultCounts {
  readonly parts: number;
  readonly accepted: number;
  readonly rejected: number;
}

/** Of submissions by their ids; those without results are not among them. */
export async function resultCounts(
  queries: AccountQueries,
  submissionIds: readonly string[],
): Promise<ReadonlyMap<string, ResultCounts>> {
  const rows = await queries
    .from('core_results')
    .select(({ fn }) => ['submission_id', 'acknowledgment', fn.countAll().as('count')])
    .where('submission_id', 'in', listOf(queries.tx, submissionIds))
    .groupBy(['submission_id', 'acknowledgment'])
    .execute();
  const counts = new Map<string, ResultCounts>();
  for (const { submission_id, acknowledgment, count } of rows) {
    const { parts, accepted, rejected } = counts.get(submission_id) ?? { parts: 0, accepted: 0, rejected: 0 };
    counts.set(submission_id, {
      parts: parts + Number(count),
      accepted: accepted + (acknowledgment === 'ACCEPTED' ? Number(count) : 0),
      rejected: rejected + (acknowledgment === 'REJECTED' ? Number(count) : 0),
    });
  }
  return counts;
}

/** What a partner says of a part. */
export interface ResultAcknowledgment {
  readonly submissionId: string;
  readonly part: number;
  readonly acknowledgment: 'ACCEPTED' | 'REJECTED';
  /** Of the artifact with the words of it. */
  readonly acknowledgmentId: string;
  readonly now: number;
}

/** Writes down what a partner says of a part, once. @returns false where the part was acknowledged before: what was said first stands. */
export async function noteAcknowledged(queries: AccountQueries, given: ResultAcknowledgment): Promise<boolean> {
  const { submissionId, part, acknowledgment, acknowledgmentId, now } = given;
  const row = await queries
    .update('core_results')
    .set({ acknowledgment, acknowledgment_id: acknowledgmentId, acknowledged_at: now })
    .where('submission_id', '=', submissionId)
    .where('part', '=', part)
    .where('acknowledged_at', 'is', null)
    .returning('part')
    .executeTakeFirst();
  return row !== undefined;
}
