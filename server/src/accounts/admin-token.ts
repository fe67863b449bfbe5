import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.js';

/** The operator's token: from the configuration, else from `<dataDir>/admin-token`, which is made on the first start for its owner alone. */
export function openAdminToken({ adminToken, dataDir }: Pick<Config, 'adminToken' | 'dataDir'>): string {
  if (adminToken !== undefined) return adminToken;
  const file = join(dataDir, 'admin-token');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const token = readFileSync(file, 'utf8').trim();
  if (token === '')
    throw new Error(`The admin token file ${file} is empty. Remove it, and a new one is made at the next start.`);
  return token;
}
