import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/operations/operations.js';
import type { Tables } from '../../../src/store/tables.js';
import { TABLE_OWNER } from '../../architecture/tables.js';
import { bodyChecker, publishedStatuses } from '../../contract/contract.js';
import { sharedCustomerCode } from '../../support/shared-customer-code.js';
import { openTestStore } from '../../support/store-factory.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const BASE = '/2026-02-01/destinations';
const routes = ROUTES.filter(({ family }) => family === 'events');
const NEW = { name: 'shop', destinationUrl: 'https://hooks.example.com/edi', eventTypes: ['file.failed'] };
const NOWHERE = 'dst_01a20437-b994-7000-9190-f8e9aa8a57e3';

let test: TestApp;
let close: () => Promise<void>;
const check = bodyChecker(routes, 'event-destinations');

beforeAll(async () => {
  const opened = await openTestStore();
  test = await testApp(
    ROUTES.filter(({ family }) => family === 'events' || family === 'mappings'),
    {
      store: opened.store,
      parts: ({ clock }) => ({ customerCode: sharedCustomerCode(clock) }),
    },
  );
  close = async () => {
    await test.close();
    await opened.close();
  };
});
afterAll(() => close());

interface Sent {
  readonly key?: string;
  readonly idempotencyKey?: string;
}

