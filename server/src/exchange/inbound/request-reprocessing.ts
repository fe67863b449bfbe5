import type { Jobs } from '../../jobs/job.js';
import { executionInput } from '../../objects/artifact-rows.js';
import { conflict, notFound } from '../../problems.js';
import { beginReprocessing } from '../../resources/executions/redelivery.js';
import { interchangeWithId, takeOut } from '../../resources/inbound/waiting.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Services } from '../services.js';

/** Of the job that makes the execution which processes a file, or one interchange of it, again. */
export const REPROCESS = 'reprocess';

/** What is written into the job. */
export interface ReprocessPayload {
  readonly executionId: string;
  /** Of one interchange of the file that waited; absent: the whole file. */
  readonly interchangeId?: string | undefined;
  /** To which it was assigned. */
  readonly partnershipId?: string | undefined;
  /** It is processed whether its number came before or not. */
  readonly isExempt?: true | undefined;
  /** Those that were answered before are answered again. */
  readonly isAnsweredAgain?: true | undefined;
}

type Needs = Pick<Services, 'jobs' | 'clock'>;

/**
 * Has files that came in processed again, each once, by a child of its execution: what was taken of it is not taken twice.
 * @returns the ids of those that are.
 */
export async function requestReprocessing(
  { jobs, clock }: Needs,
  queries: AccountQueries,
  { ids, isAnsweredAgain }: { readonly ids: readonly string[]; readonly isAnsweredAgain: boolean },
): Promise<readonly string[]> {
  const begun: string[] = [];
  for (const id of ids) if (await beginReprocessing(queries, id, clock.now())) begun.push(id);
  await enqueue(
    jobs,
    queries,
    begun.map((executionId) => ({ executionId, isExempt: true, ...(isAnsweredAgain ? { isAnsweredAgain } : {}) })),
  );
  return begun;
}

/**
 * Has one interchange processed that waits: as what its ids say, or as one of another partnership. One that was held for its number is
 * processed in spite of it.
 * @param partnershipId absent: it is matched anew.
 * @throws Problem `not-found`; `conflict` where it does not wait (any more), or its file is not kept.
 */
export async function releaseInterchange(
  { jobs, clock }: Needs,
  queries: AccountQueries,
  id: string,
  partnershipId?: string,
): Promise<void> {
  const row = await interchangeWithId(queries, id);
  if (row === undefined) throw notFound('interchange');
  if ((await executionInput(queries, row.execution_id)) === undefined) {
    throw conflict('The file of the interchange is not kept any more. Ask the partner to send it anew.');
  }
  const state = partnershipId === undefined ? 'released' : 'assigned';
  if (!(await takeOut(queries, id, { state, at: clock.now() }))) {
    throw conflict(`The interchange does not wait: it is ${row.state}. See ediloom-server inbound list.`);
  }
  await enqueue(jobs, queries, [
    {
      executionId: row.execution_id,
      interchangeId: id,
      ...(partnershipId === undefined ? {} : { partnershipId }),
      ...(row.state === 'held' ? { isExempt: true } : {}),
    },
  ]);
}

async function enqueue(jobs: Jobs, queries: AccountQueries, payloads: readonly ReprocessPayload[]): Promise<void> {
  if (payloads.length === 0) return;
  await jobs.enqueue(
    queries,
    payloads.map((payload) => ({ kind: REPROCESS, class: 'inbound', payload })),
  );
}
