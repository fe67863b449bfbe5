import { describe, expect, it } from 'vitest';
import { agree, answersOf, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';

const orders = (number: number, text = '', by = ''): string =>
  ordersFile({ number: String(number).padStart(9, '0'), orders: ['PO-1'] }).replace(text, by);

describe('what is not handed over', () => {
  it.each([
    ['between interchanges', `${orders(1)}\r\nREF*DP*LOST~\r\n${orders(2)}`, 'Bytes 247 to 258 ', 2],
    ['an interchange with a damaged ISA', `${orders(1)}${orders(2, '*00*', '00*')}`, 'Bytes 245 to 487 ', 1],
    ['an interchange that was cut in its ISA', `${orders(1)}${orders(2).slice(0, 70)}`, 'Bytes 245 to 314 ', 1],
    ['a second end', `${orders(1)}IEA*1*000000001~`, 'Bytes 245 to 260 ', 1],
  ])('is a fault: %s', async (_, text, message, taken) => {
    const inbound = await openInbound();
    const execution = await inbound.receive(text);
    expect(execution).toMatchObject({ status: 'PARTIALLY_COMPLETED', transaction_count: taken, fault_count: 1 });
    const [fault] = await inbound.rows('faults');
    expect(fault).toMatchObject({ code: 'FAILED_TO_PARSE', message: expect.stringContaining(message) });
  });

  it.each(['\r\n\r\n', '\x1a', '\0\0\0', '  \n'])('is none where it is layout: %j', async (layout) => {
    const inbound = await openInbound();
    const execution = await inbound.receive(`\ufeff${orders(1)}${layout}${orders(2)}${layout}`);
    expect(execution).toMatchObject({ status: 'COMPLETED', transaction_count: 2 });
  });

  it.each(['AnyTransaction', 'AllTransactions'])(
    'is a fault where an acknowledgment cannot name the set: %s',
    async (strategy) => {
      const inbound = await openInbound();
      await agree(inbound, { acks: { enabled: true }, processing: { strategy } });
      const execution = await inbound.receive(orders(1, 'ST*850*0001', 'ST*850*1'));
      expect(execution).toMatchObject({ status: 'FAILED', transaction_count: 0 });
      expect(await inbound.rows('faults')).toMatchObject([
        { code: 'FAILED_TO_TRANSLATE', message: expect.stringContaining('ST01 or ST02') },
      ]);
      expect((await inbound.rows('events')).map(({ type }) => type)).toEqual(['file.failed.v2']);
    },
  );

  it('is said to be rejected with others where the partnership takes all of an interchange or none', async () => {
    const inbound = await openInbound();
    await agree(inbound, { acks: { enabled: true }, processing: { strategy: 'AllTransactions' } });
    const [, group = ''] = /(GS\*.*GE\*1\*1~)/.exec(orders(1)) ?? [];
    const bad = group.replace('PO-1', '').replace('*1*X*', '*2*X*').replace('GE*1*1', 'GE*1*2');
    await inbound.receive(orders(1, group, group + bad).replace('IEA*1', 'IEA*2'));
    const messages = (await inbound.rows('faults')).map(({ message }) => message);
    expect(messages).toHaveLength(2);
    expect(messages.find((text) => text.startsWith('Interchange 1, group 1:'))).toContain('takes all of them or none');
  });
});

describe('an interchange that was cut off', () => {
  it.each(['GS*PO*BUY', 'GS*PO*BUYER*NORTHWH*20260115*1200*2*X*0040', 'ST*8', 'SE*5'])(
    'is rejected for it, wherever: %s',
    async (end) => {
      const inbound = await openInbound();
      await agree(inbound, { acks: { enabled: true } });
      const whole = orders(2);
      const text = orders(1) + whole.slice(0, whole.indexOf(end) + end.length);
      expect(await inbound.receive(text)).toMatchObject({ status: 'PARTIALLY_COMPLETED', transaction_count: 1 });
      expect((await answersOf(inbound)).join('')).toContain('TA1*000000002*260115*1200*R*023');
      const codes = (await inbound.rows('faults')).map(({ code }) => code);
      expect(codes).not.toContain('INVALID_CONFIGURATION');
      expect(codes).toContain('FAILED_TO_PARSE_METADATA');
    },
  );
});

describe('an interchange that no store can keep the ids of', () => {
  it.each([' Infinity', '000001e99', '0000000.5', '0x0000FFF', '-00000001', '9'.repeat(30)])(
    'as its ISA13 %j is none, is answered, and does not keep others from being handed over',
    async (number) => {
      const inbound = await openInbound();
      await agree(inbound, { acks: { enabled: true } });
      const text = `${orders(1)}${orders(9).replaceAll('000000009', number)}${orders(2)}`;
      expect(await inbound.receive(text)).toMatchObject({ status: 'PARTIALLY_COMPLETED', transaction_count: 2 });
      const rows = [...(await inbound.rows('received_interchanges'))].sort((a, b) => a.place - b.place);
      expect(rows.map(({ control_number, state }) => [Number(control_number), state])).toEqual([
        [1, 'processed'],
        [0, 'rejected'],
        [2, 'processed'],
      ]);
      const rejecting = /TA1\*000000000\*260115\*1200\*R\*0(?:18|22)~/;
      expect((await answersOf(inbound)).filter((one) => rejecting.test(one))).toHaveLength(1);
    },
  );

  it('as they hold a NUL, waits for somebody, and does not keep others from being handed over', async () => {
    const inbound = await openInbound();
    const text = `${orders(1)}${orders(2, 'BUYER  ', 'BUYER \0')}${orders(3, '*ZZ*', '*Z\0*')}`;
    expect(await inbound.receive(text)).toMatchObject({ status: 'PARTIALLY_COMPLETED', transaction_count: 1 });
    expect((await inbound.rows('faults')).map(({ code }) => code)).toEqual([
      'FAILED_TO_FIND_SENDER_PROFILE',
      'FAILED_TO_FIND_SENDER_PROFILE',
    ]);
    expect(await receivedSets(inbound)).toHaveLength(1);
  });
});
