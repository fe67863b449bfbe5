import { uuid } from '../../ids.js';
import { dropWaiting } from '../../jobs/drop-waiting.js';
import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import type { ConnectionKind, PollPlan } from './kinds/kind.js';
import { kindOf } from './kinds/kind-table.js';
import { settingsOf } from './settings-of.js';

/*
 * A connection that is looked at has one job that counts, named by its column `poll_job`: whatever changes the connection names another, in the
 * same commit, and the one before ends when it finds that out. So there is one over all processes, by the settings of now.
 */

/** Of the job that looks for files at a partner's. */
export const POLL = 'poll';

export interface PollPayload {
  readonly connectionId: string;
  /** As `connections.poll_job` has it while this job counts. */
  readonly name: string;
  /** Looks that failed, one after another. Absent: none. */
  readonly failures?: number | undefined;
}

/** How files are looked for over a connection of these settings; `undefined`: not at all. */
function planOf(kind: ConnectionKind, settings: ReturnType<typeof settingsOf>): PollPlan | undefined {
  return kind.polling?.planOf(settings);
}

/** The plan of a connection that is enabled. */
export function pollPlanOf(connection: Connections): PollPlan | undefined {
  if (connection.enabled === 0) return undefined;
  return planOf(kindOf(connection), settingsOf(connection));
}

/** `connections.poll_job` of a connection that is written. */
export function pollJobName(
  kind: ConnectionKind,
  enabled: boolean,
  settings: ReturnType<typeof settingsOf>,
): string | null {
  return enabled && planOf(kind, settings) !== undefined ? uuid() : null;
}

/** Has a connection that was written looked at from now on, or not any more, in the commit that writes it. */
export async function keepPolled(
  { jobs }: Pick<Platform, 'jobs'>,
  queries: AccountQueries,
  { id, poll_job: name }: Pick<Connections, 'id' | 'poll_job'>,
): Promise<void> {
  await endPolling(queries, id);
  if (name === null) return;
  const payload: PollPayload = { connectionId: id, name };
  await jobs.enqueue(queries, { kind: POLL, ...pollPlaceOf(id), payload });
}

/** Takes away what waits to look at a connection; a look that is under way ends by itself. */
export function endPolling(queries: AccountQueries, connectionId: string): Promise<void> {
  return dropWaiting(queries, { kind: POLL, ...pollPlaceOf(connectionId) });
}

/** The queue of such a job. */
export function pollPlaceOf(connectionId: string) {
  return { class: 'polling', over: connectionId } as const;
}

/** Whether a job is still the one that looks at a connection. Asked in the commit of each file. */
export async function isPolledBy(queries: AccountQueries, { connectionId, name }: PollPayload): Promise<boolean> {
  const row = await queries
    .from('connections')
    .select('id')
    .where('id', '=', connectionId)
    .where('poll_job', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

/** What came of a look. */
export interface Polled {
  /** When it began; absent: it has failed. */
  readonly at?: number | undefined;
  /** For people. Absent: nothing went wrong. */
  readonly trouble?: string | undefined;
}

/** Writes down what came of a look, if it counts. */
export async function notePolled(
  queries: AccountQueries,
  { connectionId, name }: PollPayload,
  { at, trouble }: Polled,
): Promise<void> {
  await queries
    .update('connections')
    .set({ poll_trouble: trouble ?? null, ...(at === undefined ? {} : { last_poll_at: at }) })
    .where('id', '=', connectionId)
    .where('poll_job', '=', name)
    .execute();
}
