import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demandMachine } from '../../../src/exchange/functions/functions.js';
import { createInvokeJob } from '../../../src/exchange/functions/invoke-job.js';
import { openFunctions } from '../../../src/exchange/functions/open-functions.js';
import type { Job } from '../../../src/jobs/job.js';
import { objectRoutes } from '../../../src/operations/buckets/objects.js';
import { functionRoutes } from '../../../src/operations/functions.js';
import { invocationRoutes } from '../../../src/operations/invocations.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { testApp } from '../../support/test-app.js';
import { testLog } from '../../support/test-log.js';
import { type Answer, failure, installPublished, type Published, publishedClient } from './published-client.js';

const PACKAGE = '@stedi/sdk-client-functions';
const CODE =
  'exports.handler = async (event) => { console.log("here"); return { got: event, name: process.env.NAME }; };';
const packed = (source: string) => zipSync({ 'index.mjs': strToU8(source) });

type Paginator = (config: object, input: object) => AsyncIterable<Answer>;

/** The client would take InvokeFunction to a cloud of its own: by the class that it extends it goes over the route which the interface documents. */
function functionsClient(published: Published, endpoint: string, apiKey: string) {
  const { client, send, sendDocumented } = publishedClient(published, 'FunctionsClient', { endpoint, apiKey });
  const sent = async (command: string, input: object): Promise<Answer> => {
    if (command !== 'InvokeFunction') return send(command, input);
    return sendDocumented(command, input);
  };
  return { client, send: sent };
}

async function world() {
  const test = await testApp([...functionRoutes, ...invocationRoutes, ...objectRoutes]);
  onTestFinished(() => test.close());
  const { config, clock } = test.services;
  // Without boxes: not every machine makes them, and the client sees no difference.
  const functions = { ...config.functions, isolation: 'none' as const };
  const here = { config: { ...config, functions }, clock, log: testLog(), ownAddress: () => undefined };
  Object.assign(test.services.functions, await openFunctions(here));
  const invoked = async (invocationId: string) => {
    const handler = createInvokeJob(test.services, demandMachine(test.services.functions));
    const job = { accountId: test.accountId, attempt: 1, payload: { invocationId } } as Job;
    const outcome = await handler(job, new AbortController().signal);
    await test.queries(async (queries) => outcome.commit?.(queries));
    return (await test.call('GET', `/2021-11-16/functions/later/invocations/${invocationId}`)).json();
  };
  return { ...test, invoked, endpoint: `${await test.app.listen({ port: 0, host: '127.0.0.1' })}/2021-11-16` };
}

const names = (items: unknown) => (items as readonly Answer[]).map(({ functionName }) => functionName);
const textOf = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString();

