import type { BucketObjects } from '../../store/bucket-tables.js';
import type { Json } from '../../store/tables.js';

/** What is known of bytes beyond their size and SHA-256. */
export interface Description {
  /** 32 hexadecimal digits. Of what came in parts: of the MD5s of its parts, with `-` and their number behind. */
  readonly etag?: string | undefined;
  /** Headers that are given back with the object, by their names in small letters: `x-amz-meta-*`, `cache-control`, ... */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of its bytes, by the client that put it: `crc32:<base64>`. */
  readonly checksum?: string | undefined;
  /** The upload whose parts it was joined from. */
  readonly upload?: string | undefined;
}

/** `bucket_objects.described`. */
interface Stored extends Description {
  /** `object_name` of the bytes that it describes. */
  readonly of: string;
}

export function describedColumn(objectName: string, { etag, headers, checksum, upload }: Description): Json {
  const hasHeaders = headers !== undefined && Object.keys(headers).length > 0;
  return JSON.stringify({ of: objectName, etag, ...(hasHeaders && { headers }), checksum, upload } satisfies Stored);
}

/**
 * What is known of an object. Nothing, where the release before this one has put other bytes there since: it does not know the column, and leaves in
 * it what was said of the bytes before.
 */
export function descriptionOf({
  object_name,
  described,
}: Pick<BucketObjects, 'object_name' | 'described'>): Description {
  if (described === null) return {};
  // Written by `describedColumn`.
  const { of, ...description } = JSON.parse(described) as Stored;
  return of === object_name ? description : {};
}

/**
 * The ETag of an object, without quotation marks. Where no MD5 of its bytes is known, it is made of their SHA-256, with a hyphen by which clients
 * know that it is no MD5.
 */
export function etagOf(row: Pick<BucketObjects, 'object_name' | 'described' | 'sha256'>): string {
  return descriptionOf(row).etag ?? `${row.sha256.slice(0, 32)}-1`;
}

/** Headers that are given back with an object. */
export function headersOf(row: Pick<BucketObjects, 'object_name' | 'described'>): Readonly<Record<string, string>> {
  return descriptionOf(row).headers ?? {};
}
