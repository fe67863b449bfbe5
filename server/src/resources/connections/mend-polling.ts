import { uuid } from '../../ids.js';
import { queueName } from '../../jobs/queue-name.js';
import { queuesWithJobs } from '../../jobs/queues-with-jobs.js';
import type { Platform } from '../../platform.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { Transaction } from '../../store/store.js';
import type { Connections } from '../../store/tables.js';
import { KIND_NAMES, kindOf } from './kinds/kind-table.js';
import { keepPolled, POLL, pollPlaceOf, pollPlanOf } from './polling.js';

type Needs = Pick<Platform, 'jobs' | 'store'>;

/** Connections that one portion looks at. */
const PAGE = 200;

/**
 * Gives connections their jobs that should be looked at and are not: those that a release wrote which did not look, and those whose job is gone.
 * Over all accounts, portion by portion.
 * @returns how many.
 */
export async function mendPolling(services: Needs, signal: AbortSignal): Promise<number> {
  let mended = 0;
  for (let after: string | undefined = ''; after !== undefined && !signal.aborted; ) {
    const page = await services.store.read((db) => unpolled(db, after ?? ''));
    for (const row of page.rows) {
      mended += await services.store.write((tx) => mend(services, new AccountQueries(tx, row.account_id), row));
    }
    after = page.next;
  }
  return mended;
}

async function unpolled(db: Transaction, after: string) {
  const kinds = KIND_NAMES.filter((kind) => kindOf({ kind }).polling !== undefined);
  const rows = await db
    .selectFrom('connections')
    .selectAll()
    .where('id', '>', after)
    .where('kind', 'in', kinds)
    .orderBy('id')
    .limit(PAGE)
    .execute();
  const wanted = rows.filter((row) => pollPlanOf(row) !== undefined);
  const there = await queuesWithJobs(db, wanted.map(queueOf));
  return {
    rows: wanted.filter((row) => row.poll_job === null || !there.has(queueOf(row))),
    next: rows.length < PAGE ? undefined : rows.at(-1)?.id,
  };
}

function queueOf({ id, account_id: accountId }: Connections): string {
  return queueName({ kind: POLL, accountId, ...pollPlaceOf(id) });
}

/** Unless somebody has written the connection meanwhile. */
async function mend(services: Needs, queries: AccountQueries, row: Connections): Promise<number> {
  const poll_job = uuid();
  const { numUpdatedRows } = await queries
    .update('connections')
    .set({ poll_job })
    .where('id', '=', row.id)
    .where('poll_job', row.poll_job === null ? 'is' : '=', row.poll_job)
    .where('settings', '=', row.settings)
    .where('enabled', '=', 1)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 0;
  await keepPolled(services, queries, { id: row.id, poll_job });
  return 1;
}
