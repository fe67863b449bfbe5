import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/clock.js';
import type { Config } from '../../src/config.js';
import { createRealTimeChecks } from '../../src/exchange/eligibility/real-time-checks.js';
import { createGroupMemory } from '../../src/exchange/outbound/group-memory.js';
import type { Services } from '../../src/exchange/services.js';
import { HeavyTurns } from '../../src/heavy-turns.js';
import { ulid } from '../../src/ids.js';
import type { Jobs } from '../../src/jobs/job.js';
import { newJobRow } from '../../src/jobs/job-rows.js';
import type { Metrics } from '../../src/metrics.js';
import { createArtifacts } from '../../src/objects/create-artifacts.js';
import { folderObjects } from '../../src/objects/folder-objects.js';
import { ENDLESS_ROOM } from '../../src/objects/storage-room.js';
import { openOrigins } from '../../src/origins/open-origins.js';
import { createOutgoingGuard } from '../../src/outgoing/create-outgoing-guard.js';
import { OwnConnections } from '../../src/own-connections.js';
import { PayerCatalogue } from '../../src/resources/payers/catalogue.js';
import { UserChanges } from '../../src/resources/sftp-users/user-changes.js';
import { createSecrets } from '../../src/secrets/create-secrets.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import { payloadColumns } from '../../src/secrets/payload-columns.js';
import type { Store } from '../../src/store/store.js';
import { CLAIM_ENGINES, ENGINES } from './shared-engines.js';
import { sharedReader } from './shared-reader.js';
import { migratedPlace } from './store-factory.js';
import { testLog } from './test-log.js';

export interface TestServicesOptions {
  readonly config?: Partial<Config>;
  /** Parts in place of the ordinary ones and the fakes; given what stands already. */
  readonly parts?: (built: Services) => Partial<Services>;
  /** Default: a new one of the store factory. It is closed with the services. */
  readonly store?: Store;
}

export interface TestServices {
  readonly services: Services;
  readonly clock: TestClock;
  /** Closes the store and removes the folder. */
  close(): Promise<void>;
}

/** Stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

export const ADMIN_TOKEN = 'test-admin-token';

/** Of what comes with the server; nothing of it changes. */
const origins = openOrigins();

