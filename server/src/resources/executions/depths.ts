import type { AccountQueries } from '../../store/account-queries.js';
import { listOf } from '../../store/value-list.js';

/** How many functions stand before executions, each of which has caused the next; those before which none is known to stand are not in it. */
export async function depthsOfExecutions(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .from('executions')
    .select(['id', 'depth'])
    .where('id', 'in', listOf(queries.tx, ids))
    .where('depth', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, depth }) => [id, Number(depth)]));
}
