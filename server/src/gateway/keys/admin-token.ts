import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../config.js';
import { makeOwnerFile, readOwnerFile } from '../../owner-file.js';

const FILE = 'admin-token';

/**
 * The operator's token: from the configuration, else from `<dataDir>/admin-token`, which is made on the first start for its owner alone.
 * @throws Error for a file that is empty or cannot be read: an empty token would let everybody in.
 */
export function openAdminToken({ adminToken, dataDir }: Pick<Config, 'adminToken' | 'dataDir'>): string {
  if (adminToken !== undefined) return adminToken;
  if (readOwnerFile(dataDir, FILE) === undefined) {
    makeOwnerFile(dataDir, FILE, randomBytes(32).toString('base64url'));
  }
  const token = readOwnerFile(dataDir, FILE) ?? '';
  if (token !== '') return token;
  throw new Error(
    `The admin token file ${join(dataDir, FILE)} is empty or cannot be read. Remove it, and a new one is made at the next start.`,
  );
}
