import { afterAll, beforeAll, expect, it } from 'vitest';
import { mappingRoutes } from '../../src/operations/mappings.js';
import { MOST_MAPPINGS } from '../../src/resources/mappings/rows.js';
import { sharedCustomerCode } from '../support/shared-customer-code.js';
import { type TestAccount, type TestApp, testApp } from '../support/test-app.js';

// What published clients of the family choose their exceptions by.

const BASE = '/2021-06-01/mappings';
const NO_ID = `${BASE}/NONE`;
const SOUND = { name: 'sound', type: 'only_mapped_keys', mapping: '{ "no": id }' };

let app: TestApp;
let at: string;
let full: TestAccount;

beforeAll(async () => {
  app = await testApp(mappingRoutes, { parts: ({ clock }) => ({ customerCode: sharedCustomerCode(clock) }) });
  at = `${BASE}/${(await app.call('POST', BASE, { payload: SOUND })).json().id}`;
  full = await app.account('Full');
});

afterAll(() => app.close());

const long = 'x'.repeat(310_000);
const json = { 'content-type': 'application/json' };

it.each<[string, string, string | (() => string), object | string, number, string, string]>([
  ['an expression', 'POST', BASE, { ...SOUND, mapping: '{' }, 400, 'bad_mapping', 'MappingValidation'],
  ['a schema', 'POST', BASE, withSchema('source', '{'), 400, 'bad_source_schema', 'MappingValidation'],
  ['a target', 'POST', BASE, withSchema('target', '[]'), 400, 'bad_target_schema', 'MappingValidation'],
  ['a member', 'POST', BASE, { ...SOUND, type: 'other' }, 400, 'bad_parameters', 'MappingValidation'],
  ['no JSON', 'POST', BASE, '{', 400, 'bad_payload', 'MappingValidation'],
  ['a name that is taken', 'POST', BASE, SOUND, 409, 'entity_already_exists', 'ResourceConflict'],
  ['a long expression', 'POST', BASE, { ...SOUND, mapping: long }, 413, 'request_too_large', 'RequestTooLarge'],
  ['a long body', 'POST', BASE, JSON.stringify(long.repeat(7)), 413, 'request_too_large', 'RequestTooLarge'],
  ['long tables', 'POST', BASE, withTables(310_000), 413, 'request_too_large', 'RequestTooLarge'],
  ['tables of 10 MB', 'POST', BASE, withTables(10_000_000), 413, 'request_too_large', 'RequestTooLarge'],
  [
    'a long source',
    'POST',
    BASE,
    withSchema('source', `{}${' '.repeat(310_000)}`),
    413,
    'request_too_large',
    'RequestTooLarge',
  ],
  [
    'a long target',
    'PUT',
    () => at,
    withSchema('target', `{}${' '.repeat(310_000)}`),
    413,
    'request_too_large',
    'RequestTooLarge',
  ],
  ['an expression on update', 'PUT', () => at, { mapping: '{' }, 400, 'bad_mapping', 'MappingValidation'],
  ['no JSON on update', 'PUT', () => at, '[', 400, 'bad_payload', 'MappingValidation'],
  ['none to update', 'PUT', NO_ID, {}, 404, 'not_found', 'ResourceNotFound'],
  ['none to get', 'GET', NO_ID, '', 404, 'not_found', 'ResourceNotFound'],
  ['an id to get', 'GET', `${BASE}/a-b`, '', 400, 'bad_parameters', 'BadParameters'],
  ['an id to delete', 'DELETE', `${BASE}/a-b`, '', 400, 'bad_parameters', 'BadParameters'],
  ['none to delete', 'DELETE', NO_ID, '', 404, 'not_found', 'ResourceNotFound'],
  ['a page', 'GET', `${BASE}?page_size=0`, '', 400, 'bad_parameters', 'BadRequest'],
  ['a token', 'GET', `${BASE}?page_token=x`, '', 400, 'bad_parameters', 'BadRequest'],
  ['none to map by', 'POST', `${NO_ID}/map`, {}, 404, 'not_found', 'ResourceNotFound'],
  ['no JSON to map', 'POST', () => `${at}/map`, '{', 400, 'bad_parameters', 'MappingFailed'],
])('%s is told by its code and its class', async (_, method, path, payload, status, code, type) => {
  const url = typeof path === 'string' ? path : path();
  const answer = await app.call(method as 'GET', url, payload === '' ? {} : { payload, headers: json });
  expect([answer.statusCode, answer.headers['x-amzn-errortype'], answer.json().code, answer.json().error]).toEqual([
    status,
    `${type}Exception`,
    code,
    code,
  ]);
  // Where clients read texts, there are texts.
  if (type === 'MappingValidation') {
    expect(answer.json().errors).not.toEqual([]);
    for (const text of answer.json().errors) expect(text).toBeTypeOf('string');
    expect(answer.json().problems).toBeInstanceOf(Array);
  }
});

