import { strToU8, zipSync } from 'fflate';
import { expect, it, onTestFinished } from 'vitest';
import { bytesLeft } from '../../../src/objects/orphans.js';
import { functionRoutes } from '../../../src/operations/functions.js';
import { Problem } from '../../../src/problems.js';
import { usedBytes } from '../../../src/resources/buckets/account-room.js';
import { readAs } from '../../support/accounts.js';
import { fakeFunctions } from '../../support/fake-functions.js';
import { testApp } from '../../support/test-app.js';

it('a package is not taken where the disk has no room for it', async () => {
  const fake = fakeFunctions(() => ({ result: '1' }));
  onTestFinished(fake.close);
  const open = async () => ({
    add: () => {
      throw new Problem('unavailable', 'Full.', { code: 'DISK_FULL' });
    },
    ...{ keep: () => undefined, end: () => undefined },
  });
  const test = await testApp(functionRoutes, { parts: () => ({ functions: fake.here, room: { open } }) });
  const bytes = Buffer.from(zipSync({ 'index.mjs': strToU8('export const handler = () => 1;') }));
  const payload = { functionName: 'packed', package: bytes.toString('base64') };
  const answer = await test.call('POST', '/2021-11-16/functions', { payload });
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'DISK_FULL']);
  await test.close();
});

it('packages count towards what an account may have, also those that are replaced or deleted until they are swept', async () => {
  const fake = fakeFunctions(() => ({ result: '1' }));
  onTestFinished(fake.close);
  const test = await testApp(functionRoutes, { parts: () => ({ functions: fake.here }) });
  onTestFinished(() => test.close());
  const packed = (text: string) =>
    Buffer.from(zipSync({ 'index.mjs': strToU8(`export const handler = () => '${text}';`) }, { level: 0 }));
  const [first, second] = [packed('a'.repeat(1000)), packed('b'.repeat(3000))];
  const { store } = test.services;
  const room = () =>
    readAs(store, test.accountId, async (queries) => [await usedBytes(queries), await bytesLeft(queries)]);
  const payload = { functionName: 'packed', package: first.toString('base64') };
  expect((await test.call('POST', '/2021-11-16/functions', { payload })).statusCode).toBe(201);
  expect(await room()).toEqual([first.length, 0]);
  const changed = { payload: { package: second.toString('base64') } };
  expect((await test.call('PUT', '/2021-11-16/functions/packed', changed)).statusCode).toBe(200);
  expect(await room()).toEqual([second.length, first.length]);
  const inline = { payload: { code: 'export const handler = () => 1;' } };
  expect((await test.call('PUT', '/2021-11-16/functions/packed', inline)).statusCode).toBe(200);
  expect(await room()).toEqual([0, first.length + second.length]);
  expect((await test.call('PUT', '/2021-11-16/functions/packed', changed)).statusCode).toBe(200);
  expect((await test.call('DELETE', '/2021-11-16/functions/packed')).statusCode).toBe(204);
  expect(await room()).toEqual([0, first.length + 2 * second.length]);
});
