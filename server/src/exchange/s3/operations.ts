import type { S3Operation } from '../../s3-wire/find-operation.js';
import {
  answerAcl,
  answerBucketLocation,
  answerBucketVersioning,
  answerCreateBucket,
  answerDeleteBucket,
  answerHeadBucket,
  answerListBuckets,
  answerUnset,
} from './buckets.js';
import { answerListObjectsV1, answerListObjectsV2 } from './list-objects.js';
import { answerListParts, answerListUploads } from './list-uploads.js';
import { answerGetObject, answerHeadObject } from './read-objects.js';
import type { S3Answer, S3Call } from './s3-call.js';
import {
  answerAbortUpload,
  answerCompleteUpload,
  answerCreateUpload,
  answerUploadPart,
  answerUploadPartCopy,
} from './uploads.js';
import { answerCopyObject, answerDeleteObject, answerDeleteObjects, answerPutObject } from './write-objects.js';

/** What does each operation. */
export const OPERATIONS: Readonly<Record<S3Operation, (call: S3Call) => Promise<S3Answer>>> = {
  ListBuckets: answerListBuckets,
  CreateBucket: answerCreateBucket,
  HeadBucket: answerHeadBucket,
  DeleteBucket: answerDeleteBucket,
  GetBucketLocation: answerBucketLocation,
  GetBucketVersioning: answerBucketVersioning,
  GetBucketAcl: answerAcl,
  GetUnset: answerUnset,
  GetObjectAcl: answerAcl,
  ListObjects: answerListObjectsV1,
  ListObjectsV2: answerListObjectsV2,
  ListMultipartUploads: answerListUploads,
  DeleteObjects: answerDeleteObjects,
  GetObject: answerGetObject,
  HeadObject: answerHeadObject,
  PutObject: answerPutObject,
  CopyObject: answerCopyObject,
  DeleteObject: answerDeleteObject,
  CreateMultipartUpload: answerCreateUpload,
  UploadPart: answerUploadPart,
  UploadPartCopy: answerUploadPartCopy,
  ListParts: answerListParts,
  CompleteMultipartUpload: answerCompleteUpload,
  AbortMultipartUpload: answerAbortUpload,
};
