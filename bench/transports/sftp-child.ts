import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { connectSftp } from '../../src/transports/sftp/index.js';

/** One transfer, timed in a process that does nothing else; `sftp.ts` starts it. */
export interface SftpJob {
  readonly what: 'put' | 'get';
  readonly port: number;
  readonly user: string;
  readonly keyFile: string;
  readonly hostKey: string;
  readonly concurrency: number;
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
const login = connectSftp({
  ...{ host: '127.0.0.1', port: job.port, username: job.user, concurrency: job.concurrency },
  privateKey: await readFile(job.keyFile, 'utf8'),
  hostKeys: [job.hostKey],
});

async function transfer(): Promise<void> {
  const files = await login();
  if (what === 'put') await files.write(remote, createReadStream(local, { highWaterMark: PIECE }));
  else {
    const target = await open(local, 'w');
    for await (const piece of files.read(remote)) await target.write(piece);
    await target.close();
  }
  await files.close();
}

// The first transfer loads and compiles what the second one runs with, as all do in a process that serves for days.
await transfer();
const begin = performance.now();
const before = process.cpuUsage();
await transfer();
const { user, system } = process.cpuUsage(before);
const seconds: Seconds = { wall: (performance.now() - begin) / 1000, cpu: (user + system) / 1e6 };
console.log(JSON.stringify(seconds));
