import { invalidRequest } from '../../schemas/check-shape.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { SftpUsers } from '../../store/bucket-tables.js';
import { lockBucket } from '../buckets/lock-bucket.js';

/** Bytes of a home. Names of files stand behind it in the key of an object, which has 1024. */
export const MAX_HOME_BYTES = 900;

/**
 * Locks the bucket that a home is to be in. A bucket of the other mode counts as none: a user whom a test key has made reaches nothing
 * that is exchanged with partners.
 * @throws Problem `invalid`.
 */
export async function demandHomeBucket(queries: AccountQueries, name: string, mode: SftpUsers['mode']): Promise<void> {
  if ((await lockBucket(queries, name, mode)) !== undefined) return;
  throw refused('/bucketName', 'must be the name of a bucket of yours. Create it first, or name none');
}

/** As the column has it: `/partners/acme`. @throws Problem `invalid`. */
export function homeColumn(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  const hasBadName = parts.some((part) => part === '.' || part === '..' || /\p{Cc}/u.test(part));
  if (hasBadName || Buffer.byteLength(path) > MAX_HOME_BYTES) {
    throw refused('/homeDirectory', 'must be a path such as /partners/acme, without "." and ".." as names');
  }
  return `/${parts.join('/')}`;
}

/** JSON. @throws Problem `invalid` for what is no key. */
export function keysColumn(keys: readonly string[]): string {
  if (!keys.every((key) => /^(ssh|ecdsa|sk)-[\w@.-]+ [A-Za-z0-9+/=]+( [^\r\n]*)?$/.test(key))) {
    throw refused('/publicKeys', 'must be lines in the form of OpenSSH: ssh-ed25519 AAAA... comment');
  }
  return JSON.stringify(keys);
}

function refused(path: string, rule: string) {
  return invalidRequest([{ path, message: `${path} ${rule}.` }]);
}
