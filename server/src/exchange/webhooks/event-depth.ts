import { objectAt } from '../../resources/buckets/find-object.js';
import { depthsOfExecutions } from '../../resources/executions/depths.js';
import { transactionsInOrder } from '../../resources/transactions/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Events } from '../../store/tables.js';

/** How many functions stand before an event, each of which has caused the next: as it says itself, or as the file that it is about came to be. */
export async function depthOfEvent(queries: AccountQueries, event: Events): Promise<number> {
  if (event.depth !== null && Number(event.depth) > 0) return Number(event.depth);
  const executionId = await executionOf(queries, event);
  if (executionId === undefined || executionId === null) return 0;
  return (await depthsOfExecutions(queries, [executionId])).get(executionId) ?? 0;
}

async function executionOf(
  queries: AccountQueries,
  { resource_kind: kind, resource_id: id }: Events,
): Promise<string | null | undefined> {
  if (kind === 'execution') return id;
  if (kind === 'transaction') return (await transactionsInOrder(queries, [id]))[0]?.execution_id;
  if (kind !== 'object') return undefined;
  const slash = id.indexOf('/');
  return (await objectAt(queries, id.slice(0, slash), id.slice(slash + 1)))?.execution_id;
}
