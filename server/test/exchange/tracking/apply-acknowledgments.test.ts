import { describe, expect, it } from 'vitest';
import { awaitAnswers } from '../../../src/resources/tracking/sent-groups.js';
import { answerTo, applyAnswer, expectAnswers, groupsOf, sendGroups, statesOf } from '../../support/answers.js';
import { coreApp } from '../../support/core-app.js';

const BOTH = { interchange: true, functional: true } as const;

describe('answers of a partner', () => {
  it('accept what was sent, and are waited for until then', async () => {
    const test = await coreApp();
    await expectAnswers(test, BOTH);
    const { executionId, edi } = await sendGroups(test, [2, 1]);
    expect(await statesOf(test, executionId)).toEqual(['awaited', 'awaited', 'awaited']);
    const functional = await answerTo(edi);
    expect(await applyAnswer(test, functional)).toEqual({ events: [], faults: [] });
    expect(await statesOf(test, executionId)).toEqual(['awaited', 'awaited', 'awaited']);
    await applyAnswer(test, await answerTo(edi, { ta1: 'always', functional: 'none' }));
    expect(await statesOf(test, executionId)).toEqual(['accepted', 'accepted', 'accepted']);
    expect(await groupsOf(test, executionId)).toMatchObject([{ state: 'answered' }, { state: 'answered' }]);
  });

  it('reject exactly the sets that they name, and report them once', async () => {
    const test = await coreApp();
    await expectAnswers(test, { functional: true });
    const { executionId, edi } = await sendGroups(test, [3, 2]);
    const answer = await answerTo(edi, {
      reject: [
        [1, 2],
        [2, 1],
      ],
    });
    const { events, faults } = await applyAnswer(test, answer);
    expect(await statesOf(test, executionId)).toEqual(['accepted', 'rejected', 'accepted', 'rejected', 'accepted']);
    expect(faults).toEqual([]);
    expect(events).toMatchObject([
      { type: 'acknowledgment.rejected', resourceKind: 'execution', resourceId: executionId },
    ]);
    expect(JSON.parse(events[0]?.detail ?? '').relatedResources).toHaveLength(3);
    expect((await applyAnswer(test, answer)).events).toEqual([]);
  });

  it('of a TA1 that rejects the interchange reject all its groups', async () => {
    const test = await coreApp();
    const { executionId, edi } = await sendGroups(test, [1, 1]);
    await applyAnswer(test, await answerTo(edi));
    const { events } = await applyAnswer(test, await answerTo(edi, { ta1: 'always', ta105: '009' }));
    expect(await statesOf(test, executionId)).toEqual(['rejected', 'rejected']);
    expect(events).toHaveLength(1);
  });

  it('that a number came twice count for what nothing else is known of', async () => {
    const test = await coreApp();
    await expectAnswers(test, BOTH);
    const { executionId, edi } = await sendGroups(test, [1]);
    const twice = await answerTo(edi, { ta1: 'always', ta105: '025' });
    await applyAnswer(test, twice);
    expect(await statesOf(test, executionId)).toEqual(['rejected']);
    await applyAnswer(test, await answerTo(edi));
    expect(await statesOf(test, executionId)).toEqual(['accepted']);
    await applyAnswer(test, twice);
    expect(await statesOf(test, executionId)).toEqual(['accepted']);
  });

  it.each([
    ['twice, accepted', ['twice', 'accepts'], 'accepted', [1, 0]],
    ['accepted, twice', ['accepts', 'twice'], 'accepted', [0, 0]],
    ['twice, rejected', ['twice', 'rejects'], 'rejected', [1, 1]],
    ['rejected, twice', ['rejects', 'twice'], 'rejected', [1, 0]],
    ['twice, accepted, rejected', ['twice', 'accepts', 'rejects'], 'rejected', [1, 0, 1]],
    ['twice, twice, accepted', ['twice', 'twice', 'accepts'], 'accepted', [1, 0, 0]],
  ] as const)('that a number came twice are taken back by what says more: %s', async (_, history, state, told) => {
    const test = await coreApp();
    await expectAnswers(test, { functional: true });
    const { executionId, edi } = await sendGroups(test, [1]);
    const wishes = { twice: { ta1: 'always', ta105: '025' }, accepts: {}, rejects: { reject: [[1, 1]] } } as const;
    const counts: number[] = [];
    for (const one of history) counts.push((await applyAnswer(test, await answerTo(edi, wishes[one]))).events.length);
    expect(await statesOf(test, executionId)).toEqual([state]);
    expect(counts).toEqual(told);
  });

  it('that a number came twice is told as what else the same file says', async () => {
    const test = await coreApp();
    await expectAnswers(test, BOTH);
    const { executionId, edi } = await sendGroups(test, [1, 1]);
    const twice = await answerTo(edi, { ta1: 'always', ta105: '025' });
    const { received } = await answerTo(edi, { reject: [[2, 1]] });
    const both = { ...twice, received: { ...received, interchanges: twice.received.interchanges } };
    const { events } = await applyAnswer(test, both);
    expect(await statesOf(test, executionId)).toEqual(['accepted', 'rejected']);
    const [told] = events.map(({ detail }) => JSON.parse(detail).relatedResources);
    expect(told.map(({ type }: { type: string }) => type)).toEqual(['file', 'transaction']);
    expect(events).toHaveLength(1);
  });

  it('that come before the delivery is written down are not waited for any more', async () => {
    const test = await coreApp();
    await expectAnswers(test, { functional: true });
    const { executionId, edi } = await sendGroups(test, [1]);
    await applyAnswer(test, await answerTo(edi));
    await test.queries((queries) => awaitAnswers(queries, [executionId], 5));
    expect(await groupsOf(test, executionId)).toMatchObject([{ state: 'answered', due_at: null }]);
  });

  it('of a partner that they did not go to change nothing, and are a fault of their file', async () => {
    const test = await coreApp();
    await expectAnswers(test, BOTH);
    const { executionId, edi } = await sendGroups(test, [1]);
    const answer = await answerTo(edi, { ta1: 'always', policy: { functional: '997' } });
    const other = await applyAnswer(test, answer, { partnershipId: 'another' });
    const ids = { ...answer.ids, senderId: 'MALLORY' };
    const stranger = await applyAnswer(test, answer, { ids });
    for (const { events, faults } of [other, stranger]) {
      expect(events).toEqual([]);
      expect(faults.map(({ code }) => code)).toEqual(['FILE_NOT_FOUND', 'FILE_NOT_FOUND']);
      expect(faults[0]?.message).toContain('interchanges (ISA13) that this server did not send to this partner: 1.');
    }
    expect(await statesOf(test, executionId)).toEqual(['awaited']);
  });

  it('that are tests say nothing of what is in production', async () => {
    const test = await coreApp();
    await expectAnswers(test, { functional: true });
    const { executionId, edi } = await sendGroups(test, [1]);
    const live = { key_mode: 'live' as const };
    await test.queries(async (queries) => {
      const [group] = await queries.from('sent_groups').selectAll().execute();
      const facts = JSON.stringify({ ...JSON.parse(group?.facts ?? ''), usage: 'P' });
      await queries
        .update('sent_groups')
        .set({ ...live, facts })
        .execute();
    });
    const { faults } = await applyAnswer(test, await answerTo(edi), { keyMode: 'test' });
    expect(faults).toHaveLength(1);
    expect(await statesOf(test, executionId)).toEqual(['awaited']);
  });

  it('that name sets which the group does not have are a fault, and count for the others', async () => {
    const test = await coreApp();
    const { executionId, edi } = await sendGroups(test, [1]);
    const { received, ...from } = await answerTo(edi);
    const [first] = received.groups;
    if (first === undefined) throw new Error('There is no 997.');
    const extra = { transactionSet: '850', controlNumber: '0099', verdict: 'A', codes: [], findings: [] } as const;
    const acknowledgment = { ...first.acknowledgment, transactions: [...first.acknowledgment.transactions, extra] };
    const { faults } = await applyAnswer(test, {
      ...from,
      received: { ...received, groups: [{ ...first, acknowledgment }] },
    });
    expect(faults).toMatchObject([{ message: expect.stringContaining('transaction sets (ST02)') }]);
    expect(await statesOf(test, executionId)).toEqual(['accepted']);
  });

  it('are about the last of those that had the number', async () => {
    const test = await coreApp();
    const first = await sendGroups(test, [1]);
    await test.queries((queries) =>
      queries.update('control_numbers').set({ interchange_next: 1, group_next: 1 }).execute(),
    );
    test.clock.advance(60_000);
    const second = await sendGroups(test, [1]);
    await applyAnswer(test, await answerTo(second.edi));
    expect(await statesOf(test, first.executionId)).toEqual(['not-expected']);
    expect(await statesOf(test, second.executionId)).toEqual(['accepted']);
  });

  it('are kept, with what each says', async () => {
    const test = await coreApp();
    const { edi } = await sendGroups(test, [2]);
    await applyAnswer(test, await answerTo(edi, { ta1: 'always', reject: [[1, 2]] }));
    const kept = await test.queries((queries) => queries.from('acknowledgments').selectAll().orderBy('id').execute());
    expect(kept.map(({ kind, verdict, execution_id }) => [kind, verdict, execution_id])).toEqual([
      ['TA1', 'accepted', 'in-1'],
      ['997', 'partial', 'in-1'],
    ]);
    expect(JSON.parse(kept[1]?.facts ?? '')).toEqual({
      ...{ received: 2, accepted: 1 },
      sets: [{ controlNumber: '0002', verdict: 'rejected', codes: ['1'] }],
    });
  });
});
