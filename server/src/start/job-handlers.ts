import { createDeliverJob } from '../exchange/delivery/deliver-job.js';
import { DELIVER } from '../exchange/delivery/enqueue-delivery.js';
import { redeliverJob } from '../exchange/outbound/redeliver-job.js';
import { REDELIVER } from '../exchange/outbound/request-redelivery.js';
import type { Services } from '../exchange/services.js';
import type { JobHandler } from '../jobs/job.js';
import { type ScheduledTask, scheduledHandlers } from '../jobs/scheduled.js';
import { maintenanceTasks } from '../maintenance/maintenance-tasks.js';
import { sweepObjects } from '../objects/sweep.js';

/** What the server does for itself, again and again. */
export function tasksOf({ store, clock, objects }: Services): readonly ScheduledTask[] {
  const sweep = (signal: AbortSignal) => sweepObjects({ store, objects, clock, signal });
  return maintenanceTasks({ store, clock, sweep });
}

/** What does each kind of job. */
export function jobHandlers(services: Services): Readonly<Record<string, JobHandler>> {
  return {
    [DELIVER]: createDeliverJob(services),
    [REDELIVER]: redeliverJob(services),
    ...scheduledHandlers(tasksOf(services), services),
  };
}
