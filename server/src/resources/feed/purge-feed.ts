import { sql } from 'kysely';
import { AccountQueries } from '../../store/account-queries.js';
import type { Store, Transaction } from '../../store/store.js';
import type { Feed, FeedMarks } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';
import { isBatchItem } from '../eligibility-batches/expired.js';
import { isExecution } from '../executions/expired.js';
import { isTransaction } from '../transactions/outcomes.js';
import { type FeedPart, type FeedPlace, laterOf } from './feed.js';

/** Entries that are looked at, and removed, at a time. */
const ROWS = 1000;

type Entry = Pick<Feed, 'account_id' | 'kind' | 'mode'> & FeedPlace & { readonly isGone: number | boolean };

/**
 * Removes entries whose transaction or execution was removed, and marks how far, so that a reader who stands before them is told. Goes
 * through the feed of all accounts by its positions, a portion at a time; what was cut off is done by the next run.
 * @returns how many went.
 */
export async function purgeFeed(store: Store, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (let after = 0; ; ) {
    signal?.throwIfAborted();
    const place = after;
    const entries = await store.list((db) => entriesAfter(db, place));
    const gone = entries.filter(({ isGone }) => isGone);
    if (gone.length > 0) await store.write((tx) => remove(tx, gone));
    removed += gone.length;
    const last = entries.at(-1);
    if (entries.length < ROWS || last === undefined) return removed;
    after = last.position;
  }
}

async function entriesAfter(db: Transaction, position: number): Promise<readonly Entry[]> {
  const subject = sql.ref<string>('feed.ref_id');
  const { rows } = await sql<Entry>`select account_id, kind, mode, xid, position,
      not (${isExecution(subject)} or ${isTransaction(subject)} or ${isBatchItem(subject)}) as "isGone"
    from feed where position > ${position} order by position limit ${ROWS}`.execute(db);
  return rows;
}

async function remove(tx: Transaction, gone: readonly Entry[]): Promise<void> {
  const marks = new Map<string, FeedMarks>();
  for (const { account_id, kind, mode, xid, position } of gone) {
    const name = JSON.stringify([account_id, kind, mode]);
    const { xid: toXid, position: toPosition } = laterOf(marks.get(name) ?? { xid, position }, { xid, position });
    marks.set(name, { account_id, kind, mode, xid: toXid, position: toPosition });
  }
  for (const mark of marks.values()) await raise(tx, mark);
  const positions = listOf(
    tx,
    gone.map(({ position }) => String(position)),
  );
  await sql`delete from feed where position in (select cast(value as bigint) from ${positions} as gone)`.execute(tx);
}

/** A mark only goes on. */
async function raise(tx: Transaction, { account_id, ...mark }: FeedMarks): Promise<void> {
  await new AccountQueries(tx, account_id)
    .insert('feed_marks', mark)
    .onConflict((there) =>
      there
        .columns(['account_id', 'kind', 'mode'])
        .doUpdateSet({ xid: mark.xid, position: mark.position })
        .where(sql<boolean>`(feed_marks.xid, feed_marks.position) < (${mark.xid}, ${mark.position})`),
    )
    .execute();
}

/** The last entry of these that was removed; absent: none was. */
export async function feedMark(queries: AccountQueries, { kind, mode }: FeedPart): Promise<FeedPlace | undefined> {
  let marks = queries.from('feed_marks').select(['xid', 'position']).where('kind', '=', kind);
  if (mode !== undefined) marks = marks.where('mode', '=', mode);
  const places: readonly FeedPlace[] = await marks.execute();
  return places.length === 0 ? undefined : places.reduce(laterOf);
}
