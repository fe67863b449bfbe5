import { transportReasonOf } from '../../delivery/transport-error.js';
import { type Digest, digestOf } from './hashing.js';
import type { RemoteFiles } from './remote-files.js';
import { isRefusal } from './session-errors.js';

/** Whether a file of the server holds these bytes; `unreadable` where the server keeps it to itself. */
export async function sameBytes(
  files: RemoteFiles,
  path: string,
  digest: Digest,
  signal: AbortSignal | undefined,
): Promise<boolean | 'unreadable'> {
  try {
    return (await digestOf(files.read(path, { signal }), { signal, limit: digest.size })).sha256 === digest.sha256;
  } catch (error) {
    if (transportReasonOf(error) === 'file-missing') return false;
    if (isRefusal(error)) return 'unreadable';
    throw error;
  }
}
