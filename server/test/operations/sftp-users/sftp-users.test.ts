import { verifyPassword } from 'ediloom/transports/sftp-server';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sftpUserRoutes } from '../../../src/operations/sftp-users.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { checkOf } from '../../../src/schemas/check-shape.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { addConnection } from '../../support/deliveries.js';
import { openTestStore } from '../../support/store-factory.js';
import { type TestAccount, type TestApp, testApp } from '../../support/test-app.js';

const USERS = '/2022-04-01/users';
const NEW = { homeDirectory: '/partners/mill', description: 'The mill' };
const NOBODY = `${USERS}/NOBODY`;

let test: TestApp;
let closeStore: () => Promise<void>;

beforeAll(async () => {
  const { store, close } = await openTestStore();
  closeStore = close;
  test = await testApp(sftpUserRoutes, { store });
});
afterAll(async () => {
  await test.close();
  await closeStore();
});

type Body = Readonly<Record<string, unknown>>;

const by = (authorization: string) => ({ headers: { authorization } });
const create = (payload: Body, options: object = {}) => test.call('POST', USERS, { payload, ...options });

async function created(payload: Body = NEW, options: object = {}): Promise<Readonly<Record<string, string>>> {
  const answer = await create(payload, options);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

function inAccount<Result>(accountId: string, work: (queries: AccountQueries) => Promise<Result>): Promise<Result> {
  return test.services.store.write((tx) => work(new AccountQueries(tx, accountId)));
}

const rowOf = (username: string) =>
  test.services.store.read((db) =>
    db.selectFrom('sftp_users').selectAll().where('username', '=', username).executeTakeFirst(),
  );
const audited = (objectId: string) =>
  test.services.store.read((db) =>
    db
      .selectFrom('audit')
      .select(['action', 'object_kind', 'key_id', 'address', 'request_id'])
      .where('object_id', '=', objectId)
      .orderBy('id')
      .execute(),
  );

describe('an SFTP user', () => {
  it('is created with a name and a password, which is shown then and never again', async () => {
    const made = await created();
    expect(made).toEqual({
      username: expect.stringMatching(/^[A-Z0-9]{20,40}$/),
      password: expect.stringMatching(/^[A-Za-z0-9]{16}$/),
      ...NEW,
      bucketName: `${test.accountId.toLowerCase()}-sftp`,
      endpoint: 'sftp.example.com',
    });
    const { password = '', username = '', ...shown } = made;
    const read = await test.call('GET', `${USERS}/${username}`);
    expect([read.statusCode, read.json()]).toEqual([200, { username, ...shown }]);
    const row = await rowOf(username);
    expect(await verifyPassword(password, row?.password_hash ?? undefined)).toBe(true);
    expect(
      JSON.stringify([row, await test.queries((queries) => queries.from('audit').selectAll().execute())]),
    ).not.toContain(password);
  });

  it.each([16, 17, 128])('has a password of as many characters as are asked for: %i', async (length) => {
    expect((await created({ ...NEW, passwordOptions: { length } })).password).toHaveLength(length);
  });

  it.each(['/', '/a', '/a-b_c:d.e+f/G9', `/${'x'.repeat(899)}`])('may be at home in %s', async (homeDirectory) => {
    const { username } = await created({ ...NEW, homeDirectory });
    expect((await test.call('GET', `${USERS}/${username}`)).json()).toMatchObject({ homeDirectory });
    const directories = await test.queries((queries) => queries.from('bucket_directories').select('path').execute());
    if (homeDirectory !== '/') expect(directories).toContainEqual({ path: homeDirectory.slice(1) });
  });

  it('may be at home in another bucket of the account', async () => {
    await test.queries((queries) => createBucket(queries, test.clock, { name: 'mill-files' }));
    expect(await created({ ...NEW, bucketName: 'mill-files' })).toMatchObject({ bucketName: 'mill-files' });
  });

  it('is created by bodies with members that nobody knows', async () => {
    expect(
      await created({ ...NEW, futureOption: { on: true }, passwordOptions: { length: 20, kind: 'words' } }),
    ).toMatchObject(NEW);
  });

  it('is changed: the description alone, as older clients do, or the home and its bucket too', async () => {
    await test.queries((queries) => createBucket(queries, test.clock, { name: 'moved-to' }));
    const { username, password: _, ...shown } = await created();
    const put = (payload: Body) => test.call('PUT', `${USERS}/${username}`, { payload });
    const first = await put({ description: 'Another - text_of/it 2', unknown: true });
    expect([first.statusCode, first.json()]).toEqual([
      200,
      { username, ...shown, description: 'Another - text_of/it 2' },
    ]);
    const second = await put({ description: 'x', homeDirectory: '/b', bucketName: 'moved-to' });
    expect(second.json()).toEqual({
      ...shown,
      username,
      description: 'x',
      homeDirectory: '/b',
      bucketName: 'moved-to',
    });
    expect((await test.call('GET', `${USERS}/${username}`)).json()).toEqual(second.json());
    expect(await put({ description: 'y' }).then((answer) => answer.json())).toMatchObject({ homeDirectory: '/b' });
    const entries = await audited(username ?? '');
    expect(entries.map(({ action }) => action).sort()).toEqual(['create', 'update', 'update', 'update']);
    const by = { object_kind: 'sftp-user', key_id: expect.any(String), request_id: expect.any(String) };
    expect(entries).toMatchObject(entries.map(() => by));
  });

  it('is deleted, and what is in the home stays', async () => {
    const { username = '', bucketName = '' } = await created({ ...NEW, homeDirectory: '/kept' });
    const deleted = await test.call('DELETE', `${USERS}/${username}`);
    expect([deleted.statusCode, deleted.body]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await test.call(method, `${USERS}/${username}`)).statusCode).toBe(404);
    }
    const kept = await test.queries((queries) =>
      queries.from('bucket_directories').select('path').where('bucket', '=', bucketName).execute(),
    );
    expect(kept).toContainEqual({ path: 'kept' });
    expect((await audited(username)).map(({ action }) => action).sort()).toEqual(['create', 'delete']);
  });

  it('has sessions in this process ended by what changes their login or home, and by nothing else', async () => {
    const told: string[] = [];
    const leave = test.services.userChanges.listen((username) => void told.push(username));
    const { username = '' } = await created();
    const put = (payload: Body) => test.call('PUT', `${USERS}/${username}`, { payload });
    await put({ description: 'x' });
    await put({ description: 'x', homeDirectory: NEW.homeDirectory });
    await put({ description: 'x', homeDirectory: 'wrong' });
    await put({ description: 'x', homeDirectory: '/y', bucketName: 'no-such-bucket' });
    await test.call('DELETE', `${USERS}/${username}`, by(test.testKey));
    expect(told).toEqual([]);
    await put({ description: 'x', homeDirectory: '/y' });
    expect(told).toEqual([username]);
    await test.call('DELETE', `${USERS}/${username}`);
    expect(told).toEqual([username, username]);
    leave();
  });

  it('shows when they last logged in, once they have', async () => {
    const { username = '' } = await created();
    await test.queries((queries) =>
      queries
        .update('sftp_users')
        .set({ last_connected_at: Date.UTC(2026, 0, 31, 9, 5) })
        .where('username', '=', username)
        .execute(),
    );
    const shown = (await test.call('GET', `${USERS}/${username}`)).json();
    expect(shown.lastConnectedDate).toBe('2026-01-31T09:05:00.000Z');
    const changed = await test.call('PUT', `${USERS}/${username}`, { payload: { description: 'x' } });
    expect(changed.json().lastConnectedDate).toBe(shown.lastConnectedDate);
  });

  it('is made once by requests with one Idempotency-Key, and what is kept of the answer is sealed', async () => {
    const headers = { 'idempotency-key': 'mill-1' };
    const first = await created(NEW, { headers });
    expect(await created(NEW, { headers })).toEqual(first);
    const kept = await test.services.store.read((db) => db.selectFrom('idempotency').selectAll().execute());
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain(first.password);
    expect((await create({ ...NEW, description: 'other' }, { headers })).statusCode).toBe(422);
  });
});

