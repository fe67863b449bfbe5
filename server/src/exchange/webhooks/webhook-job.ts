import { transportError } from 'ediloom/transports';
import type { GiveUpJob, Job, JobHandler, JobOutcome } from '../../jobs/job.js';
import { ownTroubleOf } from '../../jobs/own-trouble.js';
import { Problem } from '../../problems.js';
import { functionNamed, modeOfFunctions } from '../../resources/destinations/function-target.js';
import type { WebhookPayload } from '../../resources/destinations/webhook-jobs.js';
import { shownEventId } from '../../resources/events/event-id.js';
import type { Cause } from '../../resources/functions/cause-invocations.js';
import { readRows } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import { shareWork } from '../../store/shared-work.js';
import type { Events } from '../../store/tables.js';
import { VERSION } from '../../version.js';
import { CustomerCodeError } from '../../worker/customer-code.js';
import type { TimedOutConnections } from '../delivery/timed-out-connections.js';
import type { Services } from '../services.js';
import { commitAttempts, type EndedAttempt, holdDeliveries } from './commit-webhooks.js';
import { depthOfEvent } from './event-depth.js';
import { type LoadedDestination, type LoadedWebhook, WebhookLoader } from './load-webhooks.js';
import { signatureOf } from './sign-webhook.js';
import { type BodyServices, webhookBody } from './webhook-body.js';
import type { WebhookClient } from './webhook-client.js';
import { isSilence, troubleText } from './webhook-trouble.js';

export type WebhookServices = BodyServices &
  Pick<Services, 'secrets' | 'payloads' | 'clock' | 'config' | 'metrics' | 'jobs' | 'outgoing' | 'log'>;

/** Milliseconds until a mapping is tried again that found no free worker. */
const BUSY_MS = 5_000;

/**
 * The handler of jobs `webhook`: one attempt to send one event to one destination. A 2xx ends it; all else comes again by the schedule, and
 * when that is used up the delivery has failed.
 */
export function createWebhookJob(
  services: WebhookServices,
  client: WebhookClient,
  timedOut: TimedOutConnections,
): JobHandler {
  const loader = new WebhookLoader(services);
  const attempt = async (job: Job, signal: AbortSignal): Promise<JobOutcome> => {
    const payload = payloadOf(job);
    const webhook = await loader.load(job.accountId, payload.deliveryId);
    // Begun anew, or ended, by somebody since; or its time has passed.
    if (webhook === undefined || webhook.event === undefined) return { kind: 'done' };
    const { delivery, event, destination } = webhook;
    if (delivery.run !== payload.run || delivery.status !== 'PENDING') return { kind: 'done' };
    const at = services.clock.now();
    if (destination === undefined || destination.status === 'DISABLED') {
      const held = { id: delivery.id, run: delivery.run, destinationId: delivery.destination_id, at };
      return { kind: 'done', shared: shareWork(holdDeliveries, held, services) };
    }
    return attempted({ services, client, timedOut, webhook, event, destination, payload }, signal);
  };
  const foresee = (jobs: readonly Job[]): void => {
    for (const [accountId, own] of grouped(jobs, (job) => job.accountId)) {
      loader.readAhead(
        accountId,
        own.map((job) => payloadOf(job).deliveryId),
      );
    }
  };
  return Object.assign(attempt, { foresee });
}

/** Ends what the process died of each time that it was sent: nobody knows whether it has arrived. */
export function giveUpWebhook(services: WebhookServices): GiveUpJob {
  const loader = new WebhookLoader(services);
  return async (job, why) => {
    const webhook = await loader.load(job.accountId, payloadOf(job).deliveryId);
    if (webhook === undefined || webhook.delivery.run !== payloadOf(job).run) return { kind: 'done' };
    const { delivery, destination } = webhook;
    const { id, run, destination_id: destinationId } = delivery;
    const at = services.clock.now();
    if (destination === undefined) {
      // Nobody else would end it, nor its event.
      return { kind: 'done', shared: shareWork(holdDeliveries, { id, run, destinationId, at }, services) };
    }
    const ended: EndedAttempt = {
      ...{ id, run, destinationId, mode: destination.mode, at },
      ...{ status: 'FAILED', answer: `It was given up. ${why} Retry the event.` },
    };
    return { kind: 'done', shared: shareWork(commitAttempts, ended, services) };
  };
}

