import { X12Error } from '../../model/error.js';

/** The library under both sides; loaded on first use, as it is installed only by those who need it. */
export type Ssh2 = typeof import('ssh2');
/** The library's client with a session around it. */
export type SftpClientClass = typeof import('ssh2-sftp-client');

/** @throws X12Error `X12_OPTION_INVALID` when it is not installed. */
export async function loadSsh2(): Promise<Ssh2> {
  const loaded = await orMissing(import('ssh2'), 'ssh2');
  // CommonJS: what it exports is `default`, its names may be there or not.
  return 'default' in loaded ? (loaded.default as Ssh2) : loaded;
}

/** @throws X12Error `X12_OPTION_INVALID` when it is not installed. */
export async function loadSftpClient(): Promise<SftpClientClass> {
  return (await orMissing(import('ssh2-sftp-client'), 'ssh2-sftp-client')).default;
}

async function orMissing<T>(loading: Promise<T>, name: string): Promise<T> {
  try {
    return await loading;
  } catch (cause) {
    throw new X12Error('X12_OPTION_INVALID', `SFTP needs the package ${name}: npm install ssh2 ssh2-sftp-client`, {
      cause,
    });
  }
}
