import { createFtpsServer } from 'ediloom/transports/ftps-server';
import {
  createSftpServer,
  Homes,
  type LoginServer,
  LoginThrottle,
  type ReceivingUser,
} from 'ediloom/transports/sftp-server';
import type { FtpsListening } from '../../config.js';
import { anyUser } from '../../resources/sftp-users/logins.js';
import { CertificateFiles } from '../listeners/certificate-files.js';
import {
  type ExchangeListener,
  ListenWhenNeeded,
  type LookEvery,
  type OpenListener,
} from '../listeners/listen-when-needed.js';
import type { Services } from '../services.js';
import { FileEvents } from './file-events.js';
import { hostKeys } from './host-keys.js';
import { findReceivingUser } from './receiving-users.js';

/** How often it is looked for what has changed. */
export interface Looks extends LookEvery {
  readonly recheckMs?: number | undefined;
}

/** What both servers are given: the same users, so that what they count is counted together. */
interface Shared {
  readonly users: (name: string) => Promise<ReceivingUser | undefined>;
  readonly homes: Homes;
  readonly throttle: LoginThrottle;
  readonly onEvent: FileEvents['note'];
  readonly recheckMs: number;
}

/** Milliseconds between looks for users that another process has changed: their sessions are over within two seconds. */
const RECHECK_MS = 1_000;

/** The servers that partners upload to and fetch from; each listens while there is anybody who may log in. */
export function createFileListeners(services: Services, looks: Looks = {}): readonly ExchangeListener[] {
  const { sftp, ftps } = services.config;
  const events = new FileEvents(services);
  const shared: Shared = {
    users: (name) => findReceivingUser(services, events, name),
    homes: new Homes({ now: () => services.clock.now() }),
    throttle: new LoginThrottle(),
    onEvent: (event) => events.note(event),
    recheckMs: looks.recheckMs ?? RECHECK_MS,
  };
  const listener = (name: string, port: number, make: () => Promise<Made>): ExchangeListener =>
    new ListenWhenNeeded({
      ...looks,
      name,
      isNeeded: async () => (await services.store.read(anyUser)) !== undefined,
      open: async () => opened(services, await make(), port, events),
      log: services.log,
    });
  return [
    ...(sftp === undefined ? [] : [listener('SFTP', sftp.port, () => sftpServer(services, shared))]),
    ...(ftps === undefined ? [] : [listener('FTPS', ftps.port, async () => ftpsServer(shared, ftps))]),
  ];
}

interface Made {
  readonly server: LoginServer;
  readonly renew?: OpenListener['renew'];
}

async function opened(
  { config, userChanges }: Services,
  { server, renew }: Made,
  port: number,
  events: FileEvents,
): Promise<OpenListener> {
  const address = await server.listen({ port, host: config.exchangeHost });
  const leave = userChanges.listen((username) => void server.recheck(username));
  return {
    renew,
    address,
    close: async (grace) => {
      await server.close({ grace });
      leave();
      await events.settled();
    },
  };
}

async function sftpServer(services: Services, shared: Shared): Promise<Made> {
  const user = await services.store.read(anyUser);
  const keys = user === undefined ? [] : await hostKeys(services, user.account_id);
  return { server: createSftpServer({ ...shared, hostKeys: keys.map(({ privateKey }) => privateKey) }) };
}

async function ftpsServer(shared: Shared, { tls, passivePorts, passiveAddress }: FtpsListening): Promise<Made> {
  const files = new CertificateFiles({ ...tls, settings: 'FTPS_CERT, FTPS_KEY' });
  const server = await files.use((certificate) =>
    createFtpsServer({
      ...shared,
      tls: certificate,
      ...(passivePorts === undefined ? {} : { passivePorts }),
      ...(passiveAddress === undefined ? {} : { passiveAddress }),
    }),
  );
  return { server, renew: () => files.useRenewed((certificate) => server.renewTls(certificate)) };
}