interface Attempt {
  readonly services: WebhookServices;
  readonly client: WebhookClient;
  readonly timedOut: TimedOutConnections;
  readonly webhook: LoadedWebhook;
  readonly event: Events;
  readonly destination: LoadedDestination;
  readonly payload: WebhookPayload;
}

function payloadOf({ payload }: Job): WebhookPayload {
  // Only `webhookJob` and this handler write jobs of this kind.
  return payload as WebhookPayload;
}

async function attempted(attempt: Attempt, signal: AbortSignal): Promise<JobOutcome> {
  const { timedOut, destination, services } = attempt;
  try {
    const functionName = functionNamed(destination.url);
    if (functionName !== undefined) return delivered(attempt, '', await causeOf(attempt, functionName));
    const status = await send(attempt, signal);
    timedOut.ended(destination.id);
    const answer = `HTTP ${status}.`;
    return status >= 200 && status < 300 ? delivered(attempt, answer) : failed(attempt, answer);
  } catch (error) {
    // Not the receiver's doing: the process ends, another one has taken over, or something of ours is to be mended first.
    if (signal.aborted || ownTroubleOf(error) !== undefined) throw error;
    if (error instanceof CustomerCodeError && error.code === 'busy') {
      return { kind: 'again', dueAt: services.clock.now() + BUSY_MS, attempt: 0 };
    }
    timedOut.ended(destination.id, isSilence(error) ? transportError('timed-out', { at: destination.id }) : undefined);
    const text = error instanceof Problem && error.code === 'mapping_failed' ? mappingText(error) : troubleText(error);
    return failed(attempt, text);
  }
}

function mappingText(error: Problem): string {
  return `The mapping failed, so nothing was sent. Correct it, or give the destination another. ${error.message}`;
}

async function send(
  { services, client, webhook, event, destination, payload }: Attempt,
  signal: AbortSignal,
): Promise<number> {
  const { delivery } = webhook;
  const body = await webhookBody(services, webhook, event, destination);
  const timestamp = Math.floor(services.clock.now() / 1000);
  return client.post({
    url: destination.url,
    body,
    guard: services.outgoing.forAccount(event.account_id),
    signal,
    headers: {
      'content-type': 'application/json',
      'user-agent': `ediloom/${VERSION}`,
      'webhook-id': delivery.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf({ id: delivery.id, timestamp, body }, destination.secrets),
      'event-id': shownEventId(event.id),
      'destination-id': destination.id,
      'attempt-number': String(delivery.attempts + 1),
      'attempt-type': payload.isManual === true && payload.attempt === 1 ? 'MANUAL' : 'AUTOMATIC',
    },
  });
}

/** What a function is invoked with is what others are sent. */
async function causeOf({ services, webhook, event, destination }: Attempt, functionName: string): Promise<Cause> {
  const body = await webhookBody(services, webhook, event, destination);
  const depth = await readRows(services.store, event.account_id, (queries) => depthOfEvent(queries, event));
  return {
    ...{ functionName, mode: modeOfFunctions(destination), source: 'event', depth },
    event: Buffer.from(body).toString(),
  };
}

function delivered(attempt: Attempt, answer: string, cause?: Cause): JobOutcome {
  const { services, event } = attempt;
  const at = services.clock.now();
  const lagSeconds = Math.max(0, at - event.created_at) / 1000;
  const ended: EndedAttempt = { ...base(attempt, at), status: 'DELIVERED', answer, lagSeconds, cause };
  return { kind: 'done', shared: shareWork(commitAttempts, ended, services) };
}

function failed(attempt: Attempt, answer: string): JobOutcome {
  const { services, payload } = attempt;
  const at = services.clock.now();
  const failingSince = payload.failingSince ?? at;
  const delay = services.config.webhookDelaysMs[payload.attempt - 1];
  if (delay === undefined) {
    const ended: EndedAttempt = { ...base(attempt, at), status: 'FAILED', answer, exhaustedSince: failingSince };
    return { kind: 'done', shared: shareWork(commitAttempts, ended, services) };
  }
  const ended: EndedAttempt = { ...base(attempt, at), status: 'PENDING', answer };
  const next: WebhookPayload = { ...payload, attempt: payload.attempt + 1, failingSince };
  return {
    kind: 'again',
    dueAt: at + delay,
    payload: next,
    attempt: 0,
    shared: shareWork(commitAttempts, ended, services),
  };
}

function base({ webhook: { delivery }, destination }: Attempt, at: number) {
  return { id: delivery.id, run: delivery.run, destinationId: destination.id, mode: destination.mode, at };
}
