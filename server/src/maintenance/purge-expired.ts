import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Clock } from '../clock.js';
import { removeArtifactsOf, removeExpiredArtifacts } from '../objects/artifact-rows.js';
import { isUnsent } from '../resources/claims/expired.js';
import { isBeingJudged } from '../resources/core-submissions/expired.js';
import { expiredExecutions, isBeingDelivered, isBeingRead, removeExecutions } from '../resources/executions/expired.js';
import { removeFragmentsOf } from '../resources/fragments/expired.js';
import { expireWaiting } from '../resources/inbound/expired.js';
import { removeTrackingOf } from '../resources/tracking/sent-groups.js';
import { removeGroupsOf } from '../resources/transaction-groups/expired.js';
import { removeTransactionsOf } from '../resources/transactions/outcomes.js';
import { hiddenForEver, removeUnshown, withPartsAlone } from '../resources/transactions/unshown.js';
import { AccountQueries } from '../store/account-queries.js';
import { afterCommit } from '../store/after-commit.js';
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

interface ExpiryOptions extends PurgeOptions {
  /** Is told of an account that lost interchanges which still waited for somebody. Default: nobody is. */
  readonly lost?: (accountId: string, interchanges: number) => void;
}

/** Of one transaction. */
const ROWS = 500;

/** Lets a table be purged by its owner, portion by portion. @returns how many went. */
export function purgeWith(purge: Purge, options: PurgeOptions): Promise<number> {
  const now = options.clock.now();
  return inPortions(options, async (tx) => {
    const count = await purge(tx, now, ROWS);
    return { count, more: count === ROWS };
  });
}

/**
 * Executions whose time has passed, with all that belongs to them (transactions, faults, reports, what was staged or sent in fragments),
 * and artifacts. The objects of artifacts are left to the sweep.
 * What is still being delivered or judged stays, and claims that are still to be sent. @returns how many executions and artifacts went.
 */
export async function purgeExpired(options: ExpiryOptions): Promise<number> {
  const executions = await inPortions(options, (tx) => purgeExecutions(tx, options));
  const artifacts = await purgeWith((tx, now, most) => removeExpiredArtifacts(tx, now, most, isNeeded), options);
  return executions + artifacts;
}

/** Whether an owner of artifacts still needs them. */
function isNeeded(owner: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isBeingDelivered(owner)} or ${isBeingJudged(owner)} or ${isUnsent(owner)})`;
}

/**
 * A file may have any number of transactions: they go before it, portion by portion, and it goes when none is left.
 */
async function purgeExecutions(tx: Transaction, { clock, lost }: ExpiryOptions): Promise<Portion> {
  let count = 0;
  let left = ROWS;
  for (const [accountId, executions] of await expiredExecutions(tx, clock.now(), ROWS)) {
    const queries = new AccountQueries(tx, accountId);
    const transactions = await removeTransactionsOf(tx, executions, left);
    await removeArtifactsOf(queries, transactions);
    left -= transactions.length;
    if (left > 0) left -= await removeGroupsOf(tx, executions, left);
    if (left > 0) left -= await removeFragmentsOf(tx, executions, left);
    if (left > 0) left -= await removeTrackingOf(tx, executions, left);
    if (left === 0) return { count, more: true };
    await removeArtifactsOf(queries, await withPartsAlone(queries, executions));
    await removeUnshown(queries, executions);
    const waited = await expireWaiting(tx, executions, clock.now());
    if (waited > 0) afterCommit(tx, () => lost?.(accountId, waited));
    const faults = await removeExecutions(tx, executions);
    await removeArtifactsOf(queries, [...executions, ...faults]);
    count += executions.length;
  }
  return { count, more: count === ROWS };
}

/** What was written of files that have ended before it was shown, as when their jobs were dropped. @returns how many transactions went. */
export function purgeHidden(options: PurgeOptions): Promise<number> {
  return inPortions(options, async (tx) => {
    let left = ROWS;
    for (const [accountId, files] of await hiddenForEver(tx, ROWS, isBeingRead)) {
      const queries = new AccountQueries(tx, accountId);
      const transactions = await removeTransactionsOf(tx, files, left);
      await removeArtifactsOf(queries, transactions);
      left -= transactions.length;
      if (left === 0) break;
      await removeArtifactsOf(queries, await withPartsAlone(queries, files));
      await removeUnshown(queries, files);
    }
    return { count: ROWS - left, more: left === 0 };
  });
}

interface Portion {
  readonly count: number;
  readonly more: boolean;
}

async function inPortions(
  { store, signal }: PurgeOptions,
  portion: (tx: Transaction) => Promise<Portion>,
): Promise<number> {
  let all = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { count, more } = await store.write(portion);
    all += count;
    if (!more) return all;
  }
}