/** Sends, and holds the answer against our own schema and the interface's document. */
async function send(operation: string, url: string, payload?: object, { key, idempotencyKey }: Sent = {}) {
  const method = routes.find((route) => route.operation === operation)?.method ?? 'GET';
  const answer = await test.call(method as 'GET', url, {
    ...(payload === undefined ? {} : { payload }),
    headers: {
      ...(key === undefined ? {} : { authorization: key }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
  });
  expect(check(operation, answer.statusCode, answer.body)).toEqual([]);
  return answer;
}

const create = (payload: object = NEW, sent: Sent = {}) =>
  send('EventDestinationsCreateDestination', BASE, payload, sent);
const change = (id: string, payload: object, sent: Sent = {}) =>
  send('EventDestinationsUpdateDestination', `${BASE}/${id}`, payload, sent);
const remove = (id: string, sent: Sent = {}) =>
  send('EventDestinationsDeleteDestination', `${BASE}/${id}`, undefined, sent);
const rotate = (id: string, payload?: object, sent: Sent = {}) =>
  send('EventDestinationsRotateDestinationSecret', `${BASE}/${id}/secret/rotate`, payload, sent);
const secretOf = (id: string, sent: Sent = {}) =>
  send('EventDestinationsGetDestinationSecret', `${BASE}/${id}/secret`, undefined, sent);

async function made(payload: object = {}, sent: Sent = {}): Promise<string> {
  const answer = await create({ ...NEW, ...payload }, sent);
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
}

/** Every value of every table, as a database keeps it. */
async function stored(): Promise<string> {
  const texts: string[] = [];
  for (const table of Object.keys(TABLE_OWNER) as (keyof Tables)[]) {
    const rows = await test.services.store.read((db) => db.selectFrom(table).selectAll().execute());
    for (const row of rows) {
      for (const value of Object.values(row)) {
        texts.push(value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value));
      }
    }
  }
  return texts.join('\n');
}

describe('destinations', () => {
  it('are made, read, changed and deleted', async () => {
    const answer = await create({ ...NEW, description: 'of ours', concurrencyLimit: 20, status: 'DISABLED' });
    expect(answer.statusCode).toBe(201);
    const { signingSecret, ...shown } = answer.json();
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toEqual({
      ...NEW,
      id: expect.stringMatching(/^dst_[0-9a-f-]{36}$/),
      description: 'of ours',
      concurrencyLimit: 20,
      status: 'DISABLED',
      mode: 'production',
      createdAt: new Date(test.clock.now()).toISOString(),
      updatedAt: shown.createdAt,
    });
    const at = `${BASE}/${shown.id}`;
    expect((await send('EventDestinationsGetDestination', at)).json()).toEqual(shown);
    test.clock.advance(1000);
    const changed = await change(shown.id, { eventTypes: ['file.failed.v2'], status: 'ENABLED', description: '' });
    const updatedAt = new Date(test.clock.now()).toISOString();
    expect(changed.json()).toEqual({
      ...{ ...shown, eventTypes: ['file.failed.v2'], status: 'ENABLED', description: '', updatedAt },
    });
    expect((await remove(shown.id)).statusCode).toBe(204);
    expect((await send('EventDestinationsGetDestination', at)).statusCode).toBe(404);
    const secrets = await test.queries((queries) =>
      queries.from('secrets').select('id').where('owner_id', '=', shown.id).execute(),
    );
    expect(secrets).toEqual([]);
  });

  it('are listed by state and by what they ask for, page by page', async () => {
    const { liveKey: key } = await test.account('Lists');
    const ids = [
      await made({ eventTypes: ['file.failed'] }, { key }),
      await made({ eventTypes: ['file.delivered.v2', 'file.failed'] }, { key }),
      await made({ status: 'DISABLED' }, { key }),
    ];
    const list = async (query: string) => {
      const answer = await send('EventDestinationsListDestinations', `${BASE}${query}`, undefined, { key });
      const { items, nextPageToken } = answer.json();
      return { ids: items.map(({ id }: { id: string }) => id), nextPageToken };
    };
    expect((await list('')).ids).toEqual(ids);
    expect((await list('?status=DISABLED')).ids).toEqual(ids.slice(2));
    expect((await list('?eventType=file.delivered.v2')).ids).toEqual(ids.slice(1, 2));
    const wrong = await send('EventDestinationsListDestinations', `${BASE}?eventType=file.x`, undefined, { key });
    expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([400, '/eventType']);
    const first = await list('?status=ENABLED&pageSize=1');
    const second = await list(`?status=ENABLED&pageSize=1&pageToken=${encodeURIComponent(first.nextPageToken)}`);
    expect([first.ids, second.ids, second.nextPageToken]).toEqual([ids.slice(0, 1), ids.slice(1, 2), undefined]);
  });

  it('say at once what would refuse each delivery: an address that is not public, a name that is none', async () => {
    const made = await create({ ...NEW, destinationUrl: 'https://10.1.2.3/edi' });
    const [warning] = made.json().warnings;
    expect(warning).toMatchObject({ path: '/destinationUrl', code: 'ADDRESS_REFUSED' });
    expect(warning.message).toContain('ALLOW_PRIVATE_NETWORKS');
    const { id } = made.json();
    const moved = await change(id, { destinationUrl: 'https://hooks.invalid/' });
    expect(moved.json().warnings).toMatchObject([{ path: '/destinationUrl', code: 'HOST_NOT_FOUND' }]);
    expect((await change(id, NEW)).json().warnings).toBeUndefined();
    expect((await change(id, { name: 'other' })).json().warnings).toBeUndefined();
  });

  it.each([
    [{ destinationUrl: 'http://hooks.example.com/edi' }, '/destinationUrl'],
    [{ destinationUrl: 'https://user:word@hooks.example.com/' }, '/destinationUrl'],
    [{ destinationUrl: 'https://hooks.example.com/#x' }, '/destinationUrl'],
    [{ destinationUrl: 'https://:80' }, '/destinationUrl'],
    [{ eventTypes: ['file.faild'] }, '/eventTypes/0'],
    [{ eventTypes: ['file.failed', 'file.failed.v2'] }, '/eventTypes/0'],
    [{ eventTypes: [] }, '/eventTypes'],
    [{ concurrencyLimit: 21 }, '/concurrencyLimit'],
    [{ mappingId: 'NOWHERE' }, '/mappingId'],
    [{ nmae: 'x' }, '/nmae'],
  ])('refuse %j', async (wrong, path) => {
    const answer = await create({ ...NEW, ...wrong });
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, path]);
    expect(answer.body).not.toContain('word@');
  });

  it('are at most 16, also where they are made at once', async () => {
    const { liveKey: key } = await test.account('Many');
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(NEW, { key })));
    const refused = answers.filter(({ statusCode }) => statusCode !== 201);
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      Array.from({ length: 4 }, () => [403, 'LimitExceeded']),
    );
  });

  it('of tests are apart from those of production', async () => {
    const { liveKey, testKey } = await test.account('Modes');
    const ofTest = await made({}, { key: testKey });
    const live = await made({}, { key: liveKey });
    const get = (id: string, key: string) =>
      send('EventDestinationsGetDestination', `${BASE}/${id}`, undefined, { key });
    expect((await get(ofTest, testKey)).json().mode).toBe('test');
    expect((await get(live, testKey)).statusCode).toBe(404);
    expect((await change(live, { name: 'mine' }, { key: testKey })).statusCode).toBe(404);
    expect((await remove(live, { key: testKey })).statusCode).toBe(404);
    expect((await secretOf(live, { key: testKey })).statusCode).toBe(404);
    expect((await rotate(live, {}, { key: testKey })).statusCode).toBe(404);
    expect((await get(ofTest, liveKey)).statusCode).toBe(200);
  });

  it('of another account are not there', async () => {
    const id = await made();
    const { liveKey: key } = await test.account('Strangers');
    for (const answer of [
      await send('EventDestinationsGetDestination', `${BASE}/${id}`, undefined, { key }),
      await change(id, { name: 'mine' }, { key }),
      await remove(id, { key }),
      await secretOf(id, { key }),
      await rotate(id, {}, { key }),
      await send('PingDestination', `${BASE}/${id}/ping`, undefined, { key }),
      await remove(NOWHERE),
    ]) {
      expect(answer.statusCode).toBe(404);
    }
  });

  it('keep a mapping from being deleted', async () => {
    const mapping = { name: 'thin', type: 'only_mapped_keys', mapping: '{ "id": id }' };
    const { id: mappingId } = (await test.call('POST', '/2021-06-01/mappings', { payload: mapping })).json();
    const id = await made({ mappingId });
    const answer = await test.call('DELETE', `/2021-06-01/mappings/${mappingId}`);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([409, expect.stringContaining(id)]);
    expect((await change(id, { mappingId: null })).json()).not.toHaveProperty('mappingId');
    expect((await test.call('DELETE', `/2021-06-01/mappings/${mappingId}`)).statusCode).toBe(204);
  });
});

