import { parseArgs } from 'node:util';
import { buildServer } from '../test/support/built-server.js';
import { FILE_PAYER, OTHER_PAYER, PAYER } from '../test/support/route-to-payer.js';
import { handInFile, handInItems, madeOfBatches } from './batch-load.js';
import { figuresOf, type P99s, printDifferences, printFigures } from './check-figures.js';
import { type CheckLoad, loadChecks, type SeenCheck } from './check-load.js';
import { deadPayer, type SlowPayer, startPayer } from './check-payers.js';
import { type CheckedServers, startCheckedServers } from './checked-servers.js';
import { processorSeconds, residentMb } from './process-figures.js';
import { partsOf } from './profile-parts.js';
import { watchStolenTime } from './stolen-time.js';
import { syncsPerSecond } from './syncs.js';

/**
 * Loads whole servers with eligibility checks against a payer that takes 300 ms, each client with one under way at any time, and prints how
 * many were answered, what the server has added to the payer's own time, and memory.
 *
 *     npx tsx server/bench/checks.ts [--seconds 60] [--clients 50] [--others 0] [--dead 0] [--batch 0 [--way json] [--rounds 1]] [--processes 1] [--store sqlite|postgres] [--delay 300] [--short] [--profile FOLDER [--deep]]
 *
 * More than 50 clients raise the limit of the account. With `--others` so many more clients ask with the key of another account, and what was added is
 * printed for each of the two. With `--dead` so many more clients ask a payer that takes requests and never answers, until the
 * breaker of its route opens, again and again, each once in the payer's time; and all is measured a second time, without and beside them. With `--batch`
 * the first account hands in a batch of so many checks of the same payer, and all is measured a second time while it is made: asked one by one (`--way json`),
 * by a payer that takes files of a thousand by CAQH CORE (`route-files`), or handed in as such a file (`core`). `--rounds` does all of that so often, each time
 * with servers of its own, and prints the median of the differences: on a machine whose disk is shared one difference says little. `--profile` leaves CPU
 * profiles of the servers in the folder, and prints what share of the busy time each part of the first one had.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '50' },
    others: { type: 'string', default: '0' },
    dead: { type: 'string', default: '0' },
    batch: { type: 'string', default: '0' },
    way: { type: 'string', default: 'json' },
    rounds: { type: 'string', default: '1' },
    processes: { type: 'string', default: '1' },
    store: { type: 'string', default: 'sqlite' },
    delay: { type: 'string', default: '300' },
    short: { type: 'boolean', default: false },
    profile: { type: 'string' },
    deep: { type: 'boolean', default: false },
  },
});
const CLIENTS = Number(values.clients);
const OTHERS = Number(values.others);
const SECONDS = values.short ? 5 : Number(values.seconds);
const DELAY = Number(values.delay);
const DEAD = Number(values.dead);
const BATCH = Number(values.batch);
if (!['json', 'route-files', 'core'].includes(values.way)) throw new Error('--way is json, route-files or core.');
const BATCH_PAYER = values.way === 'route-files' ? FILE_PAYER : PAYER;
const PROCESSES = values.store === 'postgres' ? Number(values.processes) : 1;

interface Bench extends CheckedServers {
  readonly payer: SlowPayer;
}

async function main(): Promise<void> {
  const built = await buildServer();
  try {
    const differences: P99s[] = [];
    for (let round = 1; round <= Number(values.rounds); round++) {
      if (round > 1) console.log(`\nround ${round}`);
      const difference = await oneRound(built.main);
      if (difference !== undefined) differences.push(difference);
    }
    if (differences.length > 1) printDifferences(differences);
    if (values.profile !== undefined) printParts(values.profile);
  } finally {
    built.remove();
  }
}

/** @returns by how much the p99 of each account has grown beside a batch, where one was handed in. */
async function oneRound(program: string): Promise<P99s | undefined> {
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const payer = await startPayer(DELAY);
    ends.push(payer.stop);
    const servers = await startCheckedServers({
      ...{ program, ends, processes: PROCESSES, postgres: values.store === 'postgres' },
      ...{ payerUrl: payer.url, deadUrl: await deadPayer(ends), underWay: Math.max(CLIENTS + DEAD, OTHERS) },
      nodeOptions: values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`],
    });
    const bench = { ...servers, payer };
    await underLoad(bench, values.short ? 2 : 5);
    const without = await measured(bench);
    if (DEAD > 0) await besideDead(bench);
    return BATCH > 0 ? await besideBatch(bench, without) : undefined;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Hands a batch in, measures the same again while it is made, and prints how far that has come meanwhile. */
async function besideBatch(bench: Bench, without: P99s): Promise<P99s> {
  const { servers, keys, adminToken } = bench;
  const begin = performance.now();
  const over = { url: servers[0]?.url ?? '', key: keys.first };
  if (values.way === 'core') await handInFile(over, BATCH, PAYER);
  else await handInItems(over, BATCH, BATCH_PAYER);
  console.log(`\nbeside a batch of ${BATCH}, handed in within ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  const beside = await measured(bench);
  const made = await Promise.all(servers.map(({ url }) => madeOfBatches(url, adminToken)));
  const asked = made.reduce((sum, one) => sum + one);
  const perSecond = asked / ((performance.now() - begin) / 1000);
  console.log(
    `of the batch     ${asked} asked, ${perSecond.toFixed(1)}/s${asked >= BATCH ? ': it was over before' : ''}`,
  );
  return beside.map((ms, place) => ms - (without[place] ?? Number.NaN));
}

async function besideDead(bench: Bench): Promise<void> {
  console.log(`\nbeside ${DEAD} clients of a payer that never answers`);
  const dead = { ...loadOf(bench, bench.keys.first, CLIENTS), payerId: OTHER_PAYER, clients: DEAD, atLeastMs: DELAY };
  const beside = loadChecks(dead);
  await measured(bench);
  console.log(`of the dead one  ${(await beside).length} answered`);
}

function loadOf({ servers }: Bench, key: string, clients: number, seconds = SECONDS): CheckLoad {
  return { urls: servers.map(({ url }) => url), key, payerId: PAYER, clients, apartMs: DELAY, seconds };
}

/** @returns what the clients of the first account have seen, and those of the other, if there are any. */
function underLoad(bench: Bench, seconds = SECONDS): Promise<readonly (readonly SeenCheck[])[]> {
  const first = loadChecks(loadOf(bench, bench.keys.first, CLIENTS, seconds));
  if (OTHERS === 0) return Promise.all([first]);
  return Promise.all([first, loadChecks(loadOf(bench, bench.keys.other, OTHERS, seconds))]);
}

/** @returns the p99 of what was added, of each account. */
async function measured(bench: Bench): Promise<P99s> {
  const { servers, payer, folder } = bench;
  await payer.kept();
  const disk = syncsPerSecond(folder);
  const stolen = watchStolenTime();
  const busyBefore = busySeconds(bench);
  const begin = performance.now();
  const seen = await underLoad(bench);
  const seconds = (performance.now() - begin) / 1000;
  const figures = figuresOf(seen, await payer.kept(), { delayMs: DELAY, seconds: SECONDS });
  const store =
    values.store === 'postgres' ? `PostgreSQL, ${PROCESSES} process${PROCESSES === 1 ? '' : 'es'}` : 'SQLite';
  const clients = OTHERS === 0 ? `${CLIENTS} clients` : `${CLIENTS} clients, ${OTHERS} of another account`;
  console.log(`${clients}, ${SECONDS} s, ${store}, a payer of ${DELAY} ms`);
  printFigures(figures, {
    ...{ disk, stolen: stolen(), busy: (busySeconds(bench) - busyBefore) / seconds },
    goalPerSecond: (CLIENTS + OTHERS) / (DELAY / 1000),
    memoryMb: servers.map(({ child }) => residentMb(child.pid ?? 0, 'peak')),
  });
  return figures.accounts.map(({ p99 }) => p99);
}

/** Of processor time that the servers have taken. */
function busySeconds({ servers }: Bench): number {
  return servers.reduce((sum, { child }) => sum + processorSeconds(child.pid ?? 0).own, 0);
}

function printParts(folder: string): void {
  for (const { part, percent } of partsOf(folder, values.deep).slice(0, values.deep ? 60 : 25)) {
    console.log(`${percent.toFixed(1).padStart(6)} %  ${part}`);
  }
}

await main();
