import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../src/exchange/services.js';
import { buildApp } from '../../src/operations/app.js';
import { commandRoutes } from '../../src/operations/commands.js';
import { ROUTES } from '../../src/operations/operations.js';
import { createOutgoingGuard } from '../../src/outgoing/create-outgoing-guard.js';
import { readOwnerFile } from '../../src/owner-file.js';
import { shipPayers } from '../../src/resources/payers/shipped-payers.js';
import { buildServices } from '../../src/start/build-services.js';
import { firstStart } from '../../src/start/first-start.js';
import { TestClock } from './test-jobs.js';
import { testLog } from './test-log.js';
import { ADMIN_TOKEN, testConfig } from './test-services.js';

export interface FirstStarted {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: TestClock;
  readonly liveKey: string;
  readonly testKey: string;
  readonly adminToken: string;
  close(): Promise<void>;
}

/** The whole server as it is after its first start, on an embedded store; its jobs run, its clock stands still, and no name is known. */
export async function firstStarted(publicUrl: string): Promise<FirstStarted> {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-first-'));
  const clock = new TestClock(Date.UTC(2026, 0, 31, 9));
  const log = testLog();
  // Functions run without boxes: not every machine of the tests makes them.
  const functions = { isolation: 'none' as const, places: 2, allowedHosts: [], delaysMs: [60_000, 120_000] };
  const built = await buildServices(
    { ...testConfig(folder), functions },
    { log, clock, publicUrl: () => publicUrl, ownAddress: () => undefined },
  );
  const unknown = async () => {
    throw Object.assign(new Error('ENOTFOUND'), { syscall: 'getaddrinfo' });
  };
  // Handlers of jobs have these services already.
  const services = Object.assign(built.services, {
    outgoing: createOutgoingGuard({ allowedNetworks: [], resolve: unknown }),
  });
  await firstStart(services);
  await shipPayers(services);
  const app = await buildApp(services, ROUTES, commandRoutes);
  await app.ready();
  built.jobs.start();
  return {
    ...{ app, services, clock },
    liveKey: readOwnerFile(folder, 'live-key') ?? '',
    testKey: readOwnerFile(folder, 'test-key') ?? '',
    adminToken: ADMIN_TOKEN,
    close: async () => {
      await app.close();
      await built.close(0);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