describe('secrets of destinations', () => {
  it('are exchanged, and the one before counts until it expires', async () => {
    const first = (await create()).json();
    const at = await secretOf(first.id);
    expect(at.json()).toEqual({ signingSecret: first.signingSecret });
    const second = (await rotate(first.id)).json();
    const expires = new Date(test.clock.now() + 24 * 3_600_000).toISOString();
    expect(second).toEqual({
      signingSecret: expect.not.stringContaining(first.signingSecret),
      previousSecretExpiresAt: expires,
    });
    expect((await secretOf(first.id)).json()).toEqual(second);
    expect((await rotate(first.id)).statusCode).toBe(409);
    test.clock.advance(24 * 3_600_000);
    expect((await secretOf(first.id)).json()).toEqual({ signingSecret: second.signingSecret });
    const third = (await rotate(first.id, { previousSecretExpiryHours: 0 })).json();
    expect(third).toEqual({ signingSecret: expect.any(String) });
    expect((await rotate(first.id, { previousSecretExpiryHours: 720 })).statusCode).toBe(200);
    expect((await rotate(first.id, { previousSecretExpiryHours: 721 })).statusCode).toBe(400);
  });

  it('are read by keys that may write alone, and that is written down', async () => {
    const id = await made();
    const scoped = (scopes: readonly string[]) => test.key(test.accountId, { name: 'x', mode: 'live', scopes });
    expect((await secretOf(id, { key: await scoped(['events:read']) })).statusCode).toBe(403);
    expect((await secretOf(id, { key: await scoped(['events:write']) })).statusCode).toBe(200);
    const audit = await test.queries((queries) =>
      queries.from('audit').select(['action', 'object_kind']).where('object_id', '=', id).execute(),
    );
    expect(audit).toContainEqual({ action: 'read', object_kind: 'destination-secret' });
  });

  it('are nowhere in the store, also where an Idempotency-Key keeps an answer', async () => {
    const made = await create(NEW, { idempotencyKey: 'create' });
    const { id, signingSecret } = made.json();
    const again = await create(NEW, { idempotencyKey: 'create' });
    expect([again.statusCode, again.body, again.headers['idempotent-replayed']]).toEqual([201, made.body, 'true']);
    const rotated = await rotate(id, {}, { idempotencyKey: 'rotate' });
    expect((await rotate(id, {}, { idempotencyKey: 'rotate' })).body).toBe(rotated.body);
    const all = await stored();
    for (const secret of [signingSecret, rotated.json().signingSecret]) {
      expect(all).toContain(id);
      expect(all).not.toContain(secret.slice('whsec_'.length));
      expect(all).not.toContain(Buffer.from(secret.slice('whsec_'.length), 'base64').toString('latin1'));
    }
  });

  it.each([
    [
      'create',
      (_: string, sent: Sent) => create({ ...NEW, name: 'once' }, sent),
      (_: string, sent: Sent) => create(NEW, sent),
    ],
    [
      'update',
      (id: string, sent: Sent) => change(id, { name: 'once' }, sent),
      (id: string, sent: Sent) => change(id, { name: 'two' }, sent),
    ],
    [
      'rotate',
      (id: string, sent: Sent) => rotate(id, {}, sent),
      (id: string, sent: Sent) => rotate(id, { previousSecretExpiryHours: 1 }, sent),
    ],
    ['delete', (id: string, sent: Sent) => remove(id, sent), (_: string, sent: Sent) => remove(NOWHERE, sent)],
  ] as const)('%s is done once under a key', async (name, once, other) => {
    const id = await made();
    const sent = { idempotencyKey: `once-${name}` };
    const first = await once(id, sent);
    const replayed = await once(id, sent);
    expect([replayed.statusCode, replayed.body]).toEqual([first.statusCode, first.body]);
    expect((await other(id, sent)).statusCode).toBe(422);
    const key = `live:busy-${name}`;
    await test.queries(async (queries) => {
      const row = await queries
        .from('idempotency')
        .selectAll()
        .where('key', '=', `live:once-${name}`)
        .executeTakeFirstOrThrow();
      const { account_id: _, ...rest } = row;
      const owner = test.services.processId;
      const running = { ...rest, key, owner, status: null, body: null, headers: null, master_key_id: null };
      await queries.insert('idempotency', { ...running, lease_until: test.clock.now() + 20_000 }).execute();
    });
    const busy = await once(id, { idempotencyKey: `busy-${name}` });
    expect([busy.statusCode, Number(busy.headers['retry-after']) > 0]).toEqual([409, true]);
  });
});

