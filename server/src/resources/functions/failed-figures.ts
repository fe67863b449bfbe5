import { sql } from 'kysely';
import type { FailedFunctions } from '../../metrics-functions.js';
import type { Transaction } from '../../store/store.js';

/** Rows that are looked at, at most: for metrics nobody is to wait. */
const COUNTED = 100_000;
const NAMED = 20;

/** Which functions have most of the invocations that failed for good. Over all accounts. */
export async function failedFunctions(db: Transaction): Promise<FailedFunctions> {
  const { rows } = await sql<{ account_id: string; function_name: string; count: number | string }>`
    select account_id, function_name, count(*) as count from (
      select account_id, function_name from invocations where state = 'failed' and kind = 'Event'
      order by account_id, ended_at, id limit ${COUNTED}) as failed
    group by account_id, function_name order by count(*) desc, account_id, function_name limit ${NAMED}`.execute(db);
  return rows.map((row) => ({
    accountId: row.account_id,
    functionName: row.function_name,
    invocations: Number(row.count),
  }));
}
