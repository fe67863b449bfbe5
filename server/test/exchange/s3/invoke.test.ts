import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { SignatureV4 } from '@smithy/signature-v4';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Run } from '../../../src/box/runner.js';
import { openFunctions } from '../../../src/exchange/functions/open-functions.js';
import { createFunction } from '../../../src/resources/functions/rows.js';
import type { CreatedS3Key } from '../../../src/resources/s3-keys/rows.js';
import { Sha256 } from '../../s3-wire/signed-request.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { hasBoxes } from '../../support/boxes.js';
import { fakeFunctions, type Scripted } from '../../support/fake-functions.js';
import { type RawAnswer, rawS3, S3_ACCOUNT, type S3World, s3World } from '../../support/s3-world.js';
import { testLog } from '../../support/test-log.js';

const HAS_BOXES = await hasBoxes();
const PLACE = '/2015-03-31/functions/hello/invocations';

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  /** Whether the hash of the body stands in a header. */
  readonly applyChecksum?: boolean;
  readonly region?: string;
  readonly service?: string;
}

/** Headers as clients of Lambda sign them, by another implementation than ours. */
async function signed(world: S3World, key: CreatedS3Key, asked: Asked): Promise<Record<string, string>> {
  const { path = PLACE, method = 'POST', headers = {}, body = '', applyChecksum = true } = asked;
  const signer = new SignatureV4({
    ...{ credentials: key, region: asked.region ?? 'eu-central-1', service: asked.service ?? 'lambda' },
    ...{ sha256: Sha256, applyChecksum },
  });
  const [bare = '', search = ''] = path.split('?');
  const query = Object.fromEntries(new URLSearchParams(search));
  const request = { method, protocol: 'http:', hostname: '127.0.0.1', path: bare, query, body };
  return (await signer.sign({ ...request, headers: { host: `127.0.0.1:${world.port}`, ...headers } })).headers;
}

async function invoke(world: S3World, key: CreatedS3Key, asked: Asked = {}): Promise<RawAnswer> {
  const { path = PLACE, method = 'POST', body = '' } = asked;
  const headers = { ...(await signed(world, key, asked)), 'content-length': String(Buffer.byteLength(body)) };
  return rawS3(world.port, { method, path, headers }, body);
}

/** An account whose function `hello` does what the test says. @param waiting how many wait for a place. */
async function lambdaWorld(
  run: (run: Run) => Scripted | Promise<Scripted> = ({ event }) => ({ result: String(event) }),
  waiting?: number,
) {
  const { here, close } = fakeFunctions(run, waiting);
  onTestFinished(close);
  const world = await s3World({ parts: () => ({ functions: { ...here } }) });
  await addFunction(world, 'hello');
  return { world, key: await world.key() };
}

function addFunction({ services, clock }: S3World, name: string, mode: 'live' | 'test' = 'live', code = '') {
  const given = { source: { code }, timeout: 3, logRetention: 'one_day' };
  return writeAs(services.store, S3_ACCOUNT, (queries) => createFunction({ queries, clock, mode }, name, given));
}

const errorOf = ({ status, headers, text }: RawAnswer) => [
  status,
  headers['x-amzn-errortype'],
  Object.keys(JSON.parse(text)),
];

/** Those of these that end first. */
function firstOf<Result>(count: number, all: readonly Promise<Result>[]): Promise<readonly Result[]> {
  const ended: Result[] = [];
  return new Promise((resolve, reject) => {
    for (const one of all) one.then((result) => ended.push(result) === count && resolve(ended), reject);
  });
}

