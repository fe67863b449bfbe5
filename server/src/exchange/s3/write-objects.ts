import { isoTime } from '../../clock.js';
import { quotedEtag } from '../../http/etag.js';
import { copyObject } from '../../resources/buckets/copy-object.js';
import { deleteObjects } from '../../resources/buckets/delete-objects.js';
import { etagOf } from '../../resources/buckets/described.js';
import { keptHeaders } from '../../resources/buckets/object-headers.js';
import { isObjectKey } from '../../resources/buckets/object-keys.js';
import { putObject } from '../../resources/buckets/put-object.js';
import { demandServed } from '../../s3-wire/demand-served.js';
import { S3_STATUS, S3Error } from '../../s3-wire/s3-error.js';
import { writeCondition } from '../../s3-wire/write-condition.js';
import { readDelete } from '../../s3-wire/xml/bodies.js';
import type { XmlNode } from '../../s3-wire/xml/write-xml.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import { auditObjects } from './audit-objects.js';
import { demandSource, sourceOf } from './copied-source.js';
import { patientAnswer } from './patient-answer.js';
import { bucketOf, listAnswer, objectOf, readXmlInTurn, type S3Answer, type S3Call } from './s3-call.js';
import { checksumHeaders } from './shown-checksum.js';
import { storeBody } from './store-body.js';

export async function answerPutObject(call: S3Call): Promise<S3Answer> {
  const { services, headers, signal } = call;
  demandServed(headers);
  const place = objectOf(call);
  const condition = writeCondition(headers);
  const described = { contentType: headers.get('content-type'), headers: keptHeaders(headers) };
  return storeBody(call, async ({ bytes, expected, checksum }) => {
    const also = (queries: AccountQueries) => auditObjects(call, queries, 'put', [place.key]);
    const row = await putObject(services, place, bytes, { ...described, condition, expected, signal, also, checksum });
    return { headers: { etag: quotedEtag(etagOf(row)), ...checksumHeaders(checksum()) } };
  });
}

export async function answerCopyObject(call: S3Call): Promise<S3Answer> {
  const { services, headers, signal, key } = call;
  demandServed(headers);
  const to = objectOf(call);
  const from = sourceOf(call);
  const directive = headers.get('x-amz-metadata-directive') ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE')
    throw new S3Error('InvalidArgument', 'x-amz-metadata-directive is COPY or REPLACE.');
  if (directive === 'COPY' && from.bucket === to.bucket && from.key === to.key) {
    throw new S3Error(
      'InvalidRequest',
      'An object is copied onto itself to change its metadata: x-amz-metadata-directive must be REPLACE.',
    );
  }
  const replaced =
    directive === 'REPLACE' ? { contentType: headers.get('content-type'), headers: keptHeaders(headers) } : undefined;
  const also = async (queries: AccountQueries): Promise<void> => {
    await auditObjects({ ...call, target: { ...call.target, bucket: from.bucket } }, queries, 'read', [from.key]);
    await auditObjects(call, queries, 'copy', [to.key]);
  };
  const options = { replaced, condition: writeCondition(headers), signal, also, demandSource: demandSource(call) };
  const { accountId, mode } = key.caller;
  const copied = copyObject(services, { accountId, mode, ...from }, to, options);
  return patientAnswer(call, 'CopyObjectResult', copied.then(copyContent));
}

function copyContent(row: BucketObjects): readonly XmlNode[] {
  return [
    ['LastModified', isoTime(Number(row.updated_at))],
    ['ETag', quotedEtag(etagOf(row))],
  ];
}

/** Also of an object that is not there: S3 answers both alike. */
export async function answerDeleteObject(call: S3Call): Promise<S3Answer> {
  demandServed(call.headers);
  if (call.headers.has('if-match')) throw new S3Error('NotImplemented', 'Objects are deleted without conditions here.');
  await removed(call, [objectOf(call).key]);
  return { status: S3_STATUS.noContent };
}

export async function answerDeleteObjects(call: S3Call): Promise<S3Answer> {
  demandServed(call.headers);
  const { keys, isQuiet } = await readXmlInTurn(call, readDelete(await call.body.read()));
  const sound = keys.filter(isObjectKey);
  await removed(call, sound);
  const deleted = isQuiet ? [] : sound.map((key): XmlNode => ['Deleted', [['Key', key]]]);
  const refused = keys
    .filter((key) => !isObjectKey(key))
    .map(
      (key): XmlNode => [
        'Error',
        [
          ['Key', key],
          ['Code', 'InvalidArgument'],
          ['Message', 'This cannot be a key.'],
        ],
      ],
    );
  return listAnswer(call, 'DeleteResult', [...deleted, ...refused]);
}

async function removed(call: S3Call, keys: readonly string[]): Promise<void> {
  await deleteObjects(call.services, bucketOf(call), [...new Set(keys)], (queries, there) =>
    auditObjects(call, queries, 'delete', there),
  );
}
