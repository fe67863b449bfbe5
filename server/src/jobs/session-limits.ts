import { sql } from 'kysely';
import { dialectOf } from '../store/dialect-of.js';
import type { Transaction } from '../store/store.js';
import { valueList } from '../store/value-list.js';
import { ALONE, queuesOf, readQueueName } from './queue-name.js';

/*
 * How many jobs go over one connection at once is counted over all processes, by the leases of the jobs themselves: what another process
 * leases may be under way there. A process may have so many under way as the limit has left; who takes does so while nobody else takes
 * for the same connection, so that the leases of the others can only become fewer until they ask in their turn.
 */

/** Tells our locks of connections from other advisory locks. */
const LOCK_CLASS = 8_480_003;

/** Whose jobs go over connections, or to destinations. */
const WITH_SESSIONS = ['remote-delivery', 'polling', 'webhooks', ALONE] as const;

/** Locks connections until the end of the transaction. @returns those that no other process is taking for at this moment. */
export async function lockConnections(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  // An embedded store has one writer.
  if (dialectOf(tx) === 'sqlite' || ids.length === 0) return new Set(ids);
  const { rows } = await sql<{ readonly id: string; readonly mine: boolean }>`
    select value as id, pg_try_advisory_xact_lock(${LOCK_CLASS}, hashtext(value)) as mine
    from ${valueList(tx, ids)}`.execute(tx);
  return new Set(rows.flatMap(({ id, mine }) => (mine ? [id] : [])));
}

/** Jobs that other owners lease, by what they go over. */
export async function leasedByOthers(tx: Transaction, owner: string): Promise<ReadonlyMap<string, number>> {
  const leases = await Promise.all(WITH_SESSIONS.map((name) => leasesIn(tx, owner, queuesOf(name))));
  const counts = new Map<string, number>();
  for (const { queue, count } of leases.flat()) {
    const over = readQueueName(queue)?.over ?? '';
    counts.set(over, (counts.get(over) ?? 0) + Number(count));
  }
  return counts;
}

async function leasesIn(tx: Transaction, owner: string, { from, to }: ReturnType<typeof queuesOf>) {
  const { rows } = await sql<{ readonly queue: string; readonly count: number | string }>`
    select queue, count(*) as count from jobs
    where state = 'running' and queue > ${from} and queue < ${to} and owner <> ${owner} group by queue`.execute(tx);
  return rows;
}
