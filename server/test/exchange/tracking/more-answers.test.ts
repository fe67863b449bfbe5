import { decodeClaimAcknowledgment } from 'ediloom/acknowledgment';
import { describe, expect, it } from 'vitest';
import { groupsOfClaims } from '../../../src/exchange/tracking/groups-of-claims.js';
import { markOverdue } from '../../../src/exchange/tracking/mark-overdue.js';
import { sentGroupRows } from '../../../src/resources/tracking/sent-group-rows.js';
import { awaitAnswers, insertSentGroups, moveSentGroups } from '../../../src/resources/tracking/sent-groups.js';
import {
  insertBusinessIdentifiers,
  insertTransactions,
  moveTransactions,
} from '../../../src/resources/transactions/outcomes.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { transactionRow } from '../../store/list-rows.js';
import { answerTo, applyAnswer, sendGroups, statesOf } from '../../support/answers.js';
import { coreApp } from '../../support/core-app.js';
import { lockWaits } from '../../support/lock-waits.js';
import { PARTNERSHIP } from '../../support/partner-rows.js';
import type { TestApp } from '../../support/test-app.js';
import { ON_POSTGRES, until } from '../../support/test-jobs.js';

const IDS = { senderQualifier: 'ZZ', senderId: 'NORTH', receiverQualifier: 'ZZ', receiverId: 'BUYER' };
const FROM_PARTNER = { senderQualifier: 'ZZ', senderId: 'BUYER', receiverQualifier: 'ZZ', receiverId: 'NORTH' };

/** A file of one group, as it stands in the store. */
async function sent(test: TestApp, functionalIdentifierCode: string, transactionSet: string, transactions: number) {
  const group = { functionalIdentifierCode, release: '', controlNumber: 6, transactions };
  const groups = [{ ...group, applicationSenderCode: 'A', applicationReceiverCode: 'B' }];
  const rows = sentGroupRows({
    ...{ executionId: 'out', partnershipId: PARTNERSHIP, keyMode: 'test', at: 1, transactionSets: [transactionSet] },
    interchange: { ...IDS, controlNumber: 5, usageIndicator: 'T', groups },
    setNumbers: [Array.from({ length: transactions }, (_, index) => String(index + 1).padStart(4, '0'))],
    expected: { functional: true, claims: true },
  });
  await test.queries(async (queries) => {
    await insertSentGroups(queries, rows);
    await insertTransactions(
      queries,
      Array.from({ length: transactions }, (_, place) => ({
        ...transactionRow(place + 1, 1),
        ...{ execution_id: 'out', place, direction: 'OUTBOUND' as const, acknowledgment: 'awaited' },
        ...{ transaction_set: transactionSet, partnership_id: PARTNERSHIP },
      })),
    );
  });
}

describe('answers to large and moved files', () => {
  it('to a group of 10,000 sets mark exactly those that they reject', async () => {
    const test = await coreApp();
    await sent(test, 'PO', '850', 10_000);
    const transactions = Array.from({ length: 10_000 }, (_, index) => ({
      ...{ transactionSet: '850', controlNumber: String(index + 1).padStart(4, '0'), codes: [], findings: [] },
      verdict: index % 1000 === 7 ? ('R' as const) : ('A' as const),
    }));
    const acknowledgment = {
      ...{ kind: '997' as const, functionalIdentifierCode: 'PO', controlNumber: '6', verdict: 'P' as const, codes: [] },
      ...{ included: 10_000, received: 10_000, accepted: 9990, transactions },
    };
    const received = { interchanges: [], groups: [{ interchange: IDS, acknowledgment }] };
    const { events } = await applyAnswer(test, { ids: FROM_PARTNER, number: '9', received });
    expect(events).toHaveLength(1);
    const states = await statesOf(test, 'out');
    expect(states.flatMap((state, place) => (state === 'rejected' ? [place] : []))).toEqual(
      Array.from({ length: 10 }, (_, index) => index * 1000 + 7),
    );
    expect(states.filter((state) => state === 'accepted')).toHaveLength(9990);
  });

  it('reach a file that is delivered by another execution by now', async () => {
    const test = await coreApp();
    const { executionId, edi } = await sendGroups(test, [1, 2]);
    await test.queries(async (queries) => {
      await moveSentGroups(queries, executionId, 'child');
      await moveTransactions(queries, executionId, 'child');
    });
    await applyAnswer(test, await answerTo(edi, { reject: [[2, 2]] }));
    expect(await statesOf(test, 'child')).toEqual(['accepted', 'accepted', 'rejected']);
  });
});

