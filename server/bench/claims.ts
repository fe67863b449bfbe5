import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import autocannon from 'autocannon';
import { startPostgres } from '../test/peers/postgres-server.js';
import { buildServer, type ServerProcess, startServer } from '../test/support/built-server.js';
import { CLAIM_PATHS, CLAIMS } from '../test/support/claims.js';
import { PAYERS_HERE, routeToPayer } from '../test/support/route-to-payer.js';
import { processorSeconds, residentMb } from './process-figures.js';
import { partsOf } from './profile-parts.js';
import { watchStolenTime } from './stolen-time.js';
import { syncsPerSecond } from './syncs.js';

/**
 * Loads a whole server with professional claims of an account whose rate was raised, each under an Idempotency-Key of its own, and
 * prints answers a second, latencies, and how many of those that were taken in have reached their payer by then, in files over HTTP.
 *
 *     npm run bench:claim-load -- [--seconds 20] [--connections 100] [--raw] [--store sqlite|postgres] [--profile FOLDER [--deep]]
 *
 * `--raw` hands them in as X12. `--profile` prints what share of the busy time each part of the program had.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '100' },
    raw: { type: 'boolean', default: false },
    store: { type: 'string', default: 'sqlite' },
    profile: { type: 'string' },
    deep: { type: 'boolean', default: false },
  },
});

/** A payer that takes claims: those that come with the server take none. */
const PAYER = '99901';
/** More than any machine takes. */
const RATE = 100_000;
const WARM_UP_SECONDS = 5;
const ends: (() => Promise<unknown> | unknown)[] = [];

