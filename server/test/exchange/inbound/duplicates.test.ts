import { beforeEach, describe, expect, it } from 'vitest';
import { agree, answersOf, type Inbound, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';
import { until } from '../../support/test-jobs.js';

describe('an interchange that came before', () => {
  let inbound: Inbound;
  const states = async () =>
    [...(await inbound.rows('received_interchanges'))]
      .sort((a, b) => a.created_at - b.created_at || a.place - b.place)
      .map(({ state }) => state)
      .sort();
  beforeEach(async () => {
    inbound = await openInbound();
    await agree(inbound, { acks: { enabled: true } });
  });

  it('is not handed over again where it has the same bytes, under whatever name: TA105 025', async () => {
    await inbound.receive(ordersFile());
    const again = await inbound.receive(ordersFile(), { name: 'another.edi' });
    expect(again).toMatchObject({ status: 'FAILED', transaction_count: 0, retryable: 1 });
    expect(await receivedSets(inbound)).toHaveLength(1);
    expect(
      (await answersOf(inbound)).filter((text) => /TA1\*000000001\*260115\*1200\*R\*025~/.test(text)),
    ).toHaveLength(1);
    expect(await states()).toEqual(['duplicate', 'processed']);
  });

  it('is held where it has other bytes, is answered by nothing, and goes on once it is released', async () => {
    await inbound.receive(ordersFile());
    const other = await inbound.receive(ordersFile({ orders: ['PO-OTHER'] }));
    expect(other).toMatchObject({ status: 'FAILED', fault_code: 'FAILED_TO_PARSE_METADATA' });
    expect(await answersOf(inbound)).toHaveLength(1);
    expect(await states()).toEqual(['held', 'processed']);
    const held = (await inbound.rows('received_interchanges')).find(({ state }) => state === 'held');
    await inbound.command('inbound release', { id: held?.id });
    await until(async () => (await receivedSets(inbound)).length === 2);
    expect(await answersOf(inbound)).toHaveLength(2);
    expect(await states()).toEqual(['processed', 'processed', 'released']);
    await expect(inbound.command('inbound release', { id: held?.id })).rejects.toThrow(/does not wait/);
    // Either of the two has come before.
    await inbound.receive(ordersFile());
    await inbound.receive(ordersFile({ orders: ['PO-OTHER'] }));
    expect(await states()).toEqual(['duplicate', 'duplicate', 'processed', 'processed', 'released']);
  });

  it('counts no interchange that was rejected, nor one that came before the window, nor any where nobody looks', async () => {
    await agree(inbound, { processing: { strategy: 'AllTransactions' } });
    await inbound.receive(ordersFile({ orders: ['PO-1', ''] }));
    expect(await inbound.receive(ordersFile({ orders: ['PO-1', 'PO-2'] }))).toMatchObject({ status: 'COMPLETED' });
    await agree(inbound, { processing: { strategy: 'AllTransactions', duplicates: { check: false } } });
    expect(await inbound.receive(ordersFile({ orders: ['PO-1', 'PO-2'] }))).toMatchObject({ status: 'COMPLETED' });
  });

  it('is known by nine zeros as by any other number, which nobody is told to be none', async () => {
    const number = '000000000';
    const first = await inbound.receive(ordersFile({ number }));
    expect(first).toMatchObject({ status: 'COMPLETED', transaction_count: 1, fault_count: 0 });
    expect(await inbound.receive(ordersFile({ number }))).toMatchObject({ status: 'FAILED', transaction_count: 0 });
    await inbound.receive(ordersFile({ number, orders: ['PO-OTHER'] }));
    expect(await states()).toEqual(['duplicate', 'held', 'processed']);
    // What is no number is rejected, and like no other.
    const none = ordersFile().replaceAll('*000000001', '*         ');
    for (const text of [none, none]) expect(await inbound.receive(text)).toMatchObject({ status: 'FAILED' });
    expect(await states()).toEqual(['duplicate', 'held', 'processed', 'rejected', 'rejected']);
    expect((await answersOf(inbound)).filter((text) => text.includes('*R*018~'))).toHaveLength(2);
  });

  it('is known within one file, too', async () => {
    const execution = await inbound.receive(ordersFile() + ordersFile() + ordersFile({ number: '000000002' }));
    expect(execution).toMatchObject({ status: 'PARTIALLY_COMPLETED', transaction_count: 2 });
    expect(await states()).toEqual(['duplicate', 'processed', 'processed']);
  });

  it('does not count within one file where it was rejected, as over two files', async () => {
    await agree(inbound, { acks: { enabled: true }, processing: { strategy: 'AllTransactions' } });
    const bad = ordersFile({ orders: ['PO-1', ''] });
    const mended = ordersFile({ orders: ['PO-1', 'PO-2'] });
    const execution = await inbound.receive([bad, bad, mended, mended, bad].join(''));
    expect(execution).toMatchObject({ status: 'PARTIALLY_COMPLETED', transaction_count: 2 });
    const rows = [...(await inbound.rows('received_interchanges'))].sort((a, b) => a.place - b.place);
    expect(rows.map(({ state }) => state)).toEqual(['rejected', 'rejected', 'processed', 'duplicate', 'held']);
    const answers = await answersOf(inbound);
    expect(answers.map((text) => /AK9\*[A-Z]|TA1.*R\*025/.exec(text)?.[0].slice(-5)).sort()).toEqual([
      'AK9*A',
      'AK9*R',
      'AK9*R',
      'R*025',
    ]);
  });

  it('is processed within one file, too, where nobody looks, and where somebody has the file processed again', async () => {
    await agree(inbound, { processing: { duplicates: { check: false } } });
    const twice = await inbound.receive(ordersFile() + ordersFile({ orders: ['PO-OTHER'] }));
    expect(twice).toMatchObject({ status: 'COMPLETED', transaction_count: 2 });
    await agree(inbound, { processing: {} });
    const held = await inbound.receive(
      ordersFile({ number: '000000002' }) + ordersFile({ number: '000000002', orders: ['PO-2'] }),
    );
    expect(held).toMatchObject({ status: 'PARTIALLY_COMPLETED', transaction_count: 1 });
    await inbound.retry([held.id]);
    expect(await inbound.childOf(held.id)).toMatchObject({ status: 'COMPLETED', transaction_count: 1 });
  });

  it('is processed once where both come at once', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map((n) => inbound.arrive(ordersFile(), { name: `${n}.edi` })));
    for (const id of ids) await inbound.ended(id);
    expect(await receivedSets(inbound)).toHaveLength(1);
    expect((await states()).filter((state) => state === 'processed')).toHaveLength(1);
  });
});
