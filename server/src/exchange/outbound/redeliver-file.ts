import { uuid } from '../../ids.js';
import { conflict, invalid } from '../../problems.js';
import { isRemote } from '../../resources/connections/is-remote.js';
import { copyDelivered } from '../../resources/executions/redelivery.js';
import { findExecution } from '../../resources/executions/rows.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { Executions } from '../../store/tables.js';
import { enqueueDeliveries } from '../delivery/enqueue-delivery.js';
import type { Run } from '../services.js';
import { copyArtifacts } from './copy-artifacts.js';

/** A file that goes out once more, and the change that sends it. */
export interface Redelivery {
  /** Of the new execution. */
  readonly executionId: string;
  change(queries: AccountQueries): Promise<void>;
}

/**
 * Prepares to deliver a file that was delivered, as often as that is asked for: the partner has lost it. The same bytes, name and numbers
 * go out under a new execution, since a transport remembers what it has delivered under an id. What was delivered stays as it is, with
 * its transactions.
 * @throws Problem `not-found`; `conflict` where it was not delivered or its time has passed, `invalid` where it is no outbound file.
 */
export async function prepareRedelivery({ services, caller }: Run, executionId: string): Promise<Redelivery> {
  const { store, clock, jobs, artifacts } = services;
  const old = await readRows(store, caller.accountId, (queries) => findExecution(queries, caller, executionId));
  const connectionId = demandDelivered(old, clock.now());
  const child = uuid();
  const copies = await copyArtifacts(services, caller.accountId, { from: old.id, to: child });
  const size = copies.find(({ usage }) => usage === 'output')?.size ?? 0;
  const file = { size, transactions: Number(old.transaction_count) };
  const at = clock.now();
  return {
    executionId: child,
    change: async (queries) => {
      if (!(await copyDelivered(queries, old, child, at))) throw notDelivered();
      await artifacts.insert(queries, copies);
      const { directory, name } = old;
      const target = { connectionId, isRemote: await isRemote(queries, connectionId) };
      const delivery = { executionId: child, ...target, ...file, directory, name, acknowledgedAt: at };
      await enqueueDeliveries(jobs, queries, [delivery]);
    },
  };
}

function demandDelivered({ direction, status, connection_id, expires_at }: Executions, now: number): string {
  if (direction !== 'OUTBOUND' || connection_id === null) {
    throw invalid('Only outbound files are delivered again. Name an execution with the direction OUTBOUND.', {
      code: 'NOT_SUPPORTED',
    });
  }
  if (status !== 'COMPLETED') throw notDelivered();
  if (expires_at !== null && expires_at <= now) {
    throw conflict('The time for which the file is kept has passed, and it is being removed. Generate it anew.');
  }
  return connection_id;
}

function notDelivered() {
  return conflict('The file was not delivered. Wait for its delivery, or retry it where that has failed.');
}
