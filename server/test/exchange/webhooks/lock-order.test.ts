import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commitAttempts, holdDeliveries } from '../../../src/exchange/webhooks/commit-webhooks.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import type { Transaction } from '../../../src/store/store.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import { insertDestination } from '../../support/insert-destination.js';
import { runsBeside } from '../../support/lock-waits.js';
import { ON_POSTGRES } from '../../support/test-jobs.js';
import { testServices } from '../../support/test-services.js';

const ACCOUNT = 'account-1';

async function twoDestinations() {
  const test = await testServices();
  onTestFinished(() => test.close());
  const { services } = test;
  await addAccount(services.store, ACCOUNT);
  const ids = await writeAs(services.store, ACCOUNT, async (queries) => {
    const one = await insertDestination(services, queries, 'https://hooks.example.com/');
    return [one, await insertDestination(services, queries, 'https://hooks.example.com/')];
  });
  const [first = '', second = ''] = ids.sort();
  const lock = (id: string) => (tx: Transaction) =>
    sql`select 1 from destinations where id = ${id} for update`.execute(tx);
  return { services, first, second, locks: [lock(first), lock(second)] as const };
}

describe.runIf(ON_POSTGRES)('destinations that two processes write at the same moment', () => {
  it('are locked in one order by who has deliveries wait for them: nobody runs twice', async () => {
    const { services, first, second, locks } = await twoDestinations();
    const held = [second, first].map((destinationId) => ({ id: `msg-${destinationId}`, run: 1, destinationId, at: 1 }));
    const runs = await runsBeside(services.store, locks, (tx) =>
      holdDeliveries(new AccountQueries(tx, ACCOUNT), held, services),
    );
    expect(runs).toEqual([1, 1]);
  });

  it('are so by who writes down what has come of attempts', async () => {
    const { services, first, second, locks } = await twoDestinations();
    const failed = [second, first].map((destinationId) => ({
      ...({ id: `msg-${destinationId}`, run: 1, destinationId, mode: 'production', at: 5 } as const),
      ...({ status: 'FAILED', answer: 'HTTP 500.', exhaustedSince: 1 } as const),
    }));
    // They have failed before: all that is left is to disable them.
    await services.store.write((tx) => tx.updateTable('destinations').set({ failing_since: 1 }).execute());
    const runs = await runsBeside(services.store, locks, (tx) =>
      commitAttempts(new AccountQueries(tx, ACCOUNT), failed, services),
    );
    expect(runs).toEqual([1, 1]);
  });
});
