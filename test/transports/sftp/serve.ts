import ssh2 from 'ssh2';
import type { RemoteFiles } from '../../../src/transports/files/remote-files.js';
import { hashPassword } from '../../../src/transports/receiving/password.js';
import type { ReceivingEvent, ReceivingUser, UploadedFile } from '../../../src/transports/receiving/receiving-user.js';
import { connectSftp } from '../../../src/transports/sftp/connect-sftp.js';
import type { SftpOptions } from '../../../src/transports/sftp/sftp-options.js';
import { createSftpServer, type SftpServer } from '../../../src/transports/sftp-server/create-sftp-server.js';
import type { SftpServerOptions } from '../../../src/transports/sftp-server/sftp-server-options.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import type { VirtualFiles } from '../../../src/transports/virtual-files/virtual-files.js';

export const PASSWORD = 'correct horse';

/** A key pair in the form of OpenSSH. One in 256 that the library makes lacks a byte, and is made anew. */
export function keyPair(passphrase?: string): { readonly private: string; readonly public: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync(
      'ed25519',
      passphrase === undefined ? {} : { passphrase, cipher: 'aes256-ctr', rounds: 1 },
    );
    if (!(ssh2.utils.parseKey(pair.private, passphrase) instanceof Error)) return pair;
  }
}

export interface Served {
  readonly server: SftpServer;
  readonly port: number;
  readonly hostKey: string;
  readonly files: VirtualFiles;
  readonly events: ReceivingEvent[];
  readonly uploads: UploadedFile[];
  connect(options?: Partial<SftpOptions>): Promise<RemoteFiles>;
  close(): Promise<void>;
}

/** A server with the user `ann`, over memory unless told otherwise, and a way to connect to it. */
export async function serve(
  options: Partial<SftpServerOptions> = {},
  user: Partial<ReceivingUser> = {},
): Promise<Served> {
  const host = keyPair();
  const files = user.files ?? createMemoryFiles();
  const passwordHash = await hashPassword(PASSWORD, { cost: 256 });
  const ann: ReceivingUser = { name: 'ann', passwordHash, files, ...user };
  const events: ReceivingEvent[] = [];
  const uploads: UploadedFile[] = [];
  const server = createSftpServer({
    hostKeys: [host.private],
    users: async (name) => (name === 'ann' ? ann : undefined),
    uploaded: async (file) => void uploads.push(file),
    onEvent: (event) => events.push(event),
    ...options,
  });
  const { port } = await server.listen({ port: 0 });
  const open: RemoteFiles[] = [];
  return {
    server,
    port,
    hostKey: host.public,
    files,
    events,
    uploads,
    connect: async (more = {}) => {
      const session = await connectSftp({
        host: '127.0.0.1',
        port,
        username: 'ann',
        password: PASSWORD,
        hostKeys: [host.public],
        ...more,
      })();
      open.push(session);
      return session;
    },
    close: async () => {
      await Promise.all(open.map((session) => session.close()));
      await server.close({ grace: 200 });
    },
  };
}

export async function* bytesOf(...pieces: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

export async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Bytes that differ everywhere, so that a piece in the wrong place is seen. */
export function pattern(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let i = 0; i + 4 <= size; i += 4) bytes.writeUInt32LE(i, i);
  return bytes;
}

export async function contentOf(files: VirtualFiles, path: string): Promise<Buffer> {
  const file = await files.open(path, 'read');
  const { size } = await file.stat();
  const bytes = await file.read(0, size);
  await file.close();
  return Buffer.from(bytes);
}

/** Writes a file into a home, past the server. */
export async function plant(files: VirtualFiles, path: string, bytes: string | Uint8Array): Promise<void> {
  const file = await files.open(path, 'replace');
  await file.write(0, Buffer.from(bytes));
  await file.close();
}