describe('the invoke call of Lambda', () => {
  it('waits for the result, and answers it with the end of the log where that is asked for', async () => {
    const { world, key } = await lambdaWorld(({ event }) => ({ result: `{"got":${event}}`, log: 'printed\n' }));
    const answer = await invoke(world, key, { body: '{"a":1}', headers: { 'x-amz-log-type': 'Tail' } });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { got: { a: 1 } }]);
    expect(answer.headers).toMatchObject({
      ...{ 'x-amz-executed-version': '$LATEST', 'x-amzn-requestid': expect.stringMatching(/^\w{26}$/) },
      'x-amz-log-result': Buffer.from('printed\n').toString('base64'),
    });
    expect(answer.headers['x-amz-function-error']).toBeUndefined();
    const write = vi.spyOn(world.services.store, 'write');
    const plain = await invoke(world, key);
    expect([JSON.parse(plain.text), plain.headers['x-amz-log-result']]).toEqual([{ got: {} }, undefined]);
    // What became of it, and its audit.
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
    const [rows, audit] = await readAs(world.services.store, S3_ACCOUNT, async (queries) => [
      await queries.from('invocations').select(['source', 'kind', 'state']).execute(),
      await queries.from('audit').select(['object_id', 'key_id']).where('action', '=', 'invoke').execute(),
    ]);
    expect(rows).toEqual([1, 2].map(() => ({ source: 'lambda', kind: 'RequestResponse', state: 'succeeded' })));
    expect(audit).toEqual([1, 2].map(() => ({ object_id: 'hello', key_id: key.accessKeyId })));
  });

  it('answers the error of a function as its body, with a header that says so', async () => {
    const error = { errorType: 'TypeError', errorMessage: 'no', trace: [] };
    const { world, key } = await lambdaWorld(() => ({ error }));
    const answer = await invoke(world, key);
    expect([answer.status, answer.headers['x-amz-function-error'], JSON.parse(answer.text)]).toEqual([
      ...[200, 'Unhandled', error],
    ]);
  });

  it('promises an event, and answers a dry run, without a body', async () => {
    const { world, key } = await lambdaWorld(() => Promise.reject(new Error('Nobody waits for it.')));
    const event = await invoke(world, key, { headers: { 'x-amz-invocation-type': 'Event' }, body: '[1]' });
    const dry = await invoke(world, key, { headers: { 'x-amz-invocation-type': 'DryRun' } });
    expect([event.status, event.text, dry.status, dry.text]).toEqual([202, '', 204, '']);
    const rows = await readAs(world.services.store, S3_ACCOUNT, (queries) =>
      queries.from('invocations').select(['id', 'source', 'kind', 'state']).execute(),
    );
    const id = event.headers['x-amzn-requestid'];
    expect(rows).toEqual([{ id, source: 'lambda', kind: 'Event', state: 'waiting' }]);
  });

  it.each([
    'hello:$LATEST',
    'arn:aws:lambda:us-east-1:123456789012:function:hello',
    'arn:aws-us-gov:lambda:us-east-1:123456789012:function:hello:$LATEST',
    '123456789012:function:hello',
  ])('knows a function by %s', async (name) => {
    const { world, key } = await lambdaWorld();
    const path = `/2015-03-31/functions/${encodeURIComponent(name)}/invocations?Qualifier=%24LATEST`;
    for (const applyChecksum of [true, false]) {
      expect((await invoke(world, key, { path, applyChecksum, body: '1' })).status).toBe(200);
    }
  });

  it('takes a signature over the path as it was sent, which some make by hand', async () => {
    const { world, key } = await lambdaWorld();
    const path = '/2015-03-31/functions/hello%3A$LATEST/invocations';
    const signer = new SignatureV4({
      ...{ credentials: key, region: 'x', service: 'lambda', sha256: Sha256, uriEscapePath: false },
    });
    const headers = { host: `127.0.0.1:${world.port}` };
    const request = { method: 'POST', protocol: 'http:', hostname: '127.0.0.1', path, headers };
    const sent = { method: 'POST', path, headers: (await signer.sign(request)).headers };
    expect((await rawS3(world.port, sent)).status).toBe(200);
  });

  it('refuses in words that clients of Lambda know', async () => {
    const { world, key } = await lambdaWorld();
    await addFunction(world, 'other-mode', 'test');
    const other = { ...key, secretAccessKey: 'wrong' };
    const gone = { ...key, accessKeyId: 'EDILNOBODY' };
    const at = (name: string) => ({ path: `/2015-03-31/functions/${name}/invocations` });
    const asks: readonly [Asked, number, string, CreatedS3Key?][] = [
      [at('none'), 404, 'ResourceNotFoundException'],
      [at('other-mode'), 404, 'ResourceNotFoundException'],
      [at('hello%3A7'), 404, 'ResourceNotFoundException'],
      [{ path: `${PLACE}?Qualifier=live` }, 404, 'ResourceNotFoundException'],
      [at('a%20b'), 400, 'InvalidParameterValueException'],
      [at('%ff'), 400, 'InvalidParameterValueException'],
      [{ path: '/2015-03-31/functions/' }, 404, 'UnknownOperationException'],
      [{ method: 'GET' }, 404, 'UnknownOperationException'],
      [{ headers: { 'x-amz-invocation-type': 'Later' } }, 400, 'InvalidParameterValueException'],
      [{ headers: { 'x-amz-log-type': 'Head' } }, 400, 'InvalidParameterValueException'],
      [{ body: '{' }, 400, 'InvalidRequestContentException'],
      [{ body: Buffer.from([0x22, 0xff, 0x22]) }, 400, 'InvalidRequestContentException'],
      [{ body: `"${'a'.repeat(6 * 1024 * 1024)}"` }, 413, 'RequestTooLargeException'],
      [
        { body: `"${'a'.repeat(256 * 1024)}"`, headers: { 'x-amz-invocation-type': 'Event' } },
        ...([413, 'RequestTooLargeException'] as const),
      ],
      [{}, 403, 'InvalidSignatureException', other],
      [{ applyChecksum: false }, 403, 'InvalidSignatureException', other],
      [{}, 403, 'UnrecognizedClientException', gone],
      [{}, 403, 'AccessDeniedException', await world.key({ access: 'read' })],
      [{}, 403, 'AccessDeniedException', await world.key({ buckets: ['files'] })],
    ];
    for (const [asked, status, type, by = key] of asks) {
      expect(errorOf(await invoke(world, by, asked)), JSON.stringify(asked).slice(0, 200)).toEqual([
        ...[status, type, ['Type', 'Message', 'message']],
      ]);
    }
  });

  it('tells nothing of functions of others', async () => {
    const { world } = await lambdaWorld();
    await addAccount(world.services.store, 'account-2');
    const answer = await invoke(world, await world.key({}, 'account-2'));
    expect(errorOf(answer)).toEqual([404, 'ResourceNotFoundException', expect.anything()]);
  });

  it('refuses a body that was not signed, whether its hash stands in a header or not', async () => {
    const { world, key } = await lambdaWorld();
    for (const applyChecksum of [true, false]) {
      const headers = await signed(world, key, { body: '{"a":1}', applyChecksum });
      const answer = await rawS3(world.port, { method: 'POST', path: PLACE, headers }, '{"a":2}');
      expect([answer.status, answer.headers['x-amzn-errortype']]).toEqual([403, 'InvalidSignatureException']);
    }
  });

  it('says that it is to be tried again where no place is free, and why where functions are off', async () => {
    let end: (said: Scripted) => void = () => undefined;
    const first = new Promise<Scripted>((resolve) => {
      end = resolve;
    });
    const { world, key } = await lambdaWorld(() => first, 1);
    // One runs, one waits, and the others are too many.
    const large = Array.from({ length: 4 }, () => invoke(world, key, { body: `"${'a'.repeat(6_000_000)}"` }));
    // Both, as one that comes later would find a place.
    const [refused] = await firstOf(2, large);
    expect([refused?.status, JSON.parse(refused?.text ?? '').Reason]).toEqual([
      429,
      'ConcurrentInvocationLimitExceeded',
    ]);
    end({ result: '1' });
    expect((await Promise.all(large)).filter(({ status }) => status === 200)).toHaveLength(2);
    Object.assign(world.services.functions, {
      ...{ machine: undefined, isolation: { kind: 'unavailable', why: 'No namespaces.' } },
    });
    const off = await invoke(world, key);
    expect([off.status, JSON.parse(off.text).message]).toEqual([503, expect.stringContaining('No namespaces.')]);
  });

  it('is there for those who are known, while others who are not fill what there is for events', async () => {
    const { world, key } = await lambdaWorld();
    const sockets: Socket[] = [];
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    const large = JSON.stringify('x'.repeat(6_000_000));
    const length = { 'content-length': String(large.length) };
    const wrong = { ...key, secretAccessKey: 'wrong' };
    // As many as all memory for events has room for, and none of them sends its body.
    for (let count = 0; count < 11; count++) {
      const headers = { ...(await signed(world, wrong, { applyChecksum: false })), ...length };
      const socket = connect(world.port, '127.0.0.1').on('error', () => undefined);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST ${PLACE} HTTP/1.1\r\n${lines.join('')}\r\n`);
      sockets.push(socket);
    }
    await vi.waitFor(() => expect(sockets.every(({ bytesWritten }) => bytesWritten > 0)).toBe(true));
    expect((await invoke(world, key, { body: large })).status).toBe(200);
    expect((await invoke(world, key, { body: '1', applyChecksum: false })).status).toBe(200);
  });

  it('refuses who reads none of the results that wait for them, until they have read some', async () => {
    const { world, key } = await lambdaWorld(() => ({ result: JSON.stringify('x'.repeat(6_000_000)) }));
    const reads: (() => void)[] = [];
    const unread = async (): Promise<number> => {
      const headers = { ...(await signed(world, key, {})), 'content-length': '0' };
      return new Promise((resolve, reject) => {
        const sent = request({
          host: '127.0.0.1',
          port: world.port,
          method: 'POST',
          path: PLACE,
          headers,
          agent: false,
        });
        sent.on('error', reject).on('response', (answer) => {
          reads.push(() => answer.resume());
          resolve(answer.statusCode ?? 0);
        });
        sent.end();
      });
    };
    const statuses: number[] = [];
    // 32 MB in all.
    while (statuses.length < 10 && statuses.at(-1) !== 429) statuses.push(await unread());
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    for (const read of reads) read();
    await vi.waitFor(async () => expect((await invoke(world, key)).status).toBe(200));
  });

  it('is told from S3 by what the request is signed for: a bucket may have its name', async () => {
    const { world, key } = await lambdaWorld();
    const client = world.client(key);
    await client.send(new CreateBucketCommand({ Bucket: '2015-03-31' }));
    const place = { Bucket: '2015-03-31', Key: 'functions/hello/invocations' };
    await client.send(new PutObjectCommand({ ...place, Body: 'of the bucket' }));
    const { Body } = await client.send(new GetObjectCommand(place));
    expect(await Body?.transformToString()).toBe('of the bucket');
    expect(JSON.parse((await invoke(world, key, { body: '1' })).text)).toBe(1);
    // Neither key is one of the other.
    const asS3 = { method: 'GET', path: '/files', service: 's3' };
    expect((await invoke(world, key, { ...asS3, applyChecksum: true })).status).toBe(200);
    const asLambda = await invoke(world, key, { method: 'GET', path: '/files' });
    expect([asLambda.status, asLambda.headers['x-amzn-errortype']]).toEqual([404, 'UnknownOperationException']);
  });

  it('asks for no body before it knows whose it is', async () => {
    const { world, key } = await lambdaWorld();
    const send = async (by: CreatedS3Key) => {
      const headers = await signed(world, by, { body: '1' });
      const more = { 'content-length': '1', expect: '100-continue' };
      const answer = await rawS3(world.port, { method: 'POST', path: PLACE, headers: { ...headers, ...more } }, '1');
      return [answer.status, answer.wasAsked];
    };
    expect(await send(key)).toEqual([200, true]);
    expect(await send({ ...key, secretAccessKey: 'wrong' })).toEqual([403, false]);
  });

  it.skipIf(!HAS_BOXES)('runs a function in its box', async () => {
    const world = await s3World();
    const { config, clock } = world.services;
    const here = await openFunctions({ config, clock, log: testLog(), ownAddress: () => undefined });
    Object.assign(world.services.functions, here);
    const code = 'exports.handler = async (event, { awsRequestId }) => ({ sum: event.a + 1, awsRequestId });';
    await addFunction(world, 'hello', 'live', code);
    const answer = await invoke(world, await world.key(), { body: '{"a":1}' });
    expect(JSON.parse(answer.text)).toEqual({ sum: 2, awsRequestId: answer.headers['x-amzn-requestid'] });
    await here.close();
  });
});
