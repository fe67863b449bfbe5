import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectSftp } from '../../src/transports/sftp/index.js';
import { createSftpServer } from '../../src/transports/sftp-server/index.js';
import { directoryFiles } from '../../src/transports/virtual-files/directory-files.js';

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

interface Place {
  readonly directory: string;
  readonly user: string;
  readonly hostKey: string;
  /** A directory that the servers may write to. */
  readonly home: string;
}

interface Timing {
  readonly put: number;
  readonly get: number;
}

async function main(): Promise<void> {
  if (!existsSync(SSHD) || !existsSync(CLIENT)) {
    console.log(`skipped: ${SSHD} and ${CLIENT} (OpenSSH) are not both installed`);
    return;
  }
  const place = await prepare();
  const port = await freePort();
  const sshd = spawn(SSHD, ['-D', '-e', '-f', await sshdConfig(place, port)], { stdio: 'ignore' });
  const server = createSftpServer({
    hostKeys: [await readFile(join(place.directory, 'host'), 'utf8')],
    users: async (name) => ({
      name,
      files: directoryFiles(place.home),
      publicKeys: [await readFile(join(place.directory, 'client.pub'), 'utf8')],
    }),
  });
  try {
    await answering(port);
    const own = await server.listen(0);
    await measure(place, { sshd: port, own: own.port });
  } finally {
    await server.close();
    await ended(sshd);
    await rm(place.directory, { recursive: true });
  }
}

async function measure(place: Place, ports: { readonly sshd: number; readonly own: number }): Promise<void> {
  const { sshd, own } = ports;
  const ways: Readonly<Record<string, () => Promise<Timing>>> = {
    'OpenSSH sftp to sshd': () => openSsh(place, sshd, place.home),
    'our client to sshd': () => ours(place, sshd, place.home, 1),
    'our client to sshd, 16 writes at once': () => ours(place, sshd, place.home, 16),
    'OpenSSH sftp to our server': () => openSsh(place, own, ''),
  };
  const rows = new Map(Object.keys(ways).map((name) => [name, [] as Timing[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways)) rows.get(name)?.push(await way());
  }
  const base = medians(rows.get('OpenSSH sftp to sshd') ?? []);
  console.log(
    `${megabytes} MB, median of ${rounds}; ratio of times to OpenSSH's client and server (goal: at most 1.3)`,
  );
  for (const [name, timings] of rows) {
    const { put, get } = medians(timings);
    const ratios = `put ${rate(put)} MB/s (${(put / base.put).toFixed(2)})   get ${rate(get)} MB/s (${(get / base.get).toFixed(2)})`;
    console.log(`${name.padEnd(40)} ${ratios}`);
  }
}

/** Each with a login of its own, as OpenSSH's client has. */
async function ours(place: Place, port: number, home: string, concurrency: number): Promise<Timing> {
  const login = connectSftp({
    host: '127.0.0.1',
    port,
    username: place.user,
    privateKey: await readFile(join(place.directory, 'client'), 'utf8'),
    hostKeys: [place.hostKey],
    concurrency,
  });
  const big = join(place.directory, 'big');
  const timing = {
    put: await secondsOf(async () => {
      const files = await login();
      await files.write(`${home}/ours`, createReadStream(big, { highWaterMark: 256 * 1024 }));
      await files.close();
    }),
    get: await secondsOf(async () => {
      const files = await login();
      const target = await open(join(place.directory, 'got'), 'w');
      for await (const piece of files.read(`${home}/ours`)) await target.write(piece);
      await target.close();
      await files.close();
    }),
  };
  await sameAs(big, join(place.directory, 'got'));
  return timing;
}

async function openSsh(place: Place, port: number, home: string): Promise<Timing> {
  const { directory, user } = place;
  const options = ['-q', '-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'BatchMode=yes'];
  const batch = async (line: string) => {
    const file = join(directory, 'batch');
    await writeFile(file, `${line}\n`);
    return secondsOf(() =>
      run(CLIENT, ['-P', String(port), '-i', join(directory, 'client'), ...options, '-b', file, `${user}@127.0.0.1`]),
    );
  };
  const put = await batch(`put ${join(directory, 'big')} ${home}/theirs`);
  const get = await batch(`get ${home}/theirs ${join(directory, 'got')}`);
  await sameAs(join(directory, 'big'), join(directory, 'got'));
  return { put, get };
}

async function prepare(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'ediloom-bench-sftp-'));
  const home = await mkdtemp(join(directory, 'home-'));
  for (const name of ['host', 'client']) {
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(directory, name)]);
  }
  const bytes = Buffer.alloc(megabytes * 1_000_000);
  for (let i = 0; i + 4 <= bytes.length; i += 4) bytes.writeUInt32LE(Math.imul(i, 2_654_435_761) >>> 0, i);
  await writeFile(join(directory, 'big'), bytes);
  return { directory, home, user: userInfo().username, hostKey: await readFile(join(directory, 'host.pub'), 'utf8') };
}

async function sshdConfig({ directory }: Place, port: number): Promise<string> {
  const file = join(directory, 'sshd.conf');
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(directory, 'host')}`,
    'PidFile none',
    `AuthorizedKeysFile ${join(directory, 'client.pub')}`,
    'StrictModes no',
    'PasswordAuthentication no',
    'UsePAM no',
    'PermitRootLogin prohibit-password',
    'Subsystem sftp internal-sftp',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

async function sameAs(one: string, other: string): Promise<void> {
  const [a, b] = await Promise.all([readFile(one), readFile(other)]);
  if (!a.equals(b)) throw new Error('what came back differs from what was sent');
}

async function secondsOf(step: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await step();
  return (performance.now() - begin) / 1000;
}

function medians(timings: readonly Timing[]): Timing {
  const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return { put: median(timings.map(({ put }) => put)), get: median(timings.map(({ get }) => get)) };
}

function rate(seconds: number): string {
  return (megabytes / seconds).toFixed(0).padStart(4);
}

async function freePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  // A listener on a port has an address of that form.
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

async function answering(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answers = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => resolve(false));
      socket.on('connect', () => resolve(socket.destroy() !== undefined));
    });
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('sshd does not answer');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await exit;
}

await main();
