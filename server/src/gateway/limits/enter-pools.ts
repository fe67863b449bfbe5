import type { KnownKey } from '../../accounts/find-key.js';
import { CONCURRENCY, RATES } from '../../accounts/limits.js';
import type { Metrics } from '../../metrics.js';
import { ApiError } from '../api-error.js';

import { POOLS, type Pool, type PoolName, type Pools } from './pools.js';

/**
 * Counts a request in the pools of its route.
 * @returns what frees its place, to be called before the last byte of the answer.
 * @throws ApiError 429 where the account has as many under way, or had as many in this second.
 */
export async function enterPools(
  { pools, metrics }: { readonly pools: Pools; readonly metrics: Pick<Metrics, 'pool'> },
  name: PoolName,
  { caller, limits }: KnownKey,
): Promise<() => void> {
  const { concurrency, rate }: Pool = POOLS[name];
  const leave =
    concurrency &&
    (await pools.enter(caller.accountId, concurrency, limits.concurrency?.[concurrency] ?? CONCURRENCY[concurrency]));
  const isRefused =
    (concurrency !== undefined && leave === undefined) ||
    (rate !== undefined && !(await pools.count(caller.accountId, rate, limits.rate?.[rate] ?? RATES[rate])));
  if (isRefused) {
    leave?.();
    metrics.pool(name, 'refused');
    throw tooMany();
  }
  metrics.pool(name, 'entered');
  return () => {
    leave?.();
    metrics.pool(name, 'left');
  };
}

/** The words that clients of the interface look for. */
function tooMany(): ApiError {
  return new ApiError(
    429,
    'TOO_MANY_REQUESTS',
    'The submission was throttled: CUSTOMER_LIMIT. Send it again later, and fewer at a time.',
    { headers: { 'retry-after': '1' } },
  );
}
