import { uuid } from '../../ids.js';
import type { Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { isRemote } from '../../resources/connections/is-remote.js';
import { copyForRedelivery } from '../../resources/executions/redelivery.js';
import { executionWithId } from '../../resources/executions/rows.js';
import { moveSentGroups } from '../../resources/tracking/sent-groups.js';
import { moveTransactions } from '../../resources/transactions/outcomes.js';
import { readRows } from '../../store/account-queries.js';
import type { Executions } from '../../store/tables.js';
import { enqueueDeliveries } from '../delivery/enqueue-delivery.js';
import type { Services } from '../services.js';
import { copyArtifacts } from './copy-artifacts.js';
import type { RedeliverPayload } from './request-redelivery.js';

type RedeliveryServices = Pick<Services, 'store' | 'artifacts' | 'jobs' | 'clock'>;

/** Makes the execution that delivers a file again; a job that runs twice finds the first one's work and leaves it. */
export function redeliverJob(services: RedeliveryServices): JobHandler {
  return async (job) => {
    // Only `requestRedelivery` writes jobs of this kind.
    const { executionId } = job.payload as RedeliverPayload;
    const old = await readRows(services.store, job.accountId, (queries) => executionWithId(queries, executionId));
    if (old === undefined || old.status !== 'RETRYING' || old.connection_id === null) return { kind: 'done' };
    return redelivery(services, job, old, old.connection_id);
  };
}

async function redelivery(
  services: RedeliveryServices,
  job: Job,
  old: Executions,
  connectionId: string,
): Promise<JobOutcome> {
  const child = uuid();
  const copies = await copyArtifacts(services, job.accountId, { from: old.id, to: child });
  const size = copies.find(({ usage }) => usage === 'output')?.size ?? 0;
  const file = { size, transactions: Number(old.transaction_count) };
  const at = services.clock.now();
  const { directory, name } = old;
  return {
    kind: 'done',
    commit: async (queries) => {
      if (!(await copyForRedelivery(queries, old, child, at))) return;
      await moveSentGroups(queries, old.id, child);
      await moveTransactions(queries, old.id, child);
      await services.artifacts.insert(queries, copies);
      const target = { connectionId, isRemote: await isRemote(queries, connectionId) };
      const delivery = { executionId: child, ...target, ...file, directory, name, acknowledgedAt: at };
      await enqueueDeliveries(services.jobs, queries, [delivery]);
    },
  };
}