describe('the bucket of an account for homes', () => {
  it('is made with the first user, once, by whomever of many who come at the same time, and that is audited', async () => {
    const other = await test.account('Lake / Co');
    const made = await Promise.all(Array.from({ length: 6 }, () => created(NEW, by(other.liveKey))));
    const name = `${other.accountId.toLowerCase()}-sftp`;
    expect(new Set(made.map(({ bucketName }) => bucketName))).toEqual(new Set([name]));
    expect(await audited(name)).toMatchObject([
      { action: 'create', object_kind: 'bucket', key_id: expect.any(String), address: '127.0.0.1' },
    ]);
  });

  it('has another name where that is taken by another account, or is of the other mode', async () => {
    const [one, two] = [await test.account(), await test.account()];
    const name = `${two.accountId.toLowerCase()}-sftp`;
    await inAccount(one.accountId, (queries) => createBucket(queries, test.clock, { name }));
    await inAccount(two.accountId, (queries) => createBucket(queries, test.clock, { name: `${name}-2`, mode: 'test' }));
    expect(await created(NEW, by(two.liveKey))).toMatchObject({ bucketName: `${name}-3` });
    expect(await created(NEW, by(two.liveKey))).toMatchObject({ bucketName: `${name}-3` });
  });

  it('is none where all its names are taken: the account says which', async () => {
    const [one, two] = [await test.account(), await test.account()];
    const name = `${two.accountId.toLowerCase()}-sftp`;
    await inAccount(one.accountId, async (queries) => {
      for (let at = 1; at <= 20; at++) {
        await createBucket(queries, test.clock, { name: at === 1 ? name : `${name}-${at}` });
      }
    });
    const refused = await create(NEW, by(two.liveKey));
    expect([refused.statusCode, refused.headers['x-amzn-errortype']]).toEqual([409, 'ResourceConflictException']);
    expect(refused.json().message).toContain('name it for the user');
  });
});

