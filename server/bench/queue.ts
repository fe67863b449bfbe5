import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { findQueues, queuesQuery } from '../src/jobs/find-queues.js';
import { queuesOf } from '../src/jobs/queue-name.js';
import { dueQuery, takeJobs } from '../src/jobs/take-jobs.js';
import { openPostgres } from '../src/store/postgres/open-postgres.js';
import { openSqlite } from '../src/store/sqlite/open-sqlite.js';
import type { Store, Transaction } from '../src/store/store.js';

/**
 * Fills the queue with due jobs of one account over 50 connections and one job each of a thousand others, and prints what a look at it
 * costs, with the plans of its statements.
 *
 *     npx tsx server/bench/queue.ts [--jobs 1000000] [--database postgres://…]
 */
const { values } = parseArgs({
  options: { jobs: { type: 'string', default: '1000000' }, database: { type: 'string' } },
});

const CONNECTIONS = 50;
const ACCOUNTS = 1_000;
const ROUNDS = 50;
const { from, to } = queuesOf('remote-delivery');
const RANGE = { after: from, to, most: 256 };
const QUEUE = `${from}account/connection-1/deliver`;

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ediloom-queue-'));
  const store =
    values.database === undefined ? await openSqlite({ folder }) : await openPostgres({ url: values.database });
  try {
    await fill(store, Number(values.jobs));
    console.log(`${values.jobs} due jobs, ${store.dialect}`);
    await plan(store, (db) => queuesQuery(db, RANGE));
    await plan(store, (db) => dueQuery(db, { queue: QUEUE, now: 2, limit: 8 }));
    await time('to find queues, ms', () => store.read((db) => findQueues(db, RANGE)));
    const taker = { owner: 'bench', now: 2, leaseUntil: 3 };
    await time('to take 8 of one, ms', () => store.write((tx) => takeJobs(tx, taker, [{ queue: QUEUE, most: 8 }])));
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Made in the database, as a million round trips would take longer than what is measured. */
async function fill(store: Store, count: number): Promise<void> {
  const numbers =
    store.dialect === 'sqlite'
      ? sql`(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) as n`
      : sql`generate_series(1, ${count}::int) as n(i)`;
  const columns = sql`(account_id, id, kind, queue, lane, state, due_at, order_at, attempt, lease, takeovers, payload, created_at, updated_at)`;
  await store.write((tx) =>
    sql`insert into jobs ${columns} select 'account', 'job-' || i, 'deliver',
      ${`${from}account/connection-`} || (i % ${sql.lit(CONNECTIONS)}) || '/deliver', 'lane-' || i, 'waiting', 1, 1, 0, 0, 0,
      '{}', 1, 1 from ${numbers}`.execute(tx),
  );
  await store.write((tx) =>
    sql`insert into jobs ${columns} select 'other-' || i, 'other-' || i, 'deliver',
      ${`${from}other-`} || i || '/connection/deliver', 'other-' || i, 'waiting', 1, 1, 0, 0, 0, '{}', 1, 1
      from ${numbers} where i <= ${ACCOUNTS}`.execute(tx),
  );
}

async function plan(store: Store, query: (db: Transaction) => ReturnType<typeof sql>): Promise<void> {
  const { rows } = await store.read((db) =>
    store.dialect === 'sqlite'
      ? sql<Readonly<Record<string, unknown>>>`explain query plan ${query(db)}`.execute(db)
      : sql<Readonly<Record<string, unknown>>>`explain (analyze, costs off) ${query(db)}`.execute(db),
  );
  for (const row of rows) console.log(`  ${row.detail ?? row['QUERY PLAN']}`);
}

async function time(what: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  times.sort((one, other) => one - other);
  console.log(`${what.padEnd(24)} median ${times[ROUNDS / 2]?.toFixed(2)}, longest ${times.at(-1)?.toFixed(2)}`);
}

await main();
