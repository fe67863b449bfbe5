import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientChannel } from 'ssh2';
import { Random } from '../../../bench/generate/random.js';
import { createDirectoryFiles } from '../../../src/transports/virtual-files/directory-files.js';
import { serve } from '../sftp/serve.js';
import { damagedSession } from './fuzz-packets.js';
import { type RawClient, rawClient } from './raw-client.js';

/** A file beside the home, which damaged sessions ask for by its name. */
const CANARY = 'QZ7CANARY7ZQ';
/** What is in it, and the name of another: nobody asks for that, so it must come in no answer. */
const SECRET = 'W5SECRET5W';
/** How long the server may take for a session of some 25 requests. */
const PATIENCE = 20_000;
/** Of buffers outside the heap, which is where packets and answers are. */
const MOST_BUFFERED = 256 * 1024 * 1024;

export interface FuzzOptions {
  readonly runs: number;
  readonly seed: number;
  readonly progress?: (done: number) => void;
}

export interface FuzzResult {
  readonly answered: number;
  readonly closed: number;
  readonly failures: readonly string[];
}

interface Place {
  readonly folder: string;
  readonly home: string;
}

/**
 * Sends damaged sessions of SFTP to our server over one login. Each must end with an answer to its last request or with the
 * channel closed; nothing beside the home may be read or changed; memory stays bounded.
 */
export async function fuzzSessions({ runs, seed, progress }: FuzzOptions): Promise<FuzzResult> {
  const place = makePlace();
  const served = await serve(
    {},
    { files: createDirectoryFiles(place.home), maxFileBytes: 2_000_000, quotaBytes: 20_000_000 },
  );
  const counts = { answered: 0, closed: 0 };
  const failures: string[] = [];
  let client: RawClient | undefined;
  // A session may take its connection with it.
  let ended = false;
  try {
    for (let run = 0; run < runs && failures.length < 10; run++) {
      const random = new Random(seed * 1_000_003 + run);
      if (client === undefined || ended) {
        client = await rawClient(served);
        ended = false;
        client.client.setNoDelay(true);
        client.client.once('close', () => {
          ended = true;
        });
      }
      const failed = (text: string) => failures.push(`seed ${seed}, run ${run}: ${text}`);
      try {
        const { outcome, said } = await session(client, damagedSession(random));
        counts[outcome]++;
        if (said.includes(SECRET)) failed('the server told what is beside the home');
      } catch (error) {
        failed(String(error));
        client.end();
        ended = true;
      }
      const harm = harmTo(place);
      if (harm !== undefined) failed(harm);
      if (process.memoryUsage().arrayBuffers > MOST_BUFFERED) failed('memory grew');
      if (run % 20 === 19) await empty(place);
      progress?.(run + 1);
    }
  } finally {
    client?.end();
    await served.close();
    rmSync(place.folder, { recursive: true });
  }
  return { ...counts, failures };
}

async function session(client: RawClient, { bytes, framed, last }: ReturnType<typeof damagedSession>) {
  const channel = await new Promise<ClientChannel>((resolve, reject) =>
    client.client.subsys('sftp', (error, opened) => (error === undefined ? resolve(opened) : reject(error))),
  );
  const pieces: Buffer[] = [];
  const answer = lastAnswer(last);
  const answered = new Promise<'answered'>((resolve) => {
    channel.on('data', (piece: Buffer) => {
      pieces.push(piece);
      const tail = Buffer.concat(pieces.slice(-2));
      if (tail.includes(answer)) resolve('answered');
    });
  });
  const closed = new Promise<'closed'>((resolve) => channel.on('close', () => resolve('closed')));
  channel.on('error', () => {});
  channel.write(bytes);
  // Where the frames are damaged the server may wait for the rest of one.
  const outcome = framed ? await inTime(Promise.race([answered, closed]), 'neither answered nor closed') : undefined;
  channel.end();
  await inTime(closed, 'not closed at the end');
  return { outcome: outcome ?? 'closed', said: Buffer.concat(pieces) };
}

/** How the answer to the last request begins: a name, or a status if the handle table is in the way; then its id. */
function lastAnswer(id: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes[0] = 104;
  bytes.writeUInt32BE(id, 1);
  return bytes;
}

async function inTime<T>(promise: Promise<T>, otherwise: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function makePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'sftp-fuzz-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  for (const name of [CANARY, SECRET]) writeFileSync(join(folder, name), SECRET);
  return { folder, home };
}

function harmTo({ folder, home }: Place): string | undefined {
  if (readdirSync(folder).sort().join() !== [CANARY, SECRET, 'home'].sort().join())
    return 'something was made beside the home';
  if (readFileSync(join(folder, CANARY), 'utf8') !== SECRET) return 'something beside the home was changed';
  return existsSync(home) ? undefined : 'the home is gone';
}

async function empty({ home }: Place): Promise<void> {
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
}
