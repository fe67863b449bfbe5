import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { filesInMemory } from '../../../test/files-in-memory.js';
import { type Daemon, freePorts, startDaemon } from '../../../test/peers/servers/daemon.js';
import { run } from '../../../test/peers/servers/install.js';

const VERSIONS = '/usr/lib/postgresql';
const USER = 'postgres';
/** What it says to who comes too early. */
const STARTING_UP = '57P03';

export interface PostgresServer {
  /** Of its first database, as a user who may create others. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on loopback with a data folder of its own. It refuses to run as root, so then it runs as `postgres`. Where it is
 * not installed, root installs it from Debian.
 * @throws Error that names the Debian package for others.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = programsFolder() ?? installPostgres();
  const isForced = process.env.EDILOOM_PG_FSYNC === '1';
  // A database for each test are 300 files: 40 ms in memory, up to a second on a disk that others use, too.
  const folder = mkdtempSync(join((isForced ? undefined : filesInMemory()) ?? tmpdir(), 'ediloom-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, data]) chownSync(path, idOf('-u'), idOf('-g'));
  const asUser = (program: string, args: readonly string[]): readonly [string, readonly string[]] =>
    isRoot ? ['setpriv', [`--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', program, ...args]] : [program, args];
  run(...asUser(join(programs, 'initdb'), ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']));
  const port = await freePorts(1);
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'max_prepared_transactions=5',
  ];
  // The machine is not cut from power while the tests run.
  if (!isForced) settings.push('fsync=off', 'full_page_writes=off', 'max_wal_size=256MB');
  const [program, args] = asUser(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])]);
  const daemon: Daemon = await startDaemon(program, args, { ports: [port], log: join(folder, 'log') });
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  const stop = async (): Promise<void> => {
    await daemon.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** Its port is open before it takes anybody in. */
async function untilReady(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === STARTING_UP)) throw error;
      await wait(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function installPostgres(): string {
  if (process.getuid?.() === 0) {
    const waiting = ['-q', '-o', 'DPkg::Lock::Timeout=300'];
    run('apt-get', [...waiting, 'update']);
    run('apt-get', [...waiting, 'install', '-y', '--no-install-recommends', 'postgresql']);
    // Debian starts one of its own; ours has a port and a folder for itself.
    spawnSync('service', ['postgresql', 'stop']);
  }
  const folder = programsFolder();
  if (folder === undefined) throw new Error('PostgreSQL is not installed. Run: apt-get install -y postgresql');
  return folder;
}

/** Of the newest version that is installed. */
function programsFolder(): string | undefined {
  const versions = existsSync(VERSIONS)
    ? readdirSync(VERSIONS)
        .map(Number)
        .sort((a, b) => b - a)
    : [];
  return versions
    .map((version) => join(VERSIONS, String(version), 'bin'))
    .find((path) => existsSync(join(path, 'initdb')));
}

function idOf(flag: '-u' | '-g'): number {
  return Number(run('id', [flag, USER]));
}
