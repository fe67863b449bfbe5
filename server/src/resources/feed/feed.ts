import { sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import { dialectOf } from '../../store/dialect-of.js';
import { insertRows } from '../../store/insert-rows.js';
import { feedOffset } from '../../store/postgres/continue-feed.js';
import type { Feed } from '../../store/tables.js';

/** What has become known: a transaction that was processed, an execution that changed. */
export interface FeedEntry {
  readonly kind: Feed['kind'];
  readonly refId: string;
  readonly mode: Feed['mode'];
  readonly at: number;
}

/** Where a reader stands; whatever is committed later comes after it. */
export interface FeedPlace {
  readonly xid: number;
  readonly position: number;
}

export interface FeedRow extends FeedPlace {
  readonly refId: string;
  readonly at: number;
}

export interface FeedQuestion {
  readonly kind: Feed['kind'];
  /** Absent: entries of both. */
  readonly mode?: Feed['mode'] | undefined;
  /** Absent: from the beginning. */
  readonly after?: FeedPlace | undefined;
  readonly limit: number;
  /** Milliseconds since 1970: only entries of later instants, for a reader that has no place yet. */
  readonly laterThan?: number | undefined;
  /** Milliseconds since 1970: later entries are not wanted; a reader meets them by asking again without. */
  readonly notAfter?: number | undefined;
}

/** Writes entries down, in the transaction that makes what they report. */
export async function appendFeed(queries: AccountQueries, entries: readonly FeedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ kind, refId, mode, at }) => ({ kind, ref_id: refId, mode, at }));
  // `as never`: only PostgreSQL has the column `xid`, and one type stands for both tables.
  if (dialectOf(queries.tx) === 'sqlite') return insertRows(queries, 'feed', rows as never);
  // The number of this transaction: numbers of positions are given before the commit, and commits come in another order.
  const xid = sql<number>`${feedOffset} + pg_current_xact_id()::text::bigint`;
  await queries.insert('feed', rows.map((row) => ({ ...row, xid })) as never).execute();
}

/**
 * Reads on from a place, in an order in which nothing appears before a place that a reader has passed: on PostgreSQL, what is
 * committed is shown once every transaction that began earlier has ended. On SQLite there is one writer.
 */
export async function readFeed(queries: AccountQueries, question: FeedQuestion): Promise<readonly FeedRow[]> {
  const { kind, mode, after, limit, laterThan, notAfter } = question;
  let rows = queries.from('feed').select(['xid', 'position', 'ref_id', 'at']).where('kind', '=', kind);
  if (mode !== undefined) rows = rows.where('mode', '=', mode);
  if (laterThan !== undefined) rows = rows.where('at', '>', laterThan);
  if (notAfter !== undefined) rows = rows.where('at', '<=', notAfter);
  if (after !== undefined) rows = rows.where(sql<boolean>`(xid, position) > (${after.xid}, ${after.position})`);
  if (dialectOf(queries.tx) === 'postgres') {
    rows = rows.where('xid', '<', sql<number>`${feedOffset} + pg_snapshot_xmin(pg_current_snapshot())::text::bigint`);
  }
  const found = await rows.orderBy('xid').orderBy('position').limit(limit).execute();
  return found.map(({ xid, position, ref_id, at }) => ({ xid, position, refId: ref_id, at }));
}
