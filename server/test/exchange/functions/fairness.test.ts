import { afterAll, beforeAll, expect, it } from 'vitest';
import { invokeFunction } from '../../../src/exchange/functions/invoke-function.js';
import { createInvokeJob } from '../../../src/exchange/functions/invoke-job.js';
import { findInvocation } from '../../../src/resources/functions/invocation-rows.js';
import { INVOKE, promiseEvent } from '../../../src/resources/functions/promise-event.js';
import { createFunction } from '../../../src/resources/functions/rows.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { type FakeFunctions, fakeFunctions } from '../../support/fake-functions.js';
import { testJobs, until } from '../../support/test-jobs.js';
import { type TestServices, testServices } from '../../support/test-services.js';

const QUEUED = 1_000;

let test: TestServices;
let fake: FakeFunctions;
/** Until it is called, no run of the account that queues ends. */
let letGo: () => void;
beforeAll(async () => {
  test = await testServices();
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  fake = fakeFunctions(async ({ context }) => {
    if (context.functionName === 'many') await gone;
    return { result: '1' };
  }, QUEUED);
});
afterAll(async () => {
  fake.close();
  await test.close();
});

async function functionOf(account: string, name: string) {
  await addAccount(test.services.store, account);
  return writeAs(test.services.store, account, (queries) =>
    createFunction({ queries, clock: test.clock, mode: 'live' }, name, {
      ...{ source: { code: 'exports.handler = () => 1;' }, timeout: 900, logRetention: 'one_day' },
    }),
  );
}

it('the first of another account waits for none of a thousand that are queued', async () => {
  const { services, clock } = test;
  const [many, one] = [await functionOf('a', 'many'), await functionOf('b', 'one')];
  const promise = (account: string, of: typeof many, count: number) =>
    writeAs(services.store, account, async (queries) => {
      const rows = [];
      for (let left = count; left > 0; left--) {
        rows.push(await promiseEvent(services, queries, { function: of, source: 'api', depth: 0 }, '{}'));
      }
      return rows;
    });
  await promise('a', many, QUEUED);
  const { machine } = fake.here;
  const handlers = { [INVOKE]: createInvokeJob(services, machine) };
  const jobs = testJobs(services.store, { clock, handlers });
  jobs.start();
  const ranOf = (name: string) => fake.runs.filter(({ context }) => context.functionName === name).length;
  await until(() => ranOf('many') === 1);

  const [row] = await promise('b', one, 1);
  jobs.wake();
  const state = async () =>
    (await readAs(services.store, 'b', (queries) => findInvocation(queries, 'live', row?.id ?? ''))).state;
  await until(async () => (await state()) === 'succeeded');
  const call = { event: Buffer.from('{}'), source: 'api' as const, depth: 0 };
  expect((await invokeFunction(services, machine, one, call)).ran.how).toBe('returned');
  // Of the others not one has ended: it has its share, and no more.
  expect([ranOf('many'), ranOf('one')]).toEqual([1, 2]);
  letGo();
  // A thousand runs with their records, on whatever database: their time is no matter here.
  await until(() => ranOf('many') === QUEUED, 200_000);
});
