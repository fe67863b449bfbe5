import { describe, expect, it } from 'vitest';
import { backfillSentGroups } from '../../../src/exchange/tracking/backfill-sent-groups.js';
import { answerTo, applyAnswer, groupsOf, sendGroups, statesOf } from '../../support/answers.js';
import { coreApp } from '../../support/core-app.js';
import type { TestApp } from '../../support/test-app.js';

const run = ({ services }: TestApp) => backfillSentGroups(services, new AbortController().signal);
/** As a release leaves it that knew nothing of groups. */
const forget = (test: TestApp) => test.queries((queries) => queries.delete('sent_groups').execute());

describe('files that were sent before', () => {
  it('get the groups that they had, and answers reach them', async () => {
    const test = await coreApp();
    const { executionId, edi } = await sendGroups(test, [2, 1]);
    const before = await groupsOf(test, executionId);
    await forget(test);
    await run(test);
    const after = await groupsOf(test, executionId);
    const same = ({ id: _, updated_at: __, ...row }: (typeof before)[number]) => row;
    expect(after.map(same)).toEqual(before.map(same));
    await applyAnswer(test, await answerTo(edi, { reject: [[1, 2]] }));
    expect(await statesOf(test, executionId)).toEqual(['accepted', 'rejected', 'accepted']);
  });

  it('keep those that they have', async () => {
    const test = await coreApp();
    const { executionId } = await sendGroups(test, [1]);
    await run(test);
    expect(await groupsOf(test, executionId)).toHaveLength(1);
  });

  it('are looked at once more a day later, as a process of the release before may have gone on', async () => {
    const test = await coreApp();
    await run(test);
    const { executionId } = await sendGroups(test, [1]);
    await forget(test);
    await run(test);
    expect(await groupsOf(test, executionId)).toEqual([]);
    test.clock.advance(86_400_000);
    await run(test);
    expect(await groupsOf(test, executionId)).toHaveLength(1);
    await forget(test);
    test.clock.advance(86_400_000);
    await run(test);
    expect(await groupsOf(test, executionId)).toEqual([]);
  });

  it('of which retries took the transactions away get none', async () => {
    const test = await coreApp();
    const { executionId } = await sendGroups(test, [1]);
    await forget(test);
    await test.queries((queries) => queries.update('transactions').set({ execution_id: 'child' }).execute());
    await run(test);
    expect(await groupsOf(test, executionId)).toEqual([]);
  });
});
