import { writeAudit } from '../audit/write-audit.js';
import { type Clock, isoTime } from '../clock.js';
import { ulid } from '../ids.js';
import { notFound } from '../problems.js';
import { AccountQueries } from '../store/account-queries.js';
import type { Transaction } from '../store/store.js';
import { limitsJson, readLimits } from './columns.js';
import type { AccountLimits } from './limits.js';

// The table `accounts`. An account is no row of an account, so these queries go past `AccountQueries`.

export interface ListedAccount {
  readonly id: string;
  readonly name: string;
  readonly limits: AccountLimits;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** Makes an account; its keys are made apart. @returns its id. */
export async function createAccount(
  tx: Transaction,
  clock: Clock,
  name: string,
  limits: AccountLimits = {},
): Promise<string> {
  const id = ulid(clock);
  await tx
    .insertInto('accounts')
    .values({ id, name, limits: limitsJson(limits), created_at: clock.now() })
    .execute();
  const queries = new AccountQueries(tx, id);
  await writeAudit(queries, clock, { action: 'create', objectKind: 'account', objectId: id });
  return id;
}

/** All accounts, the oldest first. They are few, and the operator's: there are no pages. */
export async function listAccounts(db: Transaction): Promise<readonly ListedAccount[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map(({ id, name, limits, created_at }) => ({
    id,
    name,
    limits: readLimits(limits),
    createdAt: isoTime(Number(created_at)),
  }));
}

/** Ids of the oldest accounts, at most `most` of them: enough to know whether there is none, one or several. */
export async function oldestAccounts(db: Transaction, most: number): Promise<readonly string[]> {
  const rows = await db.selectFrom('accounts').select('id').orderBy('created_at').limit(most).execute();
  return rows.map(({ id }) => id);
}

export async function isAccount(db: Transaction, id: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Queries of an account that the operator names. @throws Problem `not-found`. */
export async function queriesOf(tx: Transaction, accountId: string): Promise<AccountQueries> {
  if (!(await isAccount(tx, accountId))) throw notFound('account');
  return new AccountQueries(tx, accountId);
}

/** The limits of an account that are not the published ones. */
export async function limitsOfAccount({ tx, accountId }: AccountQueries): Promise<AccountLimits> {
  const row = await tx.selectFrom('accounts').select('limits').where('id', '=', accountId).executeTakeFirst();
  return row === undefined ? {} : readLimits(row.limits);
}

/** Replaces the limits of an account; those left out are the published ones, whatever they were before. */
export async function setLimits(queries: AccountQueries, clock: Clock, limits: AccountLimits): Promise<void> {
  const { tx, accountId } = queries;
  await tx
    .updateTable('accounts')
    .set({ limits: limitsJson(limits) })
    .where('id', '=', accountId)
    .execute();
  await writeAudit(queries, clock, { action: 'update', objectKind: 'account', objectId: accountId });
}
