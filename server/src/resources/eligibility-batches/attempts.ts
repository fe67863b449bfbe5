import type { RejectError } from 'ediloom/eligibility';
import { type Expression, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { BatchItemResult } from '../../store/batch-tables.js';
import { grouped } from '../../store/grouped.js';
import { appendFeed } from '../feed/feed.js';
import { batchOfItem } from './item-id.js';
import { BATCH_MOVES, type BatchCount } from './moves.js';

/*
 * What attempts change: an item and, in the same commit, the counts of its batch. Whoever comes late, as a process that lost its lease and has
 * an answer after all, changes an item that is not over yet, and no other.
 */

/** An attempt that is about to be made. */
export interface NewAttempt {
  readonly itemId: string;
  readonly checkId: string;
  readonly now: number;
  /** If nobody hears of its end, the check may be asked again then. */
  readonly retryAt: number;
}

/** @returns false for an item that is over, or whose time for another attempt has not come: nothing may be sent. */
export async function beginAttempt(queries: AccountQueries, attempt: NewAttempt): Promise<boolean> {
  const { itemId, checkId, now, retryAt } = attempt;
  const row = await queries
    .update('eligibility_batch_items')
    .set((item) => ({
      state: sql<'STARTED' | 'RETRYING'>`case when attempts = 0 then 'STARTED' else 'RETRYING' end`,
      check_id: checkId,
      attempts: item('attempts', '+', 1),
      first_attempt_at: sql<number>`coalesce(first_attempt_at, ${now})`,
      retry_at: retryAt,
      updated_at: now,
    }))
    .where('id', '=', itemId)
    .where('ended_at', 'is', null)
    .where((item) => item.or([item('retry_at', 'is', null), item('retry_at', '<=', now)]))
    .returning('attempts')
    .executeTakeFirst();
  if (row === undefined) return false;
  if (Number(row.attempts) === 1) {
    await moveCounts(
      queries,
      batchOfItem(itemId),
      new Map([
        ['validated_count', -1],
        ['in_progress_count', 1],
      ]),
      now,
    );
  }
  return true;
}

/** An attempt after which the check is asked again. */
export interface FailedAttempt {
  readonly kind: 'again';
  readonly itemId: string;
  readonly checkId: string;
  readonly errors: readonly RejectError[];
  readonly retryAt: number;
  readonly now: number;
}

/** A check of a batch that is over. */
export interface EndedItem {
  readonly kind: 'ended';
  readonly itemId: string;
  /** Of the attempt that has ended it; absent: none was made, or the last one stands. */
  readonly checkId?: string | undefined;
  readonly state: 'COMPLETED' | 'COMPLETED_WITH_ERRORS';
  readonly result: BatchItemResult;
  readonly errors: readonly RejectError[];
  readonly now: number;
}

/**
 * Writes down what came of attempts, counts it, and tells those who poll of what is over.
 * @returns ids of batches that are over by it: each is told once.
 */
export async function noteAttempts(
  queries: AccountQueries,
  attempts: readonly (FailedAttempt | EndedItem)[],
): Promise<readonly string[]> {
  const ended: { readonly item: EndedItem; readonly from: BatchCount }[] = [];
  for (const attempt of attempts) {
    if (attempt.kind === 'again') await noteFailed(queries, attempt);
    else {
      const from = await noteEnded(queries, attempt);
      if (from !== undefined) ended.push({ item: attempt, from });
    }
  }
  await appendFeed(
    queries,
    ended.map(({ item: { itemId, now } }) => ({ kind: 'batch-item', refId: itemId, mode: 'live', at: now })),
  );
  // In the order of their ids, as others lock several.
  const over: string[] = [];
  const batches = [...grouped(ended, ({ item }) => batchOfItem(item.itemId))].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [batchId, own] of batches) {
    const moved = new Map<BatchCount, number>();
    const add = (count: BatchCount, by: number) => void moved.set(count, (moved.get(count) ?? 0) + by);
    for (const { item, from } of own) {
      add(from, -1);
      add(item.state === 'COMPLETED' ? 'success_count' : 'error_count', 1);
    }
    const isOver = await moveCounts(queries, batchId, moved, Math.max(...own.map(({ item }) => item.now)));
    if (isOver) over.push(batchId);
  }
  return over;
}

async function noteFailed(queries: AccountQueries, attempt: FailedAttempt): Promise<void> {
  const { itemId, checkId, errors, retryAt, now } = attempt;
  await queries
    .update('eligibility_batch_items')
    .set({ state: 'RETRYING', retry_at: retryAt, errors: JSON.stringify(errors), updated_at: now })
    .where('id', '=', itemId)
    .where('ended_at', 'is', null)
    // Another attempt may be under way by now, whose time is its own.
    .where('check_id', '=', checkId)
    .execute();
}

/** @returns the count in which it stood; `undefined`: it was over before. */
async function noteEnded(queries: AccountQueries, ended: EndedItem): Promise<BatchCount | undefined> {
  const { itemId, checkId, state, result, errors, now } = ended;
  const row = await queries
    .update('eligibility_batch_items')
    .set({
      ...{ state, result, errors: JSON.stringify(errors), retry_at: null, ended_at: now, updated_at: now },
      ...(checkId === undefined ? {} : { check_id: checkId }),
    })
    .where('id', '=', itemId)
    .where('ended_at', 'is', null)
    .returning('attempts')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return Number(row.attempts) === 0 ? 'validated_count' : 'in_progress_count';
}

/**
 * Moves counts, and ends a batch of which nothing is left to be done: from then on it is kept for its whole time.
 * @returns whether it is over: no counts are moved afterwards.
 */
async function moveCounts(
  queries: AccountQueries,
  batchId: string,
  moved: ReadonlyMap<BatchCount, number>,
  now: number,
): Promise<boolean> {
  const by = (count: BatchCount): Expression<number> => sql<number>`${sql.ref(count)} + ${moved.get(count) ?? 0}`;
  const left = sql`${by('validated_count')} + ${by('in_progress_count')}`;
  const { 'all-answered': sound, 'some-failed': faulty } = BATCH_MOVES;
  const isAsItWas = sql`(status not in (${sql.join(sound.from)}) or ${left} > 0)`;
  const row = await queries
    .update('eligibility_batches')
    .set({
      validated_count: by('validated_count'),
      in_progress_count: by('in_progress_count'),
      success_count: by('success_count'),
      error_count: by('error_count'),
      updated_at: now,
      status: sql`case when ${isAsItWas} then status when ${by('error_count')} > 0 then ${faulty.to} else ${sound.to} end`,
      expires_at: sql`case when ${isAsItWas} then expires_at else expires_at + (${now} - started_at) end`,
    })
    .where('id', '=', batchId)
    .returning('status')
    .executeTakeFirst();
  return row !== undefined && !sound.from.includes(row.status);
}
