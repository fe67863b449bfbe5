import type { Caller } from '../../caller.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { AskedPage } from '../../store/page.js';
import { LIST_MS, type Store, tooSlow } from '../../store/store.js';
import type { Executions } from '../../store/tables.js';
import { listExecutions } from './list.js';
import type { RetryCondition } from './schemas.js';

/** What redelivery asks of an execution. */
export type RetriedExecution = Pick<Executions, 'id' | 'status' | 'direction' | 'created_at'>;

/** Rows of one look. */
const PAGE = 500;

/**
 * Executions that have failed or were ignored, by a condition that names none: at most so many, the newest first. As a list does, it looks
 * at a bounded number of rows at a time, apart from all other work, so that a condition which fits none of a million stops nobody.
 * @throws StoreError `too-slow` where even so it takes too long.
 */
export async function findRetryable(
  store: Store,
  caller: Caller,
  condition: RetryCondition,
  most: number,
): Promise<readonly RetriedExecution[]> {
  const { executionIds: _, status, ...narrowing } = condition;
  const found: RetriedExecution[] = [];
  const end = performance.now() + LIST_MS;
  for (const one of ['FAILED', 'IGNORED'] as const) {
    if (status !== undefined && status !== one) continue;
    const filters = { ...narrowing, status: one };
    let after: AskedPage['after'];
    do {
      if (performance.now() > end) throw tooSlow();
      const page: AskedPage = { size: Math.min(PAGE, most - found.length), after };
      const { items, next } = await store.list((db) =>
        listExecutions(new AccountQueries(db, caller.accountId), caller, filters, page),
      );
      found.push(...items);
      after = next;
    } while (after !== undefined && found.length < most);
    if (found.length >= most) break;
  }
  return found;
}
