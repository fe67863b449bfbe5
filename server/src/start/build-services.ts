import type { Logger } from 'pino';
import { type Clock, systemClock, uptime } from '../clock.js';
import type { Config } from '../config.js';
import { answerLimits } from '../exchange/claim-answers/answer-places.js';
import { createClaims } from '../exchange/claims/claims-here.js';
import { TimedOutConnections } from '../exchange/delivery/timed-out-connections.js';
import { createRealTimeChecks } from '../exchange/eligibility/real-time-checks.js';
import { NO_FUNCTIONS, type OwnAddress } from '../exchange/functions/functions.js';
import { openFunctions } from '../exchange/functions/open-functions.js';
import { createSmtpMail } from '../exchange/mail/create-smtp-mail.js';
import { createMockPayers } from '../exchange/mock-payers/create-mock-payers.js';
import { createGroupMemory } from '../exchange/outbound/group-memory.js';
import { RoutedPayers } from '../exchange/payer-routes/routed-payers.js';
import type { Services } from '../exchange/services.js';
import { KeptTransports } from '../exchange/transports/kept-transports.js';
import { WebhookClient } from '../exchange/webhooks/webhook-client.js';
import { HeavyTurns } from '../heavy-turns.js';
import { uuid } from '../ids.js';
import { createJobs } from '../jobs/create-jobs.js';
import type { GiveUpJob, JobHandler, Jobs } from '../jobs/job.js';
import { readJobFigures } from '../jobs/job-figures.js';
import type { SessionLimit } from '../jobs/session-limits.js';
import { createMetrics } from '../metrics.js';
import { createArtifacts } from '../objects/create-artifacts.js';
import { openObjects } from '../objects/open-objects.js';
import { createOutgoingGuard } from '../outgoing/create-outgoing-guard.js';
import { OwnConnections } from '../own-connections.js';
import { createReader } from '../reading/create-reader.js';
import { bucketFigures } from '../resources/buckets/bucket-figures.js';
import { countUnmatched } from '../resources/claim-answers/unmatched.js';
import { countOverdueClaims } from '../resources/claims/overdue.js';
import { countWaitingClaims } from '../resources/claims/waiting.js';
import { sessionLimits } from '../resources/connections/session-limits.js';
import { createControlNumberTable } from '../resources/control-numbers/create-control-number-table.js';
import { concurrencyLimits } from '../resources/destinations/concurrency-limits.js';
import { batchFigures } from '../resources/eligibility-batches/figures.js';
import { readFeedLag } from '../resources/feed/feed-lag.js';
import { failedFunctions } from '../resources/functions/failed-figures.js';
import { createGuideLibrary } from '../resources/guides/create-guide-library.js';
import { batchLimits } from '../resources/payer-routes/batch-limits.js';
import { PayerCatalogue } from '../resources/payers/catalogue.js';
import { UserChanges } from '../resources/sftp-users/user-changes.js';
import { countOpenGroups } from '../resources/tracking/overdue.js';
import { createSecrets } from '../secrets/create-secrets.js';
import { demandKeys, forgetWitness } from '../secrets/demand-keys.js';
import { hasMasterKeys, openMasterKeys } from '../secrets/master-keys.js';
import { payloadColumns } from '../secrets/payload-columns.js';
import type { MasterKeys } from '../secrets/secrets.js';
import { askTime } from '../store/ask-time.js';
import { openPostgres } from '../store/postgres/open-postgres.js';
import { openSqlite } from '../store/sqlite/open-sqlite.js';
import type { Store } from '../store/store.js';
import { StoreClock } from '../store/store-clock.js';
import { createCustomerCode } from '../worker/create-customer-code.js';
import { openDataFolder } from './data-folder.js';
import { GIVEN_UP_FAILED, givenUpJobs, jobHandlers } from './job-handlers.js';
import { openCountryData } from './open-country-data.js';
import { storageRooms } from './storage-rooms.js';

/** Jobs that can be started and stopped. */
export type RunningJobs = Jobs & { start(): void; stop(patienceMs: number): Promise<void> };

export interface BuiltServices {
  readonly services: Services;
  readonly jobs: RunningJobs;
  /** Ends all that is open, in order: jobs first, which have so long, the store last. */
  close(patienceMs?: number): Promise<void>;
}

export interface BuildOptions {
  readonly log: Logger;
  readonly clock?: Clock | undefined;
  /** As it is known once the server listens. */
  readonly publicUrl: () => string;
  /** Default: it does not listen, and runs no functions. */
  readonly ownAddress?: OwnAddress;
}

