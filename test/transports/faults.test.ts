import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../src/delivery/memory-journal.js';
import { payloadOf } from '../../src/delivery/payload.js';
import type { Transport } from '../../src/delivery/transport.js';
import { TRANSPORT_REASONS, type TransportReason } from '../../src/delivery/transport-reasons.js';
import { createFtpsTransport } from '../../src/transports/ftps/index.js';
import type { ReceivingUser, Uploaded } from '../../src/transports/receiving/receiving-user.js';
import { createSftpTransport } from '../../src/transports/sftp/index.js';
import { createMemoryFiles } from '../../src/transports/virtual-files/memory-files.js';
import { type VirtualFiles, VirtualFilesError } from '../../src/transports/virtual-files/virtual-files.js';
import { breakingHome } from './files/breaking-home.js';
import { ftpsPartner } from './ftps/partner.js';
import { pattern, PASSWORD as SFTP_PASSWORD, serve } from './sftp/serve.js';

interface Partner {
  readonly transport: Transport;
  close(): Promise<void>;
}

let partner: Partner | undefined;
afterEach(async () => {
  await partner?.transport.close();
  await partner?.close();
});

const settings = () => ({ connection: 'partner', journal: createMemoryJournal(), outbound: { directory: '/out' } });

const PARTNERS = {
  async SFTP(user: Partial<ReceivingUser>, uploaded?: Uploaded): Promise<Partner> {
    const { port, hostKey, close } = await serve(uploaded && { uploaded }, user);
    const server = { host: '127.0.0.1', port, username: 'ann', password: SFTP_PASSWORD, hostKeys: [hostKey] };
    return { transport: createSftpTransport({ ...settings(), server }), close };
  },
  async FTPS(user: Partial<ReceivingUser>, uploaded?: Uploaded): Promise<Partner> {
    const { server, options } = await ftpsPartner({ user, ...(uploaded && { server: { uploaded } }) });
    return { transport: createFtpsTransport({ ...settings(), server: options() }), close: () => server.close() };
  },
};

/** A home whose directories are there. */
function homeOver(files: VirtualFiles): VirtualFiles {
  return { ...breakingHome(files, { fault: undefined, cut: () => {} }), makeDirectory: async () => {} };
}

async function emptyFiles(maxBytes?: number): Promise<VirtualFiles> {
  const files = createMemoryFiles(maxBytes === undefined ? {} : { maxBytes });
  for (const directory of ['/out', '/in']) await files.makeDirectory(directory);
  return files;
}

const names = async (files: VirtualFiles) => (await files.list('/out')).map(({ name }) => name);
const payload = payloadOf('id', 'a.edi', pattern(600_000));

async function demandFailure(transport: Transport, reason: TransportReason): Promise<void> {
  const error = await transport.deliver(payload).catch((thrown) => thrown);
  const { outcome, text } = TRANSPORT_REASONS[reason];
  expect(error).toMatchObject({ code: `X12_TRANSPORT_${outcome.toUpperCase()}`, details: { reason } });
  expect(error.message).toContain(text);
}

describe.each(['SFTP', 'FTPS'] as const)('a delivery to our own server over %s', (kind) => {
  it('meets a disk that fills up in the middle, and is done once there is room', async () => {
    const files = await emptyFiles(700_000);
    const other = await files.open('/other', 'create');
    await other.write(0, new Uint8Array(400_000));
    await other.close();
    partner = await PARTNERS[kind]({ files: homeOver(files) });
    await demandFailure(partner.transport, 'disk-full');
    // Not a byte of it stays, not even under a temporary name.
    expect(await names(files)).toEqual([]);
    await files.remove('/other');
    expect(await partner.transport.deliver(payload)).toMatchObject({ name: 'a.edi', already: false });
    expect(await names(files)).toEqual(['a.edi']);
  });

  it('is refused its final name, and leaves nothing behind', async () => {
    const files = await emptyFiles();
    let refuses = true;
    const home: VirtualFiles = {
      ...homeOver(files),
      rename: (from, to, options) =>
        refuses ? Promise.reject(new VirtualFilesError('denied')) : files.rename(from, to, options),
    };
    partner = await PARTNERS[kind]({ files: home });
    await demandFailure(partner.transport, kind === 'SFTP' ? 'permission-denied' : 'rename-refused');
    expect(await names(files)).toEqual([]);
    refuses = false;
    expect(await partner.transport.deliver(payload)).toMatchObject({ name: 'a.edi', already: false });
  });

  it('is not taken by the application behind the server, and comes again whole', async () => {
    const files = await emptyFiles();
    const told: string[] = [];
    partner = await PARTNERS[kind]({ files: homeOver(files) }, async ({ path }) => {
      told.push(path);
      if (told.length === 1) throw new Error('The application is down.');
    });
    await demandFailure(partner.transport, 'server-error');
    expect(await names(files)).toEqual([]);
    expect(await partner.transport.deliver(payload)).toMatchObject({ name: 'a.edi', already: false });
    expect(told).toEqual(['/out/a.edi', '/out/a.edi']);
  });
});
