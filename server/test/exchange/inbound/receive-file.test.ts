import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT, agree, type Inbound, openInbound, ordersFile } from '../../support/inbound.js';
import { PARTNERSHIP } from '../../support/partner-rows.js';
import { until } from '../../support/test-jobs.js';

describe('a file that comes in', () => {
  let inbound: Inbound;
  beforeEach(async () => {
    inbound = await openInbound();
  });

  it('is matched, read, and shown with its transactions, what they are known by, their documents, feed and events', async () => {
    const execution = await inbound.receive(ordersFile({ orders: ['PO-7', 'PO-8'] }));
    expect(execution).toMatchObject({
      ...{ status: 'COMPLETED', direction: 'INBOUND', mode: 'test', key_mode: 'test', file_type: 'EDI/X12' },
      ...{ transaction_count: 2, fault_count: 0, retryable: 0, partnership_id: PARTNERSHIP },
    });
    const transactions = [...(await inbound.rows('transactions'))].sort((a, b) => a.place - b.place);
    expect(transactions).toMatchObject([
      { place: 0, direction: 'INBOUND', sender_id: 'buyer', receiver_id: 'north', transaction_set: '850', listed: 1 },
      { place: 1, status: 'succeeded', mode: 'test', key_mode: 'test', partnership_id: PARTNERSHIP },
    ]);
    expect((await inbound.rows('business_identifiers')).map(({ value }) => value).sort()).toEqual(['PO-7', 'PO-8']);
    const own = (await inbound.rows('artifacts')).filter(({ owner_id }) => owner_id === transactions[1]?.id);
    const texts = await Promise.all(
      own.map(async (row) => [row.usage, Buffer.from(await inbound.services.artifacts.read(row)).toString()] as const),
    );
    expect(Object.fromEntries(texts)).toMatchObject({
      input: 'ST*850*0002~BEG*00*SA*PO-8**20260131~PO1*1*12*EA*9.75~CTT*1~SE*5*0002~',
      output: expect.stringContaining('"purchase_order_number_03":"PO-8"'),
    });
    expect((await inbound.rows('feed')).map(({ kind, mode }) => [kind, mode]).sort()).toEqual([
      ['execution', 'test'],
      ['transaction', 'test'],
      ['transaction', 'test'],
    ]);
    expect((await inbound.rows('events')).map(({ type, mode }) => [type, mode]).sort()).toEqual([
      ['file.processed.v2', 'test'],
      ['transaction.processed.v2', 'test'],
      ['transaction.processed.v2', 'test'],
    ]);
    expect(await inbound.rows('received_interchanges')).toMatchObject([
      { state: 'processed', control_number: 1, partnership_id: PARTNERSHIP, fault_code: null },
    ]);
    await until(async () => (await inbound.rows('jobs')).length === 0);
  });

  it('is answered by a 997 of its own execution, with the ids swapped, ISA14 0 and the same ISA15', async () => {
    await agree(inbound, { acks: { enabled: true } });
    await inbound.receive(ordersFile({ number: '000000042' }));
    const answer = (await inbound.rows('executions')).find(({ direction }) => direction === 'OUTBOUND');
    expect(answer).toMatchObject({ status: 'IN_PROGRESS', mode: 'test', key_mode: 'test', transaction_count: 1 });
    const file = (await inbound.rows('artifacts')).find(
      ({ owner_id, usage }) => owner_id === answer?.id && usage === 'output',
    );
    if (file === undefined) throw new Error('It has no file.');
    const text = Buffer.from(await inbound.services.artifacts.read(file)).toString();
    expect(text).toMatch(
      /^ISA\*.*\*ZZ\*NORTH {10}\*ZZ\*BUYER {10}\*\d{6}\*\d{4}\*U\*00401\*000000001\*0\*T\*>~GS\*FA\*/,
    );
    expect(text).toContain('AK1*PO*42~AK2*850*0001~AK5*A~AK9*A*1*1*1~');
    expect(await inbound.rows('jobs')).toMatchObject([{ kind: 'deliver' }]);
  });

  it('is answered by rows of tests where it is a test, also over a connection for production', async () => {
    await agree(inbound, { acks: { enabled: true } });
    await inbound.write((queries) => queries.update('connections').set({ test: 0 }).execute());
    await inbound.receive(ordersFile({ usage: 'T' }));
    const modes = (await inbound.rows('transactions')).map(({ direction, key_mode }) => [direction, key_mode]);
    expect(modes.sort()).toEqual([
      ['INBOUND', 'test'],
      ['OUTBOUND', 'test'],
    ]);
    const answer = (await inbound.rows('executions')).find(({ direction }) => direction === 'OUTBOUND');
    expect(answer).toMatchObject({ mode: 'test', key_mode: 'test' });
  });

  it.each([
    ['of production', ordersFile({ usage: 'P' })],
    ['for information', ordersFile({ usage: 'I' })],
    ['that is no X12', '{"orders": []}'],
  ])('is a test for everybody where it comes over a connection for tests, also one %s', async (_, text) => {
    const { key_mode } = await inbound.receive(text);
    expect(key_mode).toBe('test');
    const events = await inbound.rows('events');
    expect(events.map(({ mode }) => mode)).toEqual(events.map(() => 'test'));
  });

  it.each([
    [['T', 'T'], 'test', 'test'],
    [['T', 'I'], 'other', 'live'],
    [['I', 'T'], 'other', 'live'],
    [['T', 'I', 'P'], 'production', 'live'],
    [['T', 'X'], 'unknown', 'live'],
  ] as const)('of several interchanges with ISA15 %j is %s, in rows of mode %s', async (usages, mode, keyMode) => {
    await inbound.write((queries) => queries.update('connections').set({ test: 0 }).execute());
    const parts = usages.map((usage, index) => ordersFile({ usage, number: `00000000${index + 1}` }));
    const file = await inbound.receive(parts.join(''));
    expect(file).toMatchObject({ mode, key_mode: keyMode });
    const told = (await inbound.rows('events')).filter(({ resource_id }) => resource_id === file.id);
    expect(new Set(told.map((event) => event.mode))).toEqual(new Set([keyMode === 'test' ? 'test' : 'production']));
  });

  it('is COMPLETED and reported without transactions where it is no X12', async () => {
    const execution = await inbound.receive('{"orders": []}', { name: 'orders.json' });
    expect(execution).toMatchObject({ status: 'COMPLETED', file_type: 'JSON', transaction_count: 0, mode: 'unknown' });
    expect((await inbound.rows('events')).map(({ type }) => type)).toEqual(['file.processed.v2']);
  });

  it.each(['', 'hello', "UNB+UNOA:1+A+B+260131:0905+1'"])(
    'is warned of where nothing is read of it: %j',
    async (text) => {
      const warned: unknown[] = [];
      const log = pino({ level: 'warn' }, { write: (line: string) => void warned.push(JSON.parse(line)) });
      const other = await openInbound({ parts: () => ({ log }) });
      const execution = await other.receive(text);
      expect(execution).toMatchObject({ status: 'COMPLETED', file_type: 'UNKNOWN' });
      expect(warned).toMatchObject([{ execution: execution.id, msg: expect.stringContaining('is no X12') }]);
    },
  );
});

