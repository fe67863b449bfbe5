import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Store } from '../../src/store/store.js';
import type { BuiltServer } from '../support/built-server.js';
import { Clients } from './clients.js';
import { compare, type Violations } from './compare.js';
import { below, Fleet } from './fleet.js';
import { atMost } from './patience.js';

/** What the storm saw. */
export interface StormReport {
  readonly kills: number;
  readonly killsAtStart: number;
  readonly standstills: number;
  readonly sent: number;
  readonly acknowledged: number;
  /** Requests to dead processes whose connection nobody ended. */
  readonly hanging: number;
  /** Statuses other than 200, and how often they came. */
  readonly others: Readonly<Record<string, number>>;
  readonly exitCodes: readonly (number | null)[];
  /** Of those that were asked to end under load. */
  readonly longestStopMs: number;
  readonly violations: Violations;
  /** Names in the data folders beyond those that belong there. */
  readonly leftovers: readonly string[];
}

export interface StormOptions {
  readonly rounds: number;
  /** Processes over one store. */
  readonly processes: number;
  /** Asked to end, in place of killed. */
  readonly gentle?: boolean;
  /** In the first and every fifth round a process also stands still for longer than its leases, while others take over. */
  readonly standstills?: boolean;
  /** Most answers of a process before it is killed. */
  readonly mostAnswers: number;
  /** Most milliseconds between an answer and the next request of a client. Default 0. */
  readonly pauseMs?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** The store, after the processes have ended; or beside them, where it lets others in. */
  openStore(dataDir: string): Promise<Store>;
  /** What the object store has under a name. */
  bytesOf(dataDir: string, name: string): Promise<string | undefined>;
}

/** Short leases and intervals, so that a killed process is followed up at once. */
const LEASE_MS = 1500;
const FAST = { JOB_LEASE_MS: `${LEASE_MS}`, IDEMPOTENCY_LEASE_MS: `${LEASE_MS}`, DELIVERY_INTERVAL_MS: '200' };

const CLIENTS = 8;
const PATIENCE_MS = 60_000;
/** For what is done once for each request, one after another or a few at a time. */
const REQUEST_MS = 50;
/** Rounds after which a long storm says how far it is. */
const TELL = 10;

/**
 * Kills servers under load again and again, at any instant, repeats what was not answered under the same keys, lets them finish,
 * and compares what was acknowledged with what was stored and delivered.
 */
export async function storm(built: BuiltServer, options: StormOptions): Promise<StormReport> {
  const { processes, mostAnswers, environment = {} } = options;
  const dataDirs = await Promise.all(
    Array.from({ length: processes }, () => mkdtemp(join(tmpdir(), 'ediloom-storm-'))),
  );
  const fleet = new Fleet(built, dataDirs, { mostAnswers, settings: { ...FAST, ...environment } });
  try {
    await fleet.start();
    return await rage(fleet, dataDirs, options);
  } finally {
    await fleet.killAll();
    await Promise.all(dataDirs.map((dataDir) => rm(dataDir, { recursive: true, force: true })));
  }
}

async function rage(fleet: Fleet, dataDirs: readonly string[], options: StormOptions): Promise<StormReport> {
  const { processes, openStore, bytesOf, pauseMs = 0 } = options;
  const [dataDir = ''] = dataDirs;
  const testKey = fleet.living.map((server) => server.testKey).find((key) => key !== '') ?? '';
  const clients = new Clients(fleet, { testKey, pauseMs });
  const patiently = <Result>(what: string, work: Promise<Result>): Promise<Result> =>
    atMost(
      PATIENCE_MS + clients.requests.length * REQUEST_MS,
      what,
      work,
      () => `${clients.describe()}\n${fleet.describe()}`,
    );
  try {
    const stops: Stop[] = [];
    await Promise.race([allRounds(fleet, clients, options, stops), clients.start(CLIENTS)]);
    // What the dead one had begun, those that are left end.
    if (processes > 1) await fleet.killForGood();
    await patiently('To have all requests answered', clients.finish());
    await patiently('To deliver', clients.waitForDeliveries());
    const exitCodes = [...stops.map(({ code }) => code), ...(await fleet.stop())];
    const leftovers = (await Promise.all(dataDirs.map(leftoversOf))).flat();
    const store = await openStore(dataDir);
    try {
      return {
        ...{ kills: fleet.kills, killsAtStart: fleet.killsAtStart, standstills: fleet.standstills, exitCodes },
        sent: clients.requests.length,
        acknowledged: clients.requests.filter(({ answers }) => answers.length > 0).length,
        hanging: clients.hanging,
        others: Object.fromEntries(clients.others),
        violations: await patiently(
          'To compare',
          compare(store, clients.requests, (name) => bytesOf(dataDir, name)),
        ),
        leftovers,
        longestStopMs: Math.max(0, ...stops.map(({ ms }) => ms)),
      };
    } finally {
      await store.close();
    }
  } finally {
    clients.stop();
  }
}

interface Stop {
  readonly code: number | null;
  readonly ms: number;
}

async function allRounds(
  fleet: Fleet,
  clients: Clients,
  { rounds, gentle = false, standstills = false }: StormOptions,
  stops: Stop[],
): Promise<void> {
  for (let round = 1; round <= rounds && !fleet.over; round++) {
    if (gentle) stops.push(await fleet.stopRound());
    else await fleet.round();
    if (standstills && round % 5 === 1) await fleet.standstillRound(LEASE_MS + below(LEASE_MS));
    if (round % TELL === 0) console.log(`round ${round} of ${rounds}: ${clients.describe()}`);
  }
}

/** What the folder of a server holds, as the README tells, and what its store keeps beside its file. */
const BELONGS = [
  /^(store\.sqlite(-wal|-shm)?|owner\.(lock|pid))$/,
  /^(master\.key|admin-token|test-key|live-key|demo-order\.json|demo-check\.json|url)$/,
  // Also bytes that no row names, of a delivery that was killed before its commit: they are swept a day later.
  /^objects\/_objects\/[\d-]{10}\/\d\d\/[\da-f]{32}$/,
  // Unfinished objects are removed at a start, a day later.
  /^objects\/\.unfinished\/[\da-f-]{36}$/,
];

async function leftoversOf(dataDir: string): Promise<readonly string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)));
  return names.filter((name) => !BELONGS.some((one) => one.test(name)));
}
