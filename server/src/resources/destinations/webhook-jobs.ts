import type { NewJob } from '../../jobs/job.js';

/** Of the job that sends one event to one destination. */
export const WEBHOOK = 'webhook';

/** What is written into the job: everything else is in the rows. */
export interface WebhookPayload {
  readonly deliveryId: string;
  /** As its delivery has it: a job of a round before does nothing. */
  readonly run: number;
  /** 1 for the first of the round. Of webhooks, not of the job: a process that dies does not use one up. */
  readonly attempt: number;
  /** Somebody has asked for the event again. */
  readonly isManual?: true;
  /** When the first attempt of the round failed. */
  readonly failingSince?: number;
}

/** Where a job of a destination belongs: what is under way to each is counted over all processes. */
export function webhookJob(destinationId: string, payload: WebhookPayload): NewJob {
  return { kind: WEBHOOK, class: 'webhooks', over: destinationId, payload };
}

/** Of the job that sends on what a destination was to wait for, once it is enabled; or ends it, once the destination is gone. */
export const RELEASE = 'release-webhooks';

export interface ReleasePayload {
  readonly destinationId: string;
}
