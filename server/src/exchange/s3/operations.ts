import type { S3Operation } from '../../s3-wire/find-operation.js';
import {
  createBucketOf,
  deleteBucketOf,
  getAcl,
  getBucketLocation,
  getBucketVersioning,
  getUnset,
  headBucket,
  listBucketsOf,
} from './buckets.js';
import { listObjectsV1, listObjectsV2 } from './list-objects.js';
import { listParts, listUploads } from './list-uploads.js';
import { getObject, headObject } from './read-objects.js';
import type { S3Answer, S3Call } from './s3-call.js';
import { abortUploadOf, completeUploadOf, createUploadOf, uploadPart, uploadPartCopy } from './uploads.js';
import { copyObjectOf, deleteObjectOf, deleteObjectsOf, putObjectOf } from './write-objects.js';

/** What does each operation. */
export const OPERATIONS: Readonly<Record<S3Operation, (call: S3Call) => Promise<S3Answer>>> = {
  ListBuckets: listBucketsOf,
  CreateBucket: createBucketOf,
  HeadBucket: headBucket,
  DeleteBucket: deleteBucketOf,
  GetBucketLocation: getBucketLocation,
  GetBucketVersioning: getBucketVersioning,
  GetBucketAcl: getAcl,
  GetUnset: getUnset,
  GetObjectAcl: getAcl,
  ListObjects: listObjectsV1,
  ListObjectsV2: listObjectsV2,
  ListMultipartUploads: listUploads,
  DeleteObjects: deleteObjectsOf,
  GetObject: getObject,
  HeadObject: headObject,
  PutObject: putObjectOf,
  CopyObject: copyObjectOf,
  DeleteObject: deleteObjectOf,
  CreateMultipartUpload: createUploadOf,
  UploadPart: uploadPart,
  UploadPartCopy: uploadPartCopy,
  ListParts: listParts,
  CompleteMultipartUpload: completeUploadOf,
  AbortMultipartUpload: abortUploadOf,
};
