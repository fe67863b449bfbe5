import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../store.js';
import { feedOffset } from './continue-feed.js';

/** How the sessions of this server call themselves. */
export const APPLICATION = 'ediloom';

/*
 * What holds the feed back is an open transaction of ours that has a number, for it may have written entries. The horizon of a snapshot
 * would count each transaction of the whole cluster: one left open in another database, or prepared and forgotten, would stop all polling.
 *
 * The picture of the sessions is taken after the snapshot, so that a transaction which ends between the two does not seem to be none; one
 * that begins between them has a number that is not below the end of the snapshot. It is taken anew for each statement: within a
 * transaction PostgreSQL would show the first one again.
 */
const sessions = sql`
  with snapshot as (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xmax,
                           pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin),
  sessions as materialized (
    select s.* from pg_stat_get_activity((select case when pg_stat_clear_snapshot()::text = '' then null::int end)) as s
    where s.datid = (select oid from pg_database where datname = current_database())),
  writers as (
    select s.xact_start, (snapshot.xmax % 4294967296 - s.backend_xid::text::bigint + 4294967296) % 4294967296 as behind
    from sessions as s, snapshot where s.backend_xid is not null
    and (s.usesysid = (select oid from pg_roles where rolname = current_user) or s.application_name = ${APPLICATION}))`;

/**
 * The number from which on entries may still come: those of lower ones are all there, for a statement that begins after this one.
 * Where a session of ours belongs to another role, whose transactions nobody else may see, it is the snapshot's.
 */
export async function feedHorizon(db: Transaction): Promise<number> {
  // `backend_xid` has the lower 32 bits; what seems to be very far behind began after the snapshot.
  const { rows } = await sql<{ readonly horizon: number }>`${sessions}
    select ${feedOffset} + case
      when exists (select 1 from sessions where application_name = ${APPLICATION} and query = '<insufficient privilege>') then xmin
      else xmax - coalesce((select max(behind) from writers where behind < 2147483648), 0) end as horizon
    from snapshot`.execute(db);
  return Number(rows[0]?.horizon ?? 0);
}

/** Seconds since the oldest transaction began that holds the feed back; 0: none does. */
export async function feedLag(db: Transaction): Promise<number> {
  const age: RawBuilder<number> = sql`extract(epoch from clock_timestamp() - min(xact_start))`;
  const { rows } = await sql<{ readonly lag: number | string | null }>`${sessions}
    select ${age} as lag from writers where behind < 2147483648`.execute(db);
  return Math.max(0, Number(rows[0]?.lag ?? 0));
}
