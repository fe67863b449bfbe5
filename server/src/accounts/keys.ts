import { randomBytes } from 'node:crypto';
import { writeAudit } from '../audit/write-audit.js';
import { type Clock, instantOf, isoTime } from '../clock.js';
import { isNetwork } from '../http/networks.js';
import { ulid } from '../ids.js';
import { changedMeanwhile, invalid, notFound } from '../problems.js';
import type { AccountQueries } from '../store/account-queries.js';
import { namesJson, readNames } from './columns.js';
import { hashOfKey } from './key-hash.js';
import { SCOPE_NAMES, unknownScopes } from './scopes.js';

// The table `api_keys`. What a request needs of a key is read by `find-key.ts`.

export interface NewKey {
  readonly name: string;
  readonly mode: 'test' | 'live';
  /** Default: all. */
  readonly scopes?: readonly string[] | undefined;
  /** Source networks, as `192.0.2.0/24`. Default: all. */
  readonly cidrs?: readonly string[] | undefined;
  /** ISO 8601, UTC: from then on it is refused. Default: never. */
  readonly expiresAt?: string | undefined;
}

export interface CreatedKey {
  readonly id: string;
  /** Shown now and never again: only its hash is kept. */
  readonly key: string;
}

/** A key without the key: that was shown when it was made. */
export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly mode: 'test' | 'live';
  /** Absent: all. */
  readonly scopes?: readonly string[];
  /** Absent: all. */
  readonly cidrs?: readonly string[];
  /** ISO 8601, UTC. Absent: never. */
  readonly expiresAt?: string;
  /** ISO 8601, UTC, to the minute. Absent: never. */
  readonly lastUsedAt?: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/**
 * Makes a key of 256 random bits behind the name of its mode, so that a person sees which kind it is.
 * @throws Problem `invalid` for a source network that is none, a scope that nothing asks for, and an end that is over.
 */
export async function createKey(queries: AccountQueries, clock: Clock, options: NewKey): Promise<CreatedKey> {
  const { name, mode, scopes, cidrs, expiresAt } = options;
  demandScopes(scopes ?? []);
  const wrong = cidrs?.findIndex((cidr) => !isNetwork(cidr)) ?? -1;
  if (wrong !== -1) {
    const message = `Source network ${wrong + 1} is not of the form 192.0.2.0/24 or 2001:db8::/32. Correct it; a single address is 192.0.2.1/32.`;
    throw invalid(message, { code: 'INVALID_NETWORK', errors: [{ path: `/cidrs/${wrong}`, message }] });
  }
  if (expiresAt !== undefined && instantOf(expiresAt) <= clock.now()) {
    const message = 'expiresAt is over: the key would never be good. Name a later instant.';
    throw invalid(message, { code: 'VALIDATION_FAILED', errors: [{ path: '/expiresAt', message }] });
  }
  const id = ulid(clock);
  const key = `${mode}_${randomBytes(32).toString('base64url')}`;
  const hash = hashOfKey(key);
  await queries
    .insert('api_keys', {
      ...{ id, name, mode, hash },
      scopes: namesJson(scopes),
      cidrs: namesJson(cidrs),
      expires_at: expiresAt === undefined ? null : instantOf(expiresAt),
      last_used_at: null,
      created_at: clock.now(),
    })
    .execute();
  await writeAudit(queries, clock, { action: 'create', objectKind: 'api-key', objectId: id });
  return { id, key };
}

/** The keys of an account, the oldest first. */
export async function listKeys(queries: AccountQueries): Promise<readonly ListedKey[]> {
  const rows = await queries.from('api_keys').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => {
    const { id, name, mode } = row;
    const scopes = readNames(row.scopes);
    const cidrs = readNames(row.cidrs);
    return {
      id,
      name,
      mode,
      ...(scopes && { scopes }),
      ...(cidrs && { cidrs }),
      ...(row.expires_at !== null && { expiresAt: isoTime(Number(row.expires_at)) }),
      ...(row.last_used_at !== null && { lastUsedAt: isoTime(Number(row.last_used_at)) }),
      createdAt: isoTime(Number(row.created_at)),
    };
  });
}

export interface RotatedKey extends CreatedKey {
  /** When the key that it replaces is refused: ISO 8601, UTC. */
  readonly oldExpiresAt: string;
}

/**
 * Makes a key that may do what another may, and has that one end after a while in which both are good, so that clients can change over.
 * @param options `overlapMs` 0: the old one is refused at once. `expiresAt` of the new one; default: never, also where the old one has an end, as
 * that of an earlier rotation cannot be told from its own.
 * @throws Problem `not-found`, also for a key that has expired; `changedMeanwhile` where another rotates it at this moment.
 */
export async function rotateKey(
  queries: AccountQueries,
  clock: Clock,
  id: string,
  { overlapMs, expiresAt }: { readonly overlapMs: number; readonly expiresAt?: string | undefined },
): Promise<RotatedKey> {
  const now = clock.now();
  const old = await queries.from('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (old === undefined || (old.expires_at !== null && old.expires_at <= now)) throw notFound('key');
  // One that ends sooner by itself is not given more time.
  const until = Math.min(now + overlapMs, old.expires_at ?? Number.POSITIVE_INFINITY);
  const { numUpdatedRows } = await queries
    .update('api_keys')
    .set({ expires_at: until })
    .where('id', '=', id)
    // Of two at once, the later must not give time to a key that the earlier has ended.
    .where('expires_at', old.expires_at === null ? 'is' : '=', old.expires_at)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw changedMeanwhile('The key was rotated or deleted meanwhile. List the keys, and rotate the newest.');
  await writeAudit(queries, clock, { action: 'expire', objectKind: 'api-key', objectId: id });
  const { name, mode } = old;
  const created = await createKey(queries, clock, {
    ...{ name, mode, scopes: readNames(old.scopes), cidrs: readNames(old.cidrs), expiresAt },
  });
  // Partners know nothing of keys: their certificates go on with the new one.
  await queries.update('client_certificates').set({ key_id: created.id }).where('key_id', '=', id).execute();
  return { ...created, oldExpiresAt: isoTime(until) };
}

function demandScopes(scopes: readonly string[]): void {
  const [unknown] = unknownScopes(scopes);
  if (unknown === undefined) return;
  throw invalid(`There is no scope ${unknown}. Scopes are ${SCOPE_NAMES.join(', ')}.`, { code: 'INVALID_SCOPE' });
}

/** Revokes a key, and the certificates that stand for it: processes that have just used it refuse it within a second. @throws Problem `not-found`. */
export async function deleteKey(queries: AccountQueries, clock: Clock, id: string): Promise<void> {
  await queries.delete('client_certificates').where('key_id', '=', id).execute();
  const { numDeletedRows } = await queries.delete('api_keys').where('id', '=', id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound('key');
  await writeAudit(queries, clock, { action: 'delete', objectKind: 'api-key', objectId: id });
}
