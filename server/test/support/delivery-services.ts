import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createDeliverJob, giveUpDelivery } from '../../src/exchange/delivery/deliver-job.js';
import type { DeliverServices } from '../../src/exchange/delivery/delivery-outcomes.js';
import { TimedOutConnections } from '../../src/exchange/delivery/timed-out-connections.js';
import { KeptTransports } from '../../src/exchange/transports/kept-transports.js';
import type { JobRunner } from '../../src/jobs/create-jobs.js';
import { createOutgoingGuard } from '../../src/outgoing/create-outgoing-guard.js';
import { createBucket } from '../../src/resources/buckets/rows.js';
import { sessionLimits } from '../../src/resources/connections/session-limits.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import type { Store } from '../../src/store/store.js';
import type { Connections } from '../../src/store/tables.js';
import { addAccount } from './accounts.js';
import { ACCOUNT, addConnection } from './deliveries.js';
import { openTestStore } from './open-test-store.js';
import { TestClock, testJobs } from './test-jobs.js';
import { testLog } from './test-log.js';
import { testServices } from './test-services.js';

export interface Deliveries {
  readonly timedOut: TimedOutConnections;
  readonly services: DeliverServices & { readonly clock: TestClock };
  readonly jobs: JobRunner;
  readonly store: Store;
  readonly folder: string;
}

/** What deliveries need, over a new store with one account and its bucket `out`; jobs are running. */
export async function openDeliveries(parts: Partial<DeliverServices> = {}): Promise<Deliveries> {
  const folder = mkdtempSync(join(tmpdir(), 'delivery-'));
  const store = await openTestStore();
  const clock = new TestClock(Date.UTC(2026, 0, 15, 12));
  const made = await testServices({ store });
  onTestFinished(async () => {
    await made.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const services = {
    ...made.services,
    outgoing: createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8', '::1'] }),
    log: testLog(),
    ...parts,
    clock,
  };
  await addAccount(store, ACCOUNT);
  await store.write((tx) => createBucket(new AccountQueries(tx, ACCOUNT), clock, { name: 'out' }));
  const transports = new KeptTransports(services);
  onTestFinished(() => transports.close());
  const timedOut = new TimedOutConnections();
  const jobs = testJobs(store, {
    clock,
    handlers: { deliver: createDeliverJob(services, transports, timedOut) },
    giveUp: { deliver: giveUpDelivery(services) },
    sessionLimits: (db, ids) => sessionLimits(db, ids, 8),
  });
  jobs.start();
  return { services, jobs, store, folder, timedOut };
}

/** A connection of the account with its secrets. */
export async function connect(
  { services, store }: Deliveries,
  kind: Connections['kind'],
  settings: object,
  secrets: Readonly<Record<string, string>>,
): Promise<Connections> {
  const connection = await addConnection(services, kind, settings);
  await store.write(async (tx) => {
    for (const [name, value] of Object.entries(secrets)) {
      await services.secrets.put(
        new AccountQueries(tx, ACCOUNT),
        { purpose: 'connection', ownerId: connection.id, name },
        value,
      );
    }
  });
  return connection;
}
