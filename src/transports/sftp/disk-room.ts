import { transportError, transportReasonOf } from '../../delivery/transport-error.js';
import { splitPath } from '../virtual-files/virtual-path.js';
import { extensionOf } from './extensions.js';
import type { SftpSession } from './sftp-session.js';

/** The one answer of OpenSSH to all that goes wrong with a disk. */
const BARE_FAILURE = 4;

/** What the library makes of the answer: all numbers, or a bigint where one is beyond all that disks have. */
interface Room {
  readonly f_frsize: number;
  readonly f_bavail: number;
  readonly f_files: number;
  readonly f_favail: number;
}

/**
 * The error of a write that failed, as one of a full disk if the server says only "Failure" but offers to report how much room it
 * has: OpenSSH's does. A quota is not seen that way.
 * @param wanted bytes that would not go in.
 */
export async function diskFullOr(session: SftpSession, path: string, wanted: number, error: unknown): Promise<unknown> {
  if (transportReasonOf(error) !== 'server-error' || statusOf(error) !== BARE_FAILURE) return error;
  if (extensionOf(session.sftp, 'statvfs@openssh.com') !== '2') return error;
  const { directory } = splitPath(path);
  try {
    const room = await session.request<Room>('stat', directory, (done) =>
      session.sftp.ext_openssh_statvfs(directory, (failure, seen) => done(failure, seen)),
    );
    const bytes = Number(room.f_bavail) * Number(room.f_frsize);
    // File systems without a fixed number of files say that they have 0.
    const noName = Number(room.f_files) > 0 && Number(room.f_favail) === 0;
    if (bytes >= wanted && !noName) return error;
  } catch {
    return error;
  }
  return transportError('disk-full', { at: `write ${path}`, cause: error, details: { status: BARE_FAILURE } });
}

function statusOf(error: unknown): unknown {
  return (error as { readonly details?: { readonly status?: unknown } }).details?.status;
}