/** Puts the server's parts together, without listening and without running jobs. */
export async function buildServices(config: Config, options: BuildOptions): Promise<BuiltServices> {
  const { log, publicUrl, ownAddress } = options;
  openDataFolder(config.dataDir, log);
  const store = await openStore(config, log);
  const storeClock = clockOf(store, config, log);
  const clock = options.clock ?? storeClock;
  try {
    await storeClock.start();
    const keys = await openKeys(config, store);
    const objects = await openObjects(config, keys);
    const customerCode = createCustomerCode({ clock });
    const processId = uuid();
    const metrics = createMetrics({
      jobs: () => readJobFigures(store, clock),
      feedLag: () => readFeedLag(store),
      openGroups: () => store.read(countOpenGroups),
      overdueClaims: () => store.read((db) => countOverdueClaims(db)),
      unmatchedAnswers: () => store.read((db) => countUnmatched(db)),
      batches: async () => {
        const { oldest, ...counts } = await store.read(batchFigures);
        const now = clock.now();
        const ages = oldest.map(({ accountId, since }) => ({ accountId, seconds: Math.max(0, now - since) / 1000 }));
        return { ...counts, oldest: ages };
      },
      waitingClaims: () => store.read(countWaitingClaims),
      stored: () => store.list(bucketFigures),
      failedFunctions: () => store.list(failedFunctions),
      clock: () => storeClock,
      // Asked for once it listens.
      isolation: () => services.functions.isolation.kind,
    });
    const reader = createReader({ ...config.reader, watch: metrics });
    const heavyTurns = new HeavyTurns();
    const secrets = createSecrets({ keys, clock });
    const artifacts = createArtifacts({
      ...{ objects, keys, clock, encrypt: config.encryptAtRest, retentionDays: config.retentionDays },
    });
    const outgoing = createOutgoingGuard({ allowedNetworks: config.allowedNetworks });
    const realTime = createRealTimeChecks({ store, secrets, artifacts });
    const rooms = storageRooms({ config, store, clock });
    const payerExchange = new RoutedPayers({
      ...{ config, store, objects, room: rooms.room, secrets, clock, outgoing, metrics, log, realTime },
    });
    // Jobs are done with the services, and the services write jobs down.
    const handlers: Record<string, JobHandler> = {};
    const timedOut = new TimedOutConnections();
    const giveUp: Record<string, GiveUpJob> = {};
    const jobs = createJobs({
      ...{ store, clock, processId, log, metrics, handlers, giveUp, ...config.jobs },
      giveUpFailed: GIVEN_UP_FAILED,
      sessionLimits: async (db, ids) => {
        const connections = await sessionLimits(db, ids, config.maxSessions);
        const limits: readonly (readonly [string, SessionLimit])[] = [
          ...connections,
          ...(await concurrencyLimits(db, ids)),
          ...(await batchLimits(db, ids, (route) => payerExchange.batchPlaces(route))),
          ...answerLimits(ids),
        ];
        return new Map(limits.map(([id, limit]) => [id, timedOut.has(id) ? narrowed(limit) : limit]));
      },
      isNarrow: (id) => timedOut.has(id),
    });
    const services: Services = {
      ...{ config, clock, log, metrics, store, objects, artifacts, secrets, jobs, customerCode, processId },
      ...rooms,
      payerExchange,
      mockPayers: createMockPayers(clock, realTime.engines),
      mail: mailOf(config),
      payers: new PayerCatalogue(store),
      realTime,
      claims: createClaims(heavyTurns),
      payloads: payloadColumns({ keys, encrypt: config.encryptAtRest }),
      sealedColumns: payloadColumns({ keys, encrypt: true }),
      heavyTurns,
      guides: createGuideLibrary({ clock, store, heavyTurns }),
      controlNumbers: createControlNumberTable({ store, clock }),
      groupMemory: createGroupMemory(),
      userChanges: new UserChanges(),
      functions: ownAddress === undefined ? NO_FUNCTIONS : await openFunctions({ config, clock, log, ownAddress }),
      reader,
      origins: openCountryData(config.countryData),
      outgoing,
      ownConnections: new OwnConnections(),
      get publicUrl() {
        return publicUrl();
      },
    };
    metrics.functions.places(() => services.functions.machine?.places.figures() ?? { running: 0, waiting: 0 });
    const transports = new KeptTransports(services);
    const webhooks = new WebhookClient(config);
    Object.assign(handlers, jobHandlers(services, transports, timedOut, webhooks));
    Object.assign(giveUp, givenUpJobs(services));
    return {
      services,
      jobs,
      close: async (patienceMs = config.shutdownMs) => {
        await jobs.stop(patienceMs);
        await transports.close();
        await services.functions.close();
        await services.payerExchange.close();
        await services.realTime.longAnswers.close();
        await services.realTime.pdfs.close();
        webhooks.close();
        await customerCode.close();
        await reader.close();
        await objects.close();
        storeClock.stop();
        await store.close();
      },
    };
  } catch (error) {
    storeClock.stop();
    await store.close();
    throw error;
  }
}

function mailOf({ mail: settings, trustedAuthorities }: Config): Services['mail'] {
  return settings === undefined ? undefined : createSmtpMail({ settings, trustedAuthorities });
}

/** All leases count in the time of the store, whatever the clocks of the machines show. */
function clockOf(store: Store, { jobs, idempotencyLeaseMs }: Config, log: Logger): StoreClock {
  const shortestLeaseMs = Math.min(jobs.leaseMs, idempotencyLeaseMs);
  return new StoreClock({ ask: () => askTime(store, systemClock), machine: systemClock, uptime, shortestLeaseMs, log });
}

/** Before a new key is made: a store with secrets has one already. */
async function openKeys({ masterKey, dataDir, lostMasterKeys }: Config, store: Store): Promise<MasterKeys> {
  const options = { masterKey, folder: dataDir };
  const there = hasMasterKeys(options) ? openMasterKeys(options) : undefined;
  await store.read((db) => demandKeys(db, { keys: there, folder: dataDir, lost: lostMasterKeys }));
  const keys = there ?? openMasterKeys(options);
  const lost = lostMasterKeys.filter((id) => !keys.knows(id));
  if (lost.length > 0) await store.write((tx) => forgetWitness(tx, lost));
  return keys;
}

function openStore(config: Config, log: Logger): Promise<Store> {
  return config.databaseUrl === undefined
    ? openSqlite({ folder: config.dataDir })
    : openPostgres({ url: config.databaseUrl, log });
}

/** Of one that has let everything time out: one delivery, and the look for files beside it. */
function narrowed({ most, isPolled = false }: SessionLimit): SessionLimit {
  return { most: Math.min(most, isPolled ? 2 : 1), isPolled };
}
