import type { Platform } from '../../platform.js';
import { conflict } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Functions, Invocations } from '../../store/function-tables.js';
import { promiseAgain } from './invocation-rows.js';
import { expiryOf } from './log-retention.js';
import { invokeJob } from './promise-event.js';

/**
 * Has an invocation that failed all its attempts done again, with what it was invoked with.
 * @throws Problem `conflict` where it did not fail so, or is retried already.
 */
export async function retryInvocation(
  { clock, jobs }: Pick<Platform, 'clock' | 'jobs'>,
  queries: AccountQueries,
  of: Functions,
  { id, kind }: Pick<Invocations, 'id' | 'kind'>,
): Promise<void> {
  if (kind === 'RequestResponse') {
    throw conflict(
      'Somebody has waited for this invocation, and what it was invoked with is not kept. Invoke it anew.',
    );
  }
  // Of two who retry it at once the statement finds it failed for one.
  if (!(await promiseAgain(queries, id, expiryOf(of.log_retention, clock.now())))) {
    throw conflict('This invocation has not failed, or is retried already. Look at its status.');
  }
  await jobs.enqueue(queries, invokeJob(id));
}
