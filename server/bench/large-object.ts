import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { buildServer, type ServerProcess, startServer } from '../test/support/built-server.js';
import { createS3Keys, s3PortOf, uploadInParts } from './large-parts.js';

/**
 * Puts one object of many gigabytes and reads it back: whole over HTTP, and in parts over S3. Prints the rates, the most memory that the process
 * had, how long a health check took meanwhile, and whether what came back is what was sent.
 *
 *     npx tsx server/bench/large-object.ts [--gigabytes 5] [--way http|s3]
 */
const { values } = parseArgs({
  options: { gigabytes: { type: 'string', default: '5' }, way: { type: 'string' } },
});

const BYTES = Math.round(Number(values.gigabytes) * 1024 ** 3);
const CHUNK = 1024 * 1024;

/** Chunks of which no two are the same, so that one that is lost, doubled or out of place is seen. */
function* chunks(from: number, to: number): Generator<Buffer> {
  const chunk = Buffer.alloc(CHUNK, 'ediloom ');
  for (let at = from; at < to; at += CHUNK) {
    const length = Math.min(CHUNK, to - at);
    chunk.writeDoubleLE(at, 0);
    yield Buffer.from(chunk.subarray(0, length));
  }
}

function wantedHash(): string {
  const hash = createHash('sha256');
  for (const chunk of chunks(0, BYTES)) hash.update(chunk);
  return hash.digest('hex');
}

async function main(): Promise<void> {
  const built = await buildServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'ediloom-large-object-'));
  const environment = { S3_PORT: '0', LOG_LEVEL: 'info', DISK_RESERVE_MB: '0' };
  const server = await startServer(built.main, dataDir, environment);
  try {
    const wanted = wantedHash();
    if (values.way !== 's3') await measured('HTTP, whole', server, wanted, await overHttp(server));
    if (values.way !== 'http') await measured('S3, in parts', server, wanted, await overS3(server, dataDir));
  } finally {
    await server.stop();
    built.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Way {
  put(): Promise<void>;
  get(): Promise<Readable>;
}

async function measured(name: string, server: ServerProcess, wanted: string, way: Way): Promise<void> {
  const health = watchHealth(server);
  const put = await timed(() => way.put());
  let got = '';
  const get = await timed(async () => {
    const hash = createHash('sha256');
    await pipeline(await way.get(), hash);
    got = hash.digest('hex');
  });
  const megabytes = BYTES / CHUNK;
  const { p99, most } = await health.stop();
  console.log(`${name}: ${values.gigabytes} GB in ${rate(megabytes, put)}, out ${rate(megabytes, get)}`);
  console.log(
    `  ${got === wanted ? 'the same bytes' : 'OTHER BYTES CAME BACK'}, ${memoryOf(server)} MB of memory at most`,
  );
  console.log(`  health meanwhile: p99 ${p99.toFixed(0)} ms, longest ${most.toFixed(0)} ms`);
  if (got !== wanted) process.exitCode = 1;
}

async function overHttp(server: ServerProcess): Promise<Way> {
  const headers = { authorization: server.testKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ bucketName: 'large' });
  const made = await fetch(`${server.url}/2022-05-05/buckets`, { method: 'POST', headers, body });
  if (made.status !== 201) throw new Error(await made.text());
  const url = `${server.url}/2022-05-05/buckets/large/objects/one`;
  const key = { authorization: server.testKey };
  return {
    put: async () => {
      const request = http.request(url, { method: 'PUT', headers: { ...key, 'content-length': BYTES } });
      const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
        request.on('response', resolve).on('error', reject);
      });
      await pipeline(Readable.from(chunks(0, BYTES), { objectMode: false }), request);
      const answer = await answered;
      answer.resume();
      if (answer.statusCode !== 200) throw new Error(`The put was answered ${answer.statusCode}.`);
    },
    get: () =>
      new Promise((resolve, reject) => {
        http.get(url, { headers: key }, resolve).on('error', reject);
      }),
  };
}

async function overS3(server: ServerProcess, dataDir: string): Promise<Way> {
  const port = s3PortOf(server.output());
  const s3 = await createS3Keys({ DATA_DIR: dataDir }, port);
  return {
    put: () => uploadInParts(s3, BYTES, (from, to) => Readable.from(chunks(from, to), { objectMode: false })),
    get: () => s3.get(),
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

function rate(megabytes: number, seconds: number): string {
  return `${seconds.toFixed(0)} s (${(megabytes / seconds).toFixed(0)} MB/s)`;
}

/** The most that it had at once. */
function memoryOf({ child }: ServerProcess): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function watchHealth(server: ServerProcess) {
  const times: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const begun = performance.now();
      await (await fetch(`${server.url}/health`)).text();
      times.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await asking;
      times.sort((a, b) => a - b);
      return { p99: times[Math.floor(times.length * 0.99)] ?? 0, most: times.at(-1) ?? 0 };
    },
  };
}

await main();
