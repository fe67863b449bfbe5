import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildServer, type ServerProcess, startServer } from '../test/support/built-server.js';
import { orderRequest } from '../test/support/orders.js';
import { GENERATE, get, neighbour, post, stranger, type Target } from './neighbour.js';

/**
 * Runs mappings that never end, many at once and again as soon as one is stopped or refused, with the key of one account. Meanwhile another
 * account maps, generates and lists, and so does a partner of the same account that has no mapping. Then four accounts run mappings that mean
 * harm in every way that is known, and `/health` is asked. Prints how long each of them waited, and ends with 1 where the longest of the first was
 * over a second, or 99 % of the second over 100 ms.
 *
 *     npx tsx server/bench/endless-mappings.ts [--endless 60] [--seconds 20] [--database postgres://…]
 */
const { values } = parseArgs({
  options: {
    endless: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '20' },
    database: { type: 'string' },
  },
});

const MAPPINGS = '/2021-06-01/mappings';
const ENDLESS = '$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)';
/** What four accounts run at once, each all of them in turn. */
const HARMFUL = [
  ENDLESS,
  '($f := function($n) { 1 + $f($n + 1) }; $f(1))',
  '($f := function($n) { $f($n + 1) }; $f(1))',
  '$length($pad("x", 500000000))',
  '$length($replace($pad("", 1000000, "a"), /a/, $pad("", 1000, "b")))',
  '$map([1..9999999], function($v) { $v * 2 })',
  '$sort([1..900000], function($a, $b) { $random() > 0.5 })',
  '"".constructor.constructor("return process")()',
  '[1..100000].$uppercase($pad("x", 10000) & $)',
];
const MOST_MS = 1000;
const MOST_HEALTH_MS = 100;
const ALONE_MS = 5000;

type Waits = Map<string, number[]>;

/** Who asks, over all phases. */
let started = 0;

