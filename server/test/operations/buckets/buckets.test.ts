import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketRoutes } from '../../../src/operations/buckets/buckets.js';
import { objectRoutes } from '../../../src/operations/buckets/objects.js';
import { createSftpUser } from '../../../src/resources/sftp-users/rows.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const BASE = '/2022-05-05/buckets';

let app: TestApp;
beforeAll(async () => {
  app = await testApp([...bucketRoutes, ...objectRoutes]);
});
afterAll(() => app.close());

const make = (bucketName: unknown, more: object = {}, headers = {}) =>
  app.call('POST', BASE, { payload: { bucketName, ...more }, headers });
const told = (functionName: string) => ({ notifications: { functions: [{ functionName }] } });

describe('buckets over HTTP', () => {
  it('are made, read, told whom to tell, and deleted', async () => {
    const made = await make('first');
    expect(made.statusCode).toBe(201);
    const shown = { bucketName: 'first', createdAt: expect.any(String), notifications: { functions: [] } };
    expect(made.json()).toEqual(shown);
    expect((await app.call('GET', `${BASE}/first`)).json()).toEqual(made.json());
    const changed = await app.call('PUT', `${BASE}/first`, { payload: told('read-orders') });
    expect([changed.statusCode, changed.json()]).toEqual([200, { ...made.json(), ...told('read-orders') }]);
    expect((await app.call('GET', `${BASE}/first`)).json()).toEqual(changed.json());
    // Replaced, not merged.
    expect((await app.call('PUT', `${BASE}/first`, { payload: {} })).json()).toEqual(made.json());
    const gone = await app.call('DELETE', `${BASE}/first`);
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect((await app.call('GET', `${BASE}/first`)).statusCode).toBe(404);
    const audit = await app.queries((queries) =>
      queries.from('audit').selectAll().where('object_kind', '=', 'bucket').orderBy('id').execute(),
    );
    expect(audit.map(({ action, object_id }) => [action, object_id]).sort()).toEqual([
      ['create', 'first'],
      ['delete', 'first'],
      ['update', 'first'],
      ['update', 'first'],
    ]);
  });

  it('are made with notifications; members that nobody knows are let be', async () => {
    const more = { notifications: { functions: [{ functionName: 'f', later: 1 }], queues: [] }, tags: {} };
    expect((await make('told', more)).json()).toMatchObject(told('f'));
    expect((await app.call('GET', `${BASE}/told?later=1`)).json().notifications).toEqual(told('f').notifications);
  });

  it.each([
    ['a name with capitals', { bucketName: 'Orders' }, '/bucketName'],
    ['a name with a dot', { bucketName: 'a.b' }, '/bucketName'],
    ['an empty name', { bucketName: '' }, '/bucketName'],
    ['a name that is too long', { bucketName: 'a'.repeat(64) }, '/bucketName'],
    ['no name', {}, '/bucketName'],
    ['a number', { bucketName: 7 }, '/bucketName'],
    [
      'two functions',
      { bucketName: 'x', notifications: { functions: [{ functionName: 'a' }, { functionName: 'b' }] } },
      '/notifications/functions',
    ],
    [
      'a function that has no such name',
      { bucketName: 'x', ...told('a b') },
      '/notifications/functions/0/functionName',
    ],
    ['notifications that are none', { bucketName: 'x', notifications: [] }, '/notifications'],
  ])('with %s are a ValidationException', async (_what, payload, path) => {
    const answer = await app.call('POST', BASE, { payload });
    expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([400, 'ValidationException']);
    expect(answer.json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      fieldList: [{ path, message: expect.any(String) }],
    });
  });

  it('have names that are one space for all accounts and both modes, and whose they are is not told', async () => {
    expect((await make('taken')).statusCode).toBe(201);
    const { liveKey, testKey } = await app.account('Squatter');
    const own = await make('taken');
    for (const authorization of [liveKey, testKey, app.testKey]) {
      const answer = await make('taken', {}, { authorization });
      expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([409, 'ResourceConflictException']);
      expect(answer.json()).toEqual(own.json());
    }
  });

  it('of test keys and of live keys are apart', async () => {
    const asTest = { headers: { authorization: app.testKey } };
    await make('only-live');
    await make('only-test', {}, asTest.headers);
    const names = async (options = {}) =>
      (await app.call('GET', `${BASE}?pageSize=100`, options))
        .json()
        .items.map((one: { bucketName: string }) => one.bucketName);
    expect(await names()).not.toContain('only-test');
    expect(await names(asTest)).toEqual(['only-test']);
    expect((await app.call('GET', `${BASE}/only-live`, asTest)).statusCode).toBe(404);
    expect((await app.call('GET', `${BASE}/only-test`)).statusCode).toBe(404);
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await app.call(method, `${BASE}/only-test`, { payload: {} })).statusCode).toBe(404);
    }
    const object = `${BASE}/only-test/objects/a`;
    expect((await app.call('PUT', object, { payload: 'x' })).statusCode).toBe(404);
    expect((await app.call('PUT', object, { payload: 'x', ...asTest })).statusCode).toBe(200);
    expect((await app.call('GET', object)).json().code).toBe('NoSuchBucket');
    expect((await app.call('DELETE', object)).statusCode).toBe(404);
    expect((await app.call('GET', `${BASE}/only-test/objects`)).statusCode).toBe(404);
    const copy = { bucketName: 'only-live', key: 'a', copySource: 'only-test/a' };
    expect((await app.call('POST', '/2022-05-05/copy', { payload: copy })).statusCode).toBe(404);
    expect((await app.call('GET', object, asTest)).body).toBe('x');
  });

  it('are listed by either spelling of pages', async () => {
    const { liveKey } = await app.account('Lister');
    const headers = { authorization: liveKey };
    for (const name of ['list-a', 'list-b', 'list-c']) await make(name, {}, headers);
    for (const [size, token] of [
      ['pageSize', 'pageToken'],
      ['page_size', 'page_token'],
    ]) {
      const first = (await app.call('GET', `${BASE}?${size}=2`, { headers })).json();
      expect(first.items).toHaveLength(2);
      expect(first.nextPageToken).toBe(first.next_page_token);
      const at = `${BASE}?${size}=2&${token}=${encodeURIComponent(first.nextPageToken)}`;
      const second = (await app.call('GET', at, { headers })).json();
      expect(second).toEqual({ items: [expect.objectContaining({ bucketName: 'list-c' })] });
    }
    expect((await app.call('GET', `${BASE}?pageSize=0`, { headers })).statusCode).toBe(400);
    expect((await app.call('GET', `${BASE}?pageToken=x`, { headers })).statusCode).toBe(400);
  });

  it('that are not there are a ResourceNotFoundException, and a NoSuchBucket to who asks for what is in them', async () => {
    const type = async (method: 'GET' | 'PUT' | 'DELETE' | 'POST', path: string, payload?: object | string) => {
      const answer = await app.call(method, path, payload === undefined ? {} : { payload });
      return [answer.statusCode, answer.headers['x-amzn-errortype'], answer.json().code];
    };
    const missing = [404, 'ResourceNotFoundException', 'RESOURCE_NOT_FOUND'];
    const none = [404, 'NoSuchBucket', 'NoSuchBucket'];
    expect(await type('GET', `${BASE}/none`)).toEqual(missing);
    expect(await type('PUT', `${BASE}/none`, {})).toEqual(missing);
    expect(await type('DELETE', `${BASE}/none`)).toEqual(none);
    expect(await type('GET', `${BASE}/none/objects`)).toEqual(none);
    expect(await type('GET', `${BASE}/none/objects/a`)).toEqual(none);
    expect(await type('PUT', `${BASE}/none/objects/a`, 'x')).toEqual(none);
    expect(await type('DELETE', `${BASE}/none/objects/a`)).toEqual(none);
    const copy = { bucketName: 'none', key: 'a', copySource: 'none/a' };
    expect(await type('POST', '/2022-05-05/copy', copy)).toEqual(none);
  });

  it('go only when they are empty and nobody needs them', async () => {
    await make('full');
    await app.call('PUT', `${BASE}/full/objects/a`, { payload: 'x' });
    const full = await app.call('DELETE', `${BASE}/full`);
    expect([full.statusCode, full.headers['x-amzn-errortype'], full.json().code]).toEqual([
      ...[409, 'ResourceConflictException', 'BUCKET_NOT_EMPTY'],
    ]);
    await app.call('DELETE', `${BASE}/full/objects/a`);
    const user = { username: 'MILL', description: 'Mill', bucket: 'full', homeDirectory: '/' };
    await app.queries((queries) => createSftpUser(queries, app.clock, user));
    expect((await app.call('DELETE', `${BASE}/full`)).json()).toMatchObject({
      code: 'RESOURCE_CONFLICT',
      errors: [{ message: 'SFTP user MILL has its home in it.' }],
    });
  });

  it('ask for the scopes of their family', async () => {
    const reader = {
      authorization: await app.key(app.accountId, { name: 'r', mode: 'live', scopes: ['buckets:read'] }),
    };
    const others = { authorization: await app.key(app.accountId, { name: 'o', mode: 'live', scopes: ['core:read'] }) };
    expect((await app.call('GET', BASE, { headers: reader })).statusCode).toBe(200);
    expect((await make('scoped', {}, reader)).json().code).toBe('SCOPE_REQUIRED');
    expect((await app.call('GET', BASE, { headers: others })).json().code).toBe('SCOPE_REQUIRED');
    const anonymous = await app.call('GET', BASE, { headers: { authorization: 'nobody' } });
    expect([anonymous.statusCode, anonymous.headers['x-amzn-errortype']]).toEqual([403, 'AccessDeniedException']);
  });

  it('are so many at most', async () => {
    const { accountId, liveKey } = await app.account('Collector');
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      ...{ account_id: accountId, name: `many-${index}`, mode: 'live' as const, notifications: null },
      ...{ created_at: 0, updated_at: 0 },
    }));
    await app.services.store.write((tx) => tx.insertInto('buckets').values(rows).execute());
    const answer = await make('one-more', {}, { authorization: liveKey });
    expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([429, 'QuotaExceededException']);
  });
});
