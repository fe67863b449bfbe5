import { isoTime } from '../../clock.js';
import { quotedEtag } from '../../http/etag.js';
import { findBucket } from '../../resources/buckets/rows.js';
import { findUpload, partsAfter, uploadsOf } from '../../resources/buckets/upload-rows.js';
import { nameEncoding } from '../../s3-wire/encoding-type.js';
import { S3Error } from '../../s3-wire/s3-error.js';
import type { XmlNode } from '../../s3-wire/xml/write-xml.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { UploadParts, Uploads } from '../../store/bucket-tables.js';
import { ownerContent } from './list-objects.js';
import { countOf, textOf } from './parameters.js';
import { bucketOf, listAnswer, type S3Answer, type S3Call } from './s3-call.js';
import { checksumContent } from './shown-checksum.js';
import { uploadOf } from './uploads.js';

export async function answerListParts(call: S3Call): Promise<S3Answer> {
  const place = uploadOf(call);
  const size = countOf(call, 'max-parts');
  const after = markerOf(call);
  const found = await call.services.store.read(async (db) => {
    const queries = new AccountQueries(db, place.accountId);
    const { id } = await findUpload(queries, place);
    return partsAfter(queries, id, after, size + 1);
  });
  const parts = found.slice(0, size);
  // A page of none says that there is nothing more, as it has no place to go on from.
  const isTruncated = size > 0 && found.length > size;
  const owner = ownerContent(place.accountId);
  const content: readonly XmlNode[] = [
    ['Bucket', place.bucket],
    ['Key', nameEncoding(textOf(call, 'encoding-type'))(place.key)],
    ['UploadId', place.uploadId],
    ['Initiator', owner],
    ['Owner', owner],
    ['StorageClass', 'STANDARD'],
    ['PartNumberMarker', after],
    ['NextPartNumberMarker', parts.at(-1)?.number ?? after],
    ['MaxParts', size],
    ['IsTruncated', isTruncated],
    ...parts.map((part): XmlNode => ['Part', partContent(part)]),
  ];
  return listAnswer(call, 'ListPartsResult', content);
}

function partContent({ number, created_at, md5, size, checksum }: UploadParts): readonly XmlNode[] {
  return [
    ['PartNumber', number],
    ['LastModified', isoTime(Number(created_at))],
    ['ETag', quotedEtag(md5)],
    ['Size', Number(size)],
    ...checksumContent(checksum),
  ];
}

function markerOf({ target }: S3Call): number {
  const text = target.query.get('part-number-marker') || '0';
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new S3Error('InvalidArgument', 'part-number-marker is no number.');
}

export async function answerListUploads(call: S3Call): Promise<S3Answer> {
  const { accountId, mode, bucket } = bucketOf(call);
  if (textOf(call, 'delimiter')) throw new S3Error('NotImplemented', 'Uploads are listed without a delimiter here.');
  const encoded = nameEncoding(textOf(call, 'encoding-type'));
  const size = countOf(call, 'max-uploads');
  const prefix = textOf(call, 'prefix') ?? '';
  const [keyMarker, idMarker] = [textOf(call, 'key-marker') ?? '', textOf(call, 'upload-id-marker') ?? ''];
  const found = await call.services.store.read(async (db) => {
    const queries = new AccountQueries(db, accountId);
    await findBucket(queries, bucket, mode);
    const after = keyMarker === '' ? undefined : { key: keyMarker, id: idMarker };
    return uploadsOf(queries, bucket, { prefix, after, size: size + 1 });
  });
  const uploads = found.slice(0, size);
  const last = found.length > size ? uploads.at(-1) : undefined;
  const content: readonly XmlNode[] = [
    ['Bucket', bucket],
    ['KeyMarker', encoded(keyMarker)],
    ['UploadIdMarker', idMarker],
    ['NextKeyMarker', last && encoded(last.key)],
    ['NextUploadIdMarker', last?.id],
    ['Prefix', encoded(prefix)],
    ['EncodingType', call.target.query.get('encoding-type') || undefined],
    ['MaxUploads', size],
    ['IsTruncated', last !== undefined],
    ...uploads.map((upload): XmlNode => ['Upload', uploadContent(upload, encoded)]),
  ];
  return listAnswer(call, 'ListMultipartUploadsResult', content);
}

function uploadContent(
  { id, key, created_at, account_id }: Uploads,
  encoded: (name: string) => string,
): readonly XmlNode[] {
  const owner = ownerContent(account_id);
  return [
    ['Key', encoded(key)],
    ['UploadId', id],
    ['Initiator', owner],
    ['Owner', owner],
    ['StorageClass', 'STANDARD'],
    ['Initiated', isoTime(Number(created_at))],
  ];
}
