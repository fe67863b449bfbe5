import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkMapping, replacementOf } from '../../../src/resources/mappings/check-mapping.js';
import { LIVE, type MappingDefinition } from '../../../src/resources/mappings/mapping.js';
import {
  createMapping,
  deleteMapping,
  findMapping,
  findMappingByName,
  listMappingSummaries,
  listMappings,
  replaceMapping,
} from '../../../src/resources/mappings/rows.js';
import { mappedValue } from '../../../src/resources/mappings/run-mapping.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import type { Store } from '../../../src/store/store.js';
import { sharedCustomerCode } from '../../support/shared-customer-code.js';
import { openTestStore } from '../../support/store-factory.js';

let now = 1_000;
const clock = { now: () => now };
const customerCode = sharedCustomerCode(clock);

let store: Store;
beforeEach(async () => {
  now = 1_000;
  const opened = await openTestStore();
  store = opened.store;
  onTestFinished(opened.close);
  await store.write(async (tx) => {
    const rows = ['a', 'b'].map((id) => ({ id, name: id, limits: '{}', created_at: 0 }));
    await tx.insertInto('accounts').values(rows).execute();
  });
});

function as<Result>(account: string, work: (queries: AccountQueries) => Promise<Result>): Promise<Result> {
  return store.write((tx) => work(new AccountQueries(tx, account)));
}

const live = (queries: AccountQueries) => ({ ...LIVE, queries, clock });

const schema = (content: unknown) => ({ type: 'jsonschema@2020-12', content: JSON.stringify(content) }) as const;

const TABLE = {
  name: 'shipping',
  values: [
    { Key: '1', Value: 'express', Preferred: 'false' },
    { Key: '2', Value: 'standard', Preferred: 'false' },
    { Key: '2', Value: 'overnight', Preferred: 'true' },
    { Key: '3', Value: 'express_*', Preferred: 'false' },
  ],
};

function definition(over: Partial<MappingDefinition> = {}): MappingDefinition {
  return { name: 'orders', type: 'only_mapped_keys', mapping: '{ "no": id }', ...over };
}

async function made(over: Partial<MappingDefinition>, input: unknown): Promise<unknown> {
  const given = definition({ name: `m${Math.random()}`, ...over });
  await checkMapping(customerCode, 'a', given);
  const { id } = await as('a', (queries) => createMapping(live(queries), given));
  return mappedValue({ store, customerCode }, 'a', id, input);
}

describe('mappings', () => {
  it('are kept as they were given', async () => {
    const given = definition({ source: schema({ default: { a: 1 } }), lookup_tables: [TABLE] });
    const mapping = await as('a', (queries) => createMapping(live(queries), given));
    expect(mapping).toEqual({
      ...given,
      id: expect.stringMatching(/^[A-Z0-9]{26}$/),
      createdAt: 1_000,
      updatedAt: 1_000,
    });
    expect(await as('a', (queries) => findMapping(queries, LIVE, mapping.id))).toEqual(mapping);
    expect(await as('a', (queries) => findMappingByName(queries, 'orders'))).toEqual(mapping);
    expect(await as('a', (queries) => findMappingByName(queries, 'others'))).toBeUndefined();
  });

  it('have a name that no other of the account has', async () => {
    const { id } = await as('a', (queries) => createMapping(live(queries), definition()));
    const other = await as('a', (queries) => createMapping(live(queries), definition({ name: 'other' })));
    await as('b', (queries) => createMapping(live(queries), definition()));
    const taken = { kind: 'conflict', code: 'entity_already_exists' };
    await expect(as('a', (queries) => createMapping(live(queries), definition()))).rejects.toMatchObject(taken);
    await expect(as('a', (queries) => replaceMapping(live(queries), other.id, definition()))).rejects.toMatchObject(
      taken,
    );
    await expect(as('a', (queries) => replaceMapping(live(queries), id, definition()))).resolves.toMatchObject({ id });
  });

  it('lose on PUT the optional members that are left out, and keep the others', async () => {
    const given = definition({ lookup_tables: [TABLE], source: schema({}) });
    const before = await as('a', (queries) => createMapping(live(queries), given));
    now = 2_000;
    const after = await as('a', (queries) =>
      replaceMapping(live(queries), before.id, replacementOf(before, { mapping: '1' })),
    );
    expect(after).toEqual({
      id: before.id,
      name: 'orders',
      type: 'only_mapped_keys',
      mapping: '1',
      lookup_tables: [],
      createdAt: 1_000,
      updatedAt: 2_000,
    });
  });

  it('are listed in pages, oldest first', async () => {
    for (const name of ['one', 'two', 'three']) {
      now += 1;
      await as('a', (queries) => createMapping(live(queries), definition({ name })));
    }
    const first = await as('a', (queries) => listMappingSummaries(queries, LIVE, { size: 2, after: undefined }));
    expect(first.items.map(({ name }) => name)).toEqual(['one', 'two']);
    expect(Object.keys(first.items[0] ?? {}).sort()).toEqual(['createdAt', 'id', 'name', 'type', 'updatedAt']);
    const second = await as('a', (queries) => listMappings(queries, LIVE, { size: 2, after: first.next }));
    expect(second.items).toEqual([expect.objectContaining({ name: 'three', mapping: '{ "no": id }' })]);
    expect(second.next).toBeUndefined();
  });

  it('are not there for another account', async () => {
    const { id } = await as('a', (queries) => createMapping(live(queries), definition()));
    const missing = { kind: 'not-found' };
    await expect(as('b', (queries) => findMapping(queries, LIVE, id))).rejects.toMatchObject(missing);
    await expect(as('b', (queries) => deleteMapping(queries, LIVE, id))).rejects.toMatchObject(missing);
    await expect(as('b', (queries) => replaceMapping(live(queries), id, definition()))).rejects.toMatchObject(missing);
    await expect(mappedValue({ store, customerCode }, 'b', id, {})).rejects.toMatchObject(missing);
    await as('a', (queries) => deleteMapping(queries, LIVE, id));
    await expect(as('a', (queries) => findMapping(queries, LIVE, id))).rejects.toMatchObject(missing);
  });
});

