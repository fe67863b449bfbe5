import type { Clock } from '../clock.js';
import { removeArtifactsOf, removeExpiredArtifacts } from '../objects/artifact-rows.js';
import { expiredExecutions, isBeingDelivered, removeExecutions } from '../resources/executions/expired.js';
import { removeFragmentsOf } from '../resources/fragments/expired.js';
import { removeGroupsOf } from '../resources/transaction-groups/expired.js';
import { removeTransactionsOf } from '../resources/transactions/outcomes.js';
import { AccountQueries } from '../store/account-queries.js';
import type { Purge } from '../store/purge.js';
import type { Store, Transaction } from '../store/store.js';

/*
 * These look over all accounts, as time passes for all of them alike. A few rows each time, so that requests are not held up.
 */

export interface PurgeOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** Of one transaction. */
const ROWS = 500;

/** Lets a table be purged by its owner, portion by portion. @returns how many went. */
export function purgeWith(purge: Purge, options: PurgeOptions): Promise<number> {
  const now = options.clock.now();
  return inPortions(options, (tx) => purge(tx, now, ROWS));
}

/**
 * Executions whose time has passed, with all that belongs to them (transactions, faults, reports, what was staged or sent in fragments),
 * and artifacts. The objects of artifacts are left to the sweep.
 * What is still being delivered stays. @returns how many executions and artifacts went.
 */
export async function purgeExpired(options: PurgeOptions): Promise<number> {
  const executions = await inPortions(options, (tx) => purgeExecutions(tx, options.clock));
  const artifacts = await purgeWith(
    (tx, now, most) => removeExpiredArtifacts(tx, now, most, isBeingDelivered),
    options,
  );
  return executions + artifacts;
}

async function purgeExecutions(tx: Transaction, clock: Clock): Promise<number> {
  let count = 0;
  for (const [accountId, executions] of await expiredExecutions(tx, clock.now(), ROWS)) {
    const transactions = await removeTransactionsOf(tx, executions);
    await removeGroupsOf(tx, executions);
    await removeFragmentsOf(tx, executions);
    const faults = await removeExecutions(tx, executions);
    await removeArtifactsOf(new AccountQueries(tx, accountId), [...executions, ...transactions, ...faults]);
    count += executions.length;
  }
  return count;
}

/** Until a portion is not full. */
async function inPortions(
  { store, signal }: PurgeOptions,
  portion: (tx: Transaction) => Promise<number>,
): Promise<number> {
  let all = 0;
  for (;;) {
    signal?.throwIfAborted();
    const count = await store.write(portion);
    all += count;
    if (count < ROWS) return all;
  }
}
