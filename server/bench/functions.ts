import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { processesOf } from '../test/storm/what-is-left.js';
import { type BuiltServer, buildServer, type ServerProcess, startServer } from '../test/support/built-server.js';
import { get, stranger } from './neighbour.js';

/**
 * Prints how long an invocation takes whose box is made for it, what fifty at once take of memory together, how long the first invocation of
 * an account waits beside a thousand of another, and how long `/health` takes beside functions that mean harm. Ends with 1 beyond a goal.
 *
 *     npx tsx server/bench/functions.ts [--cold 100] [--queued 1000] [--seconds 20]
 */
const { values } = parseArgs({
  options: {
    cold: { type: 'string', default: '100' },
    queued: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
  },
});

const FUNCTIONS = '/2021-11-16/functions';
const AT_ONCE = 50;
const SLOW = 'exports.handler = () => new Promise((resolve) => setTimeout(resolve, 5000));';
const QUICK = 'exports.handler = (event) => event;';
const WORKS = 'exports.handler = () => { const end = Date.now() + 200; while (Date.now() < end); };';
/** What four accounts run at once, all in turn. */
const HARMFUL = [
  'exports.handler = () => { for (;;); };',
  'exports.handler = () => { const all = []; for (;;) all.push(new Array(1000).fill(Math.random())); };',
  'exports.handler = () => { const all = []; for (;;) all.push(Buffer.alloc(1e6, 1)); };',
  'exports.handler = () => { for (;;) try { require("child_process").spawnSync(process.execPath); } catch {} };',
  'exports.handler = () => { for (;;) try { process.kill(-1, 9); process.kill(0, 0); } catch {} };',
  'exports.handler = () => { const line = "x".repeat(65536); for (;;) try { require("fs").writeSync(1, line); } catch {} };',
  'exports.handler = () => "x".repeat(5e8);',
  'exports.handler = () => { for (let n = 0; ; n++) try { require("fs").writeFileSync("/tmp/" + n, Buffer.alloc(8e6)); } catch {} };',
  'exports.handler = async () => { for (;;) await Promise.all(Array.from({ length: 50 }, () => fetch(process.env.EDILOOM_URL).catch(() => 0))); };',
];
const GOALS = { coldMs: 300, memoryMb: 1024, firstMs: 2000, healthMs: 100 };

type Measure = (server: ServerProcess) => Promise<boolean>;

async function main(): Promise<void> {
  const built = await buildServer();
  try {
    const held = [
      await over(built, {}, cold),
      await over(built, { FUNCTIONS_AT_ONCE: String(2 * AT_ONCE) }, together),
      await over(built, {}, besideQueue),
      await over(built, {}, besideHarm),
    ];
    process.exitCode = held.every(Boolean) ? 0 : 1;
  } finally {
    built.remove();
  }
}

