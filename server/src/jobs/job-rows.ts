import type { OwnRow } from '../store/account-queries.js';
import type { Jobs } from '../store/tables.js';
import type { Job, NewJob } from './job.js';
import { queueName, readQueueName } from './queue-name.js';

/** A job that its owner leases: its own until the lease ends, or somebody else has a newer one. */
export interface LeasedJob extends Job {
  /** Number of the lease. */
  readonly lease: number;
  /** How often its process has died since one of its attempts came to an end. */
  readonly takeovers: number;
  /** It is done beside no other that several processes have died with. */
  readonly isAlone: boolean;
}

/** The columns that a job is leased by. Numbers may come as text where a statement is written by hand. */
export interface JobRow extends Pick<Jobs, 'id' | 'account_id' | 'kind' | 'queue' | 'lane' | 'payload'> {
  readonly attempt: number | string;
  readonly lease: number | string;
  readonly takeovers: number | string;
  readonly created_at: number | string;
}

/** A row that waits to be taken. */
export function newJobRow(
  { kind, class: name, over = '', lane, dueAt, orderAt, payload }: NewJob,
  { id, accountId, now }: { readonly id: string; readonly accountId: string; readonly now: number },
): OwnRow<'jobs'> {
  return {
    id,
    kind,
    queue: queueName({ class: name, accountId, over, kind }),
    lane: lane ?? null,
    state: 'waiting',
    due_at: Math.trunc(dueAt ?? now),
    order_at: Math.trunc(orderAt ?? now),
    attempt: 0,
    owner: null,
    lease: 0,
    lease_until: null,
    takeovers: 0,
    payload: payloadText(payload),
    error: null,
    created_at: now,
    updated_at: now,
  };
}

/** The job of a row as it is after it was taken: one attempt and one lease more. */
export function leasedJob(row: JobRow): LeasedJob {
  const queue = readQueueName(row.queue);
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    // What the name cannot be read of is not taken.
    class: queue?.class ?? 'maintenance',
    over: queue?.over ?? '',
    isAlone: queue?.isAlone ?? false,
    takeovers: Number(row.takeovers),
    lane: row.lane ?? undefined,
    attempt: Number(row.attempt) + 1,
    lease: Number(row.lease) + 1,
    payload: payloadOf(row.payload),
    createdAt: Number(row.created_at),
  };
}

/** A payload as its column keeps it. */
export function payloadText(payload: unknown): string {
  return JSON.stringify(payload);
}

/** What the payload is, each handler knows of its own kind of job. */
export function payloadOf(column: string): unknown {
  return JSON.parse(column);
}
