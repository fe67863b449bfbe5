import { isoTime } from '../../clock.js';
import { quotedEtag } from '../../http/etag.js';
import { completeUpload } from '../../resources/buckets/complete-upload.js';
import { etagOf } from '../../resources/buckets/described.js';
import { abortUpload } from '../../resources/buckets/end-uploads.js';
import { keptHeaders } from '../../resources/buckets/object-headers.js';
import { openObject } from '../../resources/buckets/open-object.js';
import { putPart } from '../../resources/buckets/put-part.js';
import { createUpload, type UploadPlace } from '../../resources/buckets/upload-rows.js';
import { copiedRange } from '../../s3-wire/byte-range.js';
import { demandServed } from '../../s3-wire/demand-served.js';
import { S3_STATUS, S3Error } from '../../s3-wire/s3-error.js';
import { writeCondition } from '../../s3-wire/write-condition.js';
import { readCompleteUpload } from '../../s3-wire/xml/bodies.js';
import { writeXml } from '../../s3-wire/xml/write-xml.js';
import { AccountQueries } from '../../store/account-queries.js';
import { auditObjects } from './audit-objects.js';
import { demandSource, sourceOf } from './copied-source.js';
import { textOf } from './parameters.js';
import { patientAnswer } from './patient-answer.js';
import { objectOf, readXmlInTurn, type S3Answer, type S3Call, xmlAnswer } from './s3-call.js';
import { checksumContent, checksumHeaders } from './shown-checksum.js';
import { storeBody } from './store-body.js';
import { demandChecksums } from './upload-checksum.js';

export async function answerCreateUpload(call: S3Call): Promise<S3Answer> {
  const { services, headers, key } = call;
  demandServed(headers);
  const place = objectOf(call);
  const upload = {
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    headers: keptHeaders(headers),
    createdBy: key.caller.keyId,
  };
  const { id } = await services.store.write((tx) =>
    createUpload(new AccountQueries(tx, place.accountId), services.clock, place, upload),
  );
  const content = [['Bucket', place.bucket] as const, ['Key', place.key] as const, ['UploadId', id] as const];
  const algorithm = headers.get('x-amz-checksum-algorithm');
  return xmlAnswer(
    writeXml('InitiateMultipartUploadResult', content),
    algorithm === undefined ? {} : { 'x-amz-checksum-algorithm': algorithm },
  );
}

export async function answerUploadPart(call: S3Call): Promise<S3Answer> {
  const { services, headers, signal } = call;
  demandServed(headers);
  const number = partNumber(call);
  const place = uploadOf(call);
  return storeBody(call, async ({ bytes, expected, checksum }) => {
    const { md5 } = await putPart(services, place, number, bytes, { expected, checksum, signal });
    return { headers: { etag: quotedEtag(md5), ...checksumHeaders(checksum()) } };
  });
}

/** Some bytes of an object as a part of another. */
export async function answerUploadPartCopy(call: S3Call): Promise<S3Answer> {
  const { services, headers, signal, key } = call;
  demandServed(headers);
  const number = partNumber(call);
  const place = uploadOf(call);
  const { accountId, mode } = key.caller;
  const source = sourceOf(call);
  const judge = demandSource(call);
  const copied = async () => {
    const { bytes } = await openObject(services, { accountId, mode, ...source }, (row) => {
      judge(row);
      return copiedRange(headers.get('x-amz-copy-source-range'), Number(row.size));
    });
    try {
      const { md5 } = await putPart(services, place, number, bytes, { signal });
      const from = { ...call, target: { ...call.target, bucket: source.bucket } };
      await services.store.write((tx) => auditObjects(from, new AccountQueries(tx, accountId), 'read', [source.key]));
      return [['LastModified', isoTime(services.clock.now())] as const, ['ETag', quotedEtag(md5)] as const];
    } finally {
      bytes.destroy();
    }
  };
  return patientAnswer(call, 'CopyPartResult', copied());
}

export async function answerCompleteUpload(call: S3Call): Promise<S3Answer> {
  const { services, headers } = call;
  demandServed(headers);
  const place = uploadOf(call);
  const condition = writeCondition(headers);
  const wanted = await readXmlInTurn(call, readCompleteUpload(await call.body.read('of-object')));
  const checksum = await demandChecksums(call, place, wanted);
  const also = (queries: AccountQueries) => auditObjects(call, queries, 'put', [place.key]);
  // No signal: it goes on though its client has left, and whoever asks once more is answered with the object that it has made.
  const joined = call.completions.run(place.uploadId, () =>
    completeUpload(services, place, wanted, { condition, checksum, also, bytes: objectSizeOf(headers) }),
  );
  const content = joined.then((row) => [
    ['Location', `/${place.bucket}/${place.key}`] as const,
    ['Bucket', place.bucket] as const,
    ['Key', place.key] as const,
    ['ETag', quotedEtag(etagOf(row))] as const,
    ...checksumContent(checksum),
    ['ChecksumType', checksum && 'FULL_OBJECT'] as const,
  ]);
  return patientAnswer(call, 'CompleteMultipartUploadResult', content);
}

/** The bytes that a client means the object to have, where it says so. @throws S3Error. */
function objectSizeOf(headers: S3Call['headers']): number | undefined {
  const text = headers.get('x-amz-mp-object-size');
  if (text === undefined || /^\d{1,15}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new S3Error('InvalidRequest', 'x-amz-mp-object-size is no number of bytes.');
}

export async function answerAbortUpload(call: S3Call): Promise<S3Answer> {
  await abortUpload(call.services, uploadOf(call));
  return { status: S3_STATUS.noContent };
}

export function uploadOf(call: S3Call): UploadPlace {
  return { ...objectOf(call), uploadId: textOf(call, 'uploadId') ?? '' };
}

/** Which numbers there may be is said where the part is put. @throws S3Error for what is no number. */
function partNumber({ target }: S3Call): number {
  const text = target.query.get('partNumber') ?? '';
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new S3Error('InvalidArgument', 'partNumber is no number.');
}
