import type { RequestTarget } from './request-target.js';
import { type S3Code, S3Error } from './s3-error.js';
import type { XmlNode } from './xml/write-xml.js';

export type S3Operation =
  | 'ListBuckets'
  | 'CreateBucket'
  | 'HeadBucket'
  | 'DeleteBucket'
  | 'GetBucketLocation'
  | 'GetBucketVersioning'
  | 'GetBucketAcl'
  | 'GetUnset'
  | 'GetObjectAcl'
  | 'ListObjects'
  | 'ListObjectsV2'
  | 'ListMultipartUploads'
  | 'DeleteObjects'
  | 'GetObject'
  | 'HeadObject'
  | 'PutObject'
  | 'CopyObject'
  | 'DeleteObject'
  | 'CreateMultipartUpload'
  | 'UploadPart'
  | 'UploadPartCopy'
  | 'ListParts'
  | 'CompleteMultipartUpload'
  | 'AbortMultipartUpload';

/** Parameters that ask for a setting which S3 answers by a document even where nothing is set; root and content of that document. */
export const UNSET: Readonly<Record<string, readonly [root: string, content: readonly XmlNode[]]>> = {
  accelerate: ['AccelerateConfiguration', []],
  logging: ['BucketLoggingStatus', []],
  notification: ['NotificationConfiguration', []],
  requestPayment: ['RequestPaymentConfiguration', [['Payer', 'BucketOwner']]],
  tagging: ['Tagging', [['TagSet', []]]],
};

type Place = 'server' | 'bucket' | 'object';

/**
 * Parameters that ask for settings which nothing here has, and the error that S3 has for each. Clients ask for some of them before they do their work.
 * None of these may be taken for a plain read of the bucket or object.
 */
const NOT_CONFIGURED: Readonly<Record<Exclude<Place, 'server'>, Readonly<Record<string, S3Code>>>> = {
  bucket: {
    analytics: 'NotImplemented',
    cors: 'NoSuchCORSConfiguration',
    encryption: 'ServerSideEncryptionConfigurationNotFoundError',
    'intelligent-tiering': 'NotImplemented',
    inventory: 'NotImplemented',
    lifecycle: 'NoSuchLifecycleConfiguration',
    metrics: 'NotImplemented',
    'object-lock': 'ObjectLockConfigurationNotFoundError',
    ownershipControls: 'OwnershipControlsNotFoundError',
    policy: 'NoSuchBucketPolicy',
    policyStatus: 'NoSuchBucketPolicy',
    publicAccessBlock: 'NoSuchPublicAccessBlockConfiguration',
    replication: 'ReplicationConfigurationNotFoundError',
    session: 'NotImplemented',
    tagging: 'NoSuchTagSet',
    versions: 'NotImplemented',
    website: 'NoSuchWebsiteConfiguration',
  },
  object: {
    attributes: 'NotImplemented',
    'legal-hold': 'NoSuchObjectLockConfiguration',
    partNumber: 'NotImplemented',
    retention: 'NoSuchObjectLockConfiguration',
    torrent: 'NotImplemented',
  },
};

/** Operations by method and place. The first one counts whose parameters are all in the query. */
const OPERATIONS: Readonly<Record<string, readonly (readonly [needed: readonly string[], operation: S3Operation])[]>> =
  {
    'GET server': [[[], 'ListBuckets']],
    'HEAD bucket': [[[], 'HeadBucket']],
    'GET bucket': [
      [['location'], 'GetBucketLocation'],
      [['uploads'], 'ListMultipartUploads'],
      [['versioning'], 'GetBucketVersioning'],
      [['acl'], 'GetBucketAcl'],
      ...['accelerate', 'logging', 'notification', 'requestPayment'].map((name) => [[name], 'GetUnset'] as const),
      [['list-type'], 'ListObjectsV2'],
      [[], 'ListObjects'],
    ],
    'PUT bucket': [[[], 'CreateBucket']],
    'DELETE bucket': [[[], 'DeleteBucket']],
    'POST bucket': [[['delete'], 'DeleteObjects']],
    'HEAD object': [[[], 'HeadObject']],
    'GET object': [
      [['uploadId'], 'ListParts'],
      [['acl'], 'GetObjectAcl'],
      [['tagging'], 'GetUnset'],
      [[], 'GetObject'],
    ],
    'PUT object': [
      [['partNumber', 'uploadId'], 'UploadPart'],
      [[], 'PutObject'],
    ],
    'POST object': [
      [['uploads'], 'CreateMultipartUpload'],
      [['uploadId'], 'CompleteMultipartUpload'],
    ],
    'DELETE object': [
      [['uploadId'], 'AbortMultipartUpload'],
      [[], 'DeleteObject'],
    ],
  };

/** Parameters that a write may have beside those of its operation. With any other it would do something else than what was asked. */
const BESIDE_WRITES = new Set(['x-id', 'versionId']);

/** @throws S3Error for what is not served here. */
export function findOperation(
  method: string,
  target: RequestTarget,
  headers: ReadonlyMap<string, string>,
): S3Operation {
  const { query } = target;
  const place: Place = target.bucket === undefined ? 'server' : target.key === undefined ? 'bucket' : 'object';
  const operations = OPERATIONS[`${method} ${place}`];
  if (operations === undefined) throw new S3Error('MethodNotAllowed');
  const found = operations.find(([needed]) => needed.every((name) => query.has(name)));
  const isRead = method === 'GET' || method === 'HEAD';
  const [needed = [], operation] = found ?? [];
  if (isRead && needed.length === 0) demandPlain(place, query);
  if (
    operation === undefined ||
    (!isRead && [...query.keys()].some((name) => !needed.includes(name) && !BESIDE_WRITES.has(name)))
  ) {
    throw new S3Error('NotImplemented', 'The query asks for something that is not served here.');
  }
  demandNewestVersion(query);
  if (operation === 'ListObjectsV2' && query.get('list-type') !== '2')
    throw new S3Error('InvalidArgument', 'list-type can be 2 alone.');
  const isCopy = headers.has('x-amz-copy-source');
  if (isCopy && operation === 'PutObject') return 'CopyObject';
  return isCopy && operation === 'UploadPart' ? 'UploadPartCopy' : operation;
}

function demandPlain(place: Place, query: RequestTarget['query']): void {
  if (place === 'server') return;
  for (const [name, code] of Object.entries(NOT_CONFIGURED[place])) if (query.has(name)) throw new S3Error(code);
}

/** No versions are kept: each object has one, which S3 calls `null` then. */
function demandNewestVersion(query: RequestTarget['query']): void {
  const version = query.get('versionId');
  if (version !== undefined && version !== 'null') throw new S3Error('NoSuchVersion');
}

const READS = new Set<S3Operation>([
  ...([
    'ListBuckets',
    'HeadBucket',
    'GetBucketLocation',
    'GetBucketVersioning',
    'GetBucketAcl',
    'GetObjectAcl',
    'GetUnset',
  ] as const),
  ...(['ListObjects', 'ListObjectsV2', 'ListMultipartUploads', 'ListParts', 'GetObject', 'HeadObject'] as const),
]);

/** Whether a key pair with the access `read` may ask for it. */
export function isRead(operation: S3Operation): boolean {
  return READS.has(operation);
}