const d9Of = (number: string | undefined) => (number === undefined ? [] : [{ qualifier_01: 'D9', number_02: number }]);

/** A 277CA in guide JSON of a dictionary: its levels stand in their HLs. */
function report(batch: object, claims: readonly (readonly [claim: string, action: 'WQ' | 'U', d9?: string])[]) {
  const patients = claims.map(([claim, action, d9]) => ({
    a_HL: { level_03: 'PT' },
    a_TRN_loop: [{ a_TRN: { id_02: claim }, a_STC: [{ action_03: action }], a_REF: d9Of(d9) }],
  }));
  const read = decodeClaimAcknowledgment({
    heading: { a_BHT: { structure_01: '0085' } },
    detail: { a_HL_loop: [{ a_HL: { level_03: '21' }, a_TRN_loop: batch }, ...patients] },
  });
  if (read === undefined) throw new Error('It is none.');
  return read;
}

const BATCH = { a_TRN: { id_02: 'BATCH-1' }, a_STC: { action_03: 'WQ' } };

describe('a 277CA', () => {
  it('that does not come is reported once, also where the number came twice meanwhile', async () => {
    const test = await coreApp();
    await sent(test, 'HC', '837', 1);
    await test.queries((queries) => awaitAnswers(queries, ['out'], test.clock.now()));
    test.clock.advance(1000 * 3_600_000);
    await markOverdue(test.services, new AbortController().signal);
    const twice = {
      controlNumber: '5',
      date: '260101',
      time: '0900',
      verdict: 'R' as const,
      code: '025' as const,
      text: '',
    };
    const ta1 = { interchanges: [{ interchange: IDS, result: twice }], groups: [] };
    await applyAnswer(test, { ids: FROM_PARTNER, number: '9', received: ta1 });
    expect(await statesOf(test, 'out')).toEqual(['rejected']);
    const acknowledgment = {
      ...{ kind: '999' as const, functionalIdentifierCode: 'HC', controlNumber: '6', verdict: 'A' as const, codes: [] },
      ...{ included: 1, received: 1, accepted: 1, transactions: [] },
    };
    const late = { interchanges: [], groups: [{ interchange: IDS, acknowledgment }] };
    await applyAnswer(test, { ids: FROM_PARTNER, number: '10', received: late });
    await markOverdue(test.services, new AbortController().signal);
    expect(await statesOf(test, 'out')).toEqual(['overdue']);
    const events = await test.queries((queries) => queries.from('events').selectAll().orderBy('id').execute());
    expect(events.map(({ type }) => type).sort()).toEqual(['acknowledgment.overdue', 'acknowledgment.rejected']);
  });

  type Known = readonly [set: number, element: string, value: string];
  async function claimsOf(test: TestApp, more: readonly Known[] = []) {
    await sent(test, 'HC', '837', 2);
    const known: readonly Known[] = [
      ...more,
      [1, '127', 'BATCH-1'],
      [1, '1028', 'C-1'],
      [1, '1028', 'C-2'],
      [2, '127', 'BATCH-2'],
      [2, '1028', 'C-3'],
    ];
    await test.queries((queries) =>
      insertBusinessIdentifiers(
        queries,
        known.map(([set, element_id, value]) => ({
          ...{ transaction_id: transactionRow(set, 1).id, element_id, value, created_at: 1 },
        })),
      ),
    );
  }
  const none = { interchanges: [], groups: [] };
  const apply = (test: TestApp, ...claims: ReturnType<typeof report>[]) =>
    applyAnswer(test, { ids: FROM_PARTNER, number: '9', received: none }, { claims });
  const answers = async (test: TestApp) => {
    const rows = await test.queries((queries) => queries.from('transactions').selectAll().orderBy('place').execute());
    return rows.map(({ claim_answer, acknowledgment }) => [claim_answer, acknowledgment]);
  };

  it('says of a submission what became of its claims; the 999 is still waited for', async () => {
    const test = await coreApp();
    await claimsOf(test);
    expect(
      await apply(
        test,
        report(BATCH, [
          ['C-1', 'WQ'],
          ['C-2', 'WQ'],
        ]),
      ),
    ).toEqual({ events: [], faults: [] });
    expect(await answers(test)).toEqual([
      ['accepted', 'awaited'],
      [null, 'awaited'],
    ]);
  });

  it('that rejects some claims accepts with errors, and one that rejects all rejects', async () => {
    const test = await coreApp();
    await claimsOf(test);
    await apply(test, report(BATCH, [['C-1', 'U']]));
    expect((await answers(test))[0]).toEqual(['accepted-with-errors', 'awaited']);
    const { events } = await apply(
      test,
      report(BATCH, [
        ['C-1', 'U'],
        ['C-2', 'U'],
      ]),
    );
    expect((await answers(test))[0]).toEqual(['rejected', 'rejected']);
    expect(events).toMatchObject([{ type: 'acknowledgment.rejected', resourceId: 'out' }]);
  });

  it('finds claims by their own numbers where it names no submission, and guesses nothing', async () => {
    const test = await coreApp();
    await claimsOf(test);
    await apply(test, report({}, [['C-3', 'WQ']]));
    expect((await answers(test))[1]).toEqual(['accepted', 'awaited']);
    const { faults } = await apply(test, report({}, [['C-9', 'U']]));
    expect(faults).toMatchObject([
      { code: 'FILE_NOT_FOUND', message: expect.stringContaining('submissions of claims') },
    ]);
  });

  it('finds claims of one CLM01 by their REF D9', async () => {
    const test = await coreApp();
    const same = [1, 2].flatMap((set): Known[] => [
      [set, '1028', 'SAME'],
      [set, '127', `D9-${set}`],
    ]);
    await claimsOf(test, same);
    expect((await apply(test, report({}, [['SAME', 'WQ']]))).faults).toHaveLength(1);
    expect((await apply(test, report({}, [['SAME', 'WQ', 'D9-2']]))).faults).toEqual([]);
    expect(await answers(test)).toEqual([
      [null, 'awaited'],
      ['accepted', 'awaited'],
    ]);
  });

  it('guesses nothing where more are known by its numbers than one statement gives', async () => {
    const test = await coreApp();
    await claimsOf(test);
    const many = Array.from({ length: 5000 }, (_, index) => `N-${index}`);
    await test.queries(async (queries) => {
      const known = (set: number, value: string, created_at: number) => ({
        ...{ transaction_id: transactionRow(set, 1).id, element_id: '1028', value, created_at },
      });
      await insertBusinessIdentifiers(queries, [
        ...[known(1, 'TWICE', 2), known(2, 'TWICE', 4)],
        ...many.map((value) => known(1, value, 3)),
      ]);
    });
    await apply(test, report({}, [['TWICE', 'U'], ...many.map((value) => [value, 'WQ'] as const)]));
    expect(await answers(test)).toEqual([
      ['accepted', 'awaited'],
      [null, 'awaited'],
    ]);
  });

  it('costs a few statements, however many submissions are in it', async () => {
    const test = await coreApp();
    await claimsOf(test);
    let statements = 0;
    class Counting extends AccountQueries {
      override from: AccountQueries['from'] = (table) => {
        statements++;
        return super.from(table);
      };
    }
    const batches = Array.from({ length: 300 }, (_, index) => ({
      ...{ reference: `B-${index}`, rejectedWhole: false, rejectedProviders: 0 },
      claims: [{ trackingNumber: index === 7 ? 'C-3' : `C-${index}-9`, isRejected: false }],
    }));
    const answering = { pair: '', partnershipId: PARTNERSHIP, keyMode: 'live' } as const;
    const found = await test.queries(({ tx, accountId }) =>
      groupsOfClaims(new Counting(tx, accountId), answering, [{ batches, saidIn: '9' }]),
    );
    expect([found.groups.length, found.unmatched.length]).toEqual([1, 299]);
    expect(statements).toBeLessThan(10);
  });

  it('reaches a submission that another file delivers once more from this moment on', async () => {
    const test = await coreApp();
    await claimsOf(test);
    const { store } = test.services;
    let goOn = () => {};
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const moving = test.queries(async (queries) => {
      await moveSentGroups(queries, 'out', 'child');
      await moveTransactions(queries, 'out', 'child');
      begun();
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    });
    await hasBegun;
    const accepted = (claim: string) => [claim, 'WQ'] as const;
    const applying = apply(test, report(BATCH, [accepted('C-1'), accepted('C-2')]));
    // An embedded store has one writer: the other has not begun.
    if (ON_POSTGRES) await until(async () => (await lockWaits(store)) === 1);
    goOn();
    await moving;
    expect(await applying).toEqual({ events: [], faults: [] });
    expect(await answers(test)).toEqual([
      ['accepted', 'awaited'],
      [null, 'awaited'],
    ]);
  });

  it('may reject a submission as a whole', async () => {
    const test = await coreApp();
    await claimsOf(test);
    await apply(test, report({ a_TRN: { id_02: 'BATCH-2' }, a_STC: { action_03: 'U' } }, []));
    expect((await answers(test))[1]).toEqual(['rejected', 'rejected']);
  });
});
