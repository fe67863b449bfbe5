import { insertArtifacts } from '../../objects/artifact-rows.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import type { ArrivalNeeds } from '../../resources/buckets/arriving-objects.js';
import { type NewObject, putObjectRows } from '../../resources/buckets/object-rows.js';
import { type EventServices, type NewEvent, writeEvents } from '../../resources/events/rows.js';
import {
  completeExecutions,
  type Failure,
  failExecutions,
  insertDeliveryReports,
} from '../../resources/executions/outcomes.js';
import { appendFeed, type FeedEntry } from '../../resources/feed/feed.js';
import { awaitAnswers } from '../../resources/tracking/sent-groups.js';
import { listDelivered } from '../../resources/transactions/outcomes.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';

/** Everything that is written when a file has been delivered. */
export interface DeliveredFile {
  readonly executionId: string;
  readonly at: number;
  /** False: it was delivered before, and only goes out once more. */
  readonly first: boolean;
  /** The partner is to answer it. */
  readonly isAwaited: boolean;
  readonly report: OwnRow<'delivery_reports'>;
  /** Of a bucket: the object that is there now. */
  readonly object: NewObject | undefined;
  /** Over which it went out. */
  readonly connectionId: string | null;
  /** The partner's receipt, where there is one. */
  readonly receipt: PreparedArtifact | undefined;
  readonly events: readonly NewEvent[];
  readonly feed: readonly FeedEntry[];
}

/** Writes down what files of one account were delivered together: a few statements, however many files, and none waits for another. */
export async function commitDelivered(
  queries: AccountQueries,
  files: readonly DeliveredFile[],
  services: ArrivalNeeds & EventServices,
): Promise<void> {
  await Promise.all([
    putObjects(services, queries, files),
    insertArtifacts(
      queries,
      files.flatMap(({ receipt }) => receipt ?? []),
    ),
    insertDeliveryReports(
      queries,
      files.map(({ report }) => report),
    ),
    complete(
      queries,
      files.filter(({ first }) => first),
    ),
    writeEvents(
      services,
      queries,
      files.flatMap(({ events }) => events),
    ),
    appendFeed(
      queries,
      files.flatMap(({ feed }) => feed),
    ),
  ]);
}

async function putObjects(
  services: ArrivalNeeds,
  queries: AccountQueries,
  files: readonly DeliveredFile[],
): Promise<void> {
  const objects = files.flatMap(({ object }) => object ?? []);
  if (objects.length === 0) return;
  const over = files.flatMap(({ object, connectionId }): readonly (readonly [string, string])[] =>
    object === undefined || connectionId === null ? [] : [[object.object_name, connectionId]],
  );
  await putObjectRows(services, queries, objects, { over: new Map(over) });
}

async function complete(queries: AccountQueries, files: readonly DeliveredFile[]): Promise<void> {
  if (files.length === 0) return;
  const ids = files.map(({ executionId }) => executionId);
  // Most files are to be answered by nobody: they cost no statement.
  const awaited = files.flatMap(({ executionId, isAwaited }) => (isAwaited ? executionId : []));
  const at = Math.max(...files.map((file) => file.at));
  // Groups before transactions, as who receives the answers: each would wait for the other.
  await Promise.all([
    completeExecutions(queries, ids, at),
    awaited.length === 0 ? undefined : awaitAnswers(queries, awaited, at),
    listDelivered(queries, ids),
  ]);
}

/** An attempt that failed. */
export interface FailedAttempt {
  readonly report: OwnRow<'delivery_reports'>;
}

/** Writes an attempt down after which another comes. */
export async function commitAttempt(queries: AccountQueries, attempts: readonly FailedAttempt[]): Promise<void> {
  await insertDeliveryReports(
    queries,
    attempts.map(({ report }) => report),
  );
}

/** The last attempt, and the end it makes of the execution. */
export interface FailedFile extends FailedAttempt, Failure {
  readonly event: NewEvent;
  readonly feed: readonly FeedEntry[];
}

/** Writes down that files were not delivered: their executions have failed, and can be retried by hand. */
export async function commitFailed(
  queries: AccountQueries,
  files: readonly FailedFile[],
  services: EventServices,
): Promise<void> {
  await commitAttempt(queries, files);
  const failed = await failExecutions(queries, files);
  await writeEvents(
    services,
    queries,
    failed.map(({ event }) => event),
  );
  await appendFeed(
    queries,
    failed.flatMap(({ feed }) => feed),
  );
}
