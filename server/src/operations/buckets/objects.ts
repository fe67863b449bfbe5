import type { Readable } from 'node:stream';
import Type from 'typebox';
import type { Services } from '../../exchange/services.js';
import { answerBytes, type ThereBytes } from '../../gateway/answer-bytes.js';
import type { Answer, Call } from '../../gateway/call.js';
import type { AnyRoute } from '../../gateway/route.js';
import { quotedEtag } from '../../http/etag.js';
import { invalid } from '../../problems.js';
import { copyObject } from '../../resources/buckets/copy-object.js';
import { deleteObjects } from '../../resources/buckets/delete-objects.js';
import { etagOf, headersOf } from '../../resources/buckets/described.js';
import { type ObjectPlace, objectId } from '../../resources/buckets/find-object.js';
import { listKeys } from '../../resources/buckets/list-keys.js';
import { openObject } from '../../resources/buckets/open-object.js';
import { MOST_PUT_BYTES, putObject } from '../../resources/buckets/put-object.js';
import { findBucket } from '../../resources/buckets/rows.js';
import { BucketName, CommonPrefixes, ObjectCopy, ObjectShown } from '../../resources/buckets/schemas.js';
import { showObject } from '../../resources/buckets/shown.js';
import { PageOf } from '../../schemas/pages.js';
import { Nothing } from '../../schemas/shapes.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import { listRoute, route } from '../route.js';
import { answeringProblems } from './bucket-problems.js';
import { demandUnconditional, putOptionsOf } from './put-options.js';

const family = 'buckets';
const BucketParams = Type.Object({ bucketName: BucketName });
const ObjectParams = Type.Object({
  bucketName: BucketName,
  key: Type.String({
    description:
      'All that follows, whatever it is made of: 1 to 1024 bytes of UTF-8. A slash may stand as it is or as %2F.',
  }),
});
const PATH = '/buckets/:bucketName/objects/:key';

type ObjectCall = Call<{ readonly bucketName: string; readonly key: string }, unknown, unknown, Services>;

function placeOf({ caller, params }: Pick<ObjectCall, 'caller' | 'params'>): ObjectPlace {
  const { accountId, mode, depth } = caller;
  return { accountId, mode, depth, bucket: params.bucketName, key: params.key };
}

/** Where who meets the code looks: what counts, and for how long, is not to be guessed. */
const ROOM_WORDS =
  '429 `STORAGE_QUOTA_EXCEEDED`: the account may not have so much in its buckets. What is replaced counts until the put is through; for a day or two more it lies there for those who read it, and may then, with what there is, be twice the limit.';

const putObjectRoute = route({
  operation: 'PutObject',
  family,
  method: 'PUT',
  path: PATH,
  restParam: 'key',
  streamsBody: true,
  summary: 'Put an object',
  description: [
    'The body is the object, of any type, in place of one under the same key: all of it or, where it breaks off, nothing.',
    'Content-Type, Content-Encoding, Content-Disposition, Content-Language, Cache-Control, Expires and x-amz-meta-* are kept and answered with it.',
    '`If-None-Match: *` puts it where there is none, `If-Match` in place of the one with this ETag, else 412; `Content-MD5` is checked. ETag of the answer is that of the object.',
    ROOM_WORDS,
  ].join(' '),
  schemas: { params: ObjectParams, response: { 200: Nothing } },
  bodyLimit: MOST_PUT_BYTES,
  pool: 'objects',
  errorStatuses: [412],
  audit: { action: 'put', objectKind: 'object' },
  handle: async (call) => {
    const place = placeOf(call);
    const options = putOptionsOf(call);
    const put = putObject(call.services, place, call.bodyStream, {
      ...options,
      signal: call.signal,
      also: (queries) => call.audited(queries, objectId(place)),
    });
    const row = await answeringProblems(put);
    return { headers: { etag: quotedEtag(etagOf(row)) }, body: undefined };
  },
});

const getObjectRoute = route({
  operation: 'GetObject',
  family,
  method: 'GET',
  path: PATH,
  restParam: 'key',
  answersHead: true,
  answerType: 'application/octet-stream',
  summary: 'Get an object',
  description:
    'Its bytes, with the headers that it was put with. `Range` with one range is a 206; If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since and If-Range are honoured. HEAD answers the headers alone.',
  schemas: {
    params: ObjectParams,
    response: {
      200: Type.String({ description: 'The object.' }),
      206: Type.String({ description: 'The range of it that was asked for.' }),
      304: Type.Null({ description: 'The client has it already.' }),
    },
  },
  pool: 'objects',
  errorStatuses: [412, 416],
  audit: { action: 'read', objectKind: 'object' },
  handle: async (call) => {
    const place = placeOf(call);
    const answer: Answer<Readable | undefined> = await answerBytes(call, async (judge) => {
      const { row, bytes } = await openObject(call.services, place, (one) => judge(aboutOf(one)));
      return { about: aboutOf(row), bytes };
    });
    return { ...answer, objectId: objectId(place) };
  },
});

