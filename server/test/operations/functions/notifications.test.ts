import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wayOut } from '../../../src/exchange/functions/way-out.js';
import { bucketRoutes } from '../../../src/operations/buckets/buckets.js';
import { objectRoutes } from '../../../src/operations/buckets/objects.js';
import { functionRoutes } from '../../../src/operations/functions.js';
import { findObject } from '../../../src/resources/buckets/find-object.js';
import { moveObjectRow } from '../../../src/resources/buckets/move-rows.js';
import { putObject } from '../../../src/resources/buckets/put-object.js';
import { MOST_A_MINUTE } from '../../../src/resources/functions/cause-invocations.js';
import { errorOf, eventOf } from '../../../src/resources/functions/invocation-rows.js';
import { insertRows } from '../../../src/store/insert-rows.js';
import { fakeFunctions } from '../../support/fake-functions.js';
import { openTestStore } from '../../support/store-factory.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const fake = fakeFunctions(() => ({ result: '1' }));

let test: TestApp;
let closeStore: () => Promise<void>;
let port: number;
beforeAll(async () => {
  const { store, close } = await openTestStore();
  closeStore = close;
  test = await testApp([...bucketRoutes, ...objectRoutes, ...functionRoutes], {
    store,
    parts: () => ({ log, functions: fake.here }),
  });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = test.app.server.address() as AddressInfo);
  await createFunction('told', test.liveKey);
  await createFunction('of-tests', test.testKey);
});
afterAll(async () => {
  await test.close();
  await closeStore();
  fake.close();
});

async function createFunction(functionName: string, authorization: string): Promise<void> {
  const payload = { functionName, code: 'exports.handler = () => 1;' };
  const made = await test.call('POST', '/2021-11-16/functions', { payload, headers: { authorization } });
  expect(made.statusCode, made.body).toBe(201);
}

let count = 0;
/** A bucket whose notifications name this function. */
async function bucketTelling(functionName: string | undefined): Promise<string> {
  const bucketName = `b-${++count}-${test.accountId.slice(0, 8).toLowerCase()}`;
  const notifications = functionName === undefined ? undefined : { functions: [{ functionName }] };
  const made = await test.call('POST', '/2022-05-05/buckets', { payload: { bucketName, notifications } });
  expect(made.statusCode, made.body).toBe(201);
  return bucketName;
}

/** Ids sort by time. */
const later = () => test.clock.advance(1);

function put(bucket: string, key: string, payload = 'abc') {
  later();
  return test.call('PUT', `/2022-05-05/buckets/${bucket}/objects/${encodeURIComponent(key)}`, { payload });
}

/** What was promised since this was asked last, oldest first. */
let seen = new Set<string>();
async function promised() {
  const rows = await test.queries((queries) => queries.from('invocations').selectAll().orderBy('id').execute());
  const news = rows.filter(({ id }) => !seen.has(id));
  seen = new Set(rows.map(({ id }) => id));
  return news;
}
const recordOf = (row: Parameters<typeof eventOf>[1]) => JSON.parse(eventOf(test.services, row)).Records[0];

describe('the notifications of a bucket', () => {
  it('promise an invocation of the function with each put, with the event of S3', async () => {
    const bucket = await bucketTelling('told');
    const jobsBefore = await jobs();
    expect((await put(bucket, "in/a b+ü(1)'.json")).statusCode).toBe(200);
    const [row, ...more] = await promised();
    if (row === undefined) throw new Error('Nothing was promised.');
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      function_name: 'told',
      mode: 'live',
      kind: 'Event',
      source: 'bucket',
      state: 'waiting',
    });
    expect([row.depth, (await jobs()) - jobsBefore]).toEqual([0, 1]);
    expect(recordOf(row)).toEqual({
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: 'local',
      eventTime: expect.stringMatching(/^2026-01-15T12:00:/),
      eventName: 'ObjectCreated:Put',
      userIdentity: { principalId: test.accountId },
      requestParameters: { sourceIPAddress: '0.0.0.0' },
      responseElements: { 'x-amz-request-id': '', 'x-amz-id-2': '' },
      s3: {
        s3SchemaVersion: '1.0',
        configurationId: 'notifications',
        bucket: { name: bucket, ownerIdentity: { principalId: test.accountId }, arn: `arn:aws:s3:::${bucket}` },
        object: {
          key: 'in/a+b%2B%C3%BC%281%29%27.json',
          size: 3,
          eTag: '900150983cd24fb0d6963f7d28e17f72',
          sequencer: expect.stringMatching(/^[0-9A-F]{32}$/),
        },
      },
    });
  });

  it('tell of copies, and of an upload under a temporary name once it has its own', async () => {
    const bucket = await bucketTelling('told');
    const { services, accountId } = test;
    await putObject(services, { accountId, bucket, key: 'a.part' }, Buffer.from('abc'));
    expect(await promised()).toEqual([]);
    await test.queries(async (queries) =>
      moveObjectRow(services, queries, await findObject(queries, bucket, 'a.part'), 'a.edi'),
    );
    later();
    const payload = { bucketName: bucket, key: 'b.edi', copySource: `${bucket}/a.edi` };
    expect((await test.call('POST', '/2022-05-05/copy', { payload })).statusCode).toBe(200);
    const records = (await promised()).map(recordOf);
    expect(records.map(({ eventName, s3 }) => [eventName, s3.object.key])).toEqual([
      ['ObjectCreated:Put', 'a.edi'],
      ['ObjectCreated:Copy', 'b.edi'],
    ]);
  });

  it.each(['of-tests', 'missing'])(
    'drop what is for %s, a function that their mode does not have, and say so',
    async (name) => {
      lines.length = 0;
      const bucket = await bucketTelling(name);
      expect((await put(bucket, 'a.json')).statusCode).toBe(200);
      expect(await promised()).toEqual([]);
      expect(lines).toMatchObject([{ accountId: test.accountId, functionName: name, count: 1 }]);
    },
  );

  it('are told nothing of puts into other buckets', async () => {
    expect((await put(await bucketTelling(undefined), 'a.json')).statusCode).toBe(200);
    expect(await promised()).toEqual([]);
  });
});

