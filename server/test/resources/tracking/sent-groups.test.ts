import { describe, expect, it } from 'vitest';
import { awaitAnswers, moveSentGroups, removeTrackingOf } from '../../../src/resources/tracking/sent-groups.js';
import { expectAnswers, groupsOf, sendGroups, statesOf } from '../../support/answers.js';
import { coreApp } from '../../support/core-app.js';

const HOUR = 3_600_000;

describe('what was sent is written down with the file', () => {
  it('group by group, by what answers name it', async () => {
    const test = await coreApp();
    const { executionId } = await sendGroups(test, [2, 3]);
    const groups = await groupsOf(test, executionId);
    expect(groups).toMatchObject([
      { place: 0, functional_id: 'PO', group_number: 1, interchange_number: 1, first_place: 0, transactions: 2 },
      { place: 1, functional_id: 'PO', group_number: 2, interchange_number: 1, first_place: 2, transactions: 3 },
    ]);
    expect(new Set(groups.map(({ pair }) => pair)).size).toBe(1);
    expect(groups.map(({ state, due_at }) => [state, due_at])).toEqual([
      ['not-expected', null],
      ['not-expected', null],
    ]);
    expect(await statesOf(test, executionId)).toEqual(Array.from({ length: 5 }, () => 'not-expected'));
  });

  it('waits for the answers that the partnership expects, from the delivery on', async () => {
    const test = await coreApp();
    await expectAnswers(test, { functional: true, claims: true, withinHours: 2 });
    const { executionId } = await sendGroups(test, [1]);
    expect(await groupsOf(test, executionId)).toMatchObject([
      { state: 'awaited', expects: 'functional', due_at: null },
    ]);
    expect(await statesOf(test, executionId)).toEqual(['awaited']);
    await test.queries((queries) => awaitAnswers(queries, [executionId], 1_000));
    await test.queries((queries) => awaitAnswers(queries, [executionId], 9_000));
    expect(await groupsOf(test, executionId)).toMatchObject([{ state: 'awaited', due_at: 1_000 + 2 * HOUR }]);
  });

  it('goes along with the execution that delivers it, and goes with it', async () => {
    const test = await coreApp();
    const { executionId } = await sendGroups(test, [1, 1]);
    await test.queries((queries) => moveSentGroups(queries, executionId, 'child'));
    expect(await groupsOf(test, executionId)).toEqual([]);
    expect(await groupsOf(test, 'child')).toHaveLength(2);
    expect(await test.services.store.write((tx) => removeTrackingOf(tx, ['child'], 1))).toBe(1);
    expect(await test.services.store.write((tx) => removeTrackingOf(tx, ['child'], 10))).toBe(1);
    expect(await groupsOf(test, 'child')).toEqual([]);
  });
});
