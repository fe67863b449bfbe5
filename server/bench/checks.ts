import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/peers/postgres-server.js';
import { buildServer, type ServerProcess, startServer } from '../test/support/built-server.js';
import { FILE_PAYER, OTHER_PAYER, PAYER, PAYERS_HERE, routeToPayer } from '../test/support/route-to-payer.js';
import { handInFile, handInItems, madeOfBatches } from './batch-load.js';
import { type CheckLoad, loadChecks, type SeenCheck } from './check-load.js';
import { processorSeconds, residentMb } from './process-figures.js';
import { partsOf } from './profile-parts.js';
import { watchStolenTime } from './stolen-time.js';
import { syncsPerSecond } from './syncs.js';

/**
 * Loads whole servers with eligibility checks against a payer that takes 300 ms, each client with one under way at any time, and prints how
 * many were answered, what the server has added to the payer's own time, and memory.
 *
 *     npx tsx server/bench/checks.ts [--seconds 60] [--clients 50] [--dead 0] [--batch 0 [--way json]] [--processes 1] [--store sqlite|postgres] [--delay 300] [--short] [--profile FOLDER [--deep]]
 *
 * More than 50 clients raise the limit of the account. With `--dead` so many more clients ask a payer that takes requests and never answers, until the
 * breaker of its route opens, again and again, each once in the payer's time; and all is measured a second time, without and beside them. With `--batch`
 * the account hands in a batch of so many checks of the same payer, and all is measured a second time while it is made: asked one by one (`--way json`),
 * by a payer that takes files of a thousand by CAQH CORE (`route-files`), or handed in as such a file (`core`). `--profile` leaves CPU profiles of the
 * servers in the folder, and prints what share of the busy time each part of the first one had.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '50' },
    dead: { type: 'string', default: '0' },
    batch: { type: 'string', default: '0' },
    way: { type: 'string', default: 'json' },
    processes: { type: 'string', default: '1' },
    store: { type: 'string', default: 'sqlite' },
    delay: { type: 'string', default: '300' },
    short: { type: 'boolean', default: false },
    profile: { type: 'string' },
    deep: { type: 'boolean', default: false },
  },
});
const CLIENTS = Number(values.clients);
const SECONDS = values.short ? 5 : Number(values.seconds);
const DELAY = Number(values.delay);
const DEAD = Number(values.dead);
const BATCH = Number(values.batch);
if (!['json', 'route-files', 'core'].includes(values.way)) throw new Error('--way is json, route-files or core.');
const BATCH_PAYER = values.way === 'route-files' ? FILE_PAYER : PAYER;
const PROCESSES = values.store === 'postgres' ? Number(values.processes) : 1;
const PROFILING = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
const PUBLISHED_LIMIT = 50;
const ADMIN_TOKEN = randomBytes(32).toString('hex');

async function main(): Promise<void> {
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const payer = await startPayer();
    ends.push(payer.stop);
    const servers = await startServers(ends);
    const key = await prepare(servers[0] as ServerProcess, payer.url, await deadPayer(ends));
    const load: CheckLoad = {
      urls: servers.map(({ url }) => url),
      ...{ key, payerId: PAYER, clients: CLIENTS, apartMs: DELAY, seconds: SECONDS },
    };
    await loadChecks({ ...load, seconds: values.short ? 2 : 5 });
    await measured(load, servers, payer);
    if (BATCH > 0) await besideBatch(load, servers, payer);
    if (DEAD === 0) return;
    console.log(`\nbeside ${DEAD} clients of a payer that never answers`);
    const beside = loadChecks({ ...load, payerId: OTHER_PAYER, clients: DEAD, atLeastMs: DELAY });
    await measured(load, servers, payer);
    console.log(`of the dead one  ${(await beside).length} answered`);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Hands a batch in, measures the same again while it is made, and prints how far that has come meanwhile. */
