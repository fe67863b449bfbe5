import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Daemon, freePorts, startDaemon } from '../../../test/peers/servers/daemon.js';
import { run } from '../../../test/peers/servers/install.js';
import { openPostgres } from '../../src/store/postgres/open-postgres.js';
import { postgresPlace } from '../support/postgres-place.js';
import type { StorePlace } from '../support/store-factory.js';

const PROGRAM = '/usr/sbin/pgbouncer';
const PORTS = { transaction: 0, session: 0, plain: 0 };

let place: StorePlace;
let folder: string;
const poolers: Daemon[] = [];

beforeAll(async () => {
  if (!existsSync(PROGRAM)) {
    run('apt-get', ['-q', 'update']);
    run('apt-get', ['-q', 'install', '-y', '--no-install-recommends', 'pgbouncer']);
  }
  place = await postgresPlace(inject('postgresUrl'));
  folder = mkdtempSync(join(tmpdir(), 'ediloom-pooler-'));
  const server = new URL(place.address);
  const ignored =
    'ignore_startup_parameters = extra_float_digits,idle_in_transaction_session_timeout,statement_timeout';
  for (const [name, lines] of [
    ['transaction', ['pool_mode = transaction', ignored]],
    ['session', ['pool_mode = session', ignored]],
    ['plain', ['pool_mode = session']],
  ] as const) {
    const port = await freePorts(1);
    PORTS[name] = port;
    const config = join(folder, `${name}.ini`);
    const settings = [
      '[databases]',
      `* = host=${server.hostname} port=${server.port} user=${server.username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      ...lines,
    ];
    writeFileSync(config, `${settings.join('\n')}\n`, { mode: 0o644 });
    run('chmod', ['755', folder]);
    const asRoot = process.getuid?.() === 0;
    // It refuses to run as root.
    const [program, args] = asRoot
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', PROGRAM, config]]
      : [PROGRAM, [config]];
    poolers.push(await startDaemon(program, args, { ports: [port], log: join(folder, `${name}.log`) }));
  }
});
afterAll(async () => {
  for (const pooler of poolers) await pooler.stop();
  await place.remove();
  rmSync(folder, { recursive: true, force: true });
});

function through(name: keyof typeof PORTS): string {
  const url = new URL(place.address);
  url.port = String(PORTS[name]);
  return url.href;
}

it('is refused where it gives each transaction another connection', async () => {
  await expect(openPostgres({ url: through('transaction') })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('pool_mode = session'),
  });
});

it('does where it keeps a connection for each client', async () => {
  const store = await openPostgres({ url: through('session') });
  await store.write((tx) => tx.insertInto('settings').values({ name: 'pooled', value: '1' }).execute());
  await store.close();
});

it('that refuses what a connection begins with is told by name what to let through', async () => {
  await expect(openPostgres({ url: through('plain') })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('ignore_startup_parameters = '),
  });
});
