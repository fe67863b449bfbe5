import { expect, it, onTestFinished } from 'vitest';
import { invokeFunction } from '../../../src/exchange/functions/invoke-function.js';
import { createFunction } from '../../../src/resources/functions/rows.js';
import { type Store, StoreError } from '../../../src/store/store.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import { fakeFunctions } from '../../support/fake-functions.js';
import { testServices } from '../../support/test-services.js';

it('whoever waits is told that the function has run where the store is gone at its end: sent again it would run twice', async () => {
  const test = await testServices();
  onTestFinished(() => test.close());
  const { services, clock } = test;
  await addAccount(services.store, 'a');
  const of = await writeAs(services.store, 'a', (queries) =>
    createFunction({ queries, clock, mode: 'live' }, 'f', {
      ...{ source: { code: 'exports.handler = () => 1;' }, timeout: 3, logRetention: 'one_day' },
    }),
  );
  const fake = fakeFunctions(() => ({ result: '1' }));
  onTestFinished(() => fake.close());
  const gone = async (): Promise<never> => {
    throw new StoreError('unavailable', 'It is gone.');
  };
  const store: Store = { ...services.store, write: gone };
  const given = { event: Buffer.from('{}'), source: 'api', depth: 0 } as const;
  const invoked = invokeFunction({ ...services, store }, fake.here.machine, of, given);
  await expect(invoked).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('has run') });
  expect(fake.runs).toHaveLength(1);
});
