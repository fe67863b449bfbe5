import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bucketRoutes } from '../../../src/operations/buckets/buckets.js';
import { objectRoutes } from '../../../src/operations/buckets/objects.js';
import { testApp } from '../../support/test-app.js';
import { type Answer, failure, installPublished, type Published, publishedClient } from './published-client.js';

const PACKAGE = '@stedi/sdk-client-buckets';
const KEYS = ['a/b c.txt', 'a//é+%.edi', '../up', 'plain'];

/** Commands that the client would take to a cloud of its own: by the class that it extends they go over the route which the interface documents. */
const OF_OBJECTS = new Set(['PutObject', 'GetObject', 'DeleteObject', 'ListObjects', 'CopyObject']);

function bucketsClient(published: Published, endpoint: string, apiKey: string) {
  const { send, sendDocumented } = publishedClient(published, 'BucketsClient', { endpoint, apiKey });
  return async (command: string, input: object): Promise<Answer> => {
    if (!OF_OBJECTS.has(command)) return send(command, input);
    return sendDocumented(command, input);
  };
}

async function world() {
  const test = await testApp([...bucketRoutes, ...objectRoutes]);
  onTestFinished(() => test.close());
  return { ...test, endpoint: `${await test.app.listen({ port: 0, host: '127.0.0.1' })}/2022-05-05` };
}

describe.each(['0.0.15', '0.0.18', '0.0.23'])(`${PACKAGE} %s`, (version) => {
  it('does every step of buckets and objects as it is published', async (context) => {
    const published = await installPublished(context, PACKAGE, version);
    const { endpoint, liveKey, testKey } = await world();
    const send = bucketsClient(published, endpoint, liveKey);
    const bucketName = 'mill-files';
    const bucket = await send('CreateBucket', { bucketName });
    expect(bucket).toEqual({ bucketName, createdAt: expect.any(String), notifications: { functions: [] } });
    expect(await send('ReadBucket', { bucketName })).toEqual(bucket);
    const notifications = { functions: [{ functionName: 'read-orders' }] };
    expect(await send('UpdateBucket', { bucketName, notifications })).toEqual({ ...bucket, notifications });
    await send('CreateBucket', { bucketName: 'other-files', notifications });
    const first = await send('ListBuckets', { pageSize: 1 });
    const second = await send('ListBuckets', { pageSize: 1, pageToken: first.nextPageToken });
    expect([first.items, second.items]).toMatchObject([[{ bucketName }], [{ bucketName: 'other-files' }]]);
    expect(second.nextPageToken).toBeUndefined();

    for (const key of KEYS) await send('PutObject', { bucketName, key, body: Buffer.from(`in ${key}`) });
    await send('PutObject', {
      bucketName,
      key: 'streamed',
      body: Readable.from([Buffer.from('in '), Buffer.from('streamed')]),
    });
    for (const key of [...KEYS, 'streamed']) {
      const { body } = await send('GetObject', { bucketName, key });
      expect(await text(body as Readable)).toBe(`in ${key}`);
    }
    const listed: string[] = [];
    let pageToken: unknown;
    do {
      const page = await send('ListObjects', { bucketName, pageSize: 2, pageToken });
      const items = page.items as readonly Answer[];
      expect(items[0]).toEqual({ key: expect.any(String), updatedAt: expect.any(String), size: expect.any(Number) });
      listed.push(...items.map(({ key }) => String(key)));
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    expect(listed.sort()).toEqual([...KEYS, 'streamed'].sort());
    if (version !== '0.0.15') {
      // The first one has neither.
      const page = await send('ListObjects', { bucketName, prefix: 'a', delimiter: '/' });
      expect([page.items, page.commonPrefixes]).toEqual([[], [{ prefix: 'a/' }]]);
    }
    if (version === '0.0.23') {
      expect(await send('CopyObject', { bucketName, key: 'copy', copySource: `${bucketName}/plain` })).toEqual({});
      const { body } = await send('GetObject', { bucketName, key: 'copy' });
      expect(await text(body as Readable)).toBe('in plain');
      await send('DeleteObject', { bucketName, key: 'copy' });
    }

    const isOf = async (name: string, work: Promise<unknown>): Promise<void> => {
      const error = await failure(work);
      expect(error).toMatchObject({ name, $metadata: { requestId: expect.any(String) } });
      expect(error).toBeInstanceOf(published[name] as new () => Error);
    };
    await isOf('ResourceConflictException', send('CreateBucket', { bucketName }));
    await isOf('ResourceConflictException', send('DeleteBucket', { bucketName }));
    await isOf('ResourceNotFoundException', send('ReadBucket', { bucketName: 'none' }));
    await isOf('NoSuchBucket', send('DeleteBucket', { bucketName: 'none' }));
    await isOf('NoSuchBucket', send('ListObjects', { bucketName: 'none' }));
    await isOf('NoSuchBucket', send('PutObject', { bucketName: 'none', key: 'a', body: Buffer.from('x') }));
    await isOf('NoSuchKey', send('GetObject', { bucketName, key: 'none' }));
    await isOf('ValidationException', send('CreateBucket', { bucketName: 'Not_a_name' }));
    expect(await failure(send('CreateBucket', { bucketName: 'Not_a_name' }))).toMatchObject({
      fieldList: [{ path: '/bucketName', message: expect.any(String) }],
    });
    await isOf('AccessDeniedException', bucketsClient(published, endpoint, 'wrong')('ListBuckets', {}));
    const tried = bucketsClient(published, endpoint, testKey);
    expect((await tried('ListBuckets', {})).items).toEqual([]);
    await isOf('NoSuchBucket', tried('GetObject', { bucketName, key: 'plain' }));

    for (const key of [...KEYS, 'streamed']) await send('DeleteObject', { bucketName, key });
    await send('DeleteObject', { bucketName, key: 'plain' });
    expect((await failure(send('DeleteObject', { bucketName: 'none', key: 'a' }))).name).toBe('NoSuchBucket');
    expect(await send('DeleteBucket', { bucketName })).toEqual({});
    await isOf('ResourceNotFoundException', send('ReadBucket', { bucketName }));
  });
});
