import { expect, it } from 'vitest';
import { commitDelivered, type DeliveredFile } from '../../../src/exchange/delivery/commit-deliveries.js';
import { markOverdue } from '../../../src/exchange/tracking/mark-overdue.js';
import { uuid } from '../../../src/ids.js';
import { moveSentGroups } from '../../../src/resources/tracking/sent-groups.js';
import { moveTransactions } from '../../../src/resources/transactions/outcomes.js';
import { answerTo, applyAnswer, expectAnswers, groupsOf, sendGroups, statesOf } from '../../support/answers.js';
import { coreApp } from '../../support/core-app.js';
import { PARTNERSHIP } from '../../support/partner-rows.js';
import type { TestApp } from '../../support/test-app.js';

/** Of each file all of it happens at once. */
const FILES = Number(process.env.EDILOOM_STORM_ROUNDS ?? 15);
const LATER_MS = 1_000 * 3_600_000;

/** As the delivery of a file ends. */
function delivered(test: TestApp, executionId: string): Promise<void> {
  const at = test.clock.now();
  const report = {
    ...{ id: uuid(), execution_id: executionId, partnership_id: PARTNERSHIP, connection_type: 'bucket' as const },
    ...{ connection_id: 'c', attempt: 1, filename: 'f', status: 'DELIVERED' as const, message: 'It is there.' },
    ...{ metadata: null, created_at: at },
  };
  const none = { object: undefined, connectionId: null, receipt: undefined, events: [], feed: [] };
  const file: DeliveredFile = { ...none, executionId, at, first: true, isAwaited: true, report };
  return test.queries((queries) => commitDelivered(queries, [file], test.services));
}

/** As a search for what is overdue, at a time at which all is that has no answer. */
function search({ services }: TestApp): Promise<void> {
  const clock = { ...services.clock, now: () => services.clock.now() + LATER_MS };
  return markOverdue({ ...services, clock }, new AbortController().signal);
}

function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

it('answers that meet the delivery, each other, a second delivery and a search for overdue ones count once', {
  timeout: 600_000,
}, async () => {
  const test = await coreApp();
  await expectAnswers(test, { interchange: true, functional: true });
  const overdue = new Set<string>();
  for (let file = 0; file < FILES; file++) {
    const { executionId, edi } = await sendGroups(test, [2, 1]);
    const functional = await answerTo(edi, { reject: [[1, 2]] });
    const interchange = await answerTo(edi, { ta1: 'always', functional: 'none' });
    const child = uuid();
    const again = () =>
      test.queries(async (queries) => {
        await moveSentGroups(queries, executionId, child);
        await moveTransactions(queries, executionId, child);
      });
    const answers = [functional, functional, interchange, interchange];
    const all = [
      ...answers.map((answer, index) => () => applyAnswer(test, answer, { executionId: `in-${index}` })),
      () => delivered(test, executionId),
      () => search(test),
      again,
    ];
    const outcomes = await Promise.all(shuffled(all).map((one) => one()));
    expect(outcomes.flatMap((outcome) => outcome?.faults ?? [])).toEqual([]);
    expect(await statesOf(test, child)).toEqual(['accepted', 'rejected', 'accepted']);
    expect(await groupsOf(test, child)).toMatchObject([
      { state: 'answered', interchange_answer: 'accepted' },
      { state: 'answered', interchange_answer: 'accepted' },
    ]);
    const ids = (await groupsOf(test, child)).map(({ id }) => id);
    const rows = await test.queries((queries) => queries.from('acknowledgments').selectAll().execute());
    const said = rows.filter((row) => ids.includes(row.sent_group_id)).map(({ kind }) => kind);
    expect(said.sort()).toEqual(['997', '997', 'TA1']);
    const events = await test.queries((queries) => queries.from('events').selectAll().execute());
    const ofFile = events.filter(({ resource_id: id }) => id === executionId || id === child);
    expect(ofFile.filter(({ type }) => type === 'acknowledgment.rejected')).toHaveLength(1);
    const late = ofFile.filter(({ type }) => type === 'acknowledgment.overdue');
    expect(late.length).toBeLessThanOrEqual(1);
    if (late.length > 0) overdue.add(executionId);
  }
  console.log(`${FILES} files, ${overdue.size} overdue for a moment`);
});