describe('checkMapping', () => {
  it.each([
    ['an expression', { mapping: '{ "a": ' }, 'bad_mapping', '/mapping'],
    [
      'a source',
      { source: { type: 'jsonschema@2020-12', content: '{' } as const },
      'bad_source_schema',
      '/source/content',
    ],
    ['a source that is none', { source: schema({ type: 'text' }) }, 'bad_source_schema', '/source/content'],
    ['a pattern', { source: schema({ pattern: '(' }) }, 'bad_source_schema', '/source/content'],
    [
      'a schema elsewhere',
      { target: schema({ $ref: 'https://example.com/a' }) },
      'bad_target_schema',
      '/target/content',
    ],
    ['a schema for later', { target: schema({ $async: true }) }, 'bad_target_schema', '/target/content'],
    ['a target', { target: schema([]) }, 'bad_target_schema', '/target/content'],
    ['no example', { type: 'merge_with_target_example' as const }, 'bad_target_schema', '/target'],
    ['two tables of a name', { lookup_tables: [TABLE, TABLE] }, 'bad_parameters', '/lookup_tables'],
    ['a name with NUL', { name: 'a\0' }, 'bad_parameters', '/name'],
  ])('refuses %s', async (_, over, code, path) => {
    const error = { kind: 'invalid', code, errors: [expect.objectContaining({ path, code })] };
    await expect(checkMapping(customerCode, 'a', definition(over))).rejects.toMatchObject(error);
  });

  it('refuses what is too long', async () => {
    const long = { mapping: `"${'x'.repeat(310_000)}"` };
    await expect(checkMapping(customerCode, 'a', definition(long))).rejects.toMatchObject({ kind: 'too-large' });
  });
});

describe('runMapping', () => {
  const input = { id: 1, ship: { to: 'x', lines: [1, 2] } };
  const mapping = '{ "no": id, "ship": { "lines": [9], "by": "air" } }';
  const target = schema({ default: { no: 0, ship: { by: 'sea', from: 'y' }, kind: 'order' } });

  it('gives what is mapped, alone, over the example, or over the input', async () => {
    expect(await made({ mapping }, input)).toEqual({ no: 1, ship: { lines: [9], by: 'air' } });
    expect(await made({ mapping, type: 'merge_with_target_example', target }, input)).toEqual({
      no: 1,
      ship: { by: 'air', from: 'y', lines: [9] },
      kind: 'order',
    });
    expect(await made({ mapping, type: 'pass_through' }, input)).toEqual({
      id: 1,
      ship: { to: 'x', lines: [9], by: 'air' },
      no: 1,
    });
  });

  it('gives the base, or an empty object, where the expression gives nothing', async () => {
    expect(await made({ mapping: 'missing' }, input)).toEqual({});
    expect(await made({ mapping: 'missing', type: 'pass_through' }, input)).toEqual(input);
  });

  it('merges members named like the language as plain members', async () => {
    const given = JSON.parse('{ "__proto__": { "a": 1 }, "constructor": { "b": 2 } }');
    const result = await made({ mapping: '{ "__proto__": { "c": 3 } }', type: 'pass_through' }, given);
    expect(JSON.stringify(result)).toBe('{"__proto__":{"a":1,"c":3},"constructor":{"b":2}}');
  });

  it.each([
    ['$lookupTable("shipping", "Key", "1").Value', 'express'],
    ['$lookupTable($tables.shipping, "Key", "2").Preferred', ['false', 'true']],
    ['$lookupTable($tables.shipping, ["Key", "Preferred"], ["2", true]).Value', 'overnight'],
    ['$lookupTable("shipping", "Key", 3).Value', 'express_*'],
    ['$lookupTable("shipping", "Value", "express_aero", { "wildcard": "*" }).Key', '3'],
    ['$lookupTable("shipping", "Value", "express_aero").Key', {}],
    ['$lookupTable("shipping", "Key", "4").Value', {}],
    ['$lookupTable("none", "Key", "1")', {}],
    ['$count($tables.shipping)', 4],
    ['{ "a": 1, "b": $omitField, "c": [1, $omitField] }', { a: 1, c: [1] }],
    ['$length($uuid())', 36],
  ])('looks up: %s', async (expression, result) => {
    expect(await made({ mapping: expression, lookup_tables: [TABLE] }, {})).toEqual(result);
  });

  it('tells what failed, not with what', async () => {
    const failing = made({ mapping: 'secret + 1' }, { secret: 'CANARY' });
    await expect(failing).rejects.toMatchObject({ kind: 'invalid', code: 'mapping_failed' });
    await expect(failing).rejects.not.toThrow(/CANARY/);
    await expect(made({}, 'x'.repeat(4_200_000))).rejects.toMatchObject({
      kind: 'too-large',
      code: 'request_too_large',
    });
    await expect(made({ mapping: '$pad("", 4194304, "x")' }, 1)).rejects.toMatchObject({ code: 'size_exceeded' });
    const both = { mapping: '{ "b": $pad("", 2500000, "x") }', type: 'pass_through' as const };
    await expect(made(both, { a: 'x'.repeat(2_500_000) })).rejects.toMatchObject({
      kind: 'too-large',
      code: 'size_exceeded',
    });
  });
});