async function besideBatch(load: CheckLoad, servers: readonly ServerProcess[], payer: SlowPayer): Promise<void> {
  const [url = ''] = load.urls;
  const begin = performance.now();
  const over = { url, key: load.key };
  if (values.way === 'core') await handInFile(over, BATCH, PAYER);
  else await handInItems(over, BATCH, BATCH_PAYER);
  console.log(`\nbeside a batch of ${BATCH}, handed in within ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  await measured(load, servers, payer);
  const made = (await Promise.all(load.urls.map((one) => madeOfBatches(one, ADMIN_TOKEN)))).reduce(
    (sum, one) => sum + one,
  );
  const perSecond = made / ((performance.now() - begin) / 1000);
  console.log(`of the batch     ${made} asked, ${perSecond.toFixed(1)}/s`);
}

async function measured(load: CheckLoad, servers: readonly ServerProcess[], payer: SlowPayer): Promise<void> {
  await payer.kept();
  const disk = syncsPerSecond(tmpdir());
  const stolen = watchStolenTime();
  const busyBefore = busySeconds(servers);
  const begin = performance.now();
  const seen = await loadChecks(load);
  const seconds = (performance.now() - begin) / 1000;
  print(seen, {
    busy: (busySeconds(servers) - busyBefore) / seconds,
    kept: await payer.kept(),
    ...{ servers, disk },
    stolen: stolen(),
  });
}

/** Takes requests and never answers. @returns its URL. */
async function deadPayer(ends: (() => Promise<unknown>)[]): Promise<string> {
  const server = createServer(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

type SlowPayer = Awaited<ReturnType<typeof startPayer>>;

/** A payer in a process of its own, so that its time is not the server's. */
async function startPayer() {
  const child = fork(fileURLToPath(new URL('slow-payer.ts', import.meta.url)), [String(DELAY)], {
    execArgv: ['--import', 'tsx'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ readonly port: number }];
  return {
    url: `http://127.0.0.1:${port}/`,
    /** Milliseconds for which it kept each check since it was last asked, by member id. */
    kept: async (): Promise<ReadonlyMap<string, number>> => {
      child.send('kept');
      const [{ kept }] = (await once(child, 'message')) as [{ readonly kept: readonly [string, number][] }];
      return new Map(kept);
    },
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

async function startServers(ends: (() => Promise<unknown>)[]): Promise<readonly ServerProcess[]> {
  const built = await buildServer();
  ends.push(async () => built.remove());
  const { profile } = values;
  // It names the files of the program.
  if (profile !== undefined) ends.push(async () => printParts(profile));
  const shared: Record<string, string> = { ADMIN_TOKEN, ...PAYERS_HERE };
  if (values.store === 'postgres') {
    const postgres = await startPostgres();
    ends.push(postgres.stop);
    Object.assign(shared, { DATABASE_URL: postgres.url, MASTER_KEY: randomBytes(32).toString('base64') });
  }
  const servers: ServerProcess[] = [];
  for (let number = 0; number < PROCESSES; number++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'ediloom-checks-'));
    ends.push(() => rm(dataDir, { recursive: true, force: true }));
    const server = await startServer(built.main, dataDir, shared, PROFILING);
    ends.push(() => server.stop());
    servers.push(server);
  }
  return servers;
}

function printParts(folder: string): void {
  for (const { part, percent } of partsOf(folder, values.deep).slice(0, values.deep ? 60 : 25)) {
    console.log(`${percent.toFixed(1).padStart(6)} %  ${part}`);
  }
}

