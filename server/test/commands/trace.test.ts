import { describe, expect, it } from 'vitest';
import { TRACE_COMMANDS } from '../../src/commands/trace.js';
import { type Trace, traceText } from '../../src/commands/trace-text.js';
import type { Services } from '../../src/exchange/services.js';
import { insertDeliveryReports } from '../../src/resources/executions/outcomes.js';
import { answerTo, applyAnswer, expectAnswers, sendGroups } from '../support/answers.js';
import { coreApp } from '../support/core-app.js';
import { agree, openInbound, ordersFile } from '../support/inbound.js';

const TRACE: Trace = {
  asked: 'PO-1001',
  matches: [],
  file: {
    ...{ direction: 'OUTBOUND', executionId: '019f-0001', name: 'po-123-45-6789.edi', partnershipId: 'north_buyer' },
    ...{ status: 'COMPLETED', interchangeNumbers: [7], acknowledgments: { accepted: 2, rejected: 1 } },
    groups: [{ functionalId: 'PO', number: 12, transactions: 3, state: 'answered', dueAt: '2026-11-24T02:00:01.000Z' }],
    transaction: {
      transactionId: '019f-0002',
      transactionSet: '850',
      controlNumber: '0002',
      acknowledgment: 'rejected',
    },
    steps: [
      { at: '2026-11-23T02:00:00.000Z', what: 'written', outcome: '', details: [] },
      {
        ...{ at: '2026-11-23T02:00:01.000Z', what: 'delivery 1', outcome: 'DELIVERED', executionId: '019f-0001' },
        details: ['Delivered as in/po-123-45-6789.edi.', 'The signed receipt (MDN) is kept.'],
      },
      {
        ...{ at: '2026-11-23T02:00:05.000Z', what: 'TA1', outcome: 'accepted, code 000', details: [] },
        executionId: '019f-0003',
      },
      {
        ...{ at: '2026-11-23T02:00:05.000Z', what: '997', outcome: 'partial', executionId: '019f-0003' },
        details: ['2 of 3 sets accepted', 'ST02 0002 rejected, code 5'],
      },
    ],
  },
};

const WIDE = `Sent to north_buyer, ISA13 7: COMPLETED
file po-***-**-****.edi, execution 019f-0001
group PO 12: 3 transactions, answered, due 2026-11-24T02:00:01.000Z
acknowledged: 2 accepted, 1 rejected
transaction 850 0002: rejected, 019f-0002

2026-11-23T02:00:00.000Z  written
2026-11-23T02:00:01.000Z  delivery 1: DELIVERED
                          Delivered as in/po-***-**-****.edi.
                          The signed receipt (MDN) is kept.
2026-11-23T02:00:05.000Z  TA1: accepted, code 000
                          execution 019f-0003
2026-11-23T02:00:05.000Z  997: partial
                          2 of 3 sets accepted
                          ST02 0002 rejected, code 5
                          execution 019f-0003`;

const NARROW = `Sent to north_buyer, ISA13 7: COMPLETED
file po-***-**-****.edi, execution
019f-0001
group PO 12: 3 transactions, answered,
due 2026-11-24T02:00:01.000Z
acknowledged: 2 accepted, 1 rejected
transaction 850 0002: rejected,
019f-0002

2026-11-23T02:00:00.000Z
  written
2026-11-23T02:00:01.000Z
  delivery 1: DELIVERED
  Delivered as in/po-***-**-****.edi.
  The signed receipt (MDN) is kept.
2026-11-23T02:00:05.000Z
  TA1: accepted, code 000
  execution 019f-0003
2026-11-23T02:00:05.000Z
  997: partial
  2 of 3 sets accepted
  ST02 0002 rejected, code 5
  execution 019f-0003`;

