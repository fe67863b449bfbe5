import type { AccountQueries } from '../../store/account-queries.js';
import type { RouteSubmissions } from '../../store/batch-tables.js';
import { listOf } from '../../store/value-list.js';

/** Files of checks that are on their way, the newest first. */
export function newestRouteSubmissions(queries: AccountQueries, most: number): Promise<readonly RouteSubmissions[]> {
  return queries
    .from('route_submissions')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** How many checks of each file are not over. */
export async function leftIn(queries: AccountQueries, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .from('route_submission_items')
    .select(({ fn }) => ['submission_id', fn.countAll().as('count')])
    .where('submission_id', 'in', listOf(queries.tx, ids))
    .groupBy('submission_id')
    .execute();
  return new Map(rows.map(({ submission_id, count }) => [submission_id, Number(count)]));
}
