import { ROUTE_SUBMISSION } from '../../src/exchange/check-files/fill-files.js';
import { createRealTimeChecks } from '../../src/exchange/eligibility/real-time-checks.js';
import { createBatchCheckJob } from '../../src/exchange/eligibility-batches/check-job.js';
import { NotedAttempts } from '../../src/exchange/eligibility-batches/noted-attempts.js';
import { BATCH_CHECK, createStartBatchJob, START_BATCH } from '../../src/exchange/eligibility-batches/start-job.js';
import { createRouteSubmissionJob } from '../../src/exchange/route-submissions/submission-job.js';
import type { Services } from '../../src/exchange/services.js';
import { createControlNumberTable } from '../../src/resources/control-numbers/create-control-number-table.js';
import type { BatchWorld } from '../support/batches.js';
import { Mortal } from './mortal.js';

/** A process that does the jobs of batches, and is killed at a step: what it asks of payers is one, too. */
export function beginBatches({ services: built, clock }: BatchWorld, at?: number): Mortal {
  const process = new Mortal(at);
  const mortal = process.services(built);
  const { payerExchange } = built;
  const services: Services = {
    ...mortal,
    realTime: createRealTimeChecks(mortal),
    controlNumbers: createControlNumberTable({ store: mortal.store, clock }),
    payerExchange: {
      ...payerExchange,
      ask: process.around('ask', payerExchange.ask),
      exchange: process.around('exchange', payerExchange.exchange),
    },
  };
  const noted = new NotedAttempts(services);
  const handlers = {
    [START_BATCH]: createStartBatchJob(services),
    [BATCH_CHECK]: createBatchCheckJob(services, noted),
    [ROUTE_SUBMISSION]: createRouteSubmissionJob(services, noted),
  };
  process.run(built.store, { clock, handlers }).start();
  return process;
}

/** Whether a batch is over, and its last job, which ends after it: that end is a step, too. */
export async function isAllOver(world: BatchWorld, batchId: string): Promise<boolean> {
  if ((await world.batch(batchId)).status === 'IN_PROGRESS') return false;
  const kinds = [START_BATCH, BATCH_CHECK, ROUTE_SUBMISSION];
  const jobs = await world.services.store.read((db) =>
    db.selectFrom('jobs').select('id').where('kind', 'in', kinds).execute(),
  );
  return jobs.length === 0;
}
