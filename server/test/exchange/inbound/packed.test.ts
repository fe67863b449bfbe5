import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openInbound, ordersFile, receivedSets } from '../../support/inbound.js';
import { PARTNERSHIP } from '../../support/partner-rows.js';
import { until } from '../../support/test-jobs.js';

/** Of no files. */
const EMPTY_ZIP = Buffer.concat([Buffer.from([0x50, 0x4b, 5, 6]), Buffer.alloc(18)]);

describe('a file that comes packed', () => {
  it('is read as what is in it, and kept as it came and as it was unpacked', async () => {
    const inbound = await openInbound();
    const packed = gzipSync(ordersFile());
    const execution = await inbound.receive(packed, { name: 'orders.edi.gz' });
    expect(execution).toMatchObject({ status: 'COMPLETED', file_type: 'EDI/X12', transaction_count: 1 });
    const own = (await inbound.rows('artifacts')).filter(({ owner_id }) => owner_id === execution.id);
    const bytes = async (usage: string) => {
      const row = own.find((one) => one.usage === usage);
      return row === undefined ? undefined : Buffer.from(await inbound.services.artifacts.read(row));
    };
    expect(await bytes('input')).toEqual(packed);
    expect((await bytes('attachment'))?.toString()).toBe(ordersFile());
    expect(own.find(({ usage }) => usage === 'attachment')?.name).toBe('orders.edi');
  });

  it('gives the interchange that is assigned from its unpacked bytes, and is unpacked anew where it is retried', async () => {
    const inbound = await openInbound();
    const both = ordersFile({ number: '000000002', orders: ['PO-2'] }) + ordersFile({ sender: 'NOBODY' });
    const file = await inbound.receive(gzipSync(both));
    expect(file).toMatchObject({ status: 'PARTIALLY_COMPLETED', transaction_count: 1 });
    const waits = (await inbound.rows('received_interchanges')).find(({ state }) => state === 'quarantined');
    await inbound.command('inbound assign', { id: waits?.id, partnership: PARTNERSHIP });
    await until(async () => (await receivedSets(inbound)).length === 2);
    await inbound.retry([file.id]);
    expect(await inbound.childOf(file.id)).toMatchObject({ status: 'COMPLETED', transaction_count: 0 });
    expect(await receivedSets(inbound)).toHaveLength(2);
  });

  it.each([
    ['comes to very much', gzipSync(Buffer.alloc(40 * 1_024 * 1_024))],
    ['is cut off', gzipSync(ordersFile()).subarray(0, -20)],
    ['is packed twice', gzipSync(gzipSync(ordersFile()))],
  ])('and %s has failed, and nothing of it is handed over or kept but what came', async (_, bytes) => {
    const inbound = await openInbound();
    const execution = await inbound.receive(bytes);
    expect(execution).toMatchObject({ status: 'FAILED', fault_code: 'FAILED_TO_PARSE', transaction_count: 0 });
    expect((await inbound.rows('artifacts')).map(({ usage }) => usage)).toEqual(['input']);
    expect((await inbound.rows('events')).map(({ type }) => type)).toEqual(['file.failed.v2']);
  });

  it('and holds nothing is a ZIP without transactions', async () => {
    const inbound = await openInbound();
    expect(await inbound.receive(EMPTY_ZIP)).toMatchObject({
      ...{ status: 'COMPLETED', file_type: 'ZIP', transaction_count: 0 },
    });
  });
});
