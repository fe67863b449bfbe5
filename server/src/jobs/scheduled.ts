import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import { AccountQueries, type OwnRow } from '../store/account-queries.js';
import type { Store, Transaction } from '../store/store.js';
import { errorPlace, errorText } from './error-text.js';
import type { JobHandler } from './job.js';
import { newJobRow } from './job-rows.js';

/** Work that comes again and again, once over all processes. */
export interface ScheduledTask {
  /** Kind of its job. */
  readonly kind: string;
  /** Milliseconds from the end of one run to the next. */
  readonly everyMs: number;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** What scheduled tasks need beside themselves. */
export interface ScheduledOptions {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
}

/** Milliseconds after which a run that failed is tried again, if its next is not sooner. */
const AFTER_ERROR = 60_000;

/** Their jobs belong to the server, not to an account. */
const SERVER = '';

/** Handlers of tasks, by kind. One that fails is logged and comes again: it is never given up. */
export function scheduledHandlers(
  tasks: readonly ScheduledTask[],
  { clock, log }: ScheduledOptions,
): Readonly<Record<string, JobHandler>> {
  const handlerOf =
    ({ kind, everyMs, run }: ScheduledTask): JobHandler =>
    async (_, signal) => {
      try {
        await run(signal);
        return { kind: 'again', dueAt: clock.now() + everyMs, attempt: 0 };
      } catch (error) {
        if (!signal.aborted) log.error({ kind, error: errorText(error), at: errorPlace(error) }, 'A task failed.');
        return { kind: 'again', dueAt: clock.now() + Math.min(everyMs, AFTER_ERROR), attempt: 0 };
      }
    };
  return Object.fromEntries(tasks.map((task) => [task.kind, handlerOf(task)]));
}

/** Sees that each task has its one job; those that are there stay as they are. Call it at every start. */
export async function scheduleTasks(store: Store, clock: Clock, tasks: readonly ScheduledTask[]): Promise<void> {
  if (tasks.length === 0) return;
  const now = clock.now();
  const rows = tasks.map(({ kind }) =>
    newJobRow({ kind, class: 'maintenance', payload: null }, { id: `scheduled-${kind}`, accountId: SERVER, now }),
  );
  await store.write(async (tx) => {
    await new AccountQueries(tx, SERVER)
      .insert('jobs', rows)
      .onConflict((there) => there.column('id').doNothing())
      .execute();
    await reviveTasks(tx, rows, now);
  });
}

/** A task that was given up, as its process died each time, is tried again by the next start; and each gets its place. */
async function reviveTasks(tx: Transaction, rows: readonly OwnRow<'jobs'>[], now: number): Promise<void> {
  // As who ends several locks them.
  const inOrder = [...rows].sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const { id, queue } of inOrder) {
    await tx.updateTable('jobs').set({ queue }).where('id', '=', id).where('takeovers', '=', 0).execute();
    await tx
      .updateTable('jobs')
      .set({ ...{ queue, state: 'waiting', due_at: now, attempt: 0, takeovers: 0, error: null, updated_at: now } })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .execute();
  }
}
