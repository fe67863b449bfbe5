import { writeAudit } from '../../audit/write-audit.js';
import { type Clock, instantOf, isoTime } from '../../clock.js';
import { randomText } from '../../ids.js';
import { invalid, notFound } from '../../problems.js';
import type { Secrets } from '../../secrets/secrets.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { S3Keys } from '../../store/bucket-tables.js';
import { type AskedPage, mapPage, type Page, readPage } from '../../store/page.js';
import { isBucketName } from '../buckets/rows.js';
import { type BucketWarning, bucketWarnings } from './bucket-warnings.js';
import { bucketsColumn, readBuckets } from './columns.js';
import { secretOf } from './secret-place.js';

export interface NewS3Key {
  readonly name: string;
  readonly mode: S3Keys['mode'];
  /** Default `read`. */
  readonly access?: S3Keys['access'] | undefined;
  /** Names of buckets, which need not be there yet. Default: all of its mode. */
  readonly buckets?: readonly string[] | undefined;
  /** ISO 8601, UTC: from then on it is refused. Default: never. */
  readonly expiresAt?: string | undefined;
}

export interface CreatedS3Key {
  readonly accessKeyId: string;
  /** Shown now and never again. */
  readonly secretAccessKey: string;
  /** Of its buckets. Absent: nothing stands against using them. */
  readonly warnings?: readonly BucketWarning[];
}

/** A key pair without its secret. */
export interface ListedS3Key {
  readonly accessKeyId: string;
  readonly name: string;
  readonly mode: S3Keys['mode'];
  readonly access: S3Keys['access'];
  /** Absent: all of its mode. */
  readonly buckets?: readonly string[];
  /** ISO 8601, UTC. Absent: never. */
  readonly expiresAt?: string;
  /** ISO 8601, UTC, to the minute. Absent: never. */
  readonly lastUsedAt?: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

interface Needs {
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** Base 32: five random bits a character, and none has to be quoted in a shell or a file of settings. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Makes a key pair: 80 random bits name it, 200 are its secret. @throws Problem `invalid`. */
export async function createS3Key(
  { clock, secrets }: Needs,
  queries: AccountQueries,
  { name, mode, access = 'read', buckets, expiresAt }: NewS3Key,
): Promise<CreatedS3Key> {
  const wrong = buckets?.findIndex((bucket) => !isBucketName(bucket)) ?? -1;
  if (wrong !== -1) throw refused(`/buckets/${wrong}`, 'This cannot be the name of a bucket. Correct it.');
  if (expiresAt !== undefined && instantOf(expiresAt) <= clock.now()) {
    throw refused(
      '/expiresAt',
      'expiresAt is in the past, so that the key would never be taken. Name a later instant.',
    );
  }
  const id = `EDIL${randomText(DIGITS, 16)}`;
  const secretAccessKey = randomText(DIGITS, 40);
  await queries
    .insert('s3_keys', {
      id,
      name,
      mode,
      access,
      buckets: bucketsColumn(buckets),
      created_at: clock.now(),
      expires_at: expiresAt === undefined ? null : instantOf(expiresAt),
      last_used_at: null,
    })
    .execute();
  await secrets.put(queries, secretOf(id), secretAccessKey);
  await writeAudit(queries, clock, { action: 'create', objectKind: 's3-key', objectId: id });
  const warnings = await bucketWarnings(queries, { buckets, mode });
  return { accessKeyId: id, secretAccessKey, ...(warnings.length > 0 && { warnings }) };
}

/** The key pairs of an account, the oldest first. */
export async function listS3Keys(queries: AccountQueries, page: AskedPage): Promise<Page<ListedS3Key>> {
  const found = await readPage(queries.from('s3_keys').selectAll(), ['created_at', 'id'], page);
  return mapPage(found, (row) => {
    const buckets = readBuckets(row.buckets);
    return {
      accessKeyId: row.id,
      name: row.name,
      mode: row.mode,
      access: row.access,
      ...(buckets && { buckets }),
      ...(row.expires_at !== null && { expiresAt: isoTime(Number(row.expires_at)) }),
      ...(row.last_used_at !== null && { lastUsedAt: isoTime(Number(row.last_used_at)) }),
      createdAt: isoTime(Number(row.created_at)),
    };
  });
}

/** Revokes a key pair: processes that have just used it refuse it within a second. @throws Problem `not-found`. */
export async function deleteS3Key({ clock, secrets }: Needs, queries: AccountQueries, id: string): Promise<void> {
  const { numDeletedRows } = await queries.delete('s3_keys').where('id', '=', id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound('S3 key');
  await secrets.delete(queries, secretOf(id));
  await writeAudit(queries, clock, { action: 'delete', objectKind: 's3-key', objectId: id });
}

function refused(path: string, message: string) {
  return invalid(message, { code: 'VALIDATION_FAILED', errors: [{ path, message }] });
}
