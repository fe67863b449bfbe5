import { Readable } from 'node:stream';
import { FTPError, Client as FtpsClient } from 'basic-ftp';
import SftpClient from 'ssh2-sftp-client';

/** How a partner's program logs in. */
export interface ForeignLogin {
  readonly protocol: 'sftp' | 'ftps';
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** FTPS: what it trusts. */
  readonly ca: string;
}

/** A partner's program that is not ours: what both protocols have it do. */
export interface ForeignClient {
  put(content: Buffer | AsyncIterable<Buffer>, path: string): Promise<void>;
  /** At the end of what is there. */
  append(content: Buffer, path: string): Promise<void>;
  /** Goes on with a file from an offset: REST and STOR, or writes behind what is there. */
  resume(content: Buffer, offset: number, path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Bytes; `undefined`: there is no such file. */
  size(path: string): Promise<number | undefined>;
  end(): Promise<void>;
}

export function foreignClient(login: ForeignLogin): Promise<ForeignClient> {
  return login.protocol === 'sftp' ? overSftp(login) : overFtps(login);
}

async function overSftp({ port, username, password }: ForeignLogin): Promise<ForeignClient> {
  const client = new SftpClient();
  await client.connect({ host: '127.0.0.1', port, username, password });
  const source = (content: Buffer | AsyncIterable<Buffer>) =>
    Buffer.isBuffer(content) ? content : Readable.from(content);
  return {
    put: async (content, path) => void (await client.put(source(content), path)),
    append: async (content, path) => void (await client.append(content, path)),
    resume: async (content, start, path) => {
      // The library has it, its types have not.
      const behind: object = { writeStreamOptions: { flags: 'r+', start } };
      await client.put(content, path, behind);
    },
    rename: async (from, to) => void (await client.rename(from, to)),
    size: async (path) => ((await client.exists(path)) === false ? undefined : (await client.stat(path)).size),
    end: async () => void (await client.end()),
  };
}

async function overFtps({ port, username: user, password, ca }: ForeignLogin): Promise<ForeignClient> {
  const client = new FtpsClient();
  await client.access({ host: '127.0.0.1', port, user, password, secure: true, secureOptions: { ca } });
  const source = (content: Buffer | AsyncIterable<Buffer>) =>
    Readable.from(Buffer.isBuffer(content) ? [content] : content);
  /**
   * basic-ftp takes a resumed TLS session for a finished handshake: an upload without bytes may end its data connection before TLS stands,
   * and is refused. Nothing has come then; it is sent again, as a person would.
   */
  const put = async (content: Buffer | AsyncIterable<Buffer>, path: string): Promise<void> => {
    try {
      await client.uploadFrom(source(content), path);
    } catch (error) {
      if (!(Buffer.isBuffer(content) && content.length === 0 && error instanceof FTPError && error.code === 522))
        throw error;
      await put(content, path);
    }
  };
  return {
    put,
    append: async (content, path) => void (await client.appendFrom(source(content), path)),
    resume: async (content, offset, path) => {
      await client.send(`REST ${offset}`);
      await client.uploadFrom(source(content), path);
    },
    rename: async (from, to) => void (await client.rename(from, to)),
    size: (path) => client.size(path).catch(() => undefined),
    end: async () => client.close(),
  };
}
