import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/peers/postgres-server.js';
import { EVENT_FILTERS, EXECUTION_FILTERS, pairsOf, TRANSACTION_FILTERS } from '../test/store/list-filters.js';
import { buildServer, type ServerProcess, startServer } from '../test/support/built-server.js';
import { orderRequest } from '../test/support/orders.js';
import { fillLists } from './fill-lists.js';

/**
 * Asks a server whose one account has a million executions, transactions and events, in and out, for every filter, every pair of filters and every poll,
 * with a live and with a test key, each alone; then lets twenty readers ask them all at once, and looks how long others wait.
 *
 *     npx tsx server/bench/lists.ts [--rows 1000000] [--store sqlite|postgres] [--rounds 3] [--seconds 20]
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    store: { type: 'string', default: 'sqlite' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '20' },
  },
});

const READERS = 20;
const CORE = '/2023-08-01';
const EVENTS = '/2026-02-01';

interface Question {
  readonly name: string;
  readonly key: string;
  readonly path: string;
}

async function main(): Promise<void> {
  const built = await buildServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'ediloom-lists-'));
  const postgres = values.store === 'postgres' ? await startPostgres() : undefined;
  const database: Record<string, string> = postgres === undefined ? {} : { DATABASE_URL: postgres.url };
  let server = await startServer(built.main, dataDir, database);
  const { testKey } = server;
  try {
    const liveKey = await liveKeyOf(server);
    await server.stop();
    const begun = performance.now();
    await fillLists({ folder: dataDir, url: postgres?.url, rows: Number(values.rows) });
    console.log(`${values.rows} rows, ${values.store}; filled in ${seconds(performance.now() - begun)} s`);
    server = await startServer(built.main, dataDir, database);
    const questions = await questionsOf(server, { live: liveKey, test: testKey });
    await alone(server, questions);
    await together(server, questions, testKey);
  } finally {
    await server.stop();
    await postgres?.stop();
    built.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function liveKeyOf({ url, dataDir }: ServerProcess): Promise<string> {
  const headers = {
    authorization: `Bearer ${readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()}`,
    'content-type': 'application/json',
  };
  const { items } = (await (await fetch(`${url}/admin/accounts`, { headers })).json()) as {
    readonly items: readonly { readonly id: string }[];
  };
  const address = `${url}/admin/accounts/${items[0]?.id}/keys`;
  const answer = await fetch(address, { method: 'POST', headers, body: '{"name":"bench","mode":"live"}' });
  return ((await answer.json()) as { readonly key: string }).key;
}

async function questionsOf(
  server: ServerProcess,
  keys: Readonly<Record<string, string>>,
): Promise<readonly Question[]> {
  const found: Question[] = [];
  for (const [mode, key] of Object.entries(keys)) {
    const add = (list: string, filters: object, family = CORE): void => {
      const query = queryOf(filters);
      found.push({ name: `${mode.padEnd(4)} ${list} ${query}`, key, path: `${family}/${list}?${query}` });
    };
    for (const filters of pairsOf(EVENT_FILTERS)) add('events', filters, EVENTS);
    for (const filters of pairsOf(EXECUTION_FILTERS)) add('executions', filters);
    for (const filters of pairsOf(TRANSACTION_FILTERS)) add('transactions', filters);
    for (const kind of ['executions', 'transactions']) {
      for (const startDateTime of ['2025-01-01T00:00:00Z', '2026-01-15T12:00:00Z', '2026-06-01T00:00:00Z']) {
        add(`polling/${kind}`, { startDateTime });
        const answer = await fetch(`${server.url}${CORE}/polling/${kind}?startDateTime=${startDateTime}`, {
          headers: { authorization: key },
        });
        const page = (await answer.json()) as { readonly nextPageToken: string };
        const path = `${CORE}/polling/${kind}?page_token=${page.nextPageToken}`;
        found.push({ name: `${mode.padEnd(4)} polling/${kind} on from ${startDateTime}`, key, path });
      }
    }
  }
  return found;
}

/** A member that has several values stands several times. */
function queryOf(filters: object): string {
  const members = Object.entries(filters).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(members).toString();
}

/** Each by itself: the median of its rounds. */
async function alone(server: ServerProcess, questions: readonly Question[]): Promise<void> {
  const times: { readonly name: string; readonly ms: number }[] = [];
  for (const question of questions) {
    const rounds: number[] = [];
    for (let round = 0; round < Number(values.rounds); round++) rounds.push(await timed(server, question));
    times.push({ name: question.name, ms: share(rounds, 0.5) });
  }
  const all = times.map(({ ms }) => ms);
  const line = (name: string, ms: number): string => `${ms.toFixed(1).padStart(8)} ms  ${name}`;
  console.log(`each alone, ${questions.length} questions   (goal: each median < 50 ms)`);
  for (const { name, ms } of times) if (!name.includes('&')) console.log(line(name, ms));
  console.log('the slowest pairs');
  for (const { name, ms } of [...times].sort((a, b) => b.ms - a.ms).slice(0, 12)) console.log(line(name, ms));
  const late = times.filter(({ ms }) => ms >= 50).length;
  console.log(
    `median ${share(all, 0.5).toFixed(1)} ms, worst ${Math.max(...all).toFixed(1)} ms, ${late} not below 50 ms`,
  );
}

/** Twenty ask all the time; meanwhile others look at /health and send files. */
async function together(server: ServerProcess, questions: readonly Question[], testKey: string): Promise<void> {
  const end = performance.now() + Number(values.seconds) * 1000;
  const lists: number[] = [];
  const health: number[] = [];
  const sent: number[] = [];
  let place = 0;
  const again = async (into: number[], pauseMs: number, ask: () => Promise<number>): Promise<void> => {
    while (performance.now() < end) {
      into.push(await ask());
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const list = (): Promise<number> => {
    // A step without a common factor, so that readers ask different things.
    place = (place + 7) % questions.length;
    return timed(server, questions[place] as Question);
  };
  await Promise.all([
    ...Array.from({ length: READERS }, () => again(lists, 0, list)),
    again(health, 50, () => timed(server, { name: 'health', key: '', path: '/health' })),
    again(sent, 50, () => generate(server, testKey)),
  ]);
  console.log(`${READERS} readers at once, ${values.seconds} s`);
  print('lists', lists, '');
  print('/health', health, '(goal: < 100 ms)');
  print('generate-edi', sent, '(goal: p99 < 250 ms)');
}

function print(name: string, times: readonly number[], goal: string): void {
  const [middle, most, worst] = [0.5, 0.99, 1].map((part) => share(times, part).toFixed(0));
  console.log(
    `${name.padEnd(14)} ${times.length} answers, p50 ${middle} ms, p99 ${most} ms, worst ${worst} ms  ${goal}`,
  );
}

async function timed({ url }: ServerProcess, { name, key, path }: Question): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(url + path, { headers: key === '' ? {} : { authorization: key } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`);
  return performance.now() - begun;
}

async function generate({ url }: ServerProcess, key: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${url}${CORE}/x12/partnerships/demo/generate-edi`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: orderRequest(Math.floor(begun)),
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`generate-edi: ${answer.status}`);
  return performance.now() - begun;
}

/** The value below which so much of them lies. */
function share(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(0);
}

await main();