describe('events', () => {
  const EVENTS = '/2026-02-01/events';

  it('of a ping are listed and shown', async () => {
    const { liveKey: key, testKey } = await test.account('Pings');
    const id = await made({}, { key });
    const { eventId } = (await send('PingDestination', `${BASE}/${id}/ping`, undefined, { key })).json();
    const createdAt = new Date(test.clock.now()).toISOString();
    const summary = { id: eventId, eventType: 'event.ping', status: 'PENDING', createdAt };
    const list = async (query: string) =>
      (await send('EventDestinationsListEvents', `${EVENTS}${query}`, undefined, { key })).json().items;
    for (const query of [
      '',
      '?pageSize=1000',
      `?eventId=${eventId}`,
      '?status=PENDING',
      '?status=PENDING&status=FAILED',
      '?eventType=event.ping',
      `?created=gte:${createdAt}&created=lte:${createdAt}&status=PENDING&eventType=event.ping`,
    ]) {
      expect([query, await list(query)]).toEqual([query, [summary]]);
    }
    for (const query of [
      '?status=FAILED',
      '?eventType=file.failed',
      `?created=gt:${createdAt}`,
      `?created=lt:${createdAt}`,
    ]) {
      expect([query, await list(query)]).toEqual([query, []]);
    }
    const wrong = await send('EventDestinationsListEvents', `${EVENTS}?eventType=file.canary`, undefined, { key });
    expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([400, '/eventType']);
    expect(wrong.body).toContain('file.failed.v2');
    expect(wrong.body).not.toContain('canary');
    const shown = (await send('EventDestinationsGetEvent', `${EVENTS}/${eventId}`, undefined, { key })).json();
    expect(shown).toEqual({
      ...summary,
      deliveries: [{ destinationId: id, status: 'PENDING', attempts: 0, updatedAt: expect.any(String) }],
      eventPayload: {
        v1Event: {
          id: eventId,
          object: 'v1.event',
          type: 'event.ping',
          account: expect.any(String),
          created: createdAt,
          environment: 'PRODUCTION',
          resource: { id, type: 'destination' },
        },
      },
    });
    const asTest = { key: testKey };
    expect((await send('EventDestinationsGetEvent', `${EVENTS}/${eventId}`, undefined, asTest)).statusCode).toBe(404);
    expect((await send('EventDestinationsListEvents', EVENTS, undefined, asTest)).json().items).toEqual([]);
    await change(id, { status: 'DISABLED' }, { key });
    expect((await send('PingDestination', `${BASE}/${id}/ping`, undefined, { key })).statusCode).toBe(409);
  });

  it.each(['?created=2026-01-01T00:00:00Z', '?created=gte:yesterday', '?status=LOST', '?pageSize=1001'])(
    'are not listed for %s',
    async (query) => {
      expect((await send('EventDestinationsListEvents', `${EVENTS}${query}`)).statusCode).toBe(400);
    },
  );
});

it('has the statuses of the contract but those that the house answers otherwise', () => {
  for (const { operation, schemas } of routes) {
    const published = publishedStatuses('event-destinations', operation);
    if (published === undefined) continue;
    const successes = Object.keys(schemas.response).map(Number);
    expect([operation, published.filter((status) => status < 300)]).toEqual([operation, successes]);
  }
});
