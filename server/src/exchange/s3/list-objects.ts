import { isoTime } from '../../clock.js';
import { quotedEtag } from '../../http/etag.js';
import { etagOf } from '../../resources/buckets/described.js';
import { type ListedKeys, listKeys } from '../../resources/buckets/list-keys.js';
import { findBucket } from '../../resources/buckets/rows.js';
import { nameEncoding } from '../../s3-wire/encoding-type.js';
import { S3Error } from '../../s3-wire/s3-error.js';
import type { XmlNode } from '../../s3-wire/xml/write-xml.js';
import { AccountQueries } from '../../store/account-queries.js';
import { isStorable } from '../../store/bindable.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import { countOf, textOf } from './parameters.js';
import { bucketOf, listAnswer, type S3Answer, type S3Call } from './s3-call.js';

/** What a list is asked for in both versions of the operation, and how names are written into it. */
interface Asked {
  readonly prefix: string;
  readonly delimiter: string;
  readonly size: number;
  readonly encoded: (name: string) => string;
}

export async function answerListObjectsV2(call: S3Call): Promise<S3Answer> {
  const token = textOf(call, 'continuation-token');
  const startAfter = textOf(call, 'start-after');
  const asked = askedOf(call);
  const listed = await list(call, asked, token === undefined ? startAfter : positionOf(token));
  const withOwner = textOf(call, 'fetch-owner') === 'true';
  const content: readonly XmlNode[] = [
    ...head(call, asked, listed),
    ['KeyCount', listed.items.length + listed.prefixes.length],
    ['ContinuationToken', token],
    ['NextContinuationToken', listed.next === undefined ? undefined : tokenOf(listed.next)],
    ['StartAfter', startAfter && asked.encoded(startAfter)],
    ...entries(call, asked, listed, withOwner),
  ];
  return listAnswer(call, 'ListBucketResult', content);
}

export async function answerListObjectsV1(call: S3Call): Promise<S3Answer> {
  const marker = textOf(call, 'marker') ?? '';
  const asked = askedOf(call);
  const listed = await list(call, asked, marker);
  const content: readonly XmlNode[] = [
    ...head(call, asked, listed),
    ['Marker', asked.encoded(marker)],
    ['NextMarker', listed.next === undefined ? undefined : asked.encoded(listed.next)],
    ...entries(call, asked, listed, true),
  ];
  return listAnswer(call, 'ListBucketResult', content);
}

function askedOf(call: S3Call): Asked {
  const prefix = textOf(call, 'prefix') ?? '';
  const delimiter = textOf(call, 'delimiter') ?? '';
  return { prefix, delimiter, size: countOf(call, 'max-keys'), encoded: nameEncoding(textOf(call, 'encoding-type')) };
}

async function list(call: S3Call, { prefix, delimiter, size }: Asked, after: string | undefined): Promise<ListedKeys> {
  const { accountId, mode, bucket } = bucketOf(call);
  return call.services.store.list(async (db) => {
    const queries = new AccountQueries(db, accountId);
    await findBucket(queries, bucket, mode);
    if (size === 0) return { items: [], prefixes: [], next: undefined };
    return listKeys(queries, bucket, { prefix, delimiter, after, size });
  });
}

function head(
  { target }: S3Call,
  { prefix, delimiter, size, encoded }: Asked,
  { next }: ListedKeys,
): readonly XmlNode[] {
  return [
    ['Name', target.bucket],
    ['Prefix', encoded(prefix)],
    ['Delimiter', delimiter === '' ? undefined : encoded(delimiter)],
    ['MaxKeys', size],
    ['EncodingType', target.query.get('encoding-type') || undefined],
    ['IsTruncated', next !== undefined],
  ];
}

function entries(
  { key }: S3Call,
  { encoded }: Asked,
  { items, prefixes }: ListedKeys,
  withOwner: boolean,
): readonly XmlNode[] {
  const owner: XmlNode = ['Owner', withOwner ? ownerContent(key.caller.accountId) : undefined];
  return [
    ...items.map((row): XmlNode => ['Contents', [['Key', encoded(row.key)], ...described(row), owner]]),
    ...prefixes.map((prefix): XmlNode => ['CommonPrefixes', [['Prefix', encoded(prefix)]]]),
  ];
}

function described(row: BucketObjects): readonly XmlNode[] {
  return [
    ['LastModified', isoTime(Number(row.updated_at))],
    ['ETag', quotedEtag(etagOf(row))],
    ['Size', Number(row.size)],
    ['StorageClass', 'STANDARD'],
  ];
}

/** The owner of a bucket, and of all that is in it: its account. */
export function ownerContent(accountId: string): readonly XmlNode[] {
  return [
    ['ID', accountId],
    ['DisplayName', accountId],
  ];
}

/** Where the next page begins, encoded: the last entry of this page, which its client has seen. */
function tokenOf(next: string): string {
  return Buffer.from(next).toString('base64url');
}

function positionOf(token: string): string {
  const bytes = Buffer.from(token, 'base64url');
  const position = bytes.toString();
  if (token === '' || tokenOf(position) !== token || !isStorable(position)) {
    throw new S3Error('InvalidArgument', 'The continuation-token is none of this list.');
  }
  return position;
}
