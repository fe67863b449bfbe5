import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Seconds, SftpJob } from './sftp-child.js';
import { answering, cpuOf, ended, freePort, type Place, prepare, sshdConfig, startServer, told } from './sftp-place.js';

/**
 * Puts and gets one large file over SFTP on loopback: our client and OpenSSH's against the same sshd, and OpenSSH's client against
 * our server beside sshd. In turn within each round, as other work on the machine slows both; the median counts.
 *
 *     npx tsx bench/transports/sftp.ts [MEGABYTES] [ROUNDS]
 */
const SSHD = '/usr/sbin/sshd';
const CLIENT = '/usr/bin/sftp';
const run = promisify(execFile);
const megabytes = Number(process.argv[2] ?? 200);
const rounds = Number(process.argv[3] ?? 5);

interface Measured extends Seconds {
  /** CPU of our server, 0 if it had no part. */
  readonly server: number;
}

interface Timing {
  readonly put: Measured;
  readonly get: Measured;
}

async function main(): Promise<void> {
  if (!existsSync(SSHD) || !existsSync(CLIENT)) {
    console.log(`skipped: ${SSHD} and ${CLIENT} (OpenSSH) are not both installed`);
    return;
  }
  const place = await prepare(megabytes);
  const port = await freePort();
  const sshd = spawn(SSHD, ['-D', '-e', '-f', await sshdConfig(place, port)], { stdio: 'ignore' });
  const server = startServer(place);
  try {
    const [own] = await Promise.all([told(server), answering(port)]);
    await measure(place, { sshd: port, own, server });
  } finally {
    await ended(server);
    await ended(sshd);
    await rm(place.directory, { recursive: true });
    await rm(place.compiled, { recursive: true });
  }
}

interface Servers {
  /** The ports. */
  readonly sshd: number;
  readonly own: number;
  readonly server: ChildProcess;
}

async function measure(place: Place, { sshd, own, server }: Servers): Promise<void> {
  const ways: Readonly<Record<string, () => Promise<Timing>>> = {
    'OpenSSH sftp to sshd': () => openSsh(place, sshd, place.home),
    'our client to sshd': () => ours(place, sshd, place.home, undefined),
    'our transport to sshd': () => ours(place, sshd, place.home, undefined, ['deliver', 'pick up']),
    'our client to sshd, 1 write at once': () => ours(place, sshd, place.home, 1),
    'OpenSSH sftp to our server': () => openSsh(place, own, '', server),
  };
  // Loads and compiles what a server that has run for days has loaded and compiled.
  await openSsh(place, own, '');
  const rows = new Map(Object.keys(ways).map((name) => [name, [] as Timing[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways)) rows.get(name)?.push(await way());
  }
  const base = medians(rows.get('OpenSSH sftp to sshd') ?? []);
  console.log(
    `${megabytes} MB, median of ${rounds}, wall clock and CPU of the client; ratio to OpenSSH's client and server (goal: at most 1.3)`,
  );
  for (const [name, timings] of rows) {
    const { put, get } = medians(timings);
    console.log(`${name.padEnd(40)} put ${shown(put, base.put)}   get ${shown(get, base.get)}`);
    if (put.server > 0)
      console.log(`${''.padEnd(40)} our server ${put.server.toFixed(2)} s CPU, ${get.server.toFixed(2)} s CPU`);
  }
}

/** In a process of its own, which has made one transfer before; with a login of its own, as OpenSSH's client has. */
async function ours(
  place: Place,
  port: number,
  home: string,
  concurrency: number | undefined,
  [out, back]: readonly [SftpJob['what'], SftpJob['what']] = ['put', 'get'],
): Promise<Timing> {
  const { directory, user, hostKey } = place;
  const transfer = async (what: SftpJob['what']): Promise<Measured> => {
    const job: SftpJob = {
      ...{ what, port, user, hostKey, concurrency, keyFile: join(directory, 'client'), remote: `${home}/ours` },
      local: join(directory, what === out ? 'big' : 'got'),
    };
    const { stdout } = await run(process.execPath, [join(place.compiled, 'sftp-child.mjs'), JSON.stringify(job)]);
    return { ...JSON.parse(stdout), server: 0 };
  };
  const timing = { put: await transfer(out), get: await transfer(back) };
  await sameAs(join(directory, 'big'), join(directory, 'got'));
  return timing;
}

async function openSsh(place: Place, port: number, home: string, server?: ChildProcess): Promise<Timing> {
  const { directory, user } = place;
  const options = ['-q', '-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'BatchMode=yes'];
  const batch = async (line: string): Promise<Measured> => {
    const before = await cpuOf(server);
    const file = join(directory, 'batch');
    await writeFile(file, `${line}\n`);
    const command = [
      ...[CLIENT, '-P', String(port), '-i', join(directory, 'client'), ...options],
      ...['-b', file, `${user}@127.0.0.1`],
    ];
    // The shell knows the time of the processes it waited for: sftp, and the ssh that sftp starts.
    const { stderr } = await run('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time "$@"', 'bash', ...command]);
    const [wall = 0, own = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
    return { wall, cpu: own + system, server: (await cpuOf(server)) - before };
  };
  const put = await batch(`put ${join(directory, 'big')} ${home}/theirs`);
  const get = await batch(`get ${home}/theirs ${join(directory, 'got')}`);
  await sameAs(join(directory, 'big'), join(directory, 'got'));
  return { put, get };
}

async function sameAs(one: string, other: string): Promise<void> {
  const [a, b] = await Promise.all([readFile(one), readFile(other)]);
  if (!a.equals(b)) throw new Error('what came back differs from what was sent');
}

function medians(timings: readonly Timing[]): Timing {
  const of = (pick: (timing: Timing) => number) => {
    const values = timings.map(pick).sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)] ?? 0;
  };
  const all = (pick: (timing: Timing) => Measured): Measured => ({
    wall: of((timing) => pick(timing).wall),
    cpu: of((timing) => pick(timing).cpu),
    server: of((timing) => pick(timing).server),
  });
  return { put: all(({ put }) => put), get: all(({ get }) => get) };
}

function shown(seconds: Seconds, base: Seconds): string {
  const rate = (megabytes / seconds.wall).toFixed(0).padStart(4);
  return `${rate} MB/s (${(seconds.wall / base.wall).toFixed(2)}), ${seconds.cpu.toFixed(2)} s CPU (${(seconds.cpu / base.cpu).toFixed(2)})`;
}

await main();
