import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadGuide } from 'ediloom/guides';
import { buildServer, type ServerProcess, startServer } from '../test/support/built-server.js';
import { orderRequest, ordersRequest } from '../test/support/orders.js';

/**
 * Asks a server, one thing after another, for what keeps its thread longest, and prints for each how long the event loop stood still at
 * most: so long does everybody wait.
 *
 *     npm run bench:pauses -- [--rules 490] [--sets 10000] [--guides 837I-005010X223A2,850-004010] [--database postgres://…]
 */
const { values } = parseArgs({
  options: {
    rules: { type: 'string', default: '490' },
    sets: { type: 'string', default: '10000' },
    guides: { type: 'string', default: '837I-005010X223A2,850-004010' },
    database: { type: 'string' },
  },
});

const SETTING = '/2022-01-01/x12/partnerships/demo/outbound-transactions/demo-850';
const GENERATE = '/2023-08-01/x12/partnerships/demo/generate-edi';
const GUIDES = '/2022-03-09/guides';
const ASK = 'pause at most';

/** Loaded into the server: at the signal it prints the longest pause since the last one, in milliseconds. */
const WATCH = `
  import { monitorEventLoopDelay } from 'node:perf_hooks';
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => {
    console.log('${ASK} ' + (delay.max / 1e6).toFixed(0) + ' ms');
    delay.reset();
  });`;

async function main(): Promise<void> {
  const built = await buildServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'ediloom-pauses-'));
  const database: Record<string, string> = values.database === undefined ? {} : { DATABASE_URL: values.database };
  const watch = ['--import', `data:text/javascript,${encodeURIComponent(WATCH)}`];
  const server = await startServer(built.main, dataDir, database, watch);
  try {
    await measure(server);
  } finally {
    await server.stop();
    built.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(server: ServerProcess): Promise<void> {
  const live = readFileSync(join(server.dataDir, 'live-key'), 'utf8').trim();
  const say = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    await pauseOf(server);
    const begun = performance.now();
    await work();
    const took = performance.now() - begun;
    console.log(`${name.padEnd(48)} took ${took.toFixed(0).padStart(5)} ms, ${await pauseOf(server)}`);
  };
  const send = (body: string) => ask(server, server.testKey, 'POST', GENERATE, body);
  await say('nothing', () => new Promise((resolve) => setTimeout(resolve, 500)));
  for (const id of values.guides.split(',')) {
    const base = await loadGuide(id);
    const definition = { overlay: 'bench', base: id, patch: { title: `${base.title}, narrower` } };
    await say(`first use of ${id}, below an overlay`, () => ask(server, live, 'POST', GUIDES, { definition }));
  }
  await say('a first file', () => send(orderRequest(1)));
  const rules = Array.from({ length: Number(values.rules) }, (_, n) => ({
    at: 'PO1/PO1',
    rule: { id: `r${n}`, then: { path: '07', must: 'match', pattern: `^([A-Z0-9-]+)+(${n})?$` } },
  }));
  let id = '';
  await say(`a guide with ${values.rules} rules is checked`, async () => {
    const made = await ask(server, live, 'POST', GUIDES, {
      definition: { overlay: 'bench', base: '850-004010', rules },
    });
    id = String(made.id);
  });
  await say('it is published', () => ask(server, live, 'PUT', `${GUIDES}/${id}/publish`));
  const { createdAt, updatedAt, direction, ...setting } = await ask(server, live, 'GET', SETTING);
  await ask(server, live, 'PUT', SETTING, { ...setting, guideId: id.replace(/^DRFT_/, 'LIVE_') });
  await say('its first use', () => send(orderRequest(2)));
  await say('its second use', () => send(orderRequest(3)));
  await ask(server, live, 'PUT', SETTING, setting);
  await say(`a file of ${values.sets} sets is sent`, () => send(ordersRequest(Number(values.sets))));
  await say('and delivered, in the seconds behind', () => new Promise((resolve) => setTimeout(resolve, 5000)));
}

/** Of the server's event loop since the last call. */
async function pauseOf(server: ServerProcess): Promise<string> {
  const before = server.output().length;
  server.child.kill('SIGUSR2');
  for (;;) {
    const line = new RegExp(`${ASK} [0-9]+ ms`).exec(server.output().slice(before))?.[0];
    if (line !== undefined) return line;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function ask(
  { url }: ServerProcess,
  authorization: string,
  method: string,
  path: string,
  body?: string | object,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 1000)}`);
  return text === '' ? {} : JSON.parse(text);
}

await main();