async function main(): Promise<void> {
  try {
    const built = await buildServer();
    ends.push(() => built.remove());
    // Behind the server's end, which writes the profile, while its program is still there.
    ends.push(printParts);
    const payer = await takingPayer();
    const server = await serverWithRoute(built.main, payer.url);
    await measured(server, payer);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

function printParts(): void {
  if (values.profile === undefined) return;
  for (const { part, percent } of partsOf(values.profile, values.deep).slice(0, values.deep ? 60 : 25))
    console.log(`${percent.toFixed(1).padStart(6)} %  ${part}`);
}

async function measured(server: ServerProcess, payer: TakingPayer): Promise<void> {
  const pid = server.child.pid ?? 0;
  const disk = syncsPerSecond(server.dataDir);
  const now = () => ({ busy: processorSeconds(pid).own, claims: payer.claims(), stolen: watchStolenTime() });
  const load = await underLoad(server, now);
  const { busy, claims, stolen } = load.before;
  const others = stolen();
  const answered = load.ms.length;
  const perClaim = (1_000 * (processorSeconds(pid).own - busy)) / Math.max(1, answered);
  const at = (part: number): string => (load.ms[Math.floor(answered * part)] ?? Number.NaN).toFixed(0);
  console.log(
    `${values.connections} claims in flight, ${values.raw ? 'X12' : 'JSON'}, ${values.seconds} s, ${values.store}`,
  );
  console.log(`disk              ${disk} synced writes a second: what all else is to be seen beside`);
  if (others !== undefined)
    console.log(`processors        ${others.toFixed(0)} % of their time was taken by others than this machine`);
  console.log(`claims a second   ${(answered / Number(values.seconds)).toFixed(0)}`);
  console.log(`latency ms        p50 ${at(0.5)}, p99 ${at(0.99)}   (goal p99 < 250)`);
  console.log(`not 200           ${load.others}`);
  console.log(`processor         ${perClaim.toFixed(2)} ms a claim`);
  console.log(`at the payer      ${payer.claims() - claims} of ${answered} meanwhile`);
  console.log(`memory            ${residentMb(pid, 'peak').toFixed(0)} MB at most`);
}

type TakingPayer = Awaited<ReturnType<typeof takingPayer>>;

/** Takes files by HTTP, answers nothing about them, and counts the claims in them. */
async function takingPayer() {
  let claims = 0;
  const http = createServer((request, response) => {
    let text = '';
    request.setEncoding('latin1');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      claims += text.split('~CLM*').length - 1;
      response.writeHead(202).end();
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  ends.push(() => http.close());
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`, claims: () => claims };
}

/** @returns a server with a route for claims, whose first account may hand in any number. */
async function serverWithRoute(program: string, payerUrl: string): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'ediloom-claim-load-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const adminToken = randomBytes(32).toString('hex');
  const settings: Record<string, string> = { ADMIN_TOKEN: adminToken, ...PAYERS_HERE };
  if (values.store === 'postgres') {
    const database = await startPostgres();
    ends.push(database.stop);
    settings.DATABASE_URL = database.url;
  }
  const profiling = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  const server = await startServer(program, folder, settings, profiling);
  ends.push(() => server.stop());
  await knowPayer(program, { ...settings, DATA_DIR: folder });
  const payers = [{ payer: PAYER, transactions: ['professionalClaimSubmission'] }];
  await routeToPayer({
    url: server.url,
    adminToken,
    payerUrl,
    payer: PAYER,
    more: { payers, claims: { perFile: 500 } },
  });
  const { items } = (await asAdmin('GET', '/accounts')) as { readonly items: readonly { readonly id: string }[] };
  const limits = { concurrency: { claims: Number(values.connections) }, rate: { claims: RATE } };
  for (const { id } of items) await asAdmin('PUT', `/accounts/${id}/limits`, limits);
  return server;

  async function asAdmin(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { authorization: adminToken, 'content-type': 'application/json' };
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${server.url}/admin${path}`, sent);
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  }
}

async function knowPayer(program: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const transactionSupport = { professionalClaimSubmission: 'SUPPORTED' };
  const payers = [{ primaryPayerId: PAYER, displayName: 'Sample Health Plan', transactionSupport }];
  const file = join(settings.DATA_DIR ?? '', 'payers.json');
  await writeFile(file, JSON.stringify({ payers }));
  const env = { ...process.env, ...settings, LOG_LEVEL: 'warn' };
  await promisify(execFile)(process.execPath, [program, 'payers', 'import', file], { env });
}

let sent = 0;

interface Load<Before> {
  /** Milliseconds of each answer, sorted. */
  readonly ms: readonly number[];
  /** Answers that were no 200. */
  readonly others: number;
  readonly before: Before;
}

/** @param now is asked once the server is warm, and all connections are open: what comes before does not count. */
async function underLoad<Before>({ url, dataDir }: ServerProcess, now: () => Before): Promise<Load<Before>> {
  const key = (await readFile(join(dataDir, 'live-key'), 'utf8')).trim();
  const paths = CLAIM_PATHS.professional;
  const options: autocannon.Options = {
    url: `${url}${values.raw ? paths.raw : paths.json}`,
    connections: Number(values.connections),
    duration: WARM_UP_SECONDS + Number(values.seconds),
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const number = ++sent;
          const claim = claimOf(number);
          return {
            ...request,
            body: JSON.stringify(values.raw ? { x12: claim } : claim),
            headers: {
              ...{ authorization: key, 'content-type': 'application/json' },
              'idempotency-key': `claims-${process.pid}-${number}`,
            },
          };
        },
      },
    ],
  };
  const ms: number[] = [];
  let before: Before | undefined;
  const warm = setTimeout(() => {
    before = now();
  }, WARM_UP_SECONDS * 1_000);
  const { non2xx, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    running.on('response', (_client, status, _bytes, took) => {
      if (before !== undefined && status === 200) ms.push(took);
    });
  });
  clearTimeout(warm);
  return { ms: ms.sort((one, other) => one - other), others: non2xx + errors, before: before ?? now() };
}

/** The sample with a patient control number of its own. */
function claimOf(number: number): string | object {
  const { request, x12 } = CLAIMS.professional;
  // ISA15 of the sample says that it is a test, which would go nowhere.
  if (values.raw) return x12.replace(/\*T\*:~/, '*P*:~').replace(/(~CLM\*)[^*]+/, `$1LOAD${number}`);
  const claimInformation = { ...(request.claimInformation as object), patientControlNumber: `LOAD${number}` };
  return { ...request, usageIndicator: 'P', tradingPartnerServiceId: PAYER, claimInformation };
}

await main();
