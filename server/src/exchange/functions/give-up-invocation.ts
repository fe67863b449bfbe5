import type { DroppedJob } from '../../jobs/failed-jobs.js';
import type { GiveUpJob } from '../../jobs/job.js';
import { endInvocation, toInvoke } from '../../resources/functions/invocation-rows.js';
import { INVOKE, type InvokePayload } from '../../resources/functions/promise-event.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { Services } from '../services.js';
import { notRun } from './invocation-end.js';

const NOT_RETRIED = 'It waited for an operator for 30 days, and nobody had it done.';

/**
 * An invocation whose process has died of it each time, or for which no box could be made each time, has failed: it is listed with the others
 * that have, and can be retried as they can.
 */
export function giveUpInvocation({
  store,
  clock,
  payloads,
}: Pick<Services, 'store' | 'clock' | 'payloads'>): GiveUpJob {
  return async ({ accountId, payload }, why) => {
    const { invocationId } = payload as InvokePayload;
    const { row } = await readRows(store, accountId, (queries) => toInvoke(queries, invocationId));
    if (row === undefined) return { kind: 'done' };
    const end = notRun(`The function was given up. ${why}`, { attempts: row.attempts, startedAt: clock.now() });
    return { kind: 'done', commit: (queries) => endInvocation({ clock, payloads }, queries, row.id, end, true) };
  };
}

/** The same for those whose jobs are dropped: they would wait for ever, and never be removed. */
export async function endDroppedInvocations(
  needs: Pick<Services, 'clock' | 'payloads'>,
  queries: AccountQueries,
  jobs: readonly DroppedJob[],
): Promise<void> {
  for (const { kind, payload } of jobs) {
    if (kind !== INVOKE) continue;
    const { row } = await toInvoke(queries, (payload as InvokePayload).invocationId);
    if (row?.state !== 'waiting') continue;
    const end = notRun(NOT_RETRIED, { attempts: row.attempts, startedAt: needs.clock.now() });
    await endInvocation(needs, queries, row.id, end, true);
  }
}
