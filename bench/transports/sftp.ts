import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'tsup';
import { createSftpServer } from '../../src/transports/sftp-server/index.js';
import { directoryFiles } from '../../src/transports/virtual-files/directory-files.js';
import type { Seconds, SftpJob } from './sftp-child.js';

/**
 * Puts and gets one large file over SFTP on loopback: our client and OpenSSH's against the same sshd, and OpenSSH's client against
 * our server beside sshd. In turn within each round, as other work on the machine slows both; the median counts.
 *
 *     npx tsx bench/transports/sftp.ts [MEGABYTES] [ROUNDS]
 */
const SSHD = '/usr/sbin/sshd';
const CLIENT = '/usr/bin/sftp';
const HERE = fileURLToPath(new URL('.', import.meta.url));
const DATA = join(HERE, '../data');
const run = promisify(execFile);
const megabytes = Number(process.argv[2] ?? 200);
const rounds = Number(process.argv[3] ?? 5);

interface Place {
  readonly directory: string;
  /** `sftp-child.ts`, compiled: what compiles while it runs keeps a large heap that is collected again and again. */
  readonly child: string;
  readonly user: string;
  readonly hostKey: string;
  /** A directory that the servers may write to. */
  readonly home: string;
}

interface Timing {
  readonly put: Seconds;
  readonly get: Seconds;
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
    await rm(dirname(place.child), { recursive: true });
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
    `${megabytes} MB, median of ${rounds}, wall clock and CPU of the client; ratio to OpenSSH's client and server (goal: at most 1.3)`,
  );
  for (const [name, timings] of rows) {
    const { put, get } = medians(timings);
    console.log(`${name.padEnd(40)} put ${shown(put, base.put)}   get ${shown(get, base.get)}`);
  }
}

/** In a process of its own, which has made one transfer before; with a login of its own, as OpenSSH's client has. */
async function ours(place: Place, port: number, home: string, concurrency: number): Promise<Timing> {
  const { directory, user, hostKey } = place;
  const transfer = async (what: 'put' | 'get'): Promise<Seconds> => {
    const job: SftpJob = {
      ...{ what, port, user, hostKey, concurrency, keyFile: join(directory, 'client'), remote: `${home}/ours` },
      local: join(directory, what === 'put' ? 'big' : 'got'),
    };
    const { stdout } = await run(process.execPath, [place.child, JSON.stringify(job)]);
    return JSON.parse(stdout);
  };
  const timing = { put: await transfer('put'), get: await transfer('get') };
  await sameAs(join(directory, 'big'), join(directory, 'got'));
  return timing;
}

async function openSsh(place: Place, port: number, home: string): Promise<Timing> {
  const { directory, user } = place;
  const options = ['-q', '-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'BatchMode=yes'];
  const batch = async (line: string): Promise<Seconds> => {
    const file = join(directory, 'batch');
    await writeFile(file, `${line}\n`);
    const command = [
      ...[CLIENT, '-P', String(port), '-i', join(directory, 'client'), ...options],
      ...['-b', file, `${user}@127.0.0.1`],
    ];
    // The shell knows the time of the processes it waited for: sftp, and the ssh that sftp starts.
    const { stderr } = await run('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time "$@"', 'bash', ...command]);
    const [wall = 0, own = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
    return { wall, cpu: own + system };
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
  // Inside the project, so that it finds the packages.
  await mkdir(DATA, { recursive: true });
  const compiled = await mkdtemp(join(DATA, 'sftp-'));
  await build({
    ...{ entry: [join(HERE, 'sftp-child.ts')], outDir: compiled, format: 'esm', target: 'node20' },
    ...{ config: false, silent: true, dts: false, outExtension: () => ({ js: '.mjs' }) },
  });
  const child = join(compiled, 'sftp-child.mjs');
  return {
    directory,
    child,
    home,
    user: userInfo().username,
    hostKey: await readFile(join(directory, 'host.pub'), 'utf8'),
  };
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

function medians(timings: readonly Timing[]): Timing {
  const of = (pick: (timing: Timing) => number) => {
    const values = timings.map(pick).sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)] ?? 0;
  };
  return {
    put: { wall: of(({ put }) => put.wall), cpu: of(({ put }) => put.cpu) },
    get: { wall: of(({ get }) => get.wall), cpu: of(({ get }) => get.cpu) },
  };
}

function shown(seconds: Seconds, base: Seconds): string {
  const rate = (megabytes / seconds.wall).toFixed(0).padStart(4);
  return `${rate} MB/s (${(seconds.wall / base.wall).toFixed(2)}), ${seconds.cpu.toFixed(2)} s CPU (${(seconds.cpu / base.cpu).toFixed(2)})`;
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
