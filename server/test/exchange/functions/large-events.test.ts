import { expect, it, onTestFinished, vi } from 'vitest';
import { invokeFunction } from '../../../src/exchange/functions/invoke-function.js';
import { createFunction } from '../../../src/resources/functions/rows.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import { fakeFunctions } from '../../support/fake-functions.js';
import { testServices } from '../../support/test-services.js';

it('a large event is read in its box alone, and one that is no JSON there is still the fault of its client', async () => {
  const test = await testServices();
  const errorType = 'Runtime.InvalidEvent';
  const fake = fakeFunctions(() => ({ error: { errorType, errorMessage: '', trace: [] } }));
  onTestFinished(async () => {
    fake.close();
    await test.close();
  });
  await addAccount(test.services.store, 'a');
  const of = await writeAs(test.services.store, 'a', (queries) =>
    createFunction({ queries, clock: test.clock, mode: 'live' }, 'one', {
      ...{ source: { code: 'exports.handler = () => 1;' }, timeout: 3, logRetention: 'one_day' },
    }),
  );
  const event = Buffer.from(`[${'[],'.repeat(200_000)}`);
  const parse = vi.spyOn(JSON, 'parse');
  const given = { event, source: 'api' as const, depth: 0 };
  await expect(invokeFunction(test.services, fake.here.machine, of, given)).rejects.toMatchObject({
    ...{ kind: 'invalid', code: 'BAD_EVENT' },
  });
  expect(parse.mock.calls.every(([text]) => String(text).length < 10_000)).toBe(true);
  parse.mockRestore();
});
