import { sql } from 'kysely';
import { dialectOf } from '../store/dialect-of.js';
import type { Transaction } from '../store/store.js';
import { valueList } from '../store/value-list.js';
import type { PlacesName } from './all-places.js';
import { findQueues } from './find-queues.js';
import { ALONE, type JobQueue, queueName, queuesOf, readQueueName } from './queue-name.js';

/*
 * How many jobs go over one connection at once is counted over all processes, by the leases of the jobs themselves: what another process
 * leases may be under way there. A process may have so many under way as the limit has left; who takes does so while nobody else takes
 * for the same connection, so that the leases of the others can only become fewer until they ask in their turn.
 */

/** Tells our locks of connections from other advisory locks. */
const LOCK_CLASS = 8_480_003;

/** Whose jobs go over connections or payer routes, or to destinations. */
const WITH_SESSIONS = ['remote-delivery', 'polling', 'webhooks', 'batches', ALONE] as const;
type WithSessions = (typeof WITH_SESSIONS)[number];

/** How many jobs may go over a connection, or to a destination, at once. */
export interface SessionLimit {
  readonly most: number;
  /** It is looked for files over, too: of two or more one is for that alone, so that neither waits for the other. Default false. */
  readonly isPolled?: boolean | undefined;
}

/** What a class may have of a limit: `most`, of all that the classes `with` have. */
export interface SessionShare {
  readonly most: number;
  readonly with: readonly WithSessions[];
}

/** Those that processes have died with count everywhere: they may be of either sort. */
export function shareOf({ most, isPolled = false }: SessionLimit, name: PlacesName): SessionShare {
  if (!isPolled || most < 2 || name === ALONE) return { most, with: WITH_SESSIONS };
  if (name === 'polling') return { most: 1, with: ['polling', ALONE] };
  return { most: most - 1, with: WITH_SESSIONS.filter((one) => one !== 'polling') };
}

/** Milliseconds of which deliveries give way to a look, and of which they then go on: it may wait for a place of its class. */
const GIVES_WAY = 30_000;

/** Where there is one for both, whoever delivers lets a look that is due go first; it is cut soon, and then rests for a moment. */
export async function yieldsToPoll(
  tx: Transaction,
  name: PlacesName,
  { limit, queue, now }: { limit: SessionLimit; queue: Pick<JobQueue, 'accountId' | 'over'>; now: number },
): Promise<boolean> {
  if (limit.isPolled !== true || limit.most > 1 || name === 'polling') return false;
  const prefix = queueName({ class: 'polling', ...queue, kind: '' });
  const [first] = await findQueues(tx, { after: prefix, to: `${prefix}~`, most: 1 });
  return first !== undefined && first.due <= now && (now - first.due) % (2 * GIVES_WAY) < GIVES_WAY;
}

/** Locks connections until the end of the transaction. @returns those that no other process is taking for at this moment. */
export async function lockConnections(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  // An embedded store has one writer.
  if (dialectOf(tx) === 'sqlite' || ids.length === 0) return new Set(ids);
  const { rows } = await sql<{ readonly id: string; readonly mine: boolean }>`
    select value as id, pg_try_advisory_xact_lock(${LOCK_CLASS}, hashtext(value)) as mine
    from ${valueList(tx, ids)}`.execute(tx);
  return new Set(rows.flatMap(({ id, mine }) => (mine ? [id] : [])));
}

/** How many jobs go over a connection: of some classes by other owners, and of some by this one. */
export interface LeasedJobs {
  byOthers(over: string, names: readonly WithSessions[]): number;
  here(over: string, names: readonly WithSessions[]): number;
}

/** As the rows have it: two looks of this process for jobs of two classes see each other's, as those of two processes do. */
export async function leasedJobs(tx: Transaction, owner: string): Promise<LeasedJobs> {
  const counts = new Map<string, number>();
  for (const name of WITH_SESSIONS) {
    for (const { queue, own, count } of await leasesIn(tx, owner, queuesOf(name))) {
      const key = keyOf(name, Number(own) === 1, readQueueName(queue)?.over ?? '');
      counts.set(key, (counts.get(key) ?? 0) + Number(count));
    }
  }
  const sum = (names: readonly WithSessions[], own: boolean, over: string): number =>
    names.reduce((found, name) => found + (counts.get(keyOf(name, own, over)) ?? 0), 0);
  return { byOthers: (over, names) => sum(names, false, over), here: (over, names) => sum(names, true, over) };
}

function keyOf(name: WithSessions, own: boolean, over: string): string {
  return `${name} ${own} ${over}`;
}

interface Leases {
  readonly queue: string;
  readonly own: number | string;
  readonly count: number | string;
}

async function leasesIn(tx: Transaction, owner: string, { from, to }: ReturnType<typeof queuesOf>) {
  const { rows } = await sql<Leases>`
    select queue, case when owner = ${owner} then 1 else 0 end as own, count(*) as count from jobs
    where state = 'running' and queue > ${from} and queue < ${to} group by 1, 2`.execute(tx);
  return rows;
}