describe('what is wrong', () => {
  /** As published clients read it: by the header, and the fields of the body. */
  const expectInvalid = (answer: LightMyRequestResponse, ...paths: readonly string[]): void => {
    expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([400, 'ValidationException']);
    const { fieldList, message } = answer.json();
    expect(message).toEqual(expect.any(String));
    expect(fieldList).toEqual(paths.map((path) => ({ path, message: expect.stringContaining(path) })));
  };

  it.each([
    ['pageSize=0', '/pageSize'],
    ['page_size=x', '/page_size'],
    ['pageSize=1&pageSize=2', '/pageSize'],
    ['pageToken=nonsense', '/pageToken'],
    ['page_token=nonsense', '/page_token'],
  ])('of a page is told as all else is: %s', async (query, path) => {
    const answer = await test.call('GET', `${USERS}?${query}`);
    expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([400, 'ValidationException']);
    expect(answer.json().fieldList).toEqual([{ path, message: answer.json().message }]);
  });

  const HOMES = [
    '',
    'a',
    'a/b',
    '/a/',
    '/a//b',
    '//',
    '/a b',
    '/ä',
    '/a\\b',
    '/a\n',
    '/a%2F',
    `/${'x'.repeat(900)}`,
    7,
    null,
  ];
  const NO_HOMES = ['/..', '/a/../b', '/.', '/a/.'];
  const WRONG: readonly (readonly [Body, string])[] = [
    [{ description: 'x' }, '/homeDirectory'],
    [{ homeDirectory: '/a' }, '/description'],
    [{ ...NEW, passwordOptions: 20 }, '/passwordOptions'],
    ...[...HOMES, ...NO_HOMES].map((homeDirectory) => [{ ...NEW, homeDirectory }, '/homeDirectory'] as const),
    ...['', 'a.b', 'ä', 'a\nb', 'x'.repeat(201), 7].map(
      (text) => [{ ...NEW, description: text }, '/description'] as const,
    ),
    ...[15, 129, 0, -1, 16.5, '16', null].map(
      (length) => [{ ...NEW, passwordOptions: { length } }, '/passwordOptions/length'] as const,
    ),
    ...['Upper', 'a_b', '', 'x'.repeat(64), 'no-such-bucket'].map(
      (bucketName) => [{ ...NEW, bucketName }, '/bucketName'] as const,
    ),
  ];

  it.each(WRONG)('is said by its place: %j', async (payload, path) => {
    const before = await test.queries((queries) => queries.from('sftp_users').select('username').execute());
    expectInvalid(await create(payload), path);
    const after = await test.queries((queries) => queries.from('sftp_users').select('username').execute());
    expect(after).toEqual(before);
  });

  it('is said all at once, and of changes too', async () => {
    expectInvalid(await create({ homeDirectory: 'a', description: '' }), '/homeDirectory', '/description');
    const { username } = await created();
    const put = (payload: Body) => test.call('PUT', `${USERS}/${username}`, { payload });
    expectInvalid(await put({}), '/description');
    expectInvalid(await put({ description: 'x', homeDirectory: '../x' }), '/homeDirectory');
    expectInvalid(await put({ description: 'x', bucketName: 'no-such-bucket' }), '/bucketName');
  });

  it('is a body that is no JSON, or none', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const payload of ['{', '[]', '']) {
      const answer = await test.call('POST', USERS, { payload, headers });
      expect(answer.statusCode).toBe(400);
      expect(['BadRequestException', 'ValidationException']).toContain(answer.headers['x-amzn-errortype']);
    }
  });

  it('is a user who is not there: 404, ResourceNotFoundException', async () => {
    for (const answer of [
      await test.call('GET', NOBODY),
      await test.call('DELETE', NOBODY),
      await test.call('PUT', NOBODY, { payload: { description: 'x' } }),
    ]) {
      expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([404, 'ResourceNotFoundException']);
      expect(answer.json()).toMatchObject({
        code: 'ResourceNotFoundException',
        message: 'There is no such SFTP user.',
      });
    }
  });

  it('is a name that no user has: small letters', async () => {
    const answer = await test.call('GET', `${USERS}/mill`);
    expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([400, 'ValidationException']);
    expect(answer.json().fieldList).toEqual([{ path: '/username', message: expect.any(String) }]);
  });

  it('is no key, or one without the scope: 403, AccessDeniedException', async () => {
    const reader = await test.key(test.accountId, { name: 'reader', mode: 'live', scopes: ['sftp:read'] });
    for (const [status, answer] of [
      [403, await test.app.inject({ method: 'GET', url: USERS })],
      [200, await test.call('GET', USERS, by(reader))],
      [403, await create(NEW, by(reader))],
    ] as const) {
      expect(answer.statusCode).toBe(status);
      if (status === 403) expect(answer.headers['x-amzn-errortype']).toBe('AccessDeniedException');
    }
  });

  it('is a home that a connection is reached by, or a user whom one names: 409, with what is in the way', async () => {
    const { username = '', bucketName = '' } = await created({ ...NEW, homeDirectory: '/used' });
    const settings = { bucketName, username, parentDirectory: 'used', inboundSubdirectory: 'in' };
    const connection = await addConnection(test.services, 'hosted-sftp', settings, { account_id: test.accountId });
    const at = `${USERS}/${username}`;
    const [deleted, moved] = [
      await test.call('DELETE', at),
      await test.call('PUT', at, { payload: { description: 'x', homeDirectory: '/elsewhere' } }),
    ];
    for (const answer of [deleted, moved]) {
      expect([answer.statusCode, answer.headers['x-amzn-errortype']]).toEqual([409, 'ResourceConflictException']);
      expect(answer.json().errors).toMatchObject([{ message: expect.stringContaining(connection.id) }]);
    }
    const same = { description: 'x', homeDirectory: '/used', bucketName };
    expect((await test.call('PUT', at, { payload: same })).statusCode).toBe(200);
    await test.queries((queries) => queries.delete('connections').where('id', '=', connection.id).execute());
    expect((await test.call('DELETE', at)).statusCode).toBe(204);
  });
});