describe.each(['0.0.15', '0.0.23'])(`${PACKAGE} %s`, (version) => {
  it('does every step of functions as it is published', async (context) => {
    const published = await installPublished(context, PACKAGE, version);
    const { endpoint, liveKey, testKey, call, queries, clock, invoked } = await world();
    const { client, send } = functionsClient(published, endpoint, liveKey);
    const functionName = 'few-lines';
    const created = await send('CreateFunction', {
      ...{ functionName, code: CODE, timeout: 10, logRetention: 'one_week' },
      environmentVariables: { NAME: 'first', NONE: null },
    });
    expect(created).toEqual({
      ...{ functionName, code: CODE, timeout: 10, logRetention: 'one_week', operationStatusCode: 201 },
      ...{ environmentVariables: { NAME: '********' }, operationToken: undefined },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    const read = await send('ReadFunction', { functionName });
    expect(read).toMatchObject({ functionName, code: CODE, environmentVariables: { NAME: '********' } });

    const requestPayload = Buffer.from('{"a":1}');
    const answer = await send('InvokeFunction', { functionName, requestPayload });
    expect(answer).toMatchObject({ functionName, functionInvocationId: expect.any(String) });
    expect(answer.invocationError).toBeUndefined();
    expect(JSON.parse(textOf(answer.responsePayload))).toEqual({ got: { a: 1 }, name: 'first' });
    expect(Buffer.from(String(answer.invocationLogs), 'base64').toString()).toBe('here\n');

    // What was read is sent back; its variable stays. The package takes the place of the code.
    const { code: _, ...settings } = read;
    const source = 'export const handler = async () => { throw new RangeError(process.env.NAME); };';
    const updated = await send('UpdateFunction', { ...settings, package: packed(source) });
    expect([updated.code, updated.environmentVariables]).toEqual([undefined, { NAME: '********' }]);
    const failed = await send('InvokeFunction', { functionName, requestPayload, invocationType: 'RequestResponse' });
    expect(failed.invocationError).toBe('Unhandled');
    expect(JSON.parse(textOf(failed.responsePayload))).toMatchObject({
      errorType: 'RangeError',
      errorMessage: 'first',
    });

    // A package out of a bucket, made later, and invoked for nobody who waits.
    await queries((of) => createBucket(of, clock, { name: 'packages' }));
    const put = { payload: Buffer.from(packed('export const handler = async (event) => event;')) };
    const headers = { 'content-type': 'application/zip' };
    await call('PUT', '/2022-05-05/buckets/packages/objects/later.zip', { ...put, headers });
    const packageRef = { bucketName: 'packages', key: 'later.zip' };
    const asked = { functionName: 'later', packageRef, operationPreference: 'respond-async' };
    const later = await send('CreateFunction', asked);
    expect(later).toMatchObject({ functionName: 'later', operationToken: expect.any(String) });
    if ('ReadFunctionOperationStatusCommand' in published) {
      const { operationToken } = later;
      const operation = await send('ReadFunctionOperationStatus', { operationToken });
      expect(operation).toMatchObject({ status: 'success', operationToken, result: { functionName: 'later' } });
      await send('CreateFunctionAccessRequest', { reason: 'To rename files' });
    }
    const event = { functionName: 'later', requestPayload, invocationType: 'Event' };
    const promised = await send('InvokeFunction', event);
    // The oldest client has no types of invocations: it always waits.
    if (version !== '0.0.15') {
      expect(textOf(promised.responsePayload)).toBe('');
      expect(await invoked(String(promised.functionInvocationId))).toMatchObject({ status: 'succeeded', attempts: 1 });
    } else expect(textOf(promised.responsePayload)).toBe('{"a":1}');

    await send('CreateFunction', { functionName: 'another', code: '1' });
    const first = await send('ListFunctions', { pageSize: 2 });
    const second = await send('ListFunctions', { pageSize: 2, pageToken: first.nextPageToken });
    expect([names(first.items), names(second.items)]).toEqual([['another', 'few-lines'], ['later']]);
    expect(second.nextPageToken).toBeUndefined();
    const paginate = published.paginateListFunctions as Paginator;
    const paged = [];
    for await (const { items } of paginate({ client, pageSize: 2 }, {})) paged.push(...names(items));
    expect(paged).toEqual(['another', 'few-lines', 'later']);

    // Deploying tries to create first, and updates where that is refused.
    expect(await failure(send('CreateFunction', { functionName, code: '1' }))).toMatchObject({
      ...{ name: 'ResourceConflictException', $metadata: { httpStatusCode: 409 } },
    });
    const invalid = await failure(send('CreateFunction', { functionName: 'a b', code: '1', timeout: 0 }));
    expect(invalid).toBeInstanceOf(published.ValidationException as new () => Error);
    expect(invalid.fieldList).toEqual([
      { path: '/functionName', message: expect.any(String) },
      { path: '/timeout', message: expect.any(String) },
    ]);
    const large = { functionName: 'large', package: new Uint8Array(3.25 * 1024 * 1024 + 1) };
    expect(await failure(send('CreateFunction', large))).toMatchObject({ name: 'RequestTooLargeException' });
    const none = await failure(send('InvokeFunction', { functionName: 'none', requestPayload }));
    expect(none).toMatchObject({ name: 'ResourceNotFoundException', code: 'RESOURCE_NOT_FOUND' });
    const noJson = await failure(send('InvokeFunction', { functionName, requestPayload: Buffer.from('{') }));
    expect(noJson).toMatchObject({ name: 'BadRequestException' });
    const tried = functionsClient(published, endpoint, testKey);
    expect(await failure(tried.send('ReadFunction', { functionName }))).toMatchObject({
      name: 'ResourceNotFoundException',
    });
    expect((await tried.send('ListFunctions', {})).items).toEqual([]);
    const stranger = functionsClient(published, endpoint, 'wrong');
    expect(await failure(stranger.send('ListFunctions', {}))).toMatchObject({ name: 'AccessDeniedException' });

    expect(await send('DeleteFunction', { functionName })).toMatchObject({ operationStatusCode: 204 });
    const gone = await send('DeleteFunction', { functionName: 'later', operationPreference: 'respond-async' });
    expect(gone).toMatchObject({ operationStatusCode: 202, operationToken: expect.any(String) });
    expect(await failure(send('ReadFunction', { functionName }))).toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
