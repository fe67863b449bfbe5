import type { ReceivedFunctionalAcknowledgment, ReceivedInterchangeAcknowledgment } from 'ediloom/acknowledgment';
import { expect, it } from 'vitest';
import { applyAcknowledgments } from '../../../src/exchange/tracking/apply-acknowledgments.js';
import { sentGroupRows } from '../../../src/resources/tracking/sent-group-rows.js';
import { insertSentGroups } from '../../../src/resources/tracking/sent-groups.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { watchedStore } from '../../store/watched-plans.js';
import { coreApp } from '../../support/core-app.js';
import { PARTNERSHIP } from '../../support/partner-rows.js';
import type { TestApp } from '../../support/test-app.js';

const SENT = { senderQualifier: 'ZZ', senderId: 'NORTH', receiverQualifier: 'ZZ', receiverId: 'BUYER' };
const FROM_PARTNER = { senderQualifier: 'ZZ', senderId: 'BUYER', receiverQualifier: 'ZZ', receiverId: 'NORTH' };

/** Files of one group, ISA13 from 1 on, that wait for TA1s. */
async function send(test: TestApp, files: number): Promise<void> {
  const rows = Array.from({ length: files }, (_, index) => {
    const group = { functionalIdentifierCode: 'PO', release: '004010', controlNumber: index + 1, transactions: 1 };
    const groups = [{ ...group, applicationSenderCode: 'A', applicationReceiverCode: 'B' }];
    return sentGroupRows({
      ...{ executionId: `out${index}`, partnershipId: PARTNERSHIP, keyMode: 'test', at: 1, transactionSets: ['850'] },
      interchange: { ...SENT, controlNumber: index + 1, usageIndicator: 'T', groups },
      ...{ setNumbers: [['0001']], expected: { interchange: true } },
    });
  });
  await test.queries((queries) => insertSentGroups(queries, rows.flat()));
}

/** Applies a TA1 of each of so many interchanges, which accept what was sent from a number on. @returns the statements it took. */
async function answer(test: TestApp, from: number, interchanges: number): Promise<number> {
  const watched = watchedStore(test.services.store);
  const answers = Array.from({ length: interchanges }, (_, index) => {
    const controlNumber = String(from + index).padStart(9, '0');
    const result = { controlNumber, date: '2026-01-15', time: '12:00', verdict: 'A', code: '000' } as const;
    const one = { interchange: SENT, result } as ReceivedInterchangeAcknowledgment;
    return {
      ...{ ids: FROM_PARTNER, number: String(900 + from + index), keyMode: 'live' as const },
      ...{ partnershipId: PARTNERSHIP, received: { interchanges: [one], groups: [] } },
    };
  });
  const by = { executionId: 'in', at: 1 };
  await watched.store.write((tx) => applyAcknowledgments(new AccountQueries(tx, test.accountId), by, answers));
  return (await watched.plans()).length;
}

it('answers of a hundred interchanges are tied by as many statements as those of one', async () => {
  const test = await coreApp();
  await send(test, 101);
  const one = await answer(test, 1, 1);
  expect(await answer(test, 2, 100)).toBe(one);
  const groups = await test.queries((queries) => queries.from('sent_groups').select('interchange_answer').execute());
  expect(groups.map(({ interchange_answer }) => interchange_answer)).toEqual(Array(101).fill('accepted'));
  const kept = await test.queries((queries) => queries.from('acknowledgments').select('said').execute());
  expect(new Set(kept.map(({ said }) => said)).size).toBe(101);
});

/** Says so many times of the group of the first file that it is accepted, each time with another count. @returns the rows that were read for it. */
async function answerAgain(test: TestApp, times: number): Promise<number> {
  const watched = watchedStore(test.services.store);
  const groups = Array.from({ length: times }, (_, received) => {
    const said = { kind: '997', functionalIdentifierCode: 'PO', controlNumber: '1', verdict: 'A', codes: [] };
    const acknowledgment = { ...said, included: 1, received, accepted: 1, transactions: [] };
    return { interchange: SENT, acknowledgment } as unknown as ReceivedFunctionalAcknowledgment;
  });
  const answer = { ids: FROM_PARTNER, number: '900', keyMode: 'live' as const, partnershipId: PARTNERSHIP };
  const received = { interchanges: [], groups };
  const by = { executionId: `in${times}`, at: 1 };
  await watched.store.write((tx) =>
    applyAcknowledgments(new AccountQueries(tx, test.accountId), by, [{ ...answer, received }]),
  );
  return watched.rowsGiven();
}

it('a group that is answered a thousand times in a file is read and judged once', async () => {
  const test = await coreApp();
  await send(test, 2);
  const once = await answerAgain(test, 1);
  expect(await answerAgain(test, 3000)).toBe(once);
  const kept = await test.queries((queries) => queries.from('acknowledgments').select('execution_id').execute());
  expect(kept.filter(({ execution_id }) => execution_id === 'in3000').length).toBeLessThanOrEqual(1000);
});
