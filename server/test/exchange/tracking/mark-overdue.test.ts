import { describe, expect, it } from 'vitest';
import { markOverdue } from '../../../src/exchange/tracking/mark-overdue.js';
import { awaitAnswers } from '../../../src/resources/tracking/sent-groups.js';
import { answerTo, applyAnswer, expectAnswers, groupsOf, sendGroups, statesOf } from '../../support/answers.js';
import { coreApp } from '../../support/core-app.js';
import type { TestApp } from '../../support/test-app.js';

const HOUR = 3_600_000;

async function sent(test: TestApp, sizes: readonly number[]) {
  await expectAnswers(test, { functional: true, withinHours: 1 });
  const file = await sendGroups(test, sizes);
  await test.queries((queries) => awaitAnswers(queries, [file.executionId], test.clock.now()));
  return file;
}

const mark = (test: TestApp) => markOverdue(test.services, new AbortController().signal);
const events = (test: TestApp) => test.queries((queries) => queries.from('events').selectAll().execute());

describe('what is not answered in time', () => {
  it('is overdue, and one event a file reports it, once', async () => {
    const test = await coreApp();
    const { executionId } = await sent(test, [1, 2]);
    test.clock.advance(HOUR - 1);
    await mark(test);
    expect(await statesOf(test, executionId)).toEqual(['awaited', 'awaited', 'awaited']);
    test.clock.advance(1);
    await Promise.all([mark(test), mark(test)]);
    expect(await statesOf(test, executionId)).toEqual(['overdue', 'overdue', 'overdue']);
    expect(await events(test)).toMatchObject([
      { type: 'acknowledgment.overdue', mode: 'test', resource_id: executionId },
    ]);
  });

  it('is so no longer when the answer comes after all', async () => {
    const test = await coreApp();
    const { executionId, edi } = await sent(test, [2]);
    test.clock.advance(HOUR);
    await mark(test);
    await applyAnswer(test, await answerTo(edi, { reject: [[1, 2]] }));
    expect(await statesOf(test, executionId)).toEqual(['accepted', 'rejected']);
    expect(await groupsOf(test, executionId)).toMatchObject([{ state: 'answered' }]);
    await mark(test);
    expect((await events(test)).map(({ type }) => type)).toEqual(['acknowledgment.overdue', 'acknowledgment.rejected']);
  });

  it('is found in portions, and each file whole', async () => {
    const test = await coreApp();
    const files = [
      await sent(
        test,
        Array.from({ length: 60 }, () => 1),
      ),
      await sent(
        test,
        Array.from({ length: 70 }, () => 1),
      ),
    ];
    test.clock.advance(HOUR);
    await mark(test);
    expect((await events(test)).map(({ resource_id }) => resource_id).sort()).toEqual(
      files.map(({ executionId }) => executionId).sort(),
    );
  });
});