describe('the text of a trace', () => {
  it('fits a wide terminal and a narrow one', () => {
    expect(traceText(TRACE, 100)).toBe(WIDE);
    expect(traceText(TRACE, 40)).toBe(NARROW);
    for (const line of NARROW.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
  });

  it('lists what may be meant, or says that there is nothing', () => {
    const matches = [
      { by: 'ISA13', direction: 'OUTBOUND', executionId: '019f-0001', interchangeNumber: 7 },
      { by: 'business identifier', direction: 'INBOUND', executionId: '019f-0004', place: 2 },
    ] as const;
    expect(traceText({ asked: '7', matches }, 80)).toBe(`2 match. Choose one: trace ID.
019f-0001  sent, ISA13 7 (by ISA13)
019f-0004  received, transaction 3 of the file (by business identifier)`);
    expect(traceText({ asked: '8', matches: [] }, 80)).toMatch(/^Nothing was sent or received that 8 names\.\n/);
  });
});

const run = async (services: Services, asked: string) => (await TRACE_COMMANDS[0]?.run(services, { asked })) as Trace;

describe('a trace', () => {
  it.each([[[]], [['']], [['1', '2']]])('says what it takes, where it is given %j', async (positionals) => {
    await expect(TRACE_COMMANDS[0]?.prepare({ positionals, options: {} }, {} as never)).rejects.toThrow(
      /^trace takes one ISA13/,
    );
  });

  it('finds a file by ISA13, GS06, ST02, business identifier and ids, and tells what came of it', async () => {
    const test = await coreApp();
    await expectAnswers(test, { interchange: true, functional: true });
    const { executionId, edi } = await sendGroups(test, [2]);
    const id = executionId;
    test.clock.advance(1000);
    await test.queries((queries) =>
      insertDeliveryReports(queries, [
        {
          ...{
            id: 'r',
            execution_id: id,
            partnership_id: 'p',
            connection_type: 'bucket',
            connection_id: 'c',
            attempt: 1,
          },
          ...{
            filename: 'f',
            status: 'DELIVERED',
            message: 'Delivered.',
            metadata: null,
            created_at: test.clock.now(),
          },
        },
      ]),
    );
    test.clock.advance(1000);
    await applyAnswer(test, await answerTo(edi, { ta1: 'always', reject: [[1, 2]] }));
    const { file, matches } = await run(test.services, 'PO-1-2');
    expect(matches).toMatchObject([{ by: 'business identifier', direction: 'OUTBOUND', executionId: id, place: 1 }]);
    expect(file).toMatchObject({
      ...{ executionId: id, interchangeNumbers: [1], acknowledgments: { accepted: 1, rejected: 1 } },
      transaction: { transactionSet: '850', controlNumber: '0002', acknowledgment: 'rejected' },
    });
    expect(file?.steps.map(({ what, outcome }) => [what, outcome])).toEqual([
      ['written', ''],
      ['delivery 1', 'DELIVERED'],
      ['TA1', 'accepted, code 000'],
      ['997', 'partial'],
    ]);
    for (const asked of ['1', '000000001', '1/2', '0002', id, file?.transaction?.transactionId ?? '']) {
      expect((await run(test.services, asked)).file?.executionId).toBe(id);
    }
    for (const asked of ['9', '1/3', 'PO-1-3', 'nothing'])
      expect((await run(test.services, asked)).matches).toEqual([]);
  });

  it('finds sets by the numbers that they have, where those do not count from 1', async () => {
    const test = await coreApp();
    const { executionId } = await sendGroups(test, [2]);
    await test.queries(async (queries) => {
      const [{ facts } = { facts: '{}' }] = await queries.from('sent_groups').select('facts').execute();
      const numbered = JSON.stringify({ ...JSON.parse(facts), setNumbers: ['0007', '0001'] });
      await queries.update('sent_groups').set({ facts: numbered }).execute();
    });
    const placeOf = async (asked: string) => (await run(test.services, asked)).matches.map(({ place }) => place);
    expect(await placeOf('1/7')).toEqual([0]);
    expect(await placeOf('1/1')).toEqual([1]);
    expect(await placeOf('1/2')).toEqual([]);
    expect((await run(test.services, executionId)).file?.groups).toHaveLength(1);
  });

  it('of a file that came in names what answers it, a TA1 alone as well', async () => {
    const inbound = await openInbound();
    await agree(inbound, { acks: { enabled: true } });
    const files = [await inbound.receive(ordersFile({ asks: '1' })), await inbound.receive(ordersFile({ asks: '1' }))];
    const replies = (await inbound.rows('executions')).filter(({ direction }) => direction === 'OUTBOUND');
    const traces = await Promise.all(files.map(({ id }) => run(inbound.services, id)));
    const steps = traces.flatMap(({ file }) => file?.steps ?? []).filter(({ outcome }) => outcome === 'written');
    // The second is the first once more: nothing of it is answered but its interchange.
    expect(steps.map(({ what }) => what)).toEqual(['997', 'TA1']);
    expect(steps.map(({ executionId }) => executionId).sort()).toEqual(replies.map(({ id }) => id).sort());
  });

  it('of a file that came in says what is wrong with it, and that it is no X12', async () => {
    const inbound = await openInbound();
    const [rejected, text] = [
      await inbound.receive(ordersFile({ number: '000000002' }).replace('SE*5*', 'SE*7*')),
      await inbound.receive('Dear partner, here is our order.'),
    ];
    const shown = async (id: string) => traceText(await run(inbound.services, id), 200);
    expect(await shown(rejected.id)).toMatch(
      /\nfault FAILED_TO_TRANSLATE: .*rejected as a whole \(IK502 4\)\. SE01 is not the number of its segments: ask/,
    );
    expect(await shown(text.id)).toContain('\nno X12, and nothing was read of it: UNKNOWN\n');
  });

  it('of several files says which there are', async () => {
    const test = await coreApp();
    const files = [await sendGroups(test, [1]), await sendGroups(test, [1])];
    const { matches, file } = await run(test.services, 'PO-1-1');
    expect(file).toBeUndefined();
    expect(matches.map(({ executionId }) => executionId).sort()).toEqual(
      files.map(({ executionId }) => executionId).sort(),
    );
  });

  it('is audited, and sees one account alone', async () => {
    const test = await coreApp();
    await sendGroups(test, [1]);
    const other = await test.account('Other');
    const found = (account: string) => TRACE_COMMANDS[0]?.run(test.services, { asked: '1', account }) as Promise<Trace>;
    expect((await found(other.accountId)).matches).toEqual([]);
    expect((await found(test.accountId)).matches).toMatchObject([{ by: 'ISA13' }]);
    const audit = await test.queries((queries) =>
      queries.from('audit').selectAll().where('action', '=', 'trace').execute(),
    );
    expect(audit).toHaveLength(1);
  });
});
