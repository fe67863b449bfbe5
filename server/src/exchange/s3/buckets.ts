import { isoTime } from '../../clock.js';
import { deleteBucket } from '../../resources/buckets/delete-bucket.js';
import { allBuckets, type Bucket, bucketNamed, createBucket, findBucket } from '../../resources/buckets/rows.js';
import { demandServed } from '../../s3-wire/demand-served.js';
import { UNSET } from '../../s3-wire/find-operation.js';
import { S3_STATUS, S3Error } from '../../s3-wire/s3-error.js';
import { readCreateBucket } from '../../s3-wire/xml/bodies.js';
import { writeXml, type XmlNode } from '../../s3-wire/xml/write-xml.js';
import { AccountQueries } from '../../store/account-queries.js';
import { auditBucket } from './audit-objects.js';
import { ownerContent } from './list-objects.js';
import { bucketOf, type S3Answer, type S3Call, xmlAnswer } from './s3-call.js';

/** What clients assume where nothing else is said. A signature may be made for any region. */
const REGION = 'us-east-1';

/** Those of its mode that the key may be used for. */
export async function answerListBuckets({ services, key }: S3Call): Promise<S3Answer> {
  const { accountId, mode } = key.caller;
  const all = await services.store.read((db) => allBuckets(new AccountQueries(db, accountId)));
  const seen = all.filter((bucket) => bucket.mode === mode && key.buckets?.has(bucket.name) !== false);
  seen.sort((left, right) => (left.name < right.name ? -1 : 1));
  const content: readonly XmlNode[] = [
    ['Owner', ownerContent(accountId)],
    ['Buckets', seen.map((bucket): XmlNode => ['Bucket', bucketContent(bucket)])],
  ];
  return xmlAnswer(writeXml('ListAllMyBucketsResult', content));
}

function bucketContent({ name, created_at }: Bucket): readonly XmlNode[] {
  return [
    ['Name', name],
    ['CreationDate', isoTime(Number(created_at))],
  ];
}

export async function answerHeadBucket(call: S3Call): Promise<S3Answer> {
  await demandThere(call);
  return { headers: { 'x-amz-bucket-region': REGION } };
}

/** An empty document stands for the region that clients assume by themselves. */
export async function answerBucketLocation(call: S3Call): Promise<S3Answer> {
  await demandThere(call);
  return xmlAnswer(writeXml('LocationConstraint', []));
}

/** An empty document says that versions were never kept. */
export async function answerBucketVersioning(call: S3Call): Promise<S3Answer> {
  await demandThere(call);
  return xmlAnswer(writeXml('VersioningConfiguration', []));
}

/** Of a bucket or an object: a document that says that nothing is set of what was asked for. */
export async function answerUnset(call: S3Call): Promise<S3Answer> {
  await demandThere(call);
  const [root, content] = Object.entries(UNSET).find(([name]) => call.target.query.has(name))?.[1] ?? ['', []];
  return xmlAnswer(writeXml(root, content));
}

/** Of a bucket or an object: its account may do everything, and nobody else anything. */
export async function answerAcl(call: S3Call): Promise<S3Answer> {
  await demandThere(call);
  const owner = ownerContent(call.key.caller.accountId);
  const attributes = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CanonicalUser"';
  const grant: readonly XmlNode[] = [
    ['Grantee', owner, attributes],
    ['Permission', 'FULL_CONTROL'],
  ];
  return xmlAnswer(
    writeXml('AccessControlPolicy', [
      ['Owner', owner],
      ['AccessControlList', [['Grant', grant]]],
    ]),
  );
}

export async function answerCreateBucket(call: S3Call): Promise<S3Answer> {
  const { services, headers } = call;
  const { accountId, mode, bucket } = bucketOf(call);
  demandServed(headers);
  readCreateBucket(await call.body.read());
  await services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    if ((await bucketNamed(queries, bucket, mode)) !== undefined) throw new S3Error('BucketAlreadyOwnedByYou');
    await createBucket(queries, services.clock, { name: bucket, mode });
    await auditBucket(call, queries, 'create');
  });
  return { headers: { location: `/${bucket}` } };
}

export async function answerDeleteBucket(call: S3Call): Promise<S3Answer> {
  const { accountId, mode, bucket } = bucketOf(call);
  await call.services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    await deleteBucket(queries, call.services.clock, bucket, mode);
    await auditBucket(call, queries, 'delete');
  });
  return { status: S3_STATUS.noContent };
}

async function demandThere(call: S3Call): Promise<void> {
  const { accountId, mode, bucket } = bucketOf(call);
  await call.services.store.read((db) => findBucket(new AccountQueries(db, accountId), bucket, mode));
}