/** Services over an empty store; parts that a test does not use throw when they are used. */
export async function testServices(options: TestServicesOptions = {}): Promise<TestServices> {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-server-'));
  const place = await migratedPlace();
  const store = options.store ?? (await place.open());
  const clock = testClock();
  const keys = openMasterKeys({ masterKey: undefined, folder });
  const objects = folderObjects({ folder: join(folder, 'objects') });
  const artifacts = createArtifacts({ objects, keys, clock, encrypt: false, retentionDays: undefined });
  const secrets = createSecrets({ keys, clock });
  const built: Services = {
    config: {
      ...testConfig(folder),
      databaseUrl: place.dialect === 'postgres' ? place.address : undefined,
      ...options.config,
    },
    clock,
    log: testLog(),
    metrics: silentMetrics,
    store,
    objects,
    room: ENDLESS_ROOM,
    spoolRoom: ENDLESS_ROOM,
    artifacts,
    secrets,
    payerExchange: unused('payerExchange'),
    mockPayers: unused('mockPayers'),
    mail: undefined,
    payers: new PayerCatalogue(store),
    realTime: { ...createRealTimeChecks({ store, secrets, artifacts }), engines: ENGINES },
    claims: { engines: CLAIM_ENGINES },
    payloads: payloadColumns({ keys, encrypt: options.config?.encryptAtRest ?? false }),
    sealedColumns: payloadColumns({ keys, encrypt: true }),
    jobs: rowJobs(clock),
    heavyTurns: new HeavyTurns(),
    guides: unused('guides'),
    controlNumbers: unused('controlNumbers'),
    groupMemory: createGroupMemory(),
    reader: sharedReader(),
    origins,
    customerCode: unused('customerCode'),
    userChanges: new UserChanges(),
    functions: {
      isolation: { kind: 'unavailable', why: 'Not in this test.' },
      machine: undefined,
      close: async () => undefined,
    },
    outgoing: createOutgoingGuard({ allowedNetworks: [], resolve: resolveForTests }),
    ownConnections: new OwnConnections(),
    publicUrl: 'http://127.0.0.1:8480',
    processId: `process-${ulid(clock)}`,
  };
  const services = { ...built, ...options.parts?.(built) };
  return {
    services,
    clock,
    close: async () => {
      await store.close();
      await place.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function testConfig(dataDir: string): Config {
  return {
    dataDir,
    host: '127.0.0.1',
    port: 0,
    publicUrl: undefined,
    databaseUrl: undefined,
    objectsUrl: undefined,
    masterKey: undefined,
    lostMasterKeys: [],
    encryptAtRest: false,
    adminToken: ADMIN_TOKEN,
    allowedNetworks: [],
    trustedProxies: [],
    clientCertificateHeader: undefined,
    countryData: undefined,
    bodyMemoryBytes: 64 * 1024 * 1024,
    connectionsPerAddress: 512,
    tls: undefined,
    exchangeHost: '127.0.0.1',
    as2: undefined,
    sftpEndpoint: 'sftp.example.com',
    s3: undefined,
    sftp: undefined,
    ftps: undefined,
    storage: { quotaBytes: undefined, reserveBytes: 0 },
    functions: { isolation: 'box', places: 4, allowedHosts: [], delaysMs: [60_000, 120_000] },
    uploads: { maxFileBytes: 1024 ** 3, quotaBytes: undefined },
    allowInsecure: false,
    delivery: { attempts: 3, intervalMs: 360_000 },
    webhookDelaysMs: [300_000, 1_800_000],
    trustedAuthorities: undefined,
    mail: undefined,
    jobs: { leaseMs: 60_000, places: {} },
    maxSessions: 8,
    reader: { processes: 1, memoryMb: 1_024 },
    idempotencyLeaseMs: 30_000,
    retentionDays: undefined,
    checksRetentionDays: undefined,
    simulatedClaims: { afterMs: 2_000, takesFiles: false },
    auditRetentionDays: undefined,
    shutdownMs: 1000,
    checksShutdownMs: 1000,
    logLevel: 'silent',
    operatorConnections: undefined,
  };
}

function testClock(): TestClock {
  let now = Date.UTC(2026, 0, 15, 12);
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

const silentMetrics: Metrics = {
  mail: () => {},
  request: () => {},
  job: () => {},
  delivery: () => {},
  received: () => {},
  check: () => {},
  claim: () => {},
  claimFile: () => {},
  expiredWaiting: () => {},
  as2: () => {},
  s3: () => {},
  fileServer: () => {},
  webhook: () => {},
  poll: () => {},
  polledFile: () => {},
  payerRoute: () => {},
  payerRoutes: () => {},
  readingBegun: () => {},
  readingEnded: () => {},
  readingStopped: () => {},
  pool: () => {},
  poolsAlone: () => {},
  ownTrouble: () => {},
  functions: { run: () => {}, waited: () => {}, places: () => {} },
  text: async () => '',
  contentType: 'text/plain',
};

/** Writes jobs down, and does none. */
function rowJobs(clock: Clock): Jobs {
  return {
    enqueue: async (queries, jobs) => {
      const now = clock.now();
      const list = Array.isArray(jobs) ? jobs : [jobs];
      const { accountId } = queries;
      const rows = list.map((job) => newJobRow(job, { id: ulid(clock), accountId, now }));
      if (rows.length > 0) await queries.insert('jobs', rows).execute();
    },
    wake: () => {},
  };
}

/** A part that tests of this kind do not use; whoever does is told its name. */
function unused<Part extends object>(name: string): Part {
  const refuse = (_target: object, member: string | symbol, receiver: object): unknown => {
    if (Object.hasOwn(receiver, member)) return Reflect.get(_target, member);
    if (typeof member === 'symbol' || member === 'then' || member === 'toJSON') return undefined;
    throw new Error(`This test has no ${name} (${member}): give one in testServices({ parts }).`);
  };
  // It has no member that can be used.
  return new Proxy({}, { get: refuse }) as Part;
}

/** No name is asked for on the network: those below `.invalid` are not there, all others are somewhere public. */
export async function resolveForTests(host: string) {
  if (host.endsWith('.invalid')) throw Object.assign(new Error('ENOTFOUND'), { syscall: 'getaddrinfo' });
  return [{ address: '8.8.8.8', family: 4 } as const];
}
