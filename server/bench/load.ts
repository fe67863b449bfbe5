import { execFileSync } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { buildServer, type ServerProcess, startServer } from '../test/support/built-server.js';
import { orderRequest } from '../test/support/orders.js';
import { openReceiver, type Receiver } from '../test/support/webhook-receiver.js';
import { partsOf } from './profile-parts.js';
import { watchStolenTime } from './stolen-time.js';
import { syncsPerSecond } from './syncs.js';

/**
 * Loads a whole server with generate-edi, each request with an Idempotency-Key of its own and delivered to a bucket meanwhile, and
 * prints what it did: answers a second, latencies, memory, and how far delivery is behind at the end.
 *
 *     npx tsx server/bench/load.ts [--seconds 20] [--connections 50] [--database postgres://…] [--destination] [--profile FOLDER [--deep]]
 *
 * `--destination`: each order is an event that goes to a destination of this machine, over TLS.
 * `--profile` leaves a CPU profile in the folder, which browsers and speedscope.app draw as a flame graph, and prints what share of
 * the busy time each part had; `--deep`: each function.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '50' },
    database: { type: 'string' },
    destination: { type: 'boolean', default: false },
    profile: { type: 'string' },
    deep: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  const built = await buildServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'ediloom-load-'));
  const database: Record<string, string> = values.database === undefined ? {} : { DATABASE_URL: values.database };
  const profiling = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  const receiver = values.destination ? await openReceiver() : undefined;
  const trust = receiver === undefined ? {} : await trusting(receiver, dataDir);
  const server = await startServer(built.main, dataDir, { ...database, ...trust }, profiling);
  try {
    if (receiver !== undefined) await addDestination(server, receiver.url);
    await load(server, 3);
    const before = syncsPerSecond(dataDir);
    const watch = watchMemory(server);
    const stolen = watchStolenTime();
    const result = await load(server, Number(values.seconds));
    const stolenShare = stolen();
    const atEnd = await progress(server);
    const after = syncsPerSecond(dataDir);
    console.log(
      `${values.connections} connections, ${values.seconds} s, ${values.database === undefined ? 'SQLite' : 'PostgreSQL'}`,
    );
    console.log(
      `disk              ${before} synced writes a second before, ${after} after: what all else is to be seen beside`,
    );
    if (stolenShare !== undefined) {
      console.log(`processors        ${stolenShare.toFixed(0)} % of their time was taken by others than this machine`);
    }
    console.log(`answers a second  ${result.perSecond.toFixed(0)}   (goal 700 on SQLite, 350 on PostgreSQL)`);
    console.log(`latency ms        p50 ${result.p50}, p99 ${result.p99}   (goal p99 < 250)`);
    console.log(`not 200           ${result.others}`);
    console.log(`delivered         ${atEnd.delivered} of ${atEnd.acknowledged} (${percent(atEnd)} %, goal 95)`);
    if (receiver !== undefined) console.log(`webhooks          ${receiver.received.length}`);
    console.log(`oldest due job    ${atEnd.oldestDue.toFixed(1)} s   (goal < 5)`);
    console.log(`memory            ${watch.stop()} MB at most   (goal < 300)`);
  } finally {
    await server.stop();
    await receiver?.close();
    if (values.profile !== undefined) printParts(values.profile);
    built.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What a server is started with that is to reach a receiver of this machine. */
async function trusting({ certificate }: Receiver, folder: string): Promise<Record<string, string>> {
  const file = join(folder, 'receiver.pem');
  await writeFile(file, certificate);
  return { TRUSTED_CA_FILE: file, ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8,::1' };
}

async function addDestination(server: ServerProcess, destinationUrl: string): Promise<void> {
  const answer = await fetch(`${server.url}/2026-02-01/destinations`, {
    method: 'POST',
    headers: { authorization: server.testKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', destinationUrl, eventTypes: ['transaction.processed.v2', 'file.failed.v2'] }),
  });
  if (answer.status !== 201) throw new Error(`The destination was answered ${answer.status}.`);
}

function printParts(folder: string): void {
  console.log('share of busy time   (goal: below 15 % each, but for engine and store)');
  for (const { part, percent } of partsOf(folder, values.deep).slice(0, values.deep ? 60 : 25)) {
    console.log(`${percent.toFixed(1).padStart(6)} %  ${part}`);
  }
}

interface Loaded {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly others: number;
}

let sent = 0;

async function load(server: ServerProcess, seconds: number): Promise<Loaded> {
  const options: autocannon.Options = {
    url: `${server.url}/2023-08-01/x12/partnerships/demo/generate-edi`,
    connections: Number(values.connections),
    duration: seconds,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const number = ++sent;
          return {
            ...request,
            body: orderRequest(number),
            headers: {
              authorization: server.testKey,
              'content-type': 'application/json',
              'idempotency-key': `load-${process.pid}-${number}`,
            },
          };
        },
      },
    ],
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    sayEach(30, running);
  });
  const { latency, duration, '2xx': answered, non2xx, errors } = result;
  return { perSecond: answered / duration, p50: latency.p50, p99: latency.p99, others: non2xx + errors };
}

/** A line each so many seconds, for long runs: what swings or declines is not seen in the figure of the whole. */
function sayEach(seconds: number, running: EventEmitter): void {
  let ticks = 0;
  let answered = 0;
  let stolen = watchStolenTime();
  running.on('tick', ({ counter }: { readonly counter: number }) => {
    answered += counter;
    if (++ticks % seconds !== 0) return;
    const taken = stolen();
    const others = taken === undefined ? '' : `; ${taken.toFixed(0)} % of the processors were taken by others`;
    console.error(
      `after ${ticks} s: ${(answered / seconds).toFixed(0)} answers a second in the last ${seconds}${others}`,
    );
    answered = 0;
    stolen = watchStolenTime();
  });
}

interface Progress {
  readonly acknowledged: number;
  readonly delivered: number;
  readonly oldestDue: number;
}

/** From the server's own figures: requests answered, deliveries made, and the age of the oldest job that is due. */
async function progress(server: ServerProcess): Promise<Progress> {
  const token = (await readFile(join(server.dataDir, 'admin-token'), 'utf8')).trim();
  const text = await (await fetch(`${server.url}/metrics`, { headers: { authorization: token } })).text();
  const sum = (pattern: RegExp): number =>
    text
      .split('\n')
      .filter((line) => pattern.test(line))
      .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
  return {
    acknowledged: sum(/^ediloom_http_request_seconds_count\{.*GenerateEdi.*status="200"/),
    delivered: sum(/^ediloom_deliveries_total\{.*status="delivered"/),
    oldestDue: sum(/^ediloom_jobs_oldest_due_seconds/),
  };
}

function percent({ delivered, acknowledged }: Progress): string {
  return ((100 * delivered) / Math.max(1, acknowledged)).toFixed(1);
}

function watchMemory({ child }: ServerProcess) {
  let most = 0;
  const timer = setInterval(() => {
    const kilobytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }).trim());
    most = Math.max(most, kilobytes);
  }, 1000);
  return {
    stop: (): string => {
      clearInterval(timer);
      return (most / 1024).toFixed(0);
    },
  };
}

await main();
