import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { createMemoryJournal } from '../../src/delivery/memory-journal.js';
import { connectSftp, createSftpTransport } from '../../src/transports/sftp/index.js';

/** One transfer, timed in a process that does nothing else; `sftp.ts` starts it. */
export interface SftpJob {
  /** Bytes alone; or all that a delivery and a pick-up are. */
  readonly what: 'put' | 'get' | 'deliver' | 'pick up';
  readonly port: number;
  readonly user: string;
  readonly keyFile: string;
  readonly hostKey: string;
  readonly concurrency?: number | undefined;
  readonly local: string;
  readonly remote: string;
}

export interface Seconds {
  /** On a wall clock. */
  readonly wall: number;
  /** Of the client's processes alone. */
  readonly cpu: number;
}

const PIECE = 256 * 1024;

const { what, local, remote, ...job }: SftpJob = JSON.parse(process.argv[2] ?? '');
const server = {
  ...{ host: '127.0.0.1', port: job.port, username: job.user, concurrency: job.concurrency },
  privateKey: await readFile(job.keyFile, 'utf8'),
  hostKeys: [job.hostKey],
};
const login = connectSftp(server);
const source = () => createReadStream(local, { highWaterMark: PIECE });

async function transfer(): Promise<void> {
  if (what === 'deliver') return deliver();
  if (what === 'pick up') return pickUp();
  const files = await login();
  if (what === 'put') await files.write(remote, source());
  else await store(files.read(remote));
  await files.close();
}

async function store(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const target = await open(local, 'w');
  for await (const piece of bytes) await target.write(piece);
  await target.close();
}

/** A transport for each, as it logs in once a transfer. */
function transport() {
  const directory = dirname(remote);
  return createSftpTransport({
    ...{ connection: 'bench', journal: createMemoryJournal(), server },
    ...{
      outbound: { directory, existing: 'overwrite' },
      inbound: { directory, include: [basename(remote)], stableMs: 0 },
    },
  });
}

async function deliver(): Promise<void> {
  const sftp = transport();
  await sftp.deliver({ id: 'big', name: basename(remote), open: source });
  await sftp.close();
}

/** The file is left where it is, for the next transfer. */
async function pickUp(): Promise<void> {
  const sftp = transport();
  for await (const payload of sftp.receive()) await store(payload.open());
  await sftp.close();
}

// The first transfer loads and compiles what the second one runs with, as all do in a process that serves for days.
await transfer();
const begin = performance.now();
const before = process.cpuUsage();
await transfer();
const { user, system } = process.cpuUsage(before);
const seconds: Seconds = { wall: (performance.now() - begin) / 1000, cpu: (user + system) / 1e6 };
console.log(JSON.stringify(seconds));