function aboutOf(row: BucketObjects): ThereBytes {
  return {
    etag: etagOf(row),
    modified: row.updated_at,
    size: Number(row.size),
    headers: {
      // A page that is shown by a browser has no rights of the site that it is read from.
      'content-security-policy': "sandbox; default-src 'none'",
      ...headersOf(row),
      'content-type': row.content_type,
    },
  };
}

/** As with S3 it is no error where there is no such object: a request that is sent twice is answered alike. */
const deleteObjectRoute = route({
  operation: 'DeleteObject',
  family,
  method: 'DELETE',
  path: PATH,
  restParam: 'key',
  summary: 'Delete an object',
  description: 'It is gone, or there was none. Conditions (If-Match and the like) are refused, and it stays.',
  schemas: { params: ObjectParams, response: { 204: Nothing } },
  audit: { action: 'delete', objectKind: 'object' },
  handle: async (call) => {
    demandUnconditional(call);
    const place = placeOf(call);
    await deleteObjects(call.services, place, [place.key], (queries) => call.audited(queries, objectId(place)));
    return { status: 204, body: undefined, objectId: objectId(place) };
  },
});

const listObjectsRoute = listRoute({
  operation: 'ListObjects',
  family,
  method: 'GET',
  path: '/buckets/:bucketName/objects',
  summary: 'List objects in the order of their keys',
  description:
    'Keys that go on behind a delimiter are listed as one common prefix, which counts as an item of the page. Whoever lists page by page sees each object that is there all the time exactly once.',
  schemas: {
    params: BucketParams,
    query: Type.Object({
      prefix: Type.Optional(Type.String({ maxLength: 1024, description: 'Keys that begin so. Default: all.' })),
      delimiter: Type.Optional(
        Type.String({
          maxLength: 1024,
          description: 'Mostly a slash, which lists one level as of folders. Default: none.',
        }),
      ),
    }),
    response: {
      200: Type.Object(
        { ...PageOf(ObjectShown).properties, commonPrefixes: CommonPrefixes },
        { title: 'BucketObjectPage', description: 'A page of objects and common prefixes.' },
      ),
    },
  },
  paged: { defaultSize: 25, maxSize: 1000 },
  list: async (call) => {
    const { params, query, page, caller } = call;
    const after = page.after === undefined ? undefined : String(page.after[0]);
    const { items, prefixes, next } = await call.read(async (queries) => {
      await findBucket(queries, params.bucketName, caller.mode);
      return listKeys(queries, params.bucketName, { ...query, size: page.size, after });
    });
    return {
      items: items.map(showObject),
      beside: { commonPrefixes: prefixes.map((prefix) => ({ prefix })) },
      ...(next !== undefined && { next: [next] }),
    };
  },
});

const copyObjectRoute = route({
  operation: 'CopyObject',
  family,
  method: 'POST',
  path: '/copy',
  summary: 'Copy an object',
  description: `With its type and headers, in place of one under the same key. ${ROOM_WORDS}`,
  schemas: { body: ObjectCopy, response: { 200: Nothing } },
  pool: 'objects',
  audit: { action: 'copy', objectKind: 'object' },
  handle: async (call) => {
    const { services, caller, body } = call;
    const { accountId, mode, depth } = caller;
    const source = body.copySource.replace(/^\//, '');
    const end = source.indexOf('/');
    const from = { accountId, mode, bucket: source.slice(0, end), key: source.slice(end + 1) };
    if (from.key === '') throw invalid('/copySource has no key. Send the name of a bucket, a slash, and a key.');
    const to = { accountId, mode, depth, bucket: body.bucketName, key: body.key };
    const copied = copyObject(services, from, to, {
      maxBytes: MOST_PUT_BYTES,
      signal: call.signal,
      also: (queries) => call.audited(queries, `${objectId(from)} to ${objectId(to)}`),
    });
    const row = await answeringProblems(copied);
    return { headers: { etag: quotedEtag(etagOf(row)) }, body: undefined };
  },
});

/** What lies in buckets. */
export const objectRoutes: readonly AnyRoute[] = [
  listObjectsRoute,
  putObjectRoute,
  getObjectRoute,
  deleteObjectRoute,
  copyObjectRoute,
];
