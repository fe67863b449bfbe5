import { readFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { createMemoryJournal } from '../../src/delivery/memory-journal.js';
import { transportReasonOf } from '../../src/delivery/transport-error.js';
import { transportContract } from '../../src/testing/transport-contract.js';
import { connectSftp } from '../../src/transports/sftp/connect-sftp.js';
import type { SftpOptions } from '../../src/transports/sftp/sftp-options.js';
import { createSftpTransport } from '../../src/transports/sftp/sftp-transport.js';
import { peerHarness } from './peer-harness.js';

const { user, openssh } = inject('peers');
const server: SftpOptions = {
  host: '127.0.0.1',
  port: openssh.port,
  username: user.name,
  privateKey: readFileSync(openssh.keyFile, 'utf8'),
  hostKeys: [openssh.hostKey],
};
const { privateKey: _key, ...keyless } = server;
const password = { ...keyless, password: user.password };

async function reasonOf(options: SftpOptions): Promise<unknown> {
  const error = await connectSftp(options)().catch((cause: unknown) => cause);
  return transportReasonOf(error);
}

describe("our SFTP transport over OpenSSH's server", () => {
  const make = () =>
    peerHarness({
      ...openssh,
      renameAnswers: 0,
      open: (settings, port) => createSftpTransport({ server: { ...server, port }, ...settings }),
    });
  for (const check of transportContract(make)) it(check.name, check.run);
});

describe("our SFTP transport over OpenSSH's server, overwriting by posix-rename, many writes at once", () => {
  const fast = { ...server, concurrency: 32 };
  const make = () =>
    peerHarness({
      ...openssh,
      renameAnswers: 0,
      open: (settings, port) => createSftpTransport({ server: { ...fast, port }, ...settings }),
    });
  for (const check of transportContract(make)) it(check.name, check.run);
});

describe("OpenSSH's server", () => {
  it('takes a password', async () => {
    const files = await connectSftp(password)();
    expect((await files.list('/')).map(({ name }) => name)).toContain('in');
    expect(files.renameModes[0]).toBe('posix');
    expect(files.facts).toMatchObject({ hostKey: expect.stringContaining(openssh.hostKey) });
    await files.close();
  });

  it('refuses a wrong password', async () => {
    expect(await reasonOf({ ...password, password: 'wrong' })).toBe('authentication-failed');
  });

  it('is refused when its key is another than the pinned one', async () => {
    expect(await reasonOf({ ...server, hostKeys: [`SHA256:${'A'.repeat(43)}`] })).toBe('host-key-differs');
    expect(await reasonOf({ ...server, hostKeys: [] })).toBe('host-key-unknown');
  });

  it('says no to a directory without rights', async () => {
    const transport = createSftpTransport({
      connection: 'c',
      journal: createMemoryJournal(),
      server,
      outbound: { directory: '/' },
    });
    const payload = { id: '1', name: 'a.edi', async *open() {} };
    const error = await transport.deliver(payload).catch((cause: unknown) => cause);
    expect(transportReasonOf(error)).toBe('permission-denied');
  });
});
