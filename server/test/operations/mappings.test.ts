import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mappingRoutes } from '../../src/operations/mappings.js';
import { sharedCustomerCode } from '../support/shared-customer-code.js';
import { type TestApp, testApp } from '../support/test-app.js';

const BASE = '/2021-06-01/mappings';

let app: TestApp;

beforeAll(async () => {
  app = await testApp(mappingRoutes, { parts: ({ clock }) => ({ customerCode: sharedCustomerCode(clock) }) });
});

afterAll(() => app.close());

const body = (name: string) => ({ name, type: 'pass_through', mapping: '{ "no": id }' });

async function created(name: string): Promise<string> {
  const answer = await app.call('POST', BASE, { payload: body(name) });
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
}

describe('mappings over HTTP', () => {
  it('are created, read, replaced, run and deleted', async () => {
    const answer = await app.call('POST', BASE, { payload: { ...body('first'), lookup_tables: [] } });
    expect(answer.statusCode).toBe(201);
    const shown = answer.json();
    expect(shown).toEqual({
      id: expect.stringMatching(/^[A-Z0-9]{26}$/),
      ...body('first'),
      lookup_tables: [],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updated_at: shown.created_at,
    });
    const at = `${BASE}/${shown.id}`;
    expect((await app.call('GET', at)).json()).toEqual(shown);
    const mapped = await app.call('POST', `${at}/map`, { payload: { id: 7 } });
    expect([mapped.statusCode, mapped.json()]).toEqual([200, { id: 7, no: 7 }]);
    const replaced = await app.call('PUT', at, { payload: { type: 'only_mapped_keys' } });
    expect(replaced.json()).toMatchObject({ name: 'first', type: 'only_mapped_keys', mapping: '{ "no": id }' });
    expect((await app.call('POST', `${at}/map`, { payload: { id: 7 } })).json()).toEqual({ no: 7 });
    expect((await app.call('DELETE', at)).statusCode).toBe(204);
    expect((await app.call('GET', at)).statusCode).toBe(404);
  });

  it('are listed with their definitions only when asked for', async () => {
    const ids = [await created('list-1'), await created('list-2')];
    const first = (await app.call('GET', `${BASE}?page_size=1`)).json();
    expect(first.items).toEqual([expect.not.objectContaining({ mapping: expect.anything() })]);
    const next = `${BASE}?page_size=1&page_token=${encodeURIComponent(first.next_page_token)}`;
    const second = (await app.call('GET', next)).json();
    expect([...first.items, ...second.items].map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort());
    const whole = (await app.call('GET', `${BASE}?metadata_only=false`)).json();
    expect(whole.mappings).toEqual(whole.items);
    expect(whole.items).toEqual(ids.map(() => expect.objectContaining({ mapping: '{ "no": id }' })));
  });

  it('say what is wrong with them', async () => {
    await created('taken');
    const answers = await Promise.all(
      [
        body('taken'),
        { ...body('bad'), mapping: '{' },
        { ...body('bad'), type: 'other' },
        { ...body('bad'), type: 'merge_with_target_example' },
        { ...body('bad'), mapping: 'x'.repeat(320_000) },
      ].map((payload) => app.call('POST', BASE, { payload })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 400, 400, 400, 413]);
    expect(answers[1]?.json()).toMatchObject({ code: 'bad_mapping', problems: [{ path: '/mapping' }] });
    const id = await created('fails');
    await app.call('PUT', `${BASE}/${id}`, { payload: { mapping: 'secret + 1' } });
    const failed = await app.call('POST', `${BASE}/${id}/map`, { payload: { secret: 'CANARY' } });
    expect([failed.statusCode, failed.json().code]).toEqual([400, 'mapping_failed']);
    expect(failed.body).not.toContain('CANARY');
  });

  it('are held against their schemas where that is asked for', async () => {
    const schema = (content: object) => ({ type: 'jsonschema@2020-12', content: JSON.stringify(content) });
    const source = schema({ type: 'object', required: ['id'] });
    const target = schema({ properties: { no: { type: 'integer' } } });
    const made = await app.call('POST', BASE, { payload: { ...body('strict'), source, target } });
    const at = `${BASE}/${made.json().id}/map`;
    const strictly = (payload: object) => app.call('POST', `${at}?validation_mode=strict`, { payload });
    const good = await strictly({ id: 7 });
    // It would be mapped unchecked, as parameters that nobody knows are passed over here.
    const misspelt = await app.call('POST', `${at}?validationMode=strict`, { payload: { id: 7 } });
    expect([misspelt.statusCode, misspelt.json().message]).toEqual([400, expect.stringContaining('validation_mode')]);
    expect([good.statusCode, good.headers['content-type'], good.json()]).toEqual([
      ...[200, 'application/json; charset=utf-8'],
      { id: 7, no: 7 },
    ]);
    const without = await strictly({});
    expect([without.statusCode, without.headers['x-amzn-errortype']]).toEqual([400, 'MappingFailedException']);
    expect(without.json()).toEqual({
      ...{ error: 'validation_failed', code: 'validation_failed', message: expect.any(String) },
      validation_errors: {
        source: {
          mapping_input: {},
          errors: [
            {
              code: 'required',
              message: "must have required property 'id'",
              json_pointer: '/',
              json_schema_pointer: '/required',
            },
          ],
        },
      },
    });
    expect((await strictly({ id: 'x' })).json().validation_errors).toMatchObject({
      target: { mapping_output: { id: 'x', no: 'x' }, errors: [{ code: 'type', json_pointer: '/no' }] },
    });
    for (const path of [at, `${at}?other=1`]) {
      expect((await app.call('POST', path, { payload: {} })).json()).toEqual({});
    }
    expect((await app.call('POST', `${at}?validation_mode=other`, { payload: {} })).statusCode).toBe(400);
  });

  it('are not there for another account', async () => {
    const id = await created('mine');
    const { liveKey } = await app.account('Other');
    const headers = { authorization: liveKey };
    expect(await everyUseOf(id, headers)).toEqual([404, 404, 404, 404]);
    expect((await app.call('GET', BASE, { headers })).json()).toEqual({ items: [], mappings: [] });
  });

  it('of test keys and of live keys are apart, but for their names', async () => {
    const { liveKey, testKey } = await app.account('Both');
    const as = (key: string) => ({ headers: { authorization: key } });
    const made = async (key: string, name: string): Promise<string> =>
      (await app.call('POST', BASE, { ...as(key), payload: body(name) })).json().id;
    const own = { [liveKey]: await made(liveKey, 'live one'), [testKey]: await made(testKey, 'test one') };
    for (const [mine, others] of [
      [liveKey, testKey],
      [testKey, liveKey],
    ] as const) {
      expect(await everyUseOf(String(own[others]), as(mine).headers)).toEqual([404, 404, 404, 404]);
      for (const query of ['', '?metadata_only=false']) {
        const { items } = (await app.call('GET', `${BASE}${query}`, as(mine))).json();
        expect(items.map(({ id }: { id: string }) => id)).toEqual([own[mine]]);
      }
    }
    const taken = await app.call('POST', BASE, { ...as(testKey), payload: body('live one') });
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'entity_already_exists']);
    expect(await everyUseOf(String(own[testKey]), as(testKey).headers)).toEqual([200, 200, 200, 204]);
  });
});

