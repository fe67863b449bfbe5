import { describe, expect, it } from 'vitest';
import { commitDelivered, type DeliveredFile } from '../../../src/exchange/delivery/commit-deliveries.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { watchedStore } from '../../store/watched-plans.js';
import { expectAnswers, groupsOf, sendGroups } from '../../support/answers.js';
import { coreApp } from '../../support/core-app.js';
import type { TestApp } from '../../support/test-app.js';

/** The statements of a delivery's commit that change what answers are waited for. */
async function statementsOf(test: TestApp, executionId: string, isAwaited: boolean): Promise<readonly string[]> {
  const at = test.clock.now();
  const report = {
    ...{ id: executionId, execution_id: executionId, partnership_id: 'p', connection_type: 'bucket' as const },
    ...{ connection_id: 'c', attempt: 1, filename: 'f', status: 'DELIVERED' as const, message: 'It is there.' },
    ...{ metadata: null, created_at: at },
  };
  const none = { object: undefined, connectionId: null, receipt: undefined, events: [], feed: [] };
  const file: DeliveredFile = { ...none, executionId, at, first: true, isAwaited, report };
  const watched = watchedStore(test.services.store);
  await watched.store.write((tx) => commitDelivered(new AccountQueries(tx, test.accountId), [file], test.services));
  return (await watched.plans()).filter((plan) => plan.startsWith('update "sent_groups"'));
}

describe('the commit of a delivery', () => {
  it('begins the time of the answers that are expected, and costs no statement where none is', async () => {
    const test = await coreApp();
    const unanswered = await sendGroups(test, [1]);
    await expectAnswers(test, { functional: true, withinHours: 1 });
    const answered = await sendGroups(test, [1]);
    expect(await statementsOf(test, unanswered.executionId, false)).toEqual([]);
    expect(await statementsOf(test, answered.executionId, true)).toHaveLength(1);
    expect(await groupsOf(test, unanswered.executionId)).toMatchObject([{ due_at: null }]);
    expect(await groupsOf(test, answered.executionId)).toMatchObject([{ due_at: test.clock.now() + 3_600_000 }]);
  });
});
