import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/peers/postgres-server.js';
import { type ServerProcess, startServer } from '../test/support/built-server.js';
import { FILE_PAYER, OTHER_PAYER, PAYERS_HERE, routeToPayer } from '../test/support/route-to-payer.js';

/** Servers over one store, with routes to payers and two accounts. */
export interface CheckedServers {
  readonly servers: readonly ServerProcess[];
  readonly adminToken: string;
  /** Live keys of two accounts. */
  readonly keys: { readonly first: string; readonly other: string };
  /** On the disk of their data. */
  readonly folder: string;
}

interface Wanted {
  /** The compiled server. */
  readonly program: string;
  /** Filled with what ends and removes each part, the last first. */
  readonly ends: (() => Promise<unknown>)[];
  readonly processes: number;
  readonly postgres: boolean;
  readonly nodeOptions: readonly string[];
  readonly payerUrl: string;
  /** Of a payer that never answers. */
  readonly deadUrl: string;
  /** Real-time checks of an account that are under way at once. */
  readonly underWay: number;
}

/** The limit of an account that no operator has changed. */
const PUBLISHED_LIMIT = 50;

export async function startCheckedServers(wanted: Wanted): Promise<CheckedServers> {
  const { program, ends, processes, postgres, nodeOptions, underWay } = wanted;
  const adminToken = randomBytes(32).toString('hex');
  const shared: Record<string, string> = { ADMIN_TOKEN: adminToken, ...PAYERS_HERE };
  if (postgres) {
    const database = await startPostgres();
    ends.push(database.stop);
    Object.assign(shared, { DATABASE_URL: database.url, MASTER_KEY: randomBytes(32).toString('base64') });
  }
  const first = await startOne();
  const servers = [first];
  while (servers.length < processes) servers.push(await startOne());
  await addRoutes(first.url, adminToken, wanted);
  const keys = {
    first: (await readFile(join(first.dataDir, 'live-key'), 'utf8')).trim(),
    other: await otherAccount(first.url, adminToken),
  };
  if (underWay > PUBLISHED_LIMIT) await raiseLimits(first.url, adminToken, underWay);
  return { servers, adminToken, keys, folder: first.dataDir };

  async function startOne(): Promise<ServerProcess> {
    const dataDir = await mkdtemp(join(tmpdir(), 'ediloom-checks-'));
    ends.push(() => rm(dataDir, { recursive: true, force: true }));
    const server = await startServer(program, dataDir, shared, nodeOptions);
    ends.push(() => server.stop());
    return server;
  }
}

async function addRoutes(url: string, adminToken: string, { payerUrl, deadUrl }: Wanted): Promise<void> {
  const route = { url, adminToken };
  await routeToPayer({ ...route, payerUrl });
  const more = { answerMs: 1_000, breaker: { openMs: 2_000 } };
  await routeToPayer({ ...route, payerUrl: deadUrl, payer: OTHER_PAYER, more });
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
}

/** @returns a live key of it. */
async function otherAccount(url: string, adminToken: string): Promise<string> {
  const { id } = await asked<{ readonly id: string }>(url, adminToken, '/accounts', 'POST', { name: 'neighbour' });
  const body = { name: 'bench', mode: 'live' };
  return (await asked<{ readonly key: string }>(url, adminToken, `/accounts/${id}/keys`, 'POST', body)).key;
}

async function raiseLimits(url: string, adminToken: string, underWay: number): Promise<void> {
  interface Accounts {
    readonly items: readonly { readonly id: string }[];
  }
  const { items } = await asked<Accounts>(url, adminToken, '/accounts', 'GET');
  const limits = { concurrency: { 'real-time': underWay } };
  for (const { id } of items) await asked(url, adminToken, `/accounts/${id}/limits`, 'PUT', limits);
}

async function asked<Answer>(
  url: string,
  adminToken: string,
  path: string,
  method: string,
  body?: object,
): Promise<Answer> {
  const headers = { authorization: adminToken, 'content-type': 'application/json' };
  const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${url}/admin${path}`, sent);
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
