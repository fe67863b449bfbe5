import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { writeAudit } from '../audit/write-audit.js';
import type { Clock } from '../clock.js';
import { ulid } from '../ids.js';
import { invalid } from '../problems.js';
import type { AccountQueries } from '../store/account-queries.js';
import { hashOfKey } from './key-hash.js';

export interface NewKey {
  readonly name: string;
  readonly mode: 'test' | 'live';
  /** Default: all. */
  readonly scopes?: readonly string[] | undefined;
  /** Source networks, as `192.0.2.0/24`. Default: all. */
  readonly cidrs?: readonly string[] | undefined;
}

export interface CreatedKey {
  readonly id: string;
  /** Shown now and never again: only its hash is kept. */
  readonly key: string;
}

/** Makes a key of 256 random bits. @throws Problem `invalid` for a network that is none. */
export async function createKey(queries: AccountQueries, clock: Clock, options: NewKey): Promise<CreatedKey> {
  const { name, mode, scopes, cidrs } = options;
  if (cidrs?.some((cidr) => !isNetwork(cidr))) {
    throw invalid('A source network is not of the form 192.0.2.0/24 or 2001:db8::/32. Correct it.', {
      code: 'INVALID_NETWORK',
    });
  }
  const id = ulid(clock);
  const key = `${mode}_${randomBytes(32).toString('base64url')}`;
  await queries
    .insert('api_keys', {
      id,
      name,
      mode,
      hash: hashOfKey(key),
      scopes: scopes === undefined ? null : JSON.stringify(scopes),
      cidrs: cidrs === undefined ? null : JSON.stringify(cidrs),
      created_at: clock.now(),
    })
    .execute();
  await writeAudit(queries, clock, { action: 'create', objectKind: 'api-key', objectId: id });
  return { id, key };
}

function isNetwork(cidr: string): boolean {
  const [, network = '', bits = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(cidr) ?? [];
  const family = isIP(network);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}