/** What a function that has been called so deep sends over its way out. */
async function asFunction(depth: number, method: string, path: string, body: string, headers = {}): Promise<number> {
  later();
  const ownAddress = () => ({ host: '127.0.0.1', port });
  const connect = wayOut(test.services, { accountId: test.accountId, depth: depth + 1, ownAddress });
  const socket = await connect('ediloom.internal', 80);
  const all = {
    host: 'x',
    authorization: test.liveKey,
    connection: 'close',
    'content-length': body.length,
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
  const [first] = await once(socket, 'data');
  socket.destroy();
  return Number(String(first).split(' ')[1]);
}

describe('a function that causes itself', () => {
  it('is not run once five stand before it: that is written down and said, and may be retried', async () => {
    const bucket = await bucketTelling('told');
    const path = `/2022-05-05/buckets/${bucket}/objects/a.json`;
    lines.length = 0;
    for (const depth of [0, 3, 4]) expect(await asFunction(depth, 'PUT', path, 'abc')).toBe(200);
    const rows = await promised();
    expect(rows.map(({ depth, state }) => [depth, state])).toEqual([
      [1, 'waiting'],
      [4, 'waiting'],
      [5, 'failed'],
    ]);
    const [refused] = rows.slice(-1);
    if (refused === undefined) throw new Error('Nothing was refused.');
    expect(JSON.parse(errorOf(test.services, refused) ?? '')).toMatchObject({
      errorType: 'NotRun',
      errorMessage: expect.stringContaining('5 functions stand before it'),
    });
    expect(recordOf(refused).s3.object.key).toBe('a.json');
    expect(lines).toMatchObject([{ functionName: 'told', count: 1 }]);
  });

  it('is refused where it is called', async () => {
    const path = '/2021-11-16/functions/told/invocations';
    const event = { 'x-amz-invocation-type': 'Event', 'content-type': 'application/octet-stream' };
    expect(await asFunction(3, 'POST', path, '{}', event)).toBe(202);
    expect(await asFunction(4, 'POST', path, '{}', event)).toBe(429);
    expect(await asFunction(4, 'POST', path, '{}', { 'content-type': 'application/octet-stream' })).toBe(429);
    expect((await promised()).map(({ depth }) => depth)).toEqual([4]);
  });

  it('is not taken for one where others ask', async () => {
    const bucket = await bucketTelling('told');
    const answer = await fetch(`http://127.0.0.1:${port}/2022-05-05/buckets/${bucket}/objects/a.json`, {
      ...{ method: 'PUT', body: 'abc', headers: { authorization: test.liveKey } },
    });
    expect([answer.status, (await promised()).map(({ depth }) => depth)]).toEqual([200, [0]]);
  });

  it('is stopped by how often it was caused within a minute, where nothing else is seen of it', async () => {
    const bucket = await bucketTelling('told');
    const [row] = await test.queries((queries) => queries.from('invocations').selectAll().limit(1).execute());
    if (row === undefined) throw new Error('There is no row.');
    const { account_id: _, ...like } = row;
    const now = test.clock.now();
    const rows = Array.from({ length: MOST_A_MINUTE }, (_, index) => ({
      ...{ ...like, id: `planted-${index}`, created_at: now - 1_000, state: 'succeeded' as const },
      ...{ source: 'bucket' as const, attempts: 1 },
    }));
    await test.queries((queries) => insertRows(queries, 'invocations', rows));
    await promised();
    await put(bucket, 'refused.json');
    test.clock.advance(60_000);
    await put(bucket, 'taken.json');
    const [refused, taken] = await promised();
    expect([refused?.state, taken?.state]).toEqual(['failed', 'waiting']);
    expect(refused && errorOf(test.services, refused)).toContain('within a minute');
  });
});

async function jobs(): Promise<number> {
  const rows = await test.queries((queries) =>
    queries.from('jobs').select('id').where('kind', '=', 'invoke-function').execute(),
  );
  return rows.length;
}
