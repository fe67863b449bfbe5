import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { mappingRoutes } from '../../src/operations/mappings.js';
import { type TestApp, testApp } from '../support/test-app.js';

let test: TestApp;
beforeAll(async () => {
  test = await testApp(mappingRoutes);
});
afterAll(() => test.close());

it('a request that leaves nothing behind waits for nobody who writes', async () => {
  // By which its key is noted as used.
  await test.call('GET', '/2021-06-01/mappings');
  const write = vi.spyOn(test.services.store, 'write');
  for (const path of ['/2021-06-01/mappings', '/2021-06-01/mappings/none']) await test.call('GET', path);
  expect(write).not.toHaveBeenCalled();
});
