import { sql } from 'kysely';
import { uuid } from '../../ids.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import { type NewEvent, writeEvents } from '../../resources/events/rows.js';
import { appendFeed, type FeedEntry } from '../../resources/feed/feed.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { isPostgres } from '../../store/dialect-of.js';
import { insertRows } from '../../store/insert-rows.js';
import { valueList } from '../../store/value-list.js';

/** Everything that is written when a file has been delivered. */
export interface DeliveredFile {
  readonly executionId: string;
  readonly at: number;
  /** False: it was delivered before, and only goes out once more. */
  readonly first: boolean;
  readonly report: OwnRow<'delivery_reports'>;
  /** Of a bucket: the object that is there now. */
  readonly object: OwnRow<'bucket_objects'> | undefined;
  /** The partner's receipt, where there is one. */
  readonly receipt: PreparedArtifact | undefined;
  readonly events: readonly NewEvent[];
  readonly feed: readonly FeedEntry[];
}

/** Writes down what files of one account were delivered together: a few statements, however many files, and none waits for another. */
export async function commitDelivered(queries: AccountQueries, files: readonly DeliveredFile[]): Promise<void> {
  await Promise.all([
    putObjects(
      queries,
      files.flatMap(({ object }) => object ?? []),
    ),
    insertRows(
      queries,
      'artifacts',
      files.flatMap(({ receipt }) => receipt ?? []),
    ),
    insertRows(
      queries,
      'delivery_reports',
      files.map(({ report }) => report),
    ),
    complete(
      queries,
      files.filter(({ first }) => first),
    ),
    writeEvents(
      queries,
      files.flatMap(({ events }) => events),
    ),
    appendFeed(
      queries,
      files.flatMap(({ feed }) => feed),
    ),
  ]);
}

async function complete(queries: AccountQueries, files: readonly DeliveredFile[]): Promise<void> {
  if (files.length === 0) return;
  const dialect = isPostgres(queries.tx) ? 'postgres' : 'sqlite';
  const completed = files.map(({ executionId }) => executionId);
  const ids = sql<string>`(select value from ${valueList(dialect, completed)})`;
  const updated_at = Math.max(...files.map(({ at }) => at));
  await Promise.all([
    queries
      .update('executions')
      .set({ status: 'COMPLETED', retryable: 0, updated_at })
      .where('id', 'in', ids)
      .execute(),
    queries.update('transactions').set({ listed: 1 }).where('execution_id', 'in', ids).execute(),
  ]);
}

const NEWER_OBJECT = {
  key: ['bucket', 'key'],
  columns: ['size', 'sha256', 'content_type', 'execution_id', 'updated_at'],
};

async function putObjects(queries: AccountQueries, objects: readonly OwnRow<'bucket_objects'>[]): Promise<void> {
  // Two connections may put the same object; the later one is there.
  const rows = [...new Map(objects.map((row) => [`${row.bucket}/${row.key}`, row])).values()];
  await insertRows(queries, 'bucket_objects', rows, NEWER_OBJECT);
}

/** An attempt that failed. */
export interface FailedAttempt {
  readonly executionId: string;
  readonly at: number;
  readonly report: OwnRow<'delivery_reports'>;
}

/** Writes an attempt down after which another comes. */
export async function commitAttempt(queries: AccountQueries, attempts: readonly FailedAttempt[]): Promise<void> {
  await insertRows(
    queries,
    'delivery_reports',
    attempts.map(({ report }) => report),
  );
}

/** The last attempt, and the end it makes of the execution. */
export interface FailedFile extends FailedAttempt {
  readonly fault: { readonly code: string; readonly message: string };
  readonly event: NewEvent;
  readonly feed: readonly FeedEntry[];
}

/** Writes down that a file was not delivered: its execution has failed, and can be retried by hand. */
export async function commitFailed(queries: AccountQueries, files: readonly FailedFile[]): Promise<void> {
  await commitAttempt(queries, files);
  for (const { executionId, at, fault } of files) {
    await queries
      .update('executions')
      .set((row) => ({
        status: 'FAILED',
        fault_code: fault.code,
        fault_message: fault.message,
        fault_count: row('fault_count', '+', 1),
        retryable: 1,
        updated_at: at,
      }))
      .where('id', '=', executionId)
      .execute();
  }
  await insertRows(
    queries,
    'faults',
    files.map(({ executionId, at, fault }) => ({
      id: uuid(),
      execution_id: executionId,
      code: fault.code,
      message: fault.message,
      detail: '{}',
      created_at: at,
    })),
  );
  await writeEvents(
    queries,
    files.map(({ event }) => event),
  );
  await appendFeed(
    queries,
    files.flatMap(({ feed }) => feed),
  );
}
