import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answering, ended, freePort, type Place, prepare, sshdConfig, startServer, told } from './sftp-place.js';

/**
 * Puts many small files with OpenSSH's client to sshd, which syncs nothing, and to our server, which has each on disk before it answers;
 * by one client and by eight at once. Beside them what the disk takes for the same syncs, without any server.
 *
 *     npx tsx bench/transports/synced-files.ts [FILES] [ROUNDS]
 */
const SSHD = '/usr/sbin/sshd';
const CLIENT = '/usr/bin/sftp';
const run = promisify(execFile);
const count = Number(process.argv[2] ?? 1000);
const rounds = Number(process.argv[3] ?? 3);
const BYTES = Buffer.alloc(2048, 'ISA*');

async function main(): Promise<void> {
  if (!existsSync(SSHD) || !existsSync(CLIENT)) {
    console.log(`skipped: ${SSHD} and ${CLIENT} (OpenSSH) are not both installed`);
    return;
  }
  const place = await prepare(1);
  const port = await freePort();
  const sshd = spawn(SSHD, ['-D', '-e', '-f', await sshdConfig(place, port)], { stdio: 'ignore' });
  const server = startServer(place);
  try {
    const [own] = await Promise.all([told(server), answering(port)]);
    await measure(place, port, own);
  } finally {
    await stop(server, sshd, place);
  }
}

async function measure(place: Place, sshd: number, own: number): Promise<void> {
  const ways: Readonly<Record<string, () => Promise<number>>> = {
    'disk: write': () => onDisk(place, false),
    'disk: write, sync, rename, sync of the folder': () => onDisk(place, true),
    'put to sshd, 1 client': () => put(place, sshd, place.home, 1),
    'put to our server, 1 client': () => put(place, own, '/', 1),
    'put to sshd, 8 clients': () => put(place, sshd, place.home, 8),
    'put to our server, 8 clients': () => put(place, own, '/', 8),
  };
  const seconds = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways)) seconds.set(name, [...(seconds.get(name) ?? []), await way()]);
  }
  console.log(`${count} files of ${BYTES.length} bytes, median of ${rounds}`);
  for (const [name, taken] of seconds) {
    const median = taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0;
    const each = ((median / count) * 1000).toFixed(2);
    console.log(`${name.padEnd(48)} ${median.toFixed(2).padStart(7)} s ${each.padStart(7)} ms a file`);
  }
}

/** One after another, as a client sends them. */
async function onDisk({ home }: Place, durable: boolean): Promise<number> {
  const folder = join(home, `disk-${process.hrtime.bigint()}`);
  await mkdir(folder);
  const begin = performance.now();
  for (let i = 0; i < count; i++) {
    const file = await open(join(folder, `.${i}`), 'wx');
    await file.write(BYTES);
    if (durable) await file.sync();
    await file.close();
    if (!durable) continue;
    await rename(join(folder, `.${i}`), join(folder, `${i}`));
    const directory = await open(folder, 'r');
    await directory.sync();
    await directory.close();
  }
  const seconds = (performance.now() - begin) / 1000;
  await rm(folder, { recursive: true });
  return seconds;
}

async function put(place: Place, port: number, root: string, clients: number): Promise<number> {
  const source = join(place.directory, 'small');
  await writeFile(source, BYTES);
  const name = `in-${process.hrtime.bigint()}`;
  await mkdir(join(place.home, name), { mode: 0o777 });
  const batches = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const batch = join(place.directory, `batch-${client}`);
      const files = Array.from(
        { length: count / clients },
        (_, i) => `put ${source} ${root}/${name}/${client}-${i}.edi`,
      );
      await writeFile(batch, `${files.join('\n')}\n`);
      return batch;
    }),
  );
  const options = [
    ...['-q', '-P', String(port), '-i', join(place.directory, 'client'), '-o', 'StrictHostKeyChecking=no'],
    ...['-o', 'UserKnownHostsFile=/dev/null', '-o', 'LogLevel=ERROR'],
  ];
  const begin = performance.now();
  await Promise.all(batches.map((batch) => run(CLIENT, [...options, '-b', batch, `${place.user}@127.0.0.1`])));
  const seconds = (performance.now() - begin) / 1000;
  await rm(join(place.home, name), { recursive: true });
  return seconds;
}

async function stop(server: ChildProcess, sshd: ChildProcess, { directory, compiled }: Place): Promise<void> {
  await ended(server);
  await ended(sshd);
  await rm(directory, { recursive: true });
  await rm(compiled, { recursive: true });
}

await main();
