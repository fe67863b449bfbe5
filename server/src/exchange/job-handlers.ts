import type { JobHandler } from '../jobs/job.js';
import type { Services } from '../services.js';
import { createDeliverJob } from './delivery/deliver-job.js';
import { redeliverJob } from './outbound/redeliver-job.js';

/** What does each kind of job. */
export function jobHandlers(services: Services): Readonly<Record<string, JobHandler>> {
  return {
    deliver: createDeliverJob(services),
    redeliver: redeliverJob(services),
  };
}