async function over({ main: program }: BuiltServer, settings: Record<string, string>, measure: Measure) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-fns-'));
  const quiet = { FUNCTIONS_ISOLATION: 'box', SFTP_PORT: 'off', AS2_PORT: 'off' };
  const server = await startServer(program, dataDir, { ...quiet, ...settings });
  try {
    return await measure(server);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function cold(server: ServerProcess): Promise<boolean> {
  const key = await stranger(server);
  await create(server, key, 'quick', QUICK);
  await invoke(server, key, 'quick');
  const waits: number[] = [];
  for (let left = Number(values.cold); left > 0; left--) waits.push(await timed(() => invoke(server, key, 'quick')));
  const p50 = percentile(waits, 0.5);
  console.log(`cold invocation: p50 ${p50} ms, p99 ${percentile(waits, 0.99)} ms   (goal: p50 < ${GOALS.coldMs})`);
  return p50 < GOALS.coldMs;
}

async function together(server: ServerProcess): Promise<boolean> {
  const key = await stranger(server);
  await create(server, key, 'slow', SLOW);
  let running = true;
  const all = Promise.all(Array.from({ length: AT_ONCE }, () => invoke(server, key, 'slow')));
  const begun = all.finally(() => {
    running = false;
  });
  let most = 0;
  let count = 0;
  while (running) {
    const pids = processesOf(server.dataDir).filter((pid) => pid !== String(server.child.pid));
    const kb = pids.reduce((sum, pid) => sum + pssOf(pid), 0);
    if (kb > most) [most, count] = [kb, pids.length];
    await pause(100);
  }
  await begun;
  const mb = Math.round(most / 1024);
  console.log(`${AT_ONCE} at once: ${mb} MB together, ${count} processes   (goal < ${GOALS.memoryMb})`);
  return mb < GOALS.memoryMb;
}

async function besideQueue(server: ServerProcess): Promise<boolean> {
  const [many, first, second] = await Promise.all([stranger(server), stranger(server), stranger(server)]);
  await create(server, many, 'works', WORKS);
  for (const key of [first, second]) await create(server, key, 'quick', QUICK);
  for (let left = Number(values.queued); left > 0; left -= 50) {
    await Promise.all(Array.from({ length: 50 }, () => invoke(server, many, 'works', 'Event')));
  }
  const awaited = await timed(() => invoke(server, first, 'quick'));
  const promised = await timed(async () => {
    const id = (await invoke(server, second, 'quick', 'Event')) ?? '';
    while ((await statusOf(server, second, id)) !== 'succeeded') await pause(20);
  });
  const left = await waiting(server, many);
  console.log(
    `first of another account beside ${values.queued} (${left} still wait): awaited ${awaited} ms, event ${promised} ms   (goal < ${GOALS.firstMs})`,
  );
  return Math.max(awaited, promised) < GOALS.firstMs;
}

async function besideHarm(server: ServerProcess): Promise<boolean> {
  const attackers = await Promise.all(Array.from({ length: 4 }, () => stranger(server)));
  for (const key of attackers) {
    for (const [at, code] of HARMFUL.entries()) await create(server, key, `harm-${at}`, code, 2);
  }
  let running = true;
  let ended = 0;
  const attacks = attackers.flatMap((key, place) =>
    [0, 1, 2].map(async (offset) => {
      for (let turn = place + offset * 3; running; turn++) {
        const answer = await invoke(server, key, `harm-${turn % HARMFUL.length}`).then(
          () => 1,
          () => 0,
        );
        ended += answer;
        if (answer === 0) await pause(50);
      }
    }),
  );
  const waits: number[] = [];
  const end = performance.now() + Number(values.seconds) * 1000;
  while (performance.now() < end) {
    waits.push(await timed(async () => void (await get(server, '/health', ''))));
    await pause(20);
  }
  running = false;
  await Promise.all(attacks);
  const p99 = percentile(waits, 0.99);
  const all = `longest ${percentile(waits, 1)} ms of ${waits.length}`;
  console.log(`/health beside ${ended} harmful invocations: p99 ${p99} ms, ${all}   (goal < ${GOALS.healthMs})`);
  return p99 < GOALS.healthMs;
}

async function create(server: ServerProcess, key: string, functionName: string, code: string, timeout = 60) {
  await ask(server, key, FUNCTIONS, { body: JSON.stringify({ functionName, code, timeout }) });
}

/** @returns the id of the invocation. */
async function invoke(server: ServerProcess, key: string, name: string, type = 'RequestResponse') {
  const headers = { 'x-amz-invocation-type': type };
  const answer = await ask(server, key, `${FUNCTIONS}/${name}/invocations`, { body: '{}', headers });
  await answer.arrayBuffer();
  return answer.headers.get('x-stedi-invocationid');
}

async function statusOf(server: ServerProcess, key: string, id: string): Promise<string> {
  const answer = await ask(server, key, `${FUNCTIONS}/quick/invocations/${id}`, { method: 'GET' });
  return ((await answer.json()) as { readonly status: string }).status;
}

async function waiting(server: ServerProcess, key: string): Promise<number | string> {
  const answer = await ask(server, key, `${FUNCTIONS}/works/invocations?status=waiting&pageSize=100`, {
    method: 'GET',
  });
  const { items, nextPageToken } = (await answer.json()) as { items: readonly object[]; nextPageToken?: string };
  return nextPageToken === undefined ? items.length : `${items.length} and more`;
}

async function ask({ url }: ServerProcess, authorization: string, path: string, init: RequestInit): Promise<Response> {
  const headers = { authorization, 'content-type': 'application/json', ...init.headers };
  const answer = await fetch(`${url}${path}`, { method: 'POST', ...init, headers });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return Math.round(performance.now() - begun);
}

/** What a process has of memory, with its part of what it shares, in KB. */
function pssOf(pid: string): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0; // it has ended meanwhile
  }
}

function percentile(list: readonly number[], share: number): number {
  const sorted = [...list].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

await main();
