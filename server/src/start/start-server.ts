import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { systemClock } from '../clock.js';
import type { Config } from '../config.js';
import type { OwnAddress } from '../exchange/functions/functions.js';
import { createListeners } from '../exchange/listeners/create-listeners.js';
import type { ExchangeListener } from '../exchange/listeners/listen-when-needed.js';
import type { Services } from '../exchange/services.js';
import { scheduleTasks } from '../jobs/scheduled.js';
import { buildApp } from '../operations/app.js';
import { commandRoutes } from '../operations/commands.js';
import { ROUTES } from '../operations/operations.js';
import { dropAbandonedFiles, writeOwnerFile } from '../owner-file.js';
import { addMissingPlaces } from '../resources/connections/inbound-places.js';
import { numbersHeldSince } from '../resources/control-numbers/restored-numbers.js';
import { giveUpAllChecks } from '../resources/eligibility-checks/expired.js';
import { checkPublished } from '../resources/guides/check-published.js';
import { shipPayers } from '../resources/payers/shipped-payers.js';
import { demandKeys } from '../secrets/demand-keys.js';
import { fingerprintOf } from './ask-server.js';
import { buildServices } from './build-services.js';
import { checkTlsFiles } from './check-tls-files.js';
import { firstStart } from './first-start.js';
import { greetingOf } from './greeting.js';
import { installedPackages } from './installed-packages.js';
import { tasksOf } from './job-handlers.js';
import { listen } from './listen.js';
import { applyOperatorFile, readOperatorFile } from './operator-file.js';

export interface RunningServer {
  readonly url: string;
  /** What a person is shown: three lines to paste. */
  readonly greeting: string;
  readonly services: Services;
  /** What partners are listened for. */
  readonly listeners: readonly ExchangeListener[];
  /** Takes no new request, lets those under way end, then jobs, then the store. */
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;
/** From this age on data on countries of addresses is spoken of at each start. */
const OLD_DAYS = 365;

function warnOfOtherPackages(log: Logger): void {
  const { other } = installedPackages();
  if (other.length === 0) return;
  log.warn(
    { packages: other },
    'packages: other releases are installed than this server was tested with. In a checkout run npm ci, and start again.',
  );
}

/** Opens the store, makes what a first start makes, listens, and runs jobs. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  checkTlsFiles(config, log, systemClock.now());
  warnOfOtherPackages(log);
  let url = config.publicUrl;
  const operatorFile = readOperatorFile(config, log);
  let own: ReturnType<OwnAddress>;
  const built = await buildServices(config, { log, publicUrl: () => url ?? '', ownAddress: () => own });
  const { services, jobs } = built;
  try {
    // Of the last run; nobody is to call there.
    rmSync(join(config.dataDir, 'url'), { force: true });
    dropAbandonedFiles(config.dataDir, services.clock.now());
    await firstStart(services);
    await shipPayers(services);
    await giveUpLeftChecks(services, config);
    // Of processes that start at once on an empty store, another may have begun it with a key of its own.
    await services.store.read((db) =>
      demandKeys(db, { keys: services.secrets.keys, folder: config.dataDir, lost: config.lostMasterKeys }),
    );
    await applyOperatorFile(services, operatorFile);
    await addPlaces(services);
    await warnOfHeldNumbers(services);
    warnOfOldCountries(services);
    const listeners = createListeners(services);
    const listening = () => listeners.flatMap(({ name, address }) => (address === undefined ? [] : [name]));
    const app = await buildApp(services, ROUTES, commandRoutes, listening);
    await listen(app, config);
    own = ownAddressOf(app.server.address() as AddressInfo);
    url ??= addressOf(app.server.address() as AddressInfo, config);
    // Where commands find this server, and what they know it by.
    const certificate = config.tls && fingerprintOf(config.tls.certFile);
    if (certificate !== undefined) writeOwnerFile(config.dataDir, 'certificate', certificate);
    writeOwnerFile(config.dataDir, 'url', addressOf(app.server.address() as AddressInfo, config));
    await scheduleTasks(services.store, services.clock, tasksOf(services));
    jobs.start();
    await Promise.all(listeners.map((listener) => listener.start()));
    log.info({ url }, 'listening');
    const stopping = new AbortController();
    warmUp(services, stopping.signal);
    const checking = checkGuides(services, stopping.signal);
    return {
      ...{ url, services, listeners, greeting: greetingOf(url, config) },
      close: async () => {
        const end = services.clock.now() + config.shutdownMs;
        stopping.abort();
        // What partners send is taken to its end beside the requests.
        await Promise.all([app.close(), ...listeners.map((listener) => listener.stop(config.shutdownMs))]);
        const left = services.realTime.underWay.count;
        if (left > 0) log.warn({ left }, 'eligibility checks were under way at the end: their outcome is unknown');
        await built.close(Math.max(0, end - services.clock.now()));
        await checking;
      },
    };
  } catch (error) {
    await built.close();
    throw error;
  }
}

/** An embedded store has no other process whose checks they could be; on PostgreSQL their time has to pass. */
async function giveUpLeftChecks({ store, log }: Services, { databaseUrl }: Config): Promise<void> {
  if (databaseUrl !== undefined) return;
  const checks = await store.write(giveUpAllChecks);
  if (checks > 0)
    log.warn({ checks }, 'eligibility checks were under way when the last run ended: their outcome is unknown');
}

/** The guides of eligibility take a third of a second to compile, those of claims seconds: better now than with the first check, or claim. */
function warmUp({ realTime, claims }: Services, signal: AbortSignal): void {
  // Beside requests, which are answered meanwhile. Whoever needs them is told what is wrong with them.
  void realTime.engines
    .get()
    .then(() => claims.engines.warmUp(signal))
    .catch(() => undefined);
}

/** Before anything can come in. */
async function addPlaces(services: Services): Promise<void> {
  for (const left of await addMissingPlaces(services)) {
    services.log.warn(left, 'Nothing comes in over a connection of an older release: change its inbound directory.');
  }
}

async function warnOfHeldNumbers({ store, log }: Services): Promise<void> {
  const since = await store.read(numbersHeldSince);
  if (since === undefined) return;
  log.warn(
    { since },
    'The store was restored, and nothing is sent until it is said which control numbers were: ediloom-server control-numbers raise +N, or as-is.',
  );
}

/** Networks move to other countries. */
function warnOfOldCountries({ origins, clock, log }: Services): void {
  const days = Math.floor((clock.now() - origins.builtAt) / DAY_MS);
  if (days <= OLD_DAYS) return;
  log.warn(
    { days },
    'The data on countries of addresses is old. Name newer data in COUNTRY_DATA, or install a newer release.',
  );
}

/** Beside everything else: what is wrong with it is only logged. */
async function checkGuides(services: Services, signal: AbortSignal): Promise<void> {
  try {
    await checkPublished(services, signal);
  } catch (error) {
    services.log.warn({ err: error }, 'published guides could not be checked; the next start does it');
  }
}

function addressOf({ address, family, port }: AddressInfo, { tls }: Config): string {
  const any = address === '0.0.0.0' || address === '::';
  const host = any ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `${tls === undefined ? 'http' : 'https'}://${host}:${port}`;
}

/** Where this process reaches itself. */
function ownAddressOf({ address, port }: AddressInfo): { readonly host: string; readonly port: number } {
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return { host, port };
}