describe('the strategy', () => {
  it('AnyTransaction takes the sets that are valid: AK9 P, and the file is PARTIALLY_COMPLETED', async () => {
    const inbound = await openInbound();
    await agree(inbound, { acks: { enabled: true }, processing: { strategy: 'AnyTransaction' } });
    const execution = await inbound.receive(ordersFile({ orders: ['PO-1', '', 'PO-3'] }));
    expect(execution).toMatchObject({
      status: 'PARTIALLY_COMPLETED',
      transaction_count: 2,
      fault_code: 'TRANSLATION_ERROR',
    });
    const stored = (await inbound.rows('transactions')).filter(({ direction }) => direction === 'INBOUND');
    expect(stored.map(({ place }) => place).sort()).toEqual([0, 2]);
    const fault = (await inbound.rows('faults'))[0];
    expect(fault?.message).toMatch(/^Interchange 1, group 1, transaction set 2, segment 2 \(BEG\): /);
    expect(await textOfAnswer(inbound)).toContain('AK9*P*3*3*2');
  });

  it('AllTransactions takes none where one is not valid: AK9 R, and only the set in error is named', async () => {
    const inbound = await openInbound();
    await agree(inbound, { acks: { enabled: true }, processing: { strategy: 'AllTransactions' } });
    const execution = await inbound.receive(ordersFile({ orders: ['PO-1', '', 'PO-3'] }));
    expect(execution).toMatchObject({ status: 'FAILED', transaction_count: 0, retryable: 1 });
    expect((await inbound.rows('transactions')).filter(({ direction }) => direction === 'INBOUND')).toEqual([]);
    const text = await textOfAnswer(inbound);
    expect(text).toContain('AK9*R*3*3*0');
    expect(text.match(/AK2\*/g)).toHaveLength(1);
    expect((await inbound.rows('events')).map(({ type }) => type)).toEqual(['file.failed.v2']);
  });
});

async function textOfAnswer(inbound: Inbound): Promise<string> {
  const answer = (await inbound.rows('executions')).find(({ direction }) => direction === 'OUTBOUND');
  const artifacts = await inbound.rows('artifacts');
  const file = artifacts.find(({ owner_id, usage }) => owner_id === answer?.id && usage === 'output');
  if (file === undefined) throw new Error('There is no answer.');
  return Buffer.from(await inbound.services.artifacts.read({ ...file, account_id: ACCOUNT })).toString();
}
