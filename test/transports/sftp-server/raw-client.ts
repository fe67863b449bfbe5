import { promisify } from 'node:util';
import ssh2, { type Client, type OpenMode, type SFTPWrapper } from 'ssh2';
import { PASSWORD, type Served } from '../sftp/serve.js';

/** A client that sends what it is told, sense or nonsense: the library's, without ours around it. */
export interface RawClient {
  readonly client: Client;
  readonly sftp: SFTPWrapper;
  open(path: string, flags: OpenMode): Promise<Buffer>;
  write(handle: Buffer, bytes: Buffer, offset: number): Promise<void>;
  close(handle: Buffer): Promise<void>;
  end(): void;
}

export async function rawClient(served: Served): Promise<RawClient> {
  const client = new ssh2.Client();
  client.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve).once('error', reject);
    client.connect({ host: '127.0.0.1', port: served.port, username: 'ann', password: PASSWORD });
  });
  const sftp = await promisify<SFTPWrapper>((done) => client.sftp((error, opened) => done(error ?? null, opened)))();
  sftp.on('error', () => {});
  return {
    client,
    sftp,
    open: (path, flags) =>
      new Promise((resolve, reject) =>
        sftp.open(path, flags, (error, handle) => (error ? reject(error) : resolve(handle))),
      ),
    write: (handle, bytes, offset) =>
      new Promise((resolve, reject) =>
        sftp.write(handle, bytes, 0, bytes.length, offset, (error) => (error ? reject(error) : resolve())),
      ),
    close: (handle) =>
      new Promise((resolve, reject) => sftp.close(handle, (error) => (error ? reject(error) : resolve()))),
    end: () => client.end(),
  };
}
