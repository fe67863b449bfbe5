import { sql } from 'kysely';
import { AccountQueries } from '../store/account-queries.js';
import { dialectOf } from '../store/dialect-of.js';
import { prepared } from '../store/prepared.js';
import type { Transaction } from '../store/store.js';
import type { Idempotency } from '../store/tables.js';

// The table `idempotency`: a row a key. While its status is null the key is leased; with a status, the row is the answer.

/** How long an answer is kept for repeated requests. */
export const KEEP_MS = 24 * 60 * 60 * 1000;

/** The columns that are an answer. */
export type KeptAnswer = Pick<Idempotency, 'status' | 'headers' | 'body' | 'master_key_id'>;

/** The lease of a key as its row has it. */
export interface LeaseRow {
  readonly accountId: string;
  /** The Idempotency-Key behind the mode of the caller's key. */
  readonly rowKey: string;
  /** Id of the process that works under it. */
  readonly owner: string;
  /** Counts how often the key was taken: of several that took it in turn, only the last has this number. */
  readonly number: number;
  /** Milliseconds since 1970 after which another may take the key. */
  until: number;
}

/** A lease that is asked for, from `now` on. */
export interface AskedLease extends Omit<LeaseRow, 'number'> {
  readonly requestHash: string;
  readonly now: number;
}

const ANYBODY = '*';

/*
 * Taken is a key that is new, whose answer is older than answers are kept, or whose request is under way no more: the lease ran out, or
 * its owner is dead. Then it must be the same request, as the row of another request is what it is refused by.
 */
const insertLease = prepared(
  (_, asked: NewLease) => sql<Pick<Idempotency, 'lease'>>`
  insert into idempotency (account_id, key, request_hash, owner, lease, lease_until, created_at)
  values (${asked.accountId}, ${asked.rowKey}, ${asked.requestHash}, ${asked.owner}, 1, ${asked.until}, ${asked.now})
  on conflict (account_id, key) do update set
    request_hash = excluded.request_hash, owner = excluded.owner, lease = idempotency.lease + 1,
    lease_until = excluded.lease_until, status = null, headers = null, body = null, master_key_id = null,
    created_at = excluded.created_at
  where idempotency.created_at <= ${asked.keptSince}
    or (idempotency.status is null and idempotency.request_hash = excluded.request_hash
      and (idempotency.lease_until <= ${asked.now}
        or (cast(${asked.living} as text) <> ${sql.lit(ANYBODY)} and idempotency.owner <> ${asked.living})))
  returning lease`,
);

interface NewLease extends AskedLease {
  /** Answers of this age or older are free to be replaced. */
  readonly keptSince: number;
  /** The one owner that may be alive; or anybody may be. */
  readonly living: string;
}

type AnsweredLease = Pick<LeaseRow, 'accountId' | 'rowKey' | 'owner' | 'number'> & KeptAnswer;

const updateAnswer = prepared(
  (_, lease: AnsweredLease) => sql`
  update idempotency set status = ${lease.status}, headers = ${lease.headers}, body = ${lease.body},
    master_key_id = ${lease.master_key_id}
  where account_id = ${lease.accountId} and key = ${lease.rowKey} and owner = ${lease.owner} and lease = ${lease.number}
    and status is null`,
);

/** Takes a key by one statement. @returns the number of the lease; `undefined` where the key is not free. */
export async function insertOrTake(tx: Transaction, asked: AskedLease): Promise<number | undefined> {
  // One process owns the embedded store, so leases of other processes are those of dead ones.
  const living = dialectOf(tx) === 'sqlite' ? asked.owner : ANYBODY;
  const { rows } = await insertLease(tx, { ...asked, keptSince: asked.now - KEEP_MS, living });
  const [row] = rows;
  return row && Number(row.lease);
}

/** The row that stood in the way of `insertOrTake`, in the same transaction. */
export function rowInTheWay(tx: Transaction, { accountId, rowKey }: AskedLease): Promise<Idempotency> {
  const rows = new AccountQueries(tx, accountId).from('idempotency').selectAll();
  return rows.where('key', '=', rowKey).executeTakeFirstOrThrow();
}

/** @returns whether the lease still stood: otherwise nothing was written. */
export async function keepAnswer(
  tx: Transaction,
  { accountId, rowKey, owner, number }: LeaseRow,
  answer: KeptAnswer,
): Promise<boolean> {
  const { numAffectedRows } = await updateAnswer(tx, { accountId, rowKey, owner, number, ...answer });
  return numAffectedRows !== 0n;
}

export async function renewLease(tx: Transaction, lease: LeaseRow): Promise<void> {
  const rows = new AccountQueries(tx, lease.accountId).update('idempotency');
  await onlyOf(lease, rows.set({ lease_until: lease.until })).execute();
}

export async function deleteLease(tx: Transaction, lease: LeaseRow): Promise<void> {
  await onlyOf(lease, new AccountQueries(tx, lease.accountId).delete('idempotency')).execute();
}

/** Deletes answers older than they are kept for. @returns how many; it is called again while that is `most`. */
export async function purgeAnswers(tx: Transaction, now: number, most: number): Promise<number> {
  // Over all accounts by its nature: age is all that counts.
  const { rows } = await sql`delete from idempotency where (account_id, key) in (
    select account_id, key from idempotency where created_at <= ${now - KEEP_MS} limit ${most}) returning 1 as gone`.execute(
    tx,
  );
  return rows.length;
}

interface Narrowed<Query> {
  where(column: 'key' | 'owner' | 'lease', operator: '=', value: string | number): Query;
  where(column: 'status', operator: 'is', value: null): Query;
}

/** Narrows a query to the lease as it was taken: a row that another took over, or that is answered, is not touched. */
function onlyOf<Query extends Narrowed<Query>>({ rowKey, owner, number }: LeaseRow, query: Query): Query {
  return query
    .where('key', '=', rowKey)
    .where('owner', '=', owner)
    .where('lease', '=', number)
    .where('status', 'is', null);
}
