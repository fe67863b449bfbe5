import { connectFtps, type FtpsOptions } from '../../../src/transports/ftps/index.js';
import {
  createFtpsServer,
  type FtpsServer,
  type FtpsServerOptions,
} from '../../../src/transports/ftps-server/index.js';
import { hashPassword } from '../../../src/transports/receiving/password.js';
import type { ReceivingEvent, ReceivingUser, UploadedFile } from '../../../src/transports/receiving/receiving-user.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import type { VirtualFiles } from '../../../src/transports/virtual-files/virtual-files.js';
import { type TestCertificate, testCertificate } from '../certificates.js';

export const PASSWORD = 'Canary-7f3a';
const passwordHash = hashPassword(PASSWORD, { cost: 1024 });

let shared: TestCertificate | undefined;
/** One certificate for `localhost`, signed by itself, a test file. */
export function localhostCertificate(): TestCertificate {
  shared ??= testCertificate({ commonName: 'localhost' });
  return shared;
}

/** Our server with one user, what it told, and clients for it. */
export interface Partner {
  readonly server: FtpsServer;
  readonly port: number;
  readonly files: VirtualFiles;
  readonly events: ReceivingEvent[];
  readonly uploaded: UploadedFile[];
  options(more?: Partial<FtpsOptions>): FtpsOptions;
  connect(more?: Partial<FtpsOptions>): ReturnType<ReturnType<typeof connectFtps>>;
}

export interface PartnerOptions {
  readonly server?: Partial<FtpsServerOptions>;
  readonly tls?: Partial<FtpsServerOptions['tls']>;
  readonly user?: Partial<ReceivingUser>;
}

export async function ftpsPartner({ server: more = {}, tls, user = {} }: PartnerOptions = {}): Promise<Partner> {
  const files = user.files ?? createMemoryFiles();
  for (const directory of ['/out', '/in']) await files.makeDirectory(directory);
  const known: ReceivingUser = { name: 'edi', passwordHash: await passwordHash, files, ...user };
  const events: ReceivingEvent[] = [];
  const uploaded: UploadedFile[] = [];
  const { certificate, key } = localhostCertificate();
  const server = createFtpsServer({
    tls: { certificate, privateKey: key, ...tls },
    users: async (name) => (name === 'edi' ? known : undefined),
    onEvent: (event) => events.push(event),
    uploaded: async (file) => {
      uploaded.push(file);
    },
    ...more,
  });
  const { port } = await server.listen({ port: 0 });
  const options = (changed: Partial<FtpsOptions> = {}): FtpsOptions => ({
    host: 'localhost',
    family: 4,
    port,
    mode: more.mode,
    username: 'edi',
    password: PASSWORD,
    ...changed,
    tls: { ca: certificate, ...changed.tls },
  });
  return { server, port, files, events, uploaded, options, connect: (changed) => connectFtps(options(changed))() };
}

export async function* chunks(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

export async function allOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}
