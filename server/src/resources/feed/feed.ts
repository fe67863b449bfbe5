import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import { dialectOf } from '../../store/dialect-of.js';
import { insertRows } from '../../store/insert-rows.js';
import { feedOffset } from '../../store/postgres/continue-feed.js';
import { feedHorizon } from '../../store/postgres/feed-horizon.js';
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

/** Which entries are meant. */
export interface FeedPart {
  readonly kind: Feed['kind'];
  /** Absent: entries of both. */
  readonly mode?: Feed['mode'] | undefined;
  /** Of the kind `batch-item`: those of one batch. Absent: of all. */
  readonly batchId?: string | undefined;
}

export interface FeedQuestion extends FeedPart {
  /** Absent: from the beginning. */
  readonly after?: FeedPlace | undefined;
  readonly limit: number;
  /** Milliseconds since 1970: only entries of later instants, for a reader that has no place yet. */
  readonly laterThan?: number | undefined;
  /** Milliseconds since 1970: later entries are not wanted; a reader meets them by asking again without. */
  readonly notAfter?: number | undefined;
}

export interface FeedPage {
  readonly rows: readonly FeedRow[];
  /** Where to read on: behind the last row, or behind all that there is. */
  readonly next: FeedPlace;
}

/**
 * How far apart entries may be by their instants and yet stand in the other order: clocks of processes differ, and commits take their
 * time. Milliseconds.
 */
const DISORDER_MS = 60_000;
/** Of one statement: PostgreSQL takes 65,535 values in one. */
const ENTRIES_AT_ONCE = 1_000;
const BEGINNING: FeedPlace = { xid: 0, position: 0 };

/** Writes entries down, in the transaction that makes what they report. */
export async function appendFeed(queries: AccountQueries, entries: readonly FeedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ kind, refId, mode, at }) => ({ kind, ref_id: refId, mode, at }));
  // `as never`: only PostgreSQL has the column `xid`, and one type stands for both tables.
  if (dialectOf(queries.tx) === 'sqlite') return insertRows(queries, 'feed', rows as never);
  // The number of this transaction: numbers of positions are given before the commit, and commits come in another order.
  const xid = sql<number>`${feedOffset} + pg_current_xact_id()::text::bigint`;
  for (let from = 0; from < rows.length; from += ENTRIES_AT_ONCE) {
    const some = rows.slice(from, from + ENTRIES_AT_ONCE).map((row) => ({ ...row, xid }));
    await queries.insert('feed', some as never).execute();
  }
}

/**
 * Reads on from a place, in an order in which nothing appears before a place that a reader has passed: on PostgreSQL, what is
 * committed is shown once every transaction of this server that began earlier has ended. On SQLite there is one writer.
 */
export async function readFeed(queries: AccountQueries, question: FeedQuestion): Promise<FeedPage> {
  const { after, limit, laterThan, notAfter } = question;
  // In a statement before: what was committed until then is seen by those that follow.
  const horizon = dialectOf(queries.tx) === 'postgres' ? await feedHorizon(queries.tx) : undefined;
  const part: Visible = { queries, part: question, horizon };
  // Before the entries are read: what is committed after this look stands behind it, and is not passed by unread. Where entries are left out
  // for their instant, they are still to come.
  const end = notAfter === undefined ? await lastOf(part) : undefined;
  // A batch has ten thousand entries at most, which its own index leads to; by instants those of all batches would be looked through.
  const isSought = laterThan !== undefined && question.batchId === undefined;
  const first = isSought ? await firstOf(part, laterThan) : undefined;
  const isNone = isSought && first === undefined;
  let rows = visible(part).select(['xid', 'position', 'ref_id', 'at']);
  // `+ 0`: in the order of places, whatever an index by instants would seem to save.
  if (laterThan !== undefined) rows = rows.where(sql<SqlBool>`at + 0 > ${laterThan}`);
  if (notAfter !== undefined) rows = rows.where(sql<SqlBool>`at + 0 <= ${notAfter}`);
  if (first !== undefined) rows = rows.where(isBehind(part, '>=', first));
  if (after !== undefined) rows = rows.where(isBehind(part, '>', after));
  const found = isNone ? [] : await rows.orderBy('xid').orderBy('position').limit(limit).execute();
  const shown = found.map(({ xid, position, ref_id, at }) => ({ xid, position, refId: ref_id, at }));
  const last = shown.at(-1);
  if (last !== undefined) return { rows: shown, next: { xid: last.xid, position: last.position } };
  return { rows: [], next: laterOf(after ?? BEGINNING, end ?? BEGINNING) };
}

/** @returns the one that stands further on. */
export function laterOf(one: FeedPlace, other: FeedPlace): FeedPlace {
  const isLater = one.xid > other.xid || (one.xid === other.xid && one.position >= other.position);
  return isLater ? one : other;
}

interface Visible {
  readonly queries: AccountQueries;
  readonly part: FeedPart;
  /** Of PostgreSQL. */
  readonly horizon: number | undefined;
}

function visible({ queries, part: { kind, mode, batchId }, horizon }: Visible) {
  let rows = queries.from('feed').where('kind', '=', kind);
  // The words of the index for batches; ids of their items begin with theirs.
  if (batchId !== undefined)
    rows = rows.where(sql<SqlBool>`kind = 'batch-item' and substr(ref_id, 1, 36) = ${batchId}`);
  // The words of the index for test keys.
  if (mode === 'test') rows = rows.where(sql<SqlBool>`mode = 'test'`);
  else if (mode !== undefined) rows = rows.where('mode', '=', mode);
  return horizon === undefined ? rows : rows.where('xid', '<', horizon);
}

/** On SQLite there is one number for all, and only of the position alone does it make a search in an index. */
function isBehind({ horizon }: Visible, than: '>' | '>=', { xid, position }: FeedPlace): RawBuilder<SqlBool> {
  const operator = sql.raw(than);
  return horizon === undefined
    ? sql`xid = 0 and position ${operator} ${position}`
    : sql`(xid, position) ${operator} (${xid}, ${position})`;
}

/** A place before which no entry is later than an instant; two looks into the index by instants. */
async function firstOf(part: Visible, laterThan: number): Promise<FeedPlace | undefined> {
  const later = visible(part).where('at', '>', laterThan);
  const first = await later.select('at').orderBy('at').limit(1).executeTakeFirst();
  if (first === undefined) return undefined;
  const near = later.where('at', '<=', Number(first.at) + DISORDER_MS).select(['xid', 'position']);
  // By the index of instants, though that of places has the order.
  return near.orderBy(sql`xid + 0`).orderBy(sql`position + 0`).limit(1).executeTakeFirst();
}

/** The last entry of either mode: a test key passes by those of live ones. */
function lastOf({ queries, part: { kind, batchId }, horizon }: Visible): Promise<FeedPlace | undefined> {
  const rows = visible({ queries, part: { kind, batchId }, horizon }).select(['xid', 'position']);
  return rows.orderBy('xid', 'desc').orderBy('position', 'desc').limit(1).executeTakeFirst();
}