/** The status of each operation on one mapping, the last of which deletes it. */
async function everyUseOf(id: string, headers: { readonly authorization: string }): Promise<readonly number[]> {
  const at = `${BASE}/${id}`;
  const statuses: number[] = [];
  for (const [method, path, payload] of [
    ['GET', at],
    ['PUT', at, {}],
    ['POST', `${at}/map`, {}],
    ['DELETE', at],
  ] as const) {
    statuses.push((await app.call(method, path, { headers, ...(payload && { payload }) })).statusCode);
  }
  return statuses;
}

describe('mappings that are named at once', () => {
  it('do not get the same name', async () => {
    for (let round = 0; round < 10; round++) {
      const both = [await created(`a ${round}`), await created(`b ${round}`)];
      const answers = await Promise.all(
        both.map((id) => app.call('PUT', `${BASE}/${id}`, { payload: body(`name ${round}`) })),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    }
  });

  it('are listed with large definitions on several pages, each of them once', async () => {
    const large = { type: 'jsonschema@2020-12', content: `{}${' '.repeat(299_000)}` };
    const names = Array.from({ length: 6 }, (_, index) => `large-${index}`);
    for (const name of names) {
      const payload = { ...body(name), source: large, target: large };
      expect((await app.call('POST', BASE, { payload })).statusCode).toBe(201);
    }
    const seen: string[] = [];
    for (let token = ''; ; ) {
      const page = (await app.call('GET', `${BASE}?metadata_only=false&page_token=${token}`)).json();
      expect(page.items.length).toBeGreaterThan(0);
      // A page has a megabyte of definitions, under two names.
      expect(JSON.stringify(page).length).toBeLessThan(2_500_000);
      seen.push(...page.items.map(({ name }: { name: string }) => name));
      token = page.nextPageToken;
      if (token === undefined) break;
    }
    expect(seen.filter((name) => name.startsWith('large')).sort()).toEqual(names);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