describe('users are listed', () => {
  let lake: TestAccount;
  const names: string[] = [];
  beforeAll(async () => {
    lake = await test.account('Lake');
    for (let at = 0; at < 30; at++) {
      if (at % 3 === 0) test.clock.advance(1);
      names.push((await created({ ...NEW, homeDirectory: `/h${at}` }, by(lake.liveKey))).username ?? '');
    }
  });

  const list = async (query: string) => test.call('GET', `${USERS}${query}`, by(lake.liveKey));
  const named = (items: readonly { readonly username: string }[]) => items.map(({ username }) => username);

  it('25 a page unless another size is said, without passwords, by either spelling of size and token', async () => {
    const first = (await list('')).json();
    expect(first.items).toHaveLength(25);
    expect(JSON.stringify(first)).not.toContain('password');
    expect(first.nextPageToken).toBe(first.next_page_token);
    const token = encodeURIComponent(first.nextPageToken);
    for (const query of [`?pageToken=${token}`, `?page_token=${token}`]) {
      const last = (await list(query)).json();
      expect([...named(first.items), ...named(last.items)].sort()).toEqual([...names].sort());
      expect(last).not.toHaveProperty('nextPageToken');
      expect(last).not.toHaveProperty('next_page_token');
    }
  });

  it.each([
    ['pageSize', 'pageToken', 'nextPageToken'],
    ['page_size', 'page_token', 'next_page_token'],
  ])('by %s, %s and %s, each once', async (size, token, next) => {
    const seen: string[] = [];
    for (let query = `?${size}=7`; query !== ''; ) {
      const page = (await list(query)).json();
      seen.push(...named(page.items));
      query = page[next] === undefined ? '' : `?${size}=7&${token}=${encodeURIComponent(page[next])}`;
    }
    expect([...seen].sort()).toEqual([...names].sort());
  });

  it('whatever else is asked for; but a size that cannot be, or a token of another list, is a 400', async () => {
    expect((await list('?future=1&pageSize=1')).json().items).toHaveLength(1);
    for (const query of ['?pageSize=0', '?pageSize=101', '?pageSize=x', '?pageToken=x', '?pageSize=1&page_size=2']) {
      const answer = await list(query);
      expect([query, answer.statusCode]).toEqual([query, 400]);
      expect(answer.headers['x-amzn-errortype']).toMatch(/^(BadRequest|Validation)Exception$/);
    }
  });

  it('as the interface declares it', async () => {
    const schema = sftpUserRoutes.find(({ operation }) => operation === 'ListUsers')?.schemas.response[200];
    if (schema === undefined) throw new Error('ListUsers declares no answer.');
    checkOf(schema, { kind: 'body', name: 'body' })((await list('')).json());
  });
});

