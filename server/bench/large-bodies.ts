import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { buildServer, type ServerProcess, startServer } from '../test/support/built-server.js';
import { largeOrderRequest, orderRequest } from '../test/support/orders.js';
import { GENERATE, get, neighbour, post, type Target } from './neighbour.js';

/**
 * Sends many large bodies at once with the key of one account, each a file to make, and meanwhile small requests of another account one
 * after another; prints what became of the large ones, how long the small ones waited, and the memory of the process.
 *
 *     npx tsx server/bench/large-bodies.ts [--bodies 200] [--megabytes 3.4] [--database postgres://…]
 */
const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: '200' },
    megabytes: { type: 'string', default: '3.4' },
    database: { type: 'string' },
    // Of the process that sends the large bodies, so that its work is not in the figures of the small ones.
    to: { type: 'string' },
    key: { type: 'string' },
  },
});

const execFileAsync = promisify(execFile);

/** Neighbours that ask one after another. */
const NEIGHBOURS = 4;

async function main(): Promise<void> {
  const built = await buildServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'ediloom-large-'));
  const database: Record<string, string> = values.database === undefined ? {} : { DATABASE_URL: values.database };
  const server = await startServer(built.main, dataDir, database);
  try {
    const key = await neighbour(server);
    const before = memoryOf(server);
    const memory = watchMemory(server);
    let running = true;
    const waits: Record<string, number[]> = { 'generate-edi': [], list: [], health: [] };
    const small = Array.from({ length: NEIGHBOURS }, (_, index) =>
      askOn(server, `${key}`, index, waits, () => running),
    );
    // What small requests wait without the large ones.
    await pause(2000);
    print('small requests alone', waits);
    for (const list of Object.values(waits)) list.length = 0;
    const large = execFileAsync(process.execPath, [
      ...process.execArgv,
      ...[fileURLToPath(import.meta.url), '--bodies', values.bodies, '--megabytes', values.megabytes],
      ...['--to', server.url, '--key', server.testKey],
    ]);
    const { stdout } = await large;
    running = false;
    await Promise.all(small);
    print(`small requests beside ${values.bodies} bodies of ${values.megabytes} MB`, waits);
    console.log(`large bodies      ${stdout.trim()}`);
    console.log(`memory            ${before} MB before, ${memory.stop()} MB at most   (goal < 700)`);
  } finally {
    await server.stop();
    built.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function sendLarge(server: Target, key: string): Promise<string> {
  const body = Buffer.from(largeOrderRequest(Number(values.megabytes) * 1_000_000));
  const begun = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: Number(values.bodies) }, () => post(server, GENERATE, key, body).catch(() => 0)),
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  const shown = [...counts]
    .map(([status, count]) => `${count} × ${status === 0 ? 'connection lost' : status}`)
    .join(', ');
  return `${shown}, all answered after ${seconds} s`;
}

async function askOn(
  server: ServerProcess,
  key: string,
  who: number,
  waits: Readonly<Record<string, number[]>>,
  goesOn: () => boolean,
): Promise<void> {
  for (let number = who * 1_000_000; goesOn(); number++) {
    await timed(waits['generate-edi'], () => post(server, GENERATE, key, Buffer.from(orderRequest(number))));
    await timed(waits.list, () => get(server, '/2022-01-01/x12/profiles', key));
    await timed(waits.health, () => get(server, '/health', key));
  }
}

async function timed(list: number[] | undefined, ask: () => Promise<number>): Promise<void> {
  const begun = performance.now();
  const status = await ask();
  if (status !== 200) throw new Error(`A small request was answered ${status}.`);
  list?.push(performance.now() - begun);
}

function print(what: string, waits: Readonly<Record<string, readonly number[]>>): void {
  console.log(`${what}: ms`);
  for (const [name, list] of Object.entries(waits)) {
    const sorted = [...list].sort((one, other) => one - other);
    const at = (share: number): string =>
      (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0);
    console.log(
      `  ${name.padEnd(15)} p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}, of ${sorted.length}   (goal p99 < 1000)`,
    );
  }
}

/** MB that the process itself has resident. */
function memoryOf({ child }: ServerProcess): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function watchMemory(server: ServerProcess) {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(server));
  }, 50);
  return {
    stop: (): number => {
      clearInterval(timer);
      return most;
    },
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

if (values.to === undefined) await main();
else console.log(await sendLarge({ url: values.to }, values.key ?? ''));
