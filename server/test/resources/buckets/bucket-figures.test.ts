import { expect, it, onTestFinished } from 'vitest';
import { createMetrics } from '../../../src/metrics.js';
import { bucketFigures } from '../../../src/resources/buckets/bucket-figures.js';
import { putObject } from '../../../src/resources/buckets/put-object.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import { testServices } from '../../support/test-services.js';

it('what lies in buckets is counted over all accounts, and once a minute at most', async () => {
  const { services, clock, close } = await testServices();
  onTestFinished(close);
  let asked = 0;
  const metrics = createMetrics({
    process: false,
    stored: () => {
      asked++;
      return services.store.list(bucketFigures);
    },
  });
  for (const [account, name] of [
    ['account-1', 'one'],
    ['account-2', 'two'],
  ] as const) {
    await addAccount(services.store, account);
    await writeAs(services.store, account, (queries) => createBucket(queries, clock, { name }));
    await putObject(services, { accountId: account, bucket: name, key: 'a' }, Buffer.from('12345'));
  }
  const read = async () => (await metrics.text()).split('\n').filter((line) => /^ediloom_(buckets|object)/.test(line));
  expect(await read()).toEqual(['ediloom_buckets 2', 'ediloom_objects 2', 'ediloom_object_bytes 10']);
  await read();
  expect(asked).toBe(1);
});