async function main(): Promise<void> {
  const built = await buildServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'ediloom-endless-'));
  const database: Record<string, string> = values.database === undefined ? {} : { DATABASE_URL: values.database };
  const server = await startServer(built.main, dataDir, database);
  try {
    const longest = await measured(server);
    console.log(`longest answer ${longest.toFixed(0)} ms   (goal < ${MOST_MS})`);
    const health = await harmed(server);
    console.log(`99 % of /health ${health.toFixed(0)} ms   (goal < ${MOST_HEALTH_MS})`);
    process.exitCode = longest < MOST_MS && health < MOST_HEALTH_MS ? 0 : 1;
  } finally {
    await server.stop();
    built.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measured(server: ServerProcess): Promise<number> {
  const key = await neighbour(server, 'live');
  const own = (await readFile(join(server.dataDir, 'live-key'), 'utf8')).trim();
  const endless = `${MAPPINGS}/${await newMapping(server, own, ENDLESS)}/map`;
  const plain = `${MAPPINGS}/${await newMapping(server, key, 'a')}/map`;
  // The first one starts a process for what customers wrote.
  await post(server, plain, key, Buffer.from('{"a":1}'));
  // What they wait without any: on a machine that others use, the rest is to be held against it.
  const alone: Waits = new Map();
  let running = true;
  const first = neighbours(server, { key, own, plain, waits: alone, goesOn: () => running });
  await pause(ALONE_MS);
  running = false;
  await Promise.all(first);
  console.log('without endless mappings');
  printed(alone);
  const waits: Waits = new Map();
  const statuses = new Map<number, number>();
  running = true;
  const attack = Array.from({ length: Number(values.endless) }, async () => {
    while (running) {
      const status = await post(server, endless, own, Buffer.from('{}'));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // Who is refused comes again as one does who does not read Retry-After.
      if (status === 429) await pause(50);
    }
  });
  const asked = neighbours(server, { key, own, plain, waits, goesOn: () => running });
  await pause(Number(values.seconds) * 1000);
  running = false;
  await Promise.all([...asked, ...attack]);
  const shown = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(`${values.endless} endless mappings at once for ${values.seconds} s: ${shown}`);
  return printed(waits);
}

/** @returns milliseconds that 99 % of `/health` took less than. */
async function harmed(server: ServerProcess): Promise<number> {
  const attackers = await Promise.all(Array.from({ length: 4 }, () => stranger(server)));
  const own = await stranger(server);
  const plain = `${MAPPINGS}/${await newMapping(server, own, 'a')}/map`;
  const paths = await Promise.all(
    attackers.map((key) =>
      Promise.all(
        HARMFUL.map(
          async (mapping, index) => `${MAPPINGS}/${await newMapping(server, key, mapping, `harm ${index}`)}/map`,
        ),
      ),
    ),
  );
  let running = true;
  const statuses = new Map<number, number>();
  const count = (status: number): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const attacks = attackers.flatMap((key, place) =>
    [0, 1, 2].map(async (offset) => {
      for (let turn = offset * 3; running; turn++) {
        const status = await post(server, paths[place]?.[turn % HARMFUL.length] ?? '', key, Buffer.from('{}'));
        count(status);
        if (status === 429) await pause(50);
      }
    }),
  );
  const waits: Waits = new Map();
  const mapped = new Map<number, number>();
  const asked = [
    asking(
      waits,
      'health',
      () => running,
      () => get(server, '/health', own),
    ),
    asking(
      waits,
      'another account: map',
      () => running,
      async () => {
        const status = await post(server, plain, own, Buffer.from('{"a":1}'));
        mapped.set(status, (mapped.get(status) ?? 0) + 1);
        // While those who were not known so far have all workers it may be told to come again.
        return status === 429 ? 200 : status;
      },
    ),
  ];
  await pause(Number(values.seconds) * 1000);
  running = false;
  await Promise.all([...asked, ...attacks]);
  const shown = (counts: ReadonlyMap<number, number>) =>
    [...counts].map(([status, times]) => `${times} × ${status}`).join(', ');
  console.log(
    `4 accounts with ${HARMFUL.length} harmful mappings each for ${values.seconds} s: ${shown(statuses)}; the other: ${shown(mapped)}`,
  );
  printed(waits);
  return percentile(waits.get('health') ?? [], 0.99);
}

interface Neighbours {
  /** Of another account. */
  readonly key: string;
  /** Of the account whose mappings never end. */
  readonly own: string;
  /** Address of a mapping of the other account. */
  readonly plain: string;
  readonly waits: Waits;
  readonly goesOn: () => boolean;
}

/** Each asks one thing after another. */
function neighbours(server: Target, { key, own, plain, waits, goesOn }: Neighbours): readonly Promise<void>[] {
  return [
    asking(waits, 'another account: map', goesOn, () => post(server, plain, key, Buffer.from('{"a":1}'))),
    asking(waits, 'another account: generate-edi', goesOn, (number) =>
      post(server, GENERATE, key, Buffer.from(orderRequest(number))),
    ),
    asking(waits, 'another account: list', goesOn, () => get(server, '/2023-08-01/executions', key)),
    asking(waits, 'same account: generate-edi', goesOn, (number) =>
      post(server, GENERATE, own, Buffer.from(orderRequest(number))),
    ),
    asking(waits, 'health', goesOn, () => get(server, '/health', key)),
  ];
}

async function asking(
  waits: Waits,
  what: string,
  goesOn: () => boolean,
  ask: (number: number) => Promise<number>,
): Promise<void> {
  const list: number[] = [];
  waits.set(what, list);
  // Numbers of orders, apart from those of others.
  for (let number = ++started * 1_000_000; goesOn(); number++) {
    const begun = performance.now();
    const status = await ask(number);
    if (status !== 200) throw new Error(`${what} was answered ${status}.`);
    list.push(performance.now() - begun);
    await pause(20);
  }
}

/** @returns the longest of all. */
function printed(waits: Waits): number {
  let longest = 0;
  for (const [what, list] of waits) {
    const [p50, p99, most] = [percentile(list, 0.5), percentile(list, 0.99), percentile(list, 1)];
    console.log(
      `  ${what.padEnd(30)} p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, longest ${most.toFixed(0)} ms, of ${list.length}`,
    );
    longest = Math.max(longest, most);
  }
  return longest;
}

function percentile(list: readonly number[], share: number): number {
  const sorted = [...list].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

async function newMapping(server: Target, key: string, mapping: string, name = 'bench'): Promise<string> {
  const answer = await fetch(`${server.url}${MAPPINGS}`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: JSON.stringify({ name, type: 'only_mapped_keys', mapping }),
  });
  if (!answer.ok) throw new Error(`The mapping was answered ${answer.status}: ${await answer.text()}`);
  // The operation answers an object with it.
  return ((await answer.json()) as { readonly id: string }).id;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

await main();
