import { sql } from 'kysely';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import type { EligibilityChecks } from '../../store/clearinghouse-tables.js';
import { insertRows } from '../../store/insert-rows.js';
import { listOf, valueList } from '../../store/value-list.js';

/** A check as it is written down before its bytes leave. */
export type NewCheck = OwnRow<'eligibility_checks'>;

/** What became of a check. */
export interface FinishedCheck {
  readonly id: string;
  readonly status: 'ANSWERED' | 'FAILED';
  /** The route that was asked last; NULL: the mock payers. */
  readonly routeId: string | null;
  readonly errorCodes: readonly string[];
  readonly failure: string | null;
  readonly sentAt: number | null;
  readonly answeredAt: number;
}

/** Writes checks down that are about to be sent. */
export function insertChecks(queries: AccountQueries, rows: readonly NewCheck[]): Promise<void> {
  return insertRows(queries, 'eligibility_checks', rows);
}

/** The route that a check is about to be sent over, where nothing has left over the one before. */
export async function changeRoute(queries: AccountQueries, id: string, routeId: string): Promise<void> {
  await queries.update('eligibility_checks').set({ route_id: routeId }).where('id', '=', id).execute();
}

/**
 * Writes down what became of checks. One that was given up meanwhile, as its time was over, has its answer all the same; of one that is finished
 * nothing changes, as another process may do a file of checks whose lease ended in the hands of this one.
 * @returns ids of those that were finished by it.
 */
export async function finishChecks(
  queries: AccountQueries,
  finished: readonly FinishedCheck[],
): Promise<ReadonlySet<string>> {
  const rows = await Promise.all(
    finished.map(({ id, status, routeId, errorCodes, failure, sentAt, answeredAt }) =>
      queries
        .update('eligibility_checks')
        .set({
          status,
          route_id: routeId,
          error_codes: JSON.stringify(errorCodes),
          failure,
          sent_at: sentAt,
          answered_at: answeredAt,
        })
        .where('id', '=', id)
        .where('answered_at', 'is', null)
        .returning('id')
        .executeTakeFirst(),
    ),
  );
  const ids = new Set(rows.flatMap((row) => row?.id ?? []));
  await noteErrors(
    queries,
    finished.filter(({ id }) => ids.has(id)),
  );
  return ids;
}

/** Whether what became of a check is written down. */
export async function isFinished(queries: AccountQueries, id: string): Promise<boolean> {
  const row = await queries.from('eligibility_checks').select('answered_at').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.answered_at !== null;
}

async function noteErrors({ tx, accountId }: AccountQueries, finished: readonly FinishedCheck[]): Promise<void> {
  for (const { id, errorCodes } of finished) {
    if (errorCodes.length === 0) continue;
    await sql`insert into eligibility_check_errors (account_id, check_id, code, created_at)
      select checks.account_id, checks.id, list.value, checks.created_at
      from eligibility_checks as checks, ${valueList(tx, errorCodes)}
      where checks.account_id = ${accountId} and checks.id = ${id} on conflict do nothing`.execute(tx);
  }
}

/** The status that is shown: a check whose process has not finished it in its time has no known outcome. */
export function statusOf(
  { status, owned_until }: Pick<EligibilityChecks, 'status' | 'owned_until'>,
  now: number,
): EligibilityChecks['status'] {
  return status === 'PENDING' && owned_until <= now ? 'UNKNOWN' : status;
}

/** BHT03 of checks, by their ids. */
export async function traceIdsOf(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries
    .from('eligibility_checks')
    .select(['id', 'trace_id'])
    .where('id', 'in', listOf(queries.tx, ids))
    .execute();
  return new Map(rows.map(({ id, trace_id }) => [id, trace_id]));
}
