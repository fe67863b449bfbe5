import { describe, expect, it } from 'vitest';
import type { Reader } from '../../../src/reading/reader.js';
import { agree, answersOf, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';

const FILE = ordersFile({ orders: ['PO-1', 'PO-2', 'PO-3'] }) + ordersFile({ number: '000000002' });

/** A reader whose process loses something on its way. */
async function received(lossy: (reader: Reader) => Partial<Reader>) {
  const inbound = await openInbound({ parts: ({ reader }) => ({ reader: { ...reader, ...lossy(reader) } }) });
  await agree(inbound, { acks: { enabled: true } });
  const execution = await inbound.receive(FILE);
  return { execution, sets: await receivedSets(inbound), answers: await answersOf(inbound) };
}

async function* without<Item>(items: AsyncIterable<Item>, isLost: (item: Item) => boolean): AsyncGenerator<Item> {
  for await (const item of items) if (!isLost(item)) yield item;
}

describe('a file of which something does not come back from the reader', () => {
  it('fails, and neither accepts nor hands over anything, where a set is missing that was accepted', async () => {
    const { execution, sets, answers } = await received((reader) => ({
      read: (...given) => without(reader.read(...given), ({ transaction }) => transaction === 2),
    }));
    expect(execution).toMatchObject({ status: 'FAILED', fault_code: 'UNKNOWN_ERROR', transaction_count: 0 });
    expect([sets, answers]).toEqual([[], []]);
  });

  it('fails, too, where an interchange was not judged', async () => {
    const { execution, sets, answers } = await received((reader) => ({
      judge: (...given) => without(reader.judge(...given), ({ interchange }) => interchange === 2),
    }));
    expect(execution).toMatchObject({ status: 'FAILED', fault_code: 'UNKNOWN_ERROR', transaction_count: 0 });
    expect([sets, answers]).toEqual([[], []]);
  });
});
