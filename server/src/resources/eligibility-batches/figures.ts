import { type SqlBool, sql } from 'kysely';
import type { Transaction } from '../../store/store.js';

/** How far batches under way are. */
export interface BatchFigures {
  /** Checks of all batches under way: those that have not begun, and those that have. */
  readonly waiting: number;
  readonly underWay: number;
  /** Milliseconds since 1970 when the oldest batch under way was handed in, by account: of those who wait for the longest. */
  readonly oldest: readonly { readonly accountId: string; readonly since: number }[];
}

/** Batches that are looked at: an index has them. */
const MOST = 10_000;
const MOST_ACCOUNTS = 20;
/** The words of the index. */
const underWay = sql<SqlBool>`status = 'IN_PROGRESS'`;

/** Over all accounts: it is for the operator. */
export async function batchFigures(db: Transaction): Promise<BatchFigures> {
  const rows = await db
    .selectFrom('eligibility_batches')
    .select(['account_id', 'created_at', 'validated_count', 'in_progress_count'])
    .where(underWay)
    // The order of the index: without it SQLite reads all batches there are.
    .orderBy('account_id')
    .orderBy('created_at')
    .limit(MOST)
    .execute();
  const since = new Map<string, number>();
  let [waiting, begun] = [0, 0];
  for (const row of rows) {
    waiting += Number(row.validated_count);
    begun += Number(row.in_progress_count);
    since.set(row.account_id, Math.min(since.get(row.account_id) ?? Number.POSITIVE_INFINITY, Number(row.created_at)));
  }
  const oldest = [...since].map(([accountId, at]) => ({ accountId, since: at })).sort((a, b) => a.since - b.since);
  return { waiting, underWay: begun, oldest: oldest.slice(0, MOST_ACCOUNTS) };
}