describe('keys see users of their own mode and account', () => {
  it('test keys make test users, at home in test buckets alone; neither mode sees the other', async () => {
    const lake = await test.account('Modes');
    const [live, tried] = [await created(NEW, by(lake.liveKey)), await created(NEW, by(lake.testKey))];
    const name = lake.accountId.toLowerCase();
    expect([live.bucketName, tried.bucketName]).toEqual([`${name}-sftp`, `${name}-sftp-test`]);
    const listed = async (key: string) => (await test.call('GET', USERS, by(key))).json().items;
    expect(await listed(lake.liveKey)).toMatchObject([{ username: live.username }]);
    expect(await listed(lake.testKey)).toMatchObject([{ username: tried.username }]);
    for (const [username, key, own] of [
      [live.username, lake.testKey, tried.username],
      [tried.username, lake.liveKey, live.username],
    ]) {
      const options = by(key ?? '');
      const payload = { description: 'x' };
      const at = `${USERS}/${username}`;
      for (const answer of [
        await test.call('GET', at, options),
        await test.call('PUT', at, { ...options, payload }),
        await test.call('DELETE', at, options),
      ]) {
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'ResourceNotFoundException']);
      }
      const bucketName = key === lake.testKey ? live.bucketName : tried.bucketName;
      expect((await create({ ...NEW, bucketName }, options)).json().fieldList).toMatchObject([{ path: '/bucketName' }]);
      const moved = await test.call('PUT', `${USERS}/${own}`, { ...options, payload: { ...payload, bucketName } });
      expect([moved.statusCode, moved.headers['x-amzn-errortype']]).toEqual([400, 'ValidationException']);
    }
  });

  it('another account finds no user of this one, nor a bucket', async () => {
    const { username, bucketName } = await created();
    const other = await test.account('Other');
    const options = by(other.liveKey);
    for (const answer of [
      await test.call('GET', `${USERS}/${username}`, options),
      await test.call('PUT', `${USERS}/${username}`, { ...options, payload: { description: 'x' } }),
      await test.call('DELETE', `${USERS}/${username}`, options),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'ResourceNotFoundException']);
    }
    expect((await test.call('GET', USERS, options)).json().items).toEqual([]);
    const refused = await create({ ...NEW, bucketName }, options);
    expect([refused.statusCode, refused.json().fieldList]).toMatchObject([400, [{ path: '/bucketName' }]]);
    expect((await test.call('GET', `${USERS}/${username}`)).statusCode).toBe(200);
  });
});
