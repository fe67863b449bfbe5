import { uuid } from '../../ids.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { RouteSubmissionItems, RouteSubmissions } from '../../store/batch-tables.js';
import { grouped } from '../../store/grouped.js';
import { insertRows } from '../../store/insert-rows.js';
import { listOf } from '../../store/value-list.js';

/** Which checks of a batch go over which route. */
export interface Filling {
  readonly batchId: string;
  readonly routeId: string;
  /** In their order. */
  readonly itemIds: readonly string[];
  /** Checks of one file. */
  readonly most: number;
  readonly now: number;
}

/** Puts checks into files, the last of which may take further ones. @returns ids of the files that are full. */
export async function fillSubmissions(queries: AccountQueries, filling: Filling): Promise<readonly string[]> {
  const { batchId, routeId, itemIds, most, now } = filling;
  const open = await queries
    .from('route_submissions')
    .select(['id', 'item_count'])
    .where('batch_id', '=', batchId)
    .where('route_id', '=', routeId)
    .where('state', '=', 'FILLING')
    .executeTakeFirst();
  const full: string[] = [];
  let id = open?.id;
  let count = Number(open?.item_count ?? 0);
  for (let from = 0; from < itemIds.length; ) {
    if (id === undefined) {
      id = uuid();
      count = 0;
      await queries.insert('route_submissions', newRow({ id, batchId, routeId, now })).execute();
    }
    const some = itemIds.slice(from, from + most - count);
    const rows = some.map((item_id, index) => ({
      submission_id: id as string,
      place: count + index + 1,
      item_id,
      check_id: null,
    }));
    await insertRows(queries, 'route_submission_items', rows);
    count += some.length;
    from += some.length;
    const isFull = count >= most;
    await changeSubmission(queries, id, {
      item_count: count,
      state: isFull ? 'GATHERING' : 'FILLING',
      updated_at: now,
    });
    if (!isFull) break;
    full.push(id);
    id = undefined;
  }
  return full;
}

function newRow({ id, batchId, routeId, now }: { id: string } & Pick<Filling, 'batchId' | 'routeId' | 'now'>) {
  return {
    ...{ id, batch_id: batchId, route_id: routeId, route_version: null, state: 'FILLING' as const, item_count: 0 },
    ...{ file_id: null, interchange_number: null, group_number: null, attempts: 0, is_acknowledged: 0 },
    ...{ sent_at: null, give_up_at: null, created_at: now, updated_at: now },
  };
}

/** No further checks of a batch come. @returns the files that had room for some, with their routes. */
export async function closeSubmissions(
  queries: AccountQueries,
  batchId: string,
  now: number,
): Promise<readonly Pick<RouteSubmissions, 'id' | 'route_id'>[]> {
  return queries
    .update('route_submissions')
    .set({ state: 'GATHERING', updated_at: now })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'FILLING')
    .returning(['id', 'route_id'])
    .execute();
}

export function findRouteSubmission(queries: AccountQueries, id: string): Promise<RouteSubmissions | undefined> {
  return queries.from('route_submissions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What of a file changes on its way. */
export type SubmissionChange = Partial<
  Omit<RouteSubmissions, 'account_id' | 'id' | 'batch_id' | 'route_id' | 'created_at'>
> &
  Pick<RouteSubmissions, 'updated_at'>;

export async function changeSubmission(queries: AccountQueries, id: string, changed: SubmissionChange): Promise<void> {
  await queries.update('route_submissions').set(changed).where('id', '=', id).execute();
}

/** Writes down the numbers of a file, and until when its checks are waited for; what is there stays. */
export async function noteBegin(
  queries: AccountQueries,
  id: string,
  begin: Pick<RouteSubmissions, 'give_up_at' | 'interchange_number' | 'group_number' | 'updated_at'>,
): Promise<void> {
  await queries.update('route_submissions').set(begin).where('id', '=', id).where('give_up_at', 'is', null).execute();
}

/** Writes down with which bytes a file goes, once. @returns false where that is known, or the file is gone. */
export async function noteWritten(
  queries: AccountQueries,
  id: string,
  written: Pick<RouteSubmissions, 'file_id' | 'route_version' | 'updated_at'>,
): Promise<boolean> {
  const row = await queries
    .update('route_submissions')
    .set({ ...written, state: 'WRITTEN' })
    .where('id', '=', id)
    .where('state', '=', 'GATHERING')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a file of which no check is left. @returns false where some are. */
export async function removeIfEmpty(queries: AccountQueries, id: string): Promise<boolean> {
  const left = await queries
    .from('route_submission_items')
    .select('place')
    .where('submission_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (left !== undefined) return false;
  await queries.delete('route_submissions').where('id', '=', id).execute();
  return true;
}

/** Checks in a file that are not over, in their order. @param after the place behind which they begin. */
export async function submissionItems(
  queries: AccountQueries,
  id: string,
  { after = 0, most }: { readonly after?: number; readonly most: number },
): Promise<readonly RouteSubmissionItems[]> {
  const rows = await queries
    .from('route_submission_items')
    .selectAll()
    .where('submission_id', '=', id)
    .where('place', '>', after)
    .orderBy('place')
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...row, place: Number(row.place) }));
}

/** Writes down by which attempt a check goes in a file. */
export async function noteAsked(
  queries: AccountQueries,
  { submission_id, place }: Pick<RouteSubmissionItems, 'submission_id' | 'place'>,
  checkId: string,
): Promise<void> {
  await queries
    .update('route_submission_items')
    .set({ check_id: checkId })
    .where('submission_id', '=', submission_id)
    .where('place', '=', place)
    .execute();
}

/** Takes checks out of their files: they are over, or are asked by themselves. */
export async function takeOut(
  queries: AccountQueries,
  items: readonly Pick<RouteSubmissionItems, 'submission_id' | 'place'>[],
): Promise<void> {
  for (const [id, ofFile] of grouped(items, ({ submission_id }) => submission_id)) {
    await queries
      .delete('route_submission_items')
      .where('submission_id', '=', id)
      .where(
        'place',
        'in',
        ofFile.map(({ place }) => place),
      )
      .execute();
  }
}

/** Takes a check out of a file that is not written down in it. */
export async function takeOutUnasked(
  queries: AccountQueries,
  { submission_id, place }: Pick<RouteSubmissionItems, 'submission_id' | 'place'>,
): Promise<void> {
  await queries
    .delete('route_submission_items')
    .where('submission_id', '=', submission_id)
    .where('place', '=', place)
    .where('check_id', 'is', null)
    .execute();
}

/** Files of checks that are on their way, the newest first. */
export function newestRouteSubmissions(queries: AccountQueries, most: number): Promise<readonly RouteSubmissions[]> {
  return queries
    .from('route_submissions')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** How many checks of each file are not over. */
export async function leftIn(queries: AccountQueries, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .from('route_submission_items')
    .select(({ fn }) => ['submission_id', fn.countAll().as('count')])
    .where('submission_id', 'in', listOf(queries.tx, ids))
    .groupBy('submission_id')
    .execute();
  return new Map(rows.map(({ submission_id, count }) => [submission_id, Number(count)]));
}
