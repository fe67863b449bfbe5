import { beforeEach, describe, expect, it } from 'vitest';
import { agree, answersOf, type Inbound, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';
import { OTHER_CONNECTION, PARTNERSHIP } from '../../support/partner-rows.js';
import { until } from '../../support/test-jobs.js';

describe('an interchange that is nobody’s, or not from whom it may come', () => {
  let inbound: Inbound;
  beforeEach(async () => {
    inbound = await openInbound();
    await agree(inbound, { acks: { enabled: true } });
  });
  const waiting = async () =>
    (await inbound.rows('received_interchanges')).filter(({ state }) => state === 'quarantined');

  it.each([
    ['FAILED_TO_FIND_PROFILES', { sender: 'NOBODY', receiver: 'NOBODY2' }],
    ['FAILED_TO_FIND_SENDER_PROFILE', { sender: 'NOBODY' }],
    ['FAILED_TO_FIND_RECEIVER_PROFILE', { receiver: 'NOBODY' }],
    ['FAILED_TO_FIND_PARTNER_PROFILE', { sender: 'NORTH' }],
    ['FAILED_TO_FIND_LOCAL_PROFILE', { receiver: 'BUYER' }],
    ['MISSING_SENDER_ID', { sender: '' }],
    ['MISSING_RECEIVER_ID', { receiver: '' }],
    ['NO_USAGE_INDICATOR_CODE', { usage: 'X' }],
    ['NOT_SUPPORTED', { usage: 'P' }],
    ['INVALID_CONFIGURATION', { release: '005010' }],
    ['MISSING_FUNCTIONAL_GROUP_RELEASE', { release: '' }],
  ] as const)('waits with the fault %s, and is answered by nothing', async (code, wrong) => {
    const execution = await inbound.receive(ordersFile(wrong));
    expect(execution).toMatchObject({ status: 'FAILED', transaction_count: 0, fault_count: expect.any(Number) });
    expect((await inbound.rows('faults')).map((fault) => fault.code)).toContain(code);
    expect(await answersOf(inbound)).toEqual([]);
    expect(await waiting()).toHaveLength(1);
    for (const { message } of await inbound.rows('faults')) expect(message).not.toMatch(/PO-1|NOBODY/);
  });

  it('does not stop the others of its file', async () => {
    const execution = await inbound.receive(ordersFile({ sender: 'NOBODY' }) + ordersFile({ number: '000000002' }));
    expect(execution).toMatchObject({ status: 'PARTIALLY_COMPLETED', transaction_count: 1 });
    expect(await receivedSets(inbound)).toMatchObject([{ place: 1 }]);
  });

  it('goes on by itself once it was assigned to a partnership', async () => {
    const file = await inbound.receive(ordersFile({ sender: 'NOBODY' }) + ordersFile({ number: '000000002' }));
    const [one] = await waiting();
    expect(await inbound.command('inbound list', { limit: 10 })).toMatchObject({
      interchanges: [
        { id: one?.id, state: 'quarantined', faultCode: 'FAILED_TO_FIND_SENDER_PROFILE', executionId: file.id },
      ],
    });
    await inbound.command('inbound assign', { id: one?.id, partnership: PARTNERSHIP });
    await until(async () => (await receivedSets(inbound)).length === 2);
    expect(await inbound.command('inbound list', { limit: 10 })).toEqual({ interchanges: [] });
    const child = (await inbound.rows('executions')).find(({ parent_id }) => parent_id === file.id);
    expect(child).toMatchObject({ direction: 'INBOUND', status: 'COMPLETED', transaction_count: 1 });
    // The whole file, processed again: what is elsewhere or was taken is left out, and is what it was.
    await inbound.retry([file.id]);
    const again = await inbound.childOf(file.id);
    expect(await receivedSets(inbound)).toHaveLength(2);
    expect(await statesOf(inbound, again.id)).toEqual(['released', 'processed']);
  });

  it('that came over a connection of another partnership is not believed', async () => {
    await inbound.write(async (queries) => {
      await queries
        .update('connections')
        .set({ partnership_id: 'someone_else' })
        .where('id', '=', OTHER_CONNECTION)
        .execute();
    });
    await inbound.receive(ordersFile({ usage: 'P' }), { connectionId: OTHER_CONNECTION });
    expect(await inbound.rows('faults')).toMatchObject([{ code: 'MISMATCHED_PARTNERSHIP_CONNECTION' }]);
    expect(await receivedSets(inbound)).toEqual([]);
  });

  it('is processed with its file once the configuration is mended, and answered then', async () => {
    const setting = { release: '004010' };
    await inbound.write((queries) =>
      queries.update('transaction_settings').set({ release: '005010' }).where('id', '=', 'in-po').execute(),
    );
    const file = await inbound.receive(ordersFile());
    expect(file).toMatchObject({ status: 'FAILED', fault_code: 'INVALID_CONFIGURATION' });
    await inbound.write((queries) =>
      queries.update('transaction_settings').set(setting).where('id', '=', 'in-po').execute(),
    );
    await inbound.retry([file.id]);
    await until(async () => (await receivedSets(inbound)).length === 1);
    expect(await answersOf(inbound)).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    expect((await inbound.rows('executions')).find(({ id }) => id === file.id)).toMatchObject({ status: 'RETRIED' });
  });
});

/** What an execution says of the interchanges of its file. */
async function statesOf({ rows }: Inbound, executionId: string): Promise<readonly string[]> {
  const own = (await rows('received_interchanges')).filter(({ execution_id }) => execution_id === executionId);
  return own.sort((a, b) => a.place - b.place).map(({ state }) => state);
}

describe('a file that was processed in part', () => {
  it('is processed again without what was taken, and is not acknowledged again unless that is asked for', async () => {
    const inbound = await openInbound();
    await agree(inbound, { acks: { enabled: true } });
    const file = await inbound.receive(ordersFile({ orders: ['PO-1', '', 'PO-3'] }));
    expect(file).toMatchObject({ status: 'PARTIALLY_COMPLETED' });
    await inbound.retry([file.id]);
    const child = await inbound.childOf(file.id);
    expect(child).toMatchObject({ status: 'FAILED', transaction_count: 0 });
    expect(await statesOf(inbound, child.id)).toEqual(['processed']);
    expect([await receivedSets(inbound), await answersOf(inbound)].map(({ length }) => length)).toEqual([2, 1]);
    await inbound.retry([child.id], true);
    await inbound.childOf(child.id);
    expect([await receivedSets(inbound), await answersOf(inbound)].map(({ length }) => length)).toEqual([2, 2]);
  });
});
