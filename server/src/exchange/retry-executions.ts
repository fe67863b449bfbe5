import type { RetriedExecution } from '../resources/executions/find-retryable.js';
import { recordRetriedBefore } from '../resources/executions/redelivery.js';
import type { AccountQueries } from '../store/account-queries.js';
import { requestReprocessing } from './inbound/request-reprocessing.js';
import { requestRedelivery } from './outbound/request-redelivery.js';
import type { Services } from './services.js';

/**
 * Has files done again, each once, by a child of its execution: those that were to go out are delivered, those that came in are processed.
 * A second request for the same one is a fault of it.
 * @returns the ids of those that are.
 */
export async function retryExecutions(
  services: Pick<Services, 'jobs' | 'clock'>,
  queries: AccountQueries,
  {
    executions,
    isAnsweredAgain,
  }: { readonly executions: readonly RetriedExecution[]; readonly isAnsweredAgain: boolean },
): Promise<readonly string[]> {
  const idsOf = (isInbound: boolean) =>
    executions.flatMap(({ id, direction }) => ((direction === 'INBOUND') === isInbound ? id : []));
  const delivered = await requestRedelivery(services, queries, idsOf(false));
  const processed = await requestReprocessing(services, queries, { ids: idsOf(true), isAnsweredAgain });
  const again = executions.filter(({ status }) => status === 'RETRYING' || status === 'RETRIED');
  await recordRetriedBefore(
    queries,
    again.map(({ id }) => id),
    services.clock.now(),
  );
  return [...delivered, ...processed];
}