it.each([
  ['fails', '$error("no")', {}, 400, 'mapping_failed', 'MappingFailed'],
  ['gives too much', '$pad("", 5000000, "x")', {}, 413, 'size_exceeded', 'ResponseTooLarge'],
  ['is given too much', 'a', { a: 'x'.repeat(4_300_000) }, 413, 'request_too_large', 'RequestTooLarge'],
])('a mapping that %s says so', async (name, mapping, payload, status, code, type) => {
  const { id } = (await app.call('POST', BASE, { payload: { ...SOUND, name, mapping } })).json();
  const answer = await app.call('POST', `${BASE}/${id}/map`, { payload });
  expect([answer.statusCode, answer.json().code, answer.headers['x-amzn-errortype']]).toEqual([
    ...[status, code],
    `${type}Exception`,
  ]);
});

it('who may not is denied in the words of the family', async () => {
  const key = await app.key(app.accountId, { name: 'reader', mode: 'live', scopes: ['mappings:read'] });
  for (const authorization of ['wrong', key]) {
    const answer = await app.call('DELETE', at, { headers: { authorization } });
    expect([answer.statusCode, answer.json().code, answer.headers['x-amzn-errortype']]).toEqual([
      ...[403, 'access_denied'],
      'AccessDeniedException',
    ]);
  }
});

it('one mapping more than there may be is refused', async () => {
  const rows = Array.from({ length: MOST_MAPPINGS }, (_, index) => ({
    ...{ account_id: full.accountId, id: `FULL${index}`, name: `full ${index}`, mode: 'live' as const },
    ...{ type: 'pass_through', definition: '{"mapping":"$"}', created_at: 0, updated_at: 0 },
  }));
  await app.services.store.write((tx) => tx.insertInto('mappings').values(rows).execute());
  for (const authorization of [full.liveKey, full.testKey]) {
    const answer = await app.call('POST', BASE, { payload: SOUND, headers: { authorization } });
    expect([answer.statusCode, answer.json().code, answer.headers['x-amzn-errortype']]).toEqual([
      ...[422, 'mappings_count_limit_exceeded'],
      'UnprocessableEntityException',
    ]);
  }
});

it('lists have 25 in a second, and other operations a thousand', async () => {
  const headers = { authorization: full.liveKey };
  const lists = await Promise.all(Array.from({ length: 30 }, () => app.call('GET', BASE, { headers })));
  const refused = lists.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect([answer.json().code, answer.headers['x-amzn-errortype']]).toEqual([
      'too_many_requests',
      'ThrottlingException',
    ]);
    expect(answer.headers['retry-after']).toBeDefined();
  }
  const reads = await Promise.all(Array.from({ length: 30 }, () => app.call('GET', NO_ID, { headers })));
  expect(new Set(reads.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
});

it('each part may be as long as it may', async () => {
  const content = `{}${' '.repeat(307_198)}`;
  const schema = { type: 'jsonschema@2020-12', content, connection: { guides: {} } };
  const long = { mapping: `1${' '.repeat(307_199)}`, source: schema, target: schema };
  const made = await app.call('POST', BASE, { payload: { ...withTables(299_000), ...long, name: 'long' } });
  expect(made.statusCode).toBe(201);
  expect(made.json()).toMatchObject(long);
});

function withTables(length: number): object {
  const values = Array.from({ length: length / 100 }, () => ({ a: 'x'.repeat(92) }));
  return { ...SOUND, lookup_tables: [{ name: 't', values }] };
}

function withSchema(side: string, content: string): object {
  return { ...SOUND, [side]: { type: 'jsonschema@2020-12', content } };
}
