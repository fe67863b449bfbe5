import { uuid } from '../../ids.js';
import type { Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import type { NewArtifact, PreparedArtifact } from '../../objects/artifacts.js';
import { AccountQueries } from '../../store/account-queries.js';
import { insertRows } from '../../store/insert-rows.js';
import type { Artifacts, Executions } from '../../store/tables.js';
import { enqueueDeliveries } from '../delivery/enqueue-delivery.js';
import type { Services } from '../services.js';

type RedeliveryServices = Pick<Services, 'store' | 'artifacts' | 'jobs' | 'clock'>;

/** Makes the execution that delivers a file again; a job that runs twice finds the first one's work and leaves it. */
export function redeliverJob(services: RedeliveryServices): JobHandler {
  return async (job) => {
    const { executionId } = job.payload as { readonly executionId: string };
    const old = await services.store.read((db) =>
      new AccountQueries(db, job.accountId)
        .from('executions')
        .selectAll()
        .where('id', '=', executionId)
        .executeTakeFirst(),
    );
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
  const copies = await copyArtifacts(services, job.accountId, old.id, child);
  const at = services.clock.now();
  return {
    kind: 'done',
    commit: async (queries) => {
      const { numUpdatedRows } = await queries
        .update('executions')
        .set({ status: 'RETRIED', child_id: child, retryable: 0, updated_at: at })
        .where('id', '=', old.id)
        .where('status', '=', 'RETRYING')
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return;
      const { account_id: _, ...facts } = old;
      await insertRows(queries, 'executions', [{ ...facts, ...fresh(child, old, at) }]);
      // A transaction belongs to the file that delivers it.
      await queries.update('transactions').set({ execution_id: child }).where('execution_id', '=', old.id).execute();
      await services.artifacts.insert(queries, copies);
      const { directory, name } = old;
      await enqueueDeliveries(services.jobs, queries, [
        {
          executionId: child,
          connectionId,
          directory,
          name,
          acknowledgedAt: at,
        },
      ]);
    },
  };
}

function fresh(id: string, old: Executions, at: number) {
  return {
    id,
    parent_id: old.id,
    child_id: null,
    status: 'IN_PROGRESS',
    fault_count: 0,
    fault_code: null,
    fault_message: null,
    retryable: 0,
    created_at: at,
    updated_at: at,
  };
}

/** The same bytes for the new execution: artifacts belong to one owner, and may be sealed for it. */
async function copyArtifacts(
  { store, artifacts }: RedeliveryServices,
  accountId: string,
  from: string,
  to: string,
): Promise<readonly PreparedArtifact[]> {
  const rows = await store.read((db) =>
    new AccountQueries(db, accountId).from('artifacts').selectAll().where('owner_id', '=', from).execute(),
  );
  const copies: NewArtifact[] = [];
  for (const row of rows) copies.push(await copyOf(row, to, artifacts));
  return artifacts.prepare(accountId, copies);
}

async function copyOf(row: Artifacts, ownerId: string, artifacts: Services['artifacts']): Promise<NewArtifact> {
  const { model, usage, type, name, expires_at } = row;
  const bytes = await artifacts.read(row);
  return { model, ownerId, usage, type, name, bytes, ...(expires_at === null ? {} : { expiresAt: expires_at }) };
}
