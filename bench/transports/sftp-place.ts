import { type ChildProcess, execFile, fork } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'tsup';
import type { SftpServerJob } from './sftp-server-child.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DATA = join(HERE, '../data');
const run = promisify(execFile);

/** Where a run has its keys, its file, and both servers their home. */
export interface Place {
  readonly directory: string;
  /** Holds our client and our server, compiled: what compiles while it runs keeps a large heap that is collected again and again. */
  readonly compiled: string;
  readonly user: string;
  readonly hostKey: string;
  /** A directory that the servers may write to. */
  readonly home: string;
}

export async function prepare(megabytes: number): Promise<Place> {
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
    ...{
      entry: ['sftp-child.ts', 'sftp-server-child.ts', 'files-child.ts', 'ftps-server.ts'].map((name) =>
        join(HERE, name),
      ),
      outDir: compiled,
    },
    ...{ format: 'esm', target: 'node20' },
    ...{ config: false, silent: true, dts: false, outExtension: () => ({ js: '.mjs' }) },
  });
  return {
    directory,
    compiled,
    home,
    user: userInfo().username,
    hostKey: await readFile(join(directory, 'host.pub'), 'utf8'),
  };
}

export function startServer({ directory, compiled, home }: Place): ChildProcess {
  const job: SftpServerJob = {
    ...{ hostKeyFile: join(directory, 'host'), publicKeyFile: join(directory, 'client.pub'), home },
  };
  return fork(join(compiled, 'sftp-server-child.mjs'), [JSON.stringify(job)], { execArgv: serverFlags() });
}

/** Flags of Node for our server, such as `--cpu-prof`, which writes its profile when the server is told to end. */
function serverFlags(): string[] {
  const { SFTP_SERVER_FLAGS = '' } = process.env;
  return SFTP_SERVER_FLAGS.split(' ').filter((flag) => flag !== '');
}

/** The next thing that our server says: its port, then its CPU seconds. */
export function told(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('our server has ended'));
    server.once('exit', gone).once('message', (message) => {
      server.off('exit', gone);
      resolve(Number(message));
    });
  });
}

export async function cpuOf(server: ChildProcess | undefined): Promise<number> {
  if (server === undefined) return 0;
  server.send('cpu');
  return told(server);
}

export async function sshdConfig({ directory }: Place, port: number): Promise<string> {
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

export async function freePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  // A listener on a port has an address of that form.
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

export async function answering(port: number): Promise<void> {
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

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  // Our server ends by itself then, and writes the profile that it was asked for.
  if (child.connected) child.disconnect();
  else child.kill();
  await exit;
}
