import { readFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { transportReasonOf } from '../../src/delivery/transport-error.js';
import { transportContract } from '../../src/testing/transport-contract.js';
import type { FileTransportSettings } from '../../src/transports/files/file-transport.js';
import { connectFtps } from '../../src/transports/ftps/connect-ftps.js';
import type { FtpsOptions } from '../../src/transports/ftps/ftps-options.js';
import { createFtpsTransport } from '../../src/transports/ftps/ftps-transport.js';
import { peerHarness } from './peer-harness.js';

const { user, ftp, ftpHome, ftpCertificateFile } = inject('peers');
const ca = readFileSync(ftpCertificateFile, 'utf8');

describe.each(ftp)('our FTPS transport over $name', ({ port, mode }) => {
  const server: FtpsOptions = {
    ...{ host: 'localhost', family: 4, port, mode, username: user.name, password: user.password },
    tls: { ca },
  };
  const open = (settings: FileTransportSettings, through: number) =>
    createFtpsTransport({ server: { ...server, port: through }, ...settings });
  const make = () => peerHarness({ home: ftpHome, port, renameAnswers: 1, open });
  for (const check of transportContract(make)) it(check.name, check.run);

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('lists over %s and resumes the session for data', async (version) => {
    const files = await connectFtps({ ...server, tls: { ca, minVersion: version, maxVersion: version } })();
    for (let round = 0; round < 5; round++) {
      expect((await files.list('/')).map(({ name }) => name)).toEqual(expect.arrayContaining(['in', 'out']));
    }
    await files.close();
  });

  it('refuses a wrong password, and is refused without its authority', async () => {
    const reasons = [
      { ...server, password: 'wrong' },
      { ...server, tls: {} },
    ].map(async (options) => {
      const error = await connectFtps(options)().catch((cause: unknown) => cause);
      return transportReasonOf(error);
    });
    expect(await Promise.all(reasons)).toEqual(['authentication-failed', 'certificate-untrusted']);
  });
});
