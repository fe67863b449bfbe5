import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryJournal, type Transport } from 'ediloom/transports';
import { generateIdentity } from 'ediloom/transports/as2';
import { connectFtps, createFtpsTransport } from 'ediloom/transports/ftps';
import { connectSftp, createSftpTransport } from 'ediloom/transports/sftp';
import { hashPassword } from 'ediloom/transports/sftp-server';
import { onTestFinished } from 'vitest';
import { createFileListeners, type Looks } from '../../src/exchange/file-servers/create-file-listeners.js';
import { findHostKeys, type HostKey, hostKeys } from '../../src/exchange/file-servers/host-keys.js';
import type { ExchangeListener } from '../../src/exchange/listeners/listen-when-needed.js';
import type { Services } from '../../src/exchange/services.js';
import { createBucket } from '../../src/resources/buckets/rows.js';
import { keepPlaces } from '../../src/resources/connections/inbound-places.js';
import { kindOf } from '../../src/resources/connections/kinds/kind-table.js';
import { settingsOf } from '../../src/resources/connections/settings-of.js';
import { createSftpUser } from '../../src/resources/sftp-users/rows.js';
import { makeSetting } from '../../src/store/settings.js';
import type { Connections } from '../../src/store/tables.js';
import { addAccount, readAs, writeAs } from './accounts.js';
import { ACCOUNT, addConnection } from './deliveries.js';
import { type TestServices, type TestServicesOptions, testServices } from './test-services.js';

export type FileProtocol = 'SFTP' | 'FTPS';

/** Services with both servers for files, an account and its bucket `files`. */
export async function fileWorld(options: Pick<TestServicesOptions, 'parts' | 'config'> = {}): Promise<TestServices> {
  const folder = mkdtempSync(join(tmpdir(), 'file-servers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const identity = await generateIdentity({ commonName: 'localhost', hosts: ['localhost'], days: 2, key: 'ec' });
  const tls = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  writeFileSync(tls.certFile, identity.certificatePem);
  writeFileSync(tls.keyFile, identity.privateKeyPem, { mode: 0o600 });
  const world = await testServices({
    ...options,
    config: {
      sftp: { port: 0 },
      ftps: { port: 0, tls, passivePorts: undefined, passiveAddress: undefined },
      ...options.config,
    },
  });
  onTestFinished(() => world.close());
  await addAccount(world.services.store, ACCOUNT);
  await writeAs(world.services.store, ACCOUNT, (queries) => createBucket(queries, world.clock, { name: 'files' }));
  await layHostKeys(world.services);
  return world;
}

let made: readonly HostKey[] | undefined;

/** Host keys are made once a worker, and laid into the other stores as the first has them: a key of RSA takes a second. */
async function layHostKeys(services: Services): Promise<void> {
  if (made === undefined) {
    made = await hostKeys(services, ACCOUNT);
    return;
  }
  for (const { type, publicKey, privateKey } of made) {
    const place = { purpose: 'server', ownerId: 'sftp', name: type };
    await writeAs(services.store, ACCOUNT, (queries) =>
      services.secrets.put(queries, place, `${publicKey}\n${privateKey}`),
    );
  }
  await services.store.write((tx) => makeSetting(tx, 'host-keys', ACCOUNT));
}

export interface Partner {
  readonly username: string;
  readonly password: string;
  readonly connection: Connections;
}

/** A user of the account with a connection: what they put into `/in` comes in, what is for them lies in `/out`. */
export async function addPartner(services: Services, username: string): Promise<Partner> {
  const password = randomUUID();
  // Real ones cost 60 ms at each login.
  const passwordHash = await hashPassword(password, { cost: 256 });
  const parentDirectory = username.toLowerCase();
  const settings = {
    bucketName: 'files',
    parentDirectory,
    inboundSubdirectory: 'in',
    outboundSubdirectory: 'out',
    username,
  };
  const place = { inbound_place: `files/${parentDirectory}/in/` };
  const connection = await addConnection(services, 'hosted-sftp', settings, place);
  await writeAs(services.store, ACCOUNT, async (queries) => {
    await keepPlaces(queries, services.clock, kindOf(connection), settingsOf(connection));
    const user = {
      username,
      description: '',
      bucket: 'files',
      homeDirectory: `/${parentDirectory}`,
      passwordHash,
    };
    await createSftpUser(queries, services.clock, user);
  });
  return { username, password, connection };
}

/** The servers of one process. */
export async function listen(
  services: Services,
  looks: Looks = {},
): Promise<Readonly<Record<FileProtocol, ExchangeListener>>> {
  const listeners = createFileListeners(services, { everyMs: 50, ...looks });
  onTestFinished(async () => {
    await Promise.all(listeners.map((listener) => listener.stop(0)));
  });
  await Promise.all(listeners.map((listener) => listener.start()));
  const named = (name: FileProtocol): ExchangeListener => {
    const listener = listeners.find((one) => one.name === name);
    if (listener === undefined) throw new Error(`There is no ${name} listener.`);
    return listener;
  };
  return { SFTP: named('SFTP'), FTPS: named('FTPS') };
}

async function serverOf(services: Services, listener: ExchangeListener, { username, password }: Partner) {
  const port = listener.address?.port ?? 0;
  const hostKeys = ((await findHostKeys(services)) ?? []).map(({ fingerprint }) => fingerprint);
  const ca = readFileSync(services.config.ftps?.tls.certFile ?? '', 'utf8');
  return {
    sftp: { host: '127.0.0.1', port, username, password, hostKeys },
    ftps: { host: '127.0.0.1', port, username, password, tls: { ca, servername: 'localhost' } },
  };
}

/** The partner's side: a transport of the engine. */
export async function transportOf(
  services: Services,
  listener: ExchangeListener,
  partner: Partner,
): Promise<Transport> {
  const { sftp, ftps } = await serverOf(services, listener, partner);
  const options = {
    connection: 'us',
    journal: createMemoryJournal(),
    outbound: { directory: '/in' },
    inbound: { directory: '/out', stableMs: 0 },
  };
  const transport =
    listener.name === 'SFTP'
      ? createSftpTransport({ ...options, server: sftp })
      : createFtpsTransport({ ...options, server: ftps });
  onTestFinished(() => transport.close());
  return transport;
}

/** The same, step by step. */
export async function sessionOf(services: Services, listener: ExchangeListener, partner: Partner) {
  const { sftp, ftps } = await serverOf(services, listener, partner);
  const session = await (listener.name === 'SFTP' ? connectSftp(sftp)() : connectFtps(ftps)());
  onTestFinished(() => session.close());
  return session;
}

/** What came in, by name. */
export function arrived(services: Services) {
  return readAs(services.store, ACCOUNT, (queries) =>
    queries
      .from('executions')
      .select(['id', 'name', 'directory', 'status', 'direction', 'connection_id'])
      .orderBy('name')
      .execute(),
  );
}
