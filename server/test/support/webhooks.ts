import { onTestFinished } from 'vitest';
import { TimedOutConnections } from '../../src/exchange/delivery/timed-out-connections.js';
import type { Services } from '../../src/exchange/services.js';
import { createReleaseJob } from '../../src/exchange/webhooks/release-job.js';
import { WebhookClient } from '../../src/exchange/webhooks/webhook-client.js';
import { createWebhookJob, giveUpWebhook } from '../../src/exchange/webhooks/webhook-job.js';
import type { JobRunner } from '../../src/jobs/create-jobs.js';
import type { GiveUpJob } from '../../src/jobs/job.js';
import { createOutgoingGuard } from '../../src/outgoing/create-outgoing-guard.js';
import { concurrencyLimits } from '../../src/resources/destinations/concurrency-limits.js';
import { createDestination, updateDestination } from '../../src/resources/destinations/rows.js';
import type { DestinationUpdate, NewDestination } from '../../src/resources/destinations/schemas.js';
import { RELEASE, WEBHOOK } from '../../src/resources/destinations/webhook-jobs.js';
import { detailColumn } from '../../src/resources/events/detail.js';
import { type NewEvent, resendEvent, writeEvents } from '../../src/resources/events/rows.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import type { Destinations, EventDeliveries } from '../../src/store/exchange-tables.js';
import type { Events } from '../../src/store/tables.js';
import { addAccount } from './accounts.js';
import { openTestStore } from './open-test-store.js';
import { sharedCustomerCode } from './shared-customer-code.js';
import { TestClock, testJobs, until } from './test-jobs.js';
import { testServices } from './test-services.js';

export const ACCOUNT = 'account-1';
const LIVE = { mode: 'live' } as const;

export interface Webhooks {
  readonly services: Services & { readonly clock: TestClock };
  readonly jobs: JobRunner;
  destination(given: Partial<NewDestination>, mode?: 'test' | 'live'): Promise<{ id: string; secret: string }>;
  change(id: string, given: DestinationUpdate): Promise<Destinations>;
  /** @returns ids, in the order of the events. */
  happen(...events: readonly Partial<NewEvent>[]): Promise<readonly string[]>;
  resend(id: string): Promise<void>;
  queries<Result>(work: (queries: AccountQueries) => Promise<Result>): Promise<Result>;
  event(id: string): Promise<Events>;
  deliveries(eventId: string): Promise<readonly EventDeliveries[]>;
  shown(id: string): Promise<Destinations>;
  /** Resolves once so many attempts at an event have come to an end. */
  attempts(eventId: string, count: number): Promise<EventDeliveries>;
}

/** What webhooks need, over a new store with one account; jobs are running. `isIdle`: they are written down and not done. */
export async function openWebhooks(
  {
    trusted,
    timeoutMs,
    isIdle = false,
  }: { readonly trusted?: string; readonly timeoutMs?: number; readonly isIdle?: boolean } = {},
  parts: Partial<Services> = {},
): Promise<Webhooks> {
  const store = await openTestStore();
  const clock = new TestClock(Date.UTC(2026, 0, 15, 12));
  const made = await testServices({ store });
  onTestFinished(() => made.close());
  await addAccount(store, ACCOUNT);
  const timedOut = new TimedOutConnections();
  const client = new WebhookClient({ trustedAuthorities: trusted, timeoutMs });
  onTestFinished(() => client.close());
  // Jobs are done with the services, and these write jobs down.
  const handlers: Parameters<typeof testJobs>[1]['handlers'] = {};
  const giveUp: Record<string, GiveUpJob> = {};
  const jobs = testJobs(store, {
    clock,
    handlers,
    giveUp,
    sessionLimits: (db, ids) => concurrencyLimits(db, ids),
    isNarrow: (id) => timedOut.has(id),
  });
  const services = {
    ...made.services,
    outgoing: createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8', '::1'] }),
    customerCode: sharedCustomerCode(clock),
    ...parts,
    jobs,
    clock,
  };
  Object.assign(handlers, {
    [WEBHOOK]: createWebhookJob(services, client, timedOut),
    [RELEASE]: createReleaseJob(services),
  });
  Object.assign(giveUp, { [WEBHOOK]: giveUpWebhook(services) });
  if (!isIdle) jobs.start();
  const queries: Webhooks['queries'] = (work) => store.write((tx) => work(new AccountQueries(tx, ACCOUNT)));
  const deliveries: Webhooks['deliveries'] = (eventId) =>
    queries((own) => own.from('event_deliveries').selectAll().where('event_id', '=', eventId).orderBy('id').execute());
  return {
    services,
    jobs,
    queries,
    deliveries,
    destination: async (given, mode = 'live') => {
      const usual = { name: 'shop', destinationUrl: 'https://localhost/', eventTypes: ['file.failed'] };
      const { row, secret } = await queries((own) =>
        createDestination(services, own, { mode }, { ...usual, ...given }),
      );
      return { id: row.id, secret };
    },
    change: (id, given) => queries((own) => updateDestination(services, own, LIVE, { id, given })),
    happen: async (...events) => {
      const before = new Set((await queries((own) => own.from('events').select('id').execute())).map(({ id }) => id));
      await queries((own) =>
        writeEvents(
          services,
          own,
          events.map((event) => ({ ...usualEvent(clock.now()), ...event })),
        ),
      );
      const rows = await queries((own) => own.from('events').select('id').orderBy('id').execute());
      return rows.map(({ id }) => id).filter((id) => !before.has(id));
    },
    resend: (id) => queries((own) => resendEvent(services, own, LIVE, { id, at: clock.now() })),
    event: (id) => queries((own) => own.from('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
    shown: (id) =>
      queries((own) => own.from('destinations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
    attempts: async (eventId, count) => {
      let found: EventDeliveries | undefined;
      await until(async () => {
        [found] = await deliveries(eventId);
        return (found?.attempts ?? 0) >= count;
      });
      if (found === undefined) throw new Error('It goes nowhere.');
      return found;
    },
  };
}

function usualEvent(at: number): NewEvent {
  return {
    type: 'file.failed.v2',
    mode: 'production',
    resourceKind: 'execution',
    resourceId: 'execution-1',
    detail: detailColumn({}),
    at,
  };
}
