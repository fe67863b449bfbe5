import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { BY_ITS_KEY } from '../../store/by-its-key.js';
import { skipLocked } from '../../store/lock-row.js';
import { deleteRows, type Purge } from '../../store/purge.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

// Over all accounts, as time passes for all of them alike.

/** A production claim that its payer does not have: it waits, or its file does. The index `claims_to_forget` has these words, too. */
const UNSENT = sql.raw("(claim.state = 'QUEUED' and claim.route_id is not null)");

/**
 * Removes claims whose time has passed, with their history; their documents have the same time, and go with artifacts. What was taken in to be sent
 * stays until it was, however long an operator lets it wait.
 */
export const purgeClaims: Purge = (tx, now, most) => deleteRows(most, (rows) => removeSome(tx, now, rows));

async function removeSome(tx: Transaction, now: number, most: number): Promise<number> {
  const { rows } = await sql<{ readonly id: string }>`select claim.id from claims as claim
    where claim.expires_at is not null and claim.expires_at <= ${now} and not ${UNSENT}
    order by claim.expires_at limit ${most} ${skipLocked(tx)}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`delete from claim_history where claim_id in ${listOf(tx, ids)}`.execute(tx);
  await sql`delete from claims where id in ${listOf(tx, ids)}`.execute(tx);
  return ids.length;
}

/** Files looked at together: each may have thousands of claims. */
const FILES = 20;

/** Removes files of claims whose time has passed, with what was in them; those that are not sent stay, as their claims do. */
export const purgeClaimFiles: Purge = async (tx, now, most) => {
  const { rows } = await sql<{ readonly id: string }>`select id from claim_files
    where expires_at is not null and expires_at <= ${now} and state = 'SENT' order by expires_at limit ${FILES} ${skipLocked(tx)}`.execute(
    tx,
  );
  const ids = listOf(
    tx,
    rows.map(({ id }) => id),
  );
  const items = await deleteRows(most, async (some) => {
    const gone = await sql`delete from claim_file_items where (file_id, place) in (
      select file_id, place from claim_file_items where file_id in ${ids} limit ${some}) returning 1 as gone`.execute(
      tx,
    );
    return gone.rows.length;
  });
  if (items === most) return most;
  await sql`delete from claim_files where id in ${ids}`.execute(tx);
  return rows.length === FILES ? most : items + rows.length;
};

/** Whether an owner of artifacts is a claim, or a file of claims, that its payer does not have: its bytes are still to be sent. */
export function isUnsent(owner: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(exists (select 1 from claims as claim where claim.id = ${owner} and ${UNSENT} ${BY_ITS_KEY})
    or exists (select 1 from claim_files as file where file.id = ${owner} and file.state <> 'SENT' ${BY_ITS_KEY}))`;
}

/** Whether files of claims are there that went over a route and were made until a time, each of a column of the row that is looked at. */
export function hasFilesUntil(routeId: string, at: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from claim_files as file where file.route_id = ${sql.ref(routeId)} and file.created_at <= ${sql.ref(at)})`;
}

/** Whether a file of claims has gone over a route by no partnership since a time, each of a column of the row that is looked at. */
export function wentItselfSince(routeId: string, at: string): RawBuilder<SqlBool> {
  const [route, since] = [sql.ref(routeId), sql.ref(at)];
  // Apart, or neither index would be of use.
  return sql<SqlBool>`(exists (select 1 from claim_files as file
      where file.route_id = ${route} and file.execution_id is null and file.sent_at > ${since})
    or exists (select 1 from claim_files as file
      where file.route_id = ${route} and file.execution_id is null and file.handing_since > ${since}))`;
}
