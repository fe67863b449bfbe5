import { describe, expect, it } from 'vitest';
import { sentGroupRows } from '../../../src/resources/tracking/sent-group-rows.js';
import { insertSentGroups } from '../../../src/resources/tracking/sent-groups.js';
import { insertTransactions } from '../../../src/resources/transactions/outcomes.js';
import { transactionRow } from '../../store/list-rows.js';
import { type Inbound, openInbound } from '../../support/inbound.js';
import { PARTNERSHIP } from '../../support/partner-rows.js';

const IDS = { senderQualifier: 'ZZ', senderId: 'NORTH', receiverQualifier: 'ZZ', receiverId: 'BUYER' };

/** A file of two orders, ISA13 5 and GS06 6, that waits for a TA1 and a 997. */
async function sendOrders({ write }: Inbound): Promise<void> {
  const file = { executionId: 'out', partnershipId: PARTNERSHIP, keyMode: 'test', at: 1 } as const;
  const group = { functionalIdentifierCode: 'PO', release: '004010', controlNumber: 6, transactions: 2 };
  const groups = [{ ...group, applicationSenderCode: 'NORTHWH', applicationReceiverCode: 'BUYER' }];
  const interchange = { ...IDS, controlNumber: 5, usageIndicator: 'T', groups } as const;
  const expected = { interchange: true, functional: true };
  const sent = { ...file, interchange, transactionSets: ['850'], setNumbers: [['0001', '0002']], expected };
  await write(async (queries) => {
    await insertSentGroups(queries, sentGroupRows(sent));
    const rows = [0, 1].map((place) => ({ ...transactionRow(place + 1, 1), execution_id: 'out', place }));
    await insertTransactions(
      queries,
      rows.map((row) => ({ ...row, direction: 'OUTBOUND' as const, acknowledgment: 'awaited' })),
    );
  });
}

const TA1 = 'TA1*000000005*260401*0930*A*000~';
const REPLY =
  'GS*FA*BUYER*NORTHWH*20260401*0931*9*X*004010~ST*997*0001~AK1*PO*6~AK2*850*0001~AK5*A~AK2*850*0002~AK5*R*5~' +
  'AK9*P*2*2*1~SE*8*0001~GE*1*9~';

const file = (body: string, number = '000000009') =>
  `ISA*00*          *00*          *ZZ*BUYER          *ZZ*NORTH          *260401*0931*U*00401*${number}*0*T*>~${body}IEA*${body.split('GS*').length - 1}*${number}~`;

async function states(inbound: Inbound): Promise<readonly string[]> {
  const sets = (await inbound.rows('transactions')).filter(({ execution_id }) => execution_id === 'out');
  return sets.sort((a, b) => a.place - b.place).map(({ acknowledgment }) => acknowledgment);
}

describe('answers in a file that comes in', () => {
  it('are applied by the commit that shows it', async () => {
    const inbound = await openInbound();
    await sendOrders(inbound);
    const execution = await inbound.receive(file(TA1 + REPLY));
    expect(execution).toMatchObject({ status: 'COMPLETED', fault_count: 0, transaction_count: 1 });
    expect(await states(inbound)).toEqual(['accepted', 'rejected']);
    expect((await inbound.rows('sent_groups'))[0]).toMatchObject({ state: 'answered', interchange_answer: 'accepted' });
    const kept = (await inbound.rows('acknowledgments')).map(({ kind, execution_id }) => [kind, execution_id]);
    expect(kept.sort()).toEqual([
      ['997', execution.id],
      ['TA1', execution.id],
    ]);
    const events = await inbound.rows('events');
    expect(events.filter(({ type }) => type === 'acknowledgment.rejected')).toMatchObject([{ resource_id: 'out' }]);
  });

  it('are refused, and nothing of the file is taken, where they name more than is compared while others wait', async () => {
    const inbound = await openInbound();
    await sendOrders(inbound);
    const sets = 100_000;
    const named = 'AK2*850*0001~AK5*A~'.repeat(sets);
    const answer = `ST*997*0001~AK1*PO*6~${named}AK9*A*${sets}*${sets}*${sets}~SE*${2 * sets + 4}*0001~`;
    const execution = await inbound.receive(file(`GS*FA*BUYER*NORTHWH*20260401*0931*9*X*004010~${answer}GE*1*9~`));
    expect(execution).toMatchObject({ status: 'FAILED', fault_code: 'FAILED_TO_PARSE', transaction_count: 0 });
    expect(execution.fault_message).toContain('Ask the partner to send them in parts');
    expect(await states(inbound)).toEqual(['awaited', 'awaited']);
  });

  it('may come alone, as TA1s without a group', async () => {
    const inbound = await openInbound();
    await sendOrders(inbound);
    expect(await inbound.receive(file(TA1))).toMatchObject({ status: 'COMPLETED', fault_count: 0 });
    expect((await inbound.rows('sent_groups'))[0]).toMatchObject({ state: 'awaited', interchange_answer: 'accepted' });
  });

  it('count where the orders that came with them are rejected', async () => {
    const inbound = await openInbound();
    await sendOrders(inbound);
    const bad = 'GS*PO*BUYER*NORTHWH*20260401*0931*9*X*004010~ST*850*0001~BEG*00*SA***20260131~SE*3*0001~GE*1*9~';
    expect(await inbound.receive(file(TA1 + bad))).toMatchObject({ status: 'FAILED', transaction_count: 0 });
    expect((await inbound.rows('sent_groups'))[0]).toMatchObject({ interchange_answer: 'accepted' });
  });

  it('do not count in an interchange that is rejected itself', async () => {
    const inbound = await openInbound();
    await sendOrders(inbound);
    expect(await inbound.receive(file(TA1).replace('IEA*0', 'IEA*7'))).toMatchObject({ status: 'FAILED' });
    expect((await inbound.rows('sent_groups'))[0]).toMatchObject({ interchange_answer: null });
  });

  it('are kept once, and change nothing more, when the file is processed again', async () => {
    const inbound = await openInbound();
    await sendOrders(inbound);
    const unknown = 'TA1*000000006*260401*0930*A*000~';
    const execution = await inbound.receive(file(TA1 + unknown + REPLY));
    expect(execution).toMatchObject({ status: 'PARTIALLY_COMPLETED', fault_count: 1 });
    await inbound.retry([execution.id]);
    await inbound.childOf(execution.id);
    expect((await inbound.rows('acknowledgments')).map(({ kind }) => kind).sort()).toEqual(['997', 'TA1']);
    expect(await states(inbound)).toEqual(['accepted', 'rejected']);
  });

  it('to what was not sent are faults of the file', async () => {
    const inbound = await openInbound();
    const execution = await inbound.receive(file(TA1 + REPLY));
    expect(execution).toMatchObject({ status: 'PARTIALLY_COMPLETED', fault_count: 2, fault_code: 'FILE_NOT_FOUND' });
  });
});
