import { hurryJob } from '../../jobs/hurry-job.js';
import type { JobHandler } from '../../jobs/job.js';
import { executionWithId } from '../../resources/executions/rows.js';
import { AccountQueries } from '../../store/account-queries.js';
import { DELIVER, type DeliveryPayload, deliveryLane, placeOf } from '../delivery/enqueue-delivery.js';
import type { Services } from '../services.js';
import type { As2AnsweredPayload } from './as2-jobs.js';

type Needs = Pick<Services, 'store' | 'jobs' | 'clock'>;

/** Milliseconds after which a delivery that is under way is looked at again: it has perhaps looked for its receipt before that came. */
const AFTER_ATTEMPT = 1_000;

/**
 * The handler of jobs `as2-answered`: a receipt has come by itself, and the journal has what it says. The delivery that waits for it is made due,
 * and finds it. One that was given up, and that the partner has after all, is taken up again: it sends nothing, and is delivered.
 */
export function createAs2AnsweredJob({ store, jobs, clock }: Needs): JobHandler {
  return async (job) => {
    // Only `as2Journal` writes jobs of this kind.
    const { executionId, connectionId, delivered } = job.payload as As2AnsweredPayload;
    const found = await store.write(async (tx) => {
      const queries = new AccountQueries(tx, job.accountId);
      const execution = await executionWithId(queries, executionId);
      if (execution === undefined) return 'none';
      const lane = deliveryLane({ connectionId, directory: execution.directory, name: execution.name });
      const isIt = (payload: unknown): boolean => (payload as DeliveryPayload).executionId === executionId;
      const state = await hurryJob(queries, { lane, kind: DELIVER, isIt, now: clock.now() });
      if (state !== 'none' || !delivered || execution.status !== 'FAILED') return state;
      const payload: DeliveryPayload = { executionId };
      await jobs.enqueue(queries, { kind: DELIVER, ...placeOf({ connectionId, isRemote: true }), lane, payload });
      return state;
    });
    jobs.wake();
    return found === 'running' ? { kind: 'again', dueAt: clock.now() + AFTER_ATTEMPT, attempt: 0 } : { kind: 'done' };
  };
}