/** The routes to all payers, and the limit of the account where more are to be under way than it has. @returns its key. */
async function prepare({ url, dataDir }: ServerProcess, payerUrl: string, deadUrl: string): Promise<string> {
  const route = { url, adminToken: ADMIN_TOKEN };
  await routeToPayer({ ...route, payerUrl });
  await routeToPayer({
    ...route,
    payerUrl: deadUrl,
    payer: OTHER_PAYER,
    more: { answerMs: 1_000, breaker: { openMs: 2_000 } },
  });
  await routeToPayer({
    ...route,
    ...{ payerUrl, payer: FILE_PAYER },
    more: {
      kind: 'caqh-core',
      connection: {
        ...{ url: payerUrl, envelope: 'mime', senderId: 'CLEARING', receiverId: 'UPSTREAM' },
        batch: { url: payerUrl, mostChecks: 1_000, pollSeconds: 1 },
      },
    },
  });
  const admin = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: ADMIN_TOKEN, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/admin${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { items } = (await admin('/accounts')) as { readonly items: readonly { readonly id: string }[] };
  if (CLIENTS + DEAD > PUBLISHED_LIMIT) {
    const body = JSON.stringify({ concurrency: { 'real-time': CLIENTS + DEAD } });
    await admin(`/accounts/${items[0]?.id}/limits`, { method: 'PUT', body });
  }
  return (await readFile(join(dataDir, 'live-key'), 'utf8')).trim();
}

/** Of processor time that the servers have taken. */
function busySeconds(servers: readonly ServerProcess[]): number {
  return servers.reduce((sum, { child }) => sum + processorSeconds(child.pid ?? 0).own, 0);
}

interface Measured {
  /** Processors that the servers have kept busy. */
  readonly busy: number;
  readonly kept: ReadonlyMap<string, number>;
  readonly servers: readonly ServerProcess[];
  readonly disk: number;
  readonly stolen: number | undefined;
}

function print(seen: readonly SeenCheck[], { busy, kept, servers, disk, stolen }: Measured): void {
  const answered = seen.filter(({ status }) => status === 200);
  const added = answered.map(({ memberId, ms }) => ms - (kept.get(memberId) ?? Number.NaN)).sort((a, b) => a - b);
  const ofAdded = (part: number): string => (added[Math.floor(added.length * part)] ?? Number.NaN).toFixed(1);
  const most = CLIENTS / (DELAY / 1000);
  // While all clients are at work: not when they begin, one after another, nor when the first have ended.
  const from = 2 * DELAY;
  const within = answered.filter(({ at }) => at >= from && at < SECONDS * 1000).length;
  const perSecond = (1000 * within) / (SECONDS * 1000 - from);
  const store =
    values.store === 'postgres' ? `PostgreSQL, ${PROCESSES} process${PROCESSES === 1 ? '' : 'es'}` : 'SQLite';
  console.log(`${CLIENTS} clients, ${SECONDS} s, ${store}, a payer of ${DELAY} ms`);
  console.log(`disk             ${disk} synced writes a second before: what all else is to be seen beside`);
  if (stolen !== undefined)
    console.log(`processors       ${stolen.toFixed(0)} % of their time was taken by others than this machine`);
  console.log(
    `checks a second  ${perSecond.toFixed(1)}, ${((100 * perSecond) / most).toFixed(1)} % of ${most.toFixed(1)}   (goal 95 %)`,
  );
  console.log(`added ms         p50 ${ofAdded(0.5)}, p95 ${ofAdded(0.95)}, p99 ${ofAdded(0.99)}   (goal p99 < 60)`);
  console.log(
    `processor        ${((1000 * busy) / Math.max(1, perSecond)).toFixed(1)} ms a check, ${(100 * busy).toFixed(0)} % of one`,
  );
  console.log(`429              ${seen.filter(({ status }) => status === 429).length}`);
  console.log(`others           ${seen.filter(({ status }) => status !== 200 && status !== 429).length}`);
  console.log(`not asked        ${answered.filter(({ memberId }) => !kept.has(memberId)).length}`);
  console.log(
    `memory           ${servers.map(({ child }) => `${residentMb(child.pid ?? 0, 'peak').toFixed(0)} MB`).join(', ')} at most`,
  );
}

await main();
