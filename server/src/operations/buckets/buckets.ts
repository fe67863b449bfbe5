import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { deleteBucket } from '../../resources/buckets/delete-bucket.js';
import { notificationsColumn } from '../../resources/buckets/notifications.js';
import { createBucket, findBucket, listBuckets, setNotifications } from '../../resources/buckets/rows.js';
import { BucketName, BucketShown, BucketUpdate, NewBucket } from '../../resources/buckets/schemas.js';
import { showBucket } from '../../resources/buckets/shown.js';
import { PAGED, PageOf } from '../../schemas/pages.js';
import { Nothing } from '../../schemas/shapes.js';
import { mapPage } from '../../store/page.js';
import { listRoute, route } from '../route.js';
import { answeringProblems, asResource } from './bucket-problems.js';

const BucketParams = Type.Object({ bucketName: BucketName });
const family = 'buckets';

const createBucketRoute = route({
  operation: 'CreateBucket',
  family,
  method: 'POST',
  path: '/buckets',
  summary: 'Create a bucket',
  description:
    'A name that is taken, by whomever, is a 409. Buckets of test keys are seen by test keys alone, and connections use those of live keys.',
  schemas: { body: NewBucket, response: { 201: BucketShown } },
  problems: ['conflict'],
  audit: { action: 'create', objectKind: 'bucket' },
  handle: (call) => {
    const { services, caller, body } = call;
    const made = call.commit(async (queries) => {
      const { bucketName: name, notifications } = body;
      const given = { name, mode: caller.mode, notifications: notificationsColumn(notifications) };
      const bucket = await createBucket(queries, services.clock, given);
      return { status: 201, body: showBucket(bucket), objectId: name };
    });
    return answeringProblems(made);
  },
});

/** Keys see buckets of their own mode. */
const listBucketsRoute = listRoute({
  operation: 'ListBuckets',
  family,
  method: 'GET',
  path: '/buckets',
  summary: 'List buckets, oldest first',
  schemas: { response: { 200: PageOf(BucketShown) } },
  paged: PAGED,
  list: async (call) => {
    const page = await call.read((queries) => listBuckets(queries, call.page, call.caller.mode));
    return mapPage(page, showBucket);
  },
});

const readBucketRoute = route({
  operation: 'ReadBucket',
  family,
  method: 'GET',
  path: '/buckets/:bucketName',
  summary: 'Get a bucket',
  schemas: { params: BucketParams, response: { 200: BucketShown } },
  handle: async (call) => {
    const { params, caller } = call;
    const found = call.read((queries) => findBucket(queries, params.bucketName, caller.mode));
    return { body: showBucket(await asResource(found)) };
  },
});

const updateBucketRoute = route({
  operation: 'UpdateBucket',
  family,
  method: 'PUT',
  path: '/buckets/:bucketName',
  summary: 'Replace the notifications of a bucket',
  description: 'Left out, there are none from now on.',
  schemas: { params: BucketParams, body: BucketUpdate, response: { 200: BucketShown } },
  audit: { action: 'update', objectKind: 'bucket', objectParam: 'bucketName' },
  handle: (call) => {
    const { services, caller, params, body } = call;
    const changed = call.commit(async (queries) => {
      const given = { name: params.bucketName, mode: caller.mode };
      const notifications = notificationsColumn(body.notifications);
      return { body: showBucket(await setNotifications(queries, services.clock, { ...given, notifications })) };
    });
    return asResource(changed);
  },
});

const deleteBucketRoute = route({
  operation: 'DeleteBucket',
  family,
  method: 'DELETE',
  path: '/buckets/:bucketName',
  summary: 'Delete a bucket that is empty',
  description: 'One that holds objects, or that SFTP users or connections need, is a 409.',
  schemas: { params: BucketParams, response: { 204: Nothing } },
  problems: ['conflict'],
  audit: { action: 'delete', objectKind: 'bucket', objectParam: 'bucketName' },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteBucket(queries, call.services.clock, call.params.bucketName, call.caller.mode);
      return { status: 204, body: undefined };
    }),
});

/** Places for files. */
export const bucketRoutes: readonly AnyRoute[] = [
  createBucketRoute,
  listBucketsRoute,
  readBucketRoute,
  updateBucketRoute,
  deleteBucketRoute,
];
