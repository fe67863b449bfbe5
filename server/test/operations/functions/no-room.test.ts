import { strToU8, zipSync } from 'fflate';
import { expect, it, onTestFinished } from 'vitest';
import { functionRoutes } from '../../../src/operations/functions.js';
import { Problem } from '../../../src/problems.js';
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
