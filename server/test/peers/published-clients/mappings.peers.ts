import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mappingRoutes } from '../../../src/operations/mappings.js';
import { createCustomerCode } from '../../../src/worker/create-customer-code.js';
import type { CustomerCode } from '../../../src/worker/customer-code.js';
import { type TestApp, testApp } from '../../support/test-app.js';
import { failure, installPublished, publishedClient } from './published-client.js';

const PACKAGE = '@stedi/sdk-client-mappings';
const NEW = { name: 'orders', type: 'only_mapped_keys', mapping: '{ "no": id }' };
const schema = (content: object) => ({ type: 'jsonschema@2020-12', content: JSON.stringify(content) });

let app: TestApp;
let code: CustomerCode;
beforeAll(async () => {
  code = createCustomerCode({ clock: { now: () => Date.now() }, patienceMs: 600_000 });
  app = await testApp(mappingRoutes, { parts: () => ({ customerCode: code }) });
});
afterAll(async () => {
  await app.close();
  await code.close();
});

describe.each(['0.0.22', '0.4.78'])(`${PACKAGE} %s`, (version) => {
  it('does every step of mappings as it is published', async (context) => {
    const published = await installPublished(context, PACKAGE, version);
    const own = await app.account(`Of ${version}`);
    const address = await listening();
    const endpoint = `${address}/2021-06-01`;
    const { send } = publishedClient(published, 'MappingsClient', { endpoint, apiKey: own.liveKey });
    const made = await send('CreateMapping', { ...NEW, lookupTables: [{ name: 't', values: [{ a: 'b' }] }] });
    const tables = [{ name: 't', values: [{ a: 'b' }] }];
    expect(made).toMatchObject({ ...NEW, lookupTables: tables, id: expect.stringMatching(/^[A-Z0-9]{26}$/) });
    const { id } = made;
    expect(await send('GetMapping', { id })).toEqual(made);
    expect(await send('MapDocument', { id, content: { id: 7 } })).toMatchObject({ content: { no: 7 } });

    const target = schema({ type: 'object', properties: { no: { type: 'string' } } });
    const replaced = await send('UpdateMapping', { id, ...NEW, target });
    expect(replaced).toMatchObject({ target, lookupTables: [] });
    const listed = await send('ListMappings', { metadataOnly: false, pageSize: 1 });
    expect(listed.mappings).toMatchObject([{ id, target }]);

    const taken = await failure(send('CreateMapping', NEW));
    expect(taken).toBeInstanceOf(published.ResourceConflictException as new () => Error);
    expect(taken).toMatchObject({ name: 'ResourceConflictException', code: 'entity_already_exists' });
    const bad = await failure(send('CreateMapping', { ...NEW, name: 'other', mapping: '{' }));
    expect(bad).toBeInstanceOf(published.MappingValidationException as new () => Error);
    expect(bad).toMatchObject({ code: 'bad_mapping', errors: [expect.any(String)] });
    if (version === '0.4.78') {
      const strict = await failure(send('MapDocument', { id, content: { id: 7 }, validationMode: 'strict' }));
      expect(strict).toMatchObject({
        ...{ name: 'MappingFailedException', code: 'validation_failed' },
        validation_errors: { target: { errors: [{ code: 'type', json_pointer: '/no' }] } },
      });
    }
    expect(await failure(send('GetMapping', { id: 'NONE' }))).toMatchObject({ name: 'ResourceNotFoundException' });
    const tried = publishedClient(published, 'MappingsClient', { endpoint, apiKey: own.testKey });
    expect((await tried.send('ListMappings', {})).mappings).toEqual([]);
    const stranger = publishedClient(published, 'MappingsClient', { endpoint, apiKey: 'wrong' });
    expect(await failure(stranger.send('ListMappings', {}))).toMatchObject({ name: 'AccessDeniedException' });

    await send('DeleteMapping', { id });
    expect(await failure(send('DeleteMapping', { id }))).toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

let address: Promise<string> | undefined;
function listening(): Promise<string> {
  address ??= app.app.listen({ port: 0, host: '127.0.0.1' });
  return address;
}
