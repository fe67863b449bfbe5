import { mkdirSync } from 'node:fs';
import { createFtpsServer } from '../../../src/transports/ftps-server/index.js';
import { LoginThrottle } from '../../../src/transports/receiving/login-throttle.js';
import { hashPassword } from '../../../src/transports/receiving/password.js';
import type { ReceivingUser, Uploaded } from '../../../src/transports/receiving/receiving-user.js';
import { createSftpServer } from '../../../src/transports/sftp-server/index.js';
import { createDirectoryFiles } from '../../../src/transports/virtual-files/directory-files.js';
import { testCertificate } from '../certificates.js';
import { wireTo } from '../network/wire.js';
import { keyPair } from '../sftp/serve.js';
import type { StormServer } from './task.js';

/** A partner over a directory on this machine. */
export interface StormPartner {
  readonly root: string;
  readonly server: StormServer;
  /** Whether it tells `uploaded` of each completed file. */
  readonly tells: boolean;
  /** Cuts all connections, those of sessions at rest too; nothing where there are none. */
  cut(): void;
  close(): Promise<void>;
}

export type MakeStormPartner = (root: string, uploaded: Uploaded) => Promise<StormPartner>;

const PASSWORD = 'storm';

export const directoryPartner: MakeStormPartner = async (root) => {
  mkdirSync(root);
  return { root, server: { kind: 'directory', root }, tells: false, cut: () => {}, close: async () => {} };
};

export const sftpPartner: MakeStormPartner = async (root, uploaded) => {
  const host = keyPair();
  const server = createSftpServer({ ...(await receiving(root)), hostKeys: [host.private], uploaded });
  const wire = await wireTo((await server.listen({ port: 0 })).port);
  const { port } = wire;
  const options = { host: '127.0.0.1', port, username: 'partner', password: PASSWORD, hostKeys: [host.public] };
  return {
    root,
    server: { kind: 'sftp', server: options },
    tells: true,
    cut: wire.cut,
    close: async () => {
      await wire.close();
      await server.close({ grace: 200 });
    },
  };
};

export const ftpsPartner: MakeStormPartner = async (root, uploaded) => {
  const { certificate, key } = testCertificate({ commonName: 'localhost' });
  const server = createFtpsServer({ ...(await receiving(root)), tls: { certificate, privateKey: key }, uploaded });
  await server.listen({ port: 0 });
  // Of the control connections, with which all else ends.
  const wire = await wireTo(server.address()?.port ?? 0);
  const { port } = wire;
  const login = { username: 'partner', password: PASSWORD };
  return {
    root,
    server: { kind: 'ftps', server: { host: 'localhost', family: 4, port, ...login, tls: { ca: certificate } } },
    tells: true,
    cut: wire.cut,
    close: async () => {
      await wire.close();
      await server.close();
    },
  };
};

/** One user at home in the root. Connections killed before the login are no guesses here. */
async function receiving(root: string) {
  mkdirSync(root);
  const passwordHash = await hashPassword(PASSWORD, { cost: 256 });
  const user: ReceivingUser = { name: 'partner', passwordHash, files: createDirectoryFiles(root) };
  const throttle = new LoginThrottle({ freeFailures: 1e6, addressFailures: 1e6, userFailures: 1e6 });
  return { users: async () => user, throttle };
}
