import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAdminToken } from '../../src/gateway/keys/admin-token.js';
import { echoRoutes } from '../support/echo-routes.js';
import { type TestApp, testApp } from '../support/test-app.js';
import { ADMIN_TOKEN } from '../support/test-services.js';

describe('the operator', () => {
  let test: TestApp;
  beforeEach(async () => {
    test = await testApp(echoRoutes().routes);
  });
  afterEach(() => test.close());

  const admin = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    test.call(method, `/admin${path}`, { headers: { authorization: ADMIN_TOKEN }, ...(payload && { payload }) });
  const things = async (authorization: string) =>
    (await test.call('GET', '/2023-08-01/things', { headers: { authorization } })).statusCode;

  it('makes accounts and keys, which are shown once and kept as a hash', async () => {
    const { id } = (await admin('POST', '/accounts', { name: 'Clinic' })).json();
    const created = await admin('POST', `/accounts/${id}/keys`, {
      name: 'laptop',
      mode: 'test',
      cidrs: ['127.0.0.0/8'],
    });
    const { key } = created.json();
    expect(created.statusCode).toBe(201);
    expect(key).toMatch(/^test_[\w-]{43}$/);
    expect(await things(key)).toBe(200);
    const listed = (await admin('GET', `/accounts/${id}/keys`)).json();
    expect(listed.items).toMatchObject([
      { id: created.json().id, name: 'laptop', mode: 'test', cidrs: ['127.0.0.0/8'], createdAt: expect.any(String) },
    ]);
    expect(JSON.stringify(listed)).not.toContain(key);
    const rows = await test.services.store.read((db) => db.selectFrom('api_keys').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain(key);
    expect((await admin('GET', '/accounts')).json().items.map(({ name }: { name: string }) => name)).toContain(
      'Clinic',
    );
  });

  it('is told which of the networks of a key is none', async () => {
    const cidrs = ['192.0.2.0/24', '192.0.2.1'];
    const refused = await admin('POST', `/accounts/${test.accountId}/keys`, { name: 'x', mode: 'live', cidrs });
    expect(refused.json().errors).toMatchObject([{ path: '/cidrs/1', message: expect.stringContaining('/32') }]);
  });

  it('revokes a key at once', async () => {
    const keys: { id: string; mode: string }[] = (await admin('GET', `/accounts/${test.accountId}/keys`)).json().items;
    const key = keys.find(({ mode }) => mode === 'live') ?? { id: '' };
    expect(await things(test.liveKey)).toBe(200);
    expect((await admin('DELETE', `/accounts/${test.accountId}/keys/${key.id}`)).statusCode).toBe(204);
    expect([await things(test.liveKey), await things(test.testKey)]).toEqual([403, 200]);
    expect((await admin('DELETE', `/accounts/${test.accountId}/keys/${key.id}`)).statusCode).toBe(404);
  });

  it('reads key pairs of the S3 listener page by page', async () => {
    const at = `/accounts/${test.accountId}/s3-keys`;
    const made: string[] = [];
    for (let count = 0; count < 5; count++) {
      test.clock.advance(1);
      made.push((await admin('POST', at, { name: `${count}`, mode: 'live' })).json().accessKeyId);
    }
    const ids = ({ items }: { items: { accessKeyId: string }[] }) => items.map(({ accessKeyId }) => accessKeyId);
    const first = (await admin('GET', `${at}?page_size=2`)).json();
    expect(ids(first)).toEqual(made.slice(0, 2));
    expect(first.nextPageToken).toBe(first.next_page_token);
    const rest = (await admin('GET', `${at}?pageSize=100&page_token=${first.next_page_token}`)).json();
    expect([ids(rest), rest.next_page_token]).toEqual([made.slice(2), undefined]);
    const { accountId } = await test.account();
    const elsewhere = `/accounts/${accountId}/s3-keys?page_token=${first.next_page_token}`;
    expect((await admin('GET', elsewhere)).json()).toMatchObject({ code: 'INVALID_PAGE_TOKEN' });
    expect((await admin('GET', `${at}?page_size=0`)).statusCode).toBe(400);
    expect((await admin('GET', `/accounts?page_size=1`)).statusCode).toBe(400);
  });

  it('does not reach the key of one account by the id of another', async () => {
    const other = await test.account();
    const [key] = (await admin('GET', `/accounts/${other.accountId}/keys`)).json().items;
    expect((await admin('DELETE', `/accounts/${test.accountId}/keys/${key.id}`)).statusCode).toBe(404);
    expect(await things(other.liveKey)).toBe(200);
  });

  it.each([
    ['POST', '/accounts', { name: '' }],
    ['POST', '/accounts', { name: 'x', limits: { rate: { nothing: 1 } } }],
    ['POST', '/accounts/ACCOUNT/keys', { name: 'x', mode: 'production' }],
    ['POST', '/accounts/ACCOUNT/keys', { name: 'x', mode: 'live', cidrs: ['10.0.0.0/33'] }],
    ['POST', '/accounts/ACCOUNT/keys', { name: 'x', mode: 'live', scopes: ['*'] }],
    // Keys that open nothing, or nowhere, or never.
    ['POST', '/accounts/ACCOUNT/keys', { name: 'x', mode: 'live', scopes: [] }],
    ['POST', '/accounts/ACCOUNT/keys', { name: 'x', mode: 'live', cidrs: [] }],
    ['POST', '/accounts/ACCOUNT/keys', { name: 'x', mode: 'live', expiresAt: '2001-01-01T00:00:00Z' }],
    // What is not known here might have been a limit of the key.
    ['POST', '/accounts/ACCOUNT/keys', { name: 'x', mode: 'live', networks: ['192.0.2.0/24'] }],
    ['POST', '/accounts', { name: 'x', limit: {} }],
    ['PUT', '/accounts/ACCOUNT/limits', { concurrency: { claims: -1 } }],
    ['GET', '/audit?from=yesterday', undefined],
    ['GET', '/audit?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', undefined],
  ] as const)('is answered what is wrong: %s %s %j', async (method, path, payload) => {
    expect((await admin(method, path.replace('ACCOUNT', test.accountId), payload)).statusCode).toBe(400);
  });

  it.each([
    ['GET', '/accounts/nobody/keys', undefined],
    ['POST', '/accounts/nobody/keys', { name: 'x', mode: 'live' }],
    ['PUT', '/accounts/nobody/limits', {}],
  ] as const)('is answered 404 where there is no such account: %s %s', async (method, path, payload) => {
    expect((await admin(method, path, payload)).statusCode).toBe(404);
  });

  it('exports the audit of all accounts or one, between two times, in lines', async () => {
    const other = await test.account();
    const begun = new Date(test.clock.now()).toISOString();
    test.clock.advance(1000);
    const since = new Date(test.clock.now()).toISOString();
    await test.call('GET', '/2023-08-01/things/7');
    for (let i = 0; i < 3; i++) await test.account();
    const lines = async (query: string) => {
      const answer = await admin('GET', `/audit${query}`);
      expect(answer.headers['content-type']).toBe('application/x-ndjson');
      return answer.body
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    };
    expect(await lines(`?account=${other.accountId}`)).toHaveLength(3);
    expect(await lines(`?from=${since}`)).toHaveLength(1 + 3 * 3);
    expect(await lines(`?from=${begun}&to=${since}`)).toHaveLength(3 * 2);
    expect(await lines(`?account=${test.accountId}&from=${since}`)).toEqual([
      {
        accountId: test.accountId,
        id: expect.any(String),
        at: since,
        keyId: expect.any(String),
        address: '127.0.0.1',
        requestId: expect.any(String),
        action: 'read',
        objectKind: 'thing',
        objectId: '7',
        position: null,
        previousHash: null,
        hash: null,
      },
    ]);
  });

  it('exports more than a page, each entry once', async () => {
    const row = {
      at: 0,
      key_id: null,
      address: null,
      request_id: null,
      action: 'a',
      object_kind: 'k',
      object_id: '',
      position: null,
      previous_hash: null,
      hash: null,
    };
    const rows = Array.from({ length: 2001 }, (_, index) => ({ ...row, id: `row-${index}` }));
    await test.queries(async (queries) => {
      for (let i = 0; i < rows.length; i += 500) await queries.insert('audit', rows.slice(i, i + 500)).execute();
    });
    const lines = (await admin('GET', '/audit?to=2000-01-01T00:00:00Z')).body.trim().split('\n');
    expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(2001);
    expect(lines).toHaveLength(2001);
  });
});

describe('the admin token', () => {
  it('is made once, for its owner alone', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ediloom-token-'));
    const token = openAdminToken({ adminToken: undefined, dataDir: join(dataDir, 'data') });
    const file = join(dataDir, 'data', 'admin-token');
    expect(existsSync(file) && statSync(file).mode & 0o777).toBe(0o600);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(openAdminToken({ adminToken: undefined, dataDir: join(dataDir, 'data') })).toBe(token);
    expect(openAdminToken({ adminToken: 'given', dataDir })).toBe('given');
    rmSync(dataDir, { recursive: true });
  });
});
