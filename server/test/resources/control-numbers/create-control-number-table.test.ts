import { describe, expect, it } from 'vitest';
import { pairKey } from '../../../src/resources/control-numbers/counters.js';
import { createControlNumberTable } from '../../../src/resources/control-numbers/create-control-number-table.js';
import { holdNumbers, raiseNumbers, releaseNumbers } from '../../../src/resources/control-numbers/restored-numbers.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import type { Store } from '../../../src/store/store.js';
import { openTestStore } from '../../support/open-test-store.js';

const PAIR = { senderQualifier: 'ZZ', senderId: 'SHOP', receiverQualifier: '01', receiverId: 'MILL' };
const BACK = { senderQualifier: '01', senderId: 'MILL', receiverQualifier: 'ZZ', receiverId: 'SHOP' };

const CLOCK = { now: () => 1 };

async function openTable() {
  const store = await openTestStore();
  return { store, table: createControlNumberTable({ store, clock: CLOCK }) };
}

function set(
  store: Store,
  table: ReturnType<typeof createControlNumberTable>,
  counter: 'interchange' | 'group',
  next: number,
) {
  return store.write((tx) => table.set(new AccountQueries(tx, 'a'), PAIR, counter, next));
}

function peek(store: Store, table: ReturnType<typeof createControlNumberTable>, account = 'a') {
  return store.read((db) => table.peek(new AccountQueries(db, account), PAIR));
}

describe('control numbers', () => {
  it('start at 1, each counter by itself', async () => {
    const { store, table } = await openTable();
    expect(await peek(store, table)).toEqual({ interchange: 1, group: 1 });
    expect(await table.take('a', PAIR, 3)).toEqual({ interchange: 1, groups: [1, 2, 3] });
    expect(await table.take('a', PAIR, 1)).toEqual({ interchange: 2, groups: [4] });
    expect(await peek(store, table)).toEqual({ interchange: 3, group: 5 });
  });

  it('count apart for each account and each direction', async () => {
    const { store, table } = await openTable();
    await table.take('a', PAIR, 1);
    expect((await table.take('b', PAIR, 1)).interchange).toBe(1);
    expect((await table.take('a', BACK, 1)).interchange).toBe(1);
    expect(await peek(store, table, 'c')).toEqual({ interchange: 1, group: 1 });
  });

  it('are raised for all pairs, those to come among them, and go on at 1 behind the last', async () => {
    const { store, table } = await openTable();
    await set(store, table, 'interchange', 999_999_990);
    expect(await store.write((tx) => raiseNumbers(tx, CLOCK, 20))).toBe(2);
    expect(await table.take('a', PAIR, 1)).toEqual({ interchange: 11, groups: [21] });
    expect(await table.take('a', BACK, 1)).toEqual({ interchange: 21, groups: [21] });
    expect(await peek(store, table, 'new')).toEqual({ interchange: 21, group: 21 });
    await store.write((tx) => raiseNumbers(tx, CLOCK, 5, { accountId: 'b' }));
    await store.write((tx) => raiseNumbers(tx, CLOCK, 5, { accountId: 'a', pair: pairKey(BACK) }));
    expect((await table.take('a', BACK, 1)).interchange).toBe(27);
    expect((await table.take('a', PAIR, 1)).interchange).toBe(12);
    await store.write((tx) => raiseNumbers(tx, CLOCK, 5));
    expect((await table.take('b', PAIR, 1)).interchange, 'raises add up').toBe(26);
  });

  it('are given to nobody in a restored store, until it is said which were sent', async () => {
    const { store, table } = await openTable();
    await table.take('a', PAIR, 1);
    await store.write((tx) => holdNumbers(tx, '2026-01-01T00:00:00.000Z'));
    const held = { name: 'Problem', kind: 'unavailable', code: 'CONTROL_NUMBERS_HELD' };
    await expect(table.take('a', PAIR, 1)).rejects.toMatchObject(held);
    await expect(table.take('a', BACK, 1)).rejects.toMatchObject(held);
    await expect(
      store.write((tx) => table.increment(new AccountQueries(tx, 'a'), PAIR, 'group')),
    ).rejects.toMatchObject(held);
    expect(await peek(store, table)).toEqual({ interchange: 2, group: 2 });
    await store.write((tx) => raiseNumbers(tx, CLOCK, 5, { accountId: 'a' }));
    await expect(table.take('a', PAIR, 1), 'others may have sent, too').rejects.toMatchObject(held);
    await store.write((tx) => releaseNumbers(tx));
    expect((await table.take('a', PAIR, 1)).interchange).toBe(7);
  });

  it('are given once, whoever asks at the same time', async () => {
    const { table } = await openTable();
    const taken = await Promise.all(Array.from({ length: 300 }, (_, i) => table.take('a', PAIR, 1 + (i % 3))));
    const interchanges = taken.map(({ interchange }) => interchange).sort((a, b) => a - b);
    const groups = taken.flatMap((one) => one.groups).sort((a, b) => a - b);
    expect(interchanges).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    expect(groups).toEqual(Array.from({ length: 600 }, (_, i) => i + 1));
  });

  it('go on at 1 after the last', async () => {
    const { store, table } = await openTable();
    await set(store, table, 'interchange', 999_999_999);
    expect((await table.take('a', PAIR, 1)).interchange).toBe(999_999_999);
    expect((await peek(store, table)).interchange).toBe(1);
    expect((await table.take('a', PAIR, 1)).interchange).toBe(1);
    expect((await table.take('a', PAIR, 1)).interchange).toBe(2);
  });

  it('go on at 1 for who takes one by one, too', async () => {
    const { store, table } = await openTable();
    const increment = () => store.write((tx) => table.increment(new AccountQueries(tx, 'a'), PAIR, 'group'));
    await set(store, table, 'group', 999_999_999);
    expect([await increment(), await increment(), await increment()]).toEqual([999_999_999, 1, 2]);
    // Numbers of the other counter are not touched.
    expect(await peek(store, table)).toEqual({ interchange: 1, group: 3 });
  });

  it('of the groups of one interchange never go over the end', async () => {
    const { store, table } = await openTable();
    await set(store, table, 'group', 999_999_998);
    expect((await table.take('a', PAIR, 2)).groups).toEqual([999_999_998, 999_999_999]);
    await set(store, table, 'group', 999_999_998);
    expect((await table.take('a', PAIR, 3)).groups).toEqual([1, 2, 3]);
    expect((await peek(store, table)).group).toBe(4);
  });

  it('are moved by an operator, and one by one', async () => {
    const { store, table } = await openTable();
    await set(store, table, 'group', 500);
    expect(await peek(store, table)).toEqual({ interchange: 1, group: 500 });
    const one = await store.write((tx) => table.increment(new AccountQueries(tx, 'a'), PAIR, 'group'));
    expect(one).toBe(500);
    expect(await peek(store, table)).toEqual({ interchange: 1, group: 501 });
    expect(() => table.take('a', PAIR, -1)).toThrow(RangeError);
    await expect(set(store, table, 'group', 0)).rejects.toThrow(RangeError);
    await expect(set(store, table, 'group', 1_000_000_000)).rejects.toThrow(RangeError);
  });
});
