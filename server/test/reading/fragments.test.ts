import { loadGuide } from 'ediloom/guides';
import { describe, expect, it } from 'vitest';
import { fragmentNodeOf } from '../../src/reading/fragment-parts.js';
import type { PlannedSet, ReadFragment, ReadPlan } from '../../src/reading/reader.js';
import { sharedReader } from '../support/shared-reader.js';
import { all, fixture, inPieces, jsonOf, ORDER_GUIDE, orderPlan, orders, setsOf } from './files.js';

const reader = sharedReader();
const options = { accountId: 'account-1' };
const LINES = 'baseline_item_data_PO1_loop';
const REFERENCES = 'reference_identification_REF';

function planOf(keyName: string, batchSizeKb: number, wanted?: readonly number[]): ReadPlan {
  const set: PlannedSet = { guide: ORDER_GUIDE.id, fragments: { keyName, batchSizeKb } };
  const groups = [{ guides: { '850': set }, wanted }];
  return { guides: [ORDER_GUIDE], interchanges: [{ policy: {}, groups }] };
}

async function read(file: string, plan: ReadPlan) {
  const read = await all(reader.read(inPieces(Buffer.from(file), 5_000), plan, options));
  const fragments = read.filter((one): one is ReadFragment => one.kind === 'fragment');
  return { read, fragments, sets: setsOf(read) };
}

async function whole(file: string): Promise<readonly Record<string, unknown>[]> {
  return setsOf(await all(reader.read(inPieces(Buffer.from(file)), orderPlan(), options))).map(jsonOf);
}

const nodesOf = (json: Record<string, unknown> | undefined, section: string, key: string): unknown =>
  (json?.[section] as Record<string, unknown> | undefined)?.[key];

describe('a set in fragments', () => {
  it.each([
    ['a loop', 'detail', LINES, orders(2, { lines: 300 })],
    ['a segment', 'heading', REFERENCES, orders(2, { segments: 'REF*DP*42~'.repeat(300) })],
  ])('has %s in parts no larger than asked for, and an empty list in their place', async (_, section, key, file) => {
    const { read: order, fragments, sets } = await read(file, planOf(key, 4));
    const complete = await whole(file);
    expect(sets).toHaveLength(2);
    for (const [index, set] of sets.entries()) {
      const own = fragments.filter(({ transaction }) => transaction === set.transaction);
      expect(own.length).toBeGreaterThan(3);
      expect(set.fragments).toBe(own.length);
      expect(own.map((part) => part.index)).toEqual(own.map((_, at) => at));
      for (const { data } of own) expect(data.length).toBeLessThanOrEqual(4 * 1_024);
      const parts = own.flatMap((part) => jsonOf(part)[key] as unknown[]);
      expect(parts).toEqual(nodesOf(complete[index], section, key));
      const data = jsonOf(set);
      expect(nodesOf(data, section, key)).toEqual([]);
      expect({ ...data, [section]: { ...(data[section] as object), [key]: parts } }).toEqual(complete[index]);
      expect(set.identifiers.map(({ value }) => value)).toEqual([`PO-000000001-000${index + 1}`]);
      // Parts first, then their set.
      expect(order.indexOf(set)).toBeGreaterThan(order.indexOf(own.at(-1) as ReadFragment));
    }
  });

  it('has a part of its own for what alone is too much, and none where there is nothing', async () => {
    const large = await read(orders(1, { lines: 3 }).replace('AB-1~', `${'A'.repeat(3_000)}~`), planOf(LINES, 1));
    expect(large.fragments.map((part) => (jsonOf(part)[LINES] as unknown[]).length)).toEqual([1, 1, 1]);
    const none = await read(orders(1), planOf(REFERENCES, 1));
    expect(none.fragments).toEqual([]);
    expect(none.sets[0]).not.toHaveProperty('fragments');
    expect(none.sets.map(jsonOf)).toEqual(await whole(orders(1)));
  });

  it('is refused where it comes to more parts than there may be', async () => {
    const reading = read(orders(1, { lines: 60_000 }), planOf(LINES, 1));
    await expect(reading).rejects.toMatchObject({ code: 'limit', message: expect.stringContaining('batchSizeKb') });
  });

  it('comes whole or not at all where it is not wanted, or the guide has no such node', async () => {
    const { fragments, sets } = await read(orders(3, { lines: 50 }), planOf(LINES, 1, [2]));
    expect(new Set([...fragments, ...sets].map(({ transaction }) => transaction))).toEqual(new Set([2]));
    const other = await read(orders(1), planOf('no_such_loop', 1));
    expect(other.sets.map(jsonOf)).toEqual(await whole(orders(1)));
  });

  it('has the loops of its loop with it, also where they are of the same kind', async () => {
    const guide = await loadGuide('856-004010');
    const key = 'hierarchical_level_HL_loop';
    expect(fragmentNodeOf(guide, key)).toEqual({ section: 'detail', key, loop: undefined });
    expect(fragmentNodeOf(await loadGuide('850-004010'), LINES)?.loop).toBe('PO1');
    const set = { guide: '856-004010', fragments: { keyName: key, batchSizeKb: 1 } };
    const plan: ReadPlan = {
      guides: [{ id: '856-004010', shipped: true }],
      interchanges: [{ policy: {}, groups: [{ guides: { '856': set } }] }],
    };
    const read = await all(reader.read(inPieces(fixture('ship-notice-856')), plan, options));
    expect(read.map(({ kind }) => kind)).toEqual(['fragment', 'set']);
    expect(JSON.stringify(jsonOf(read[0] as ReadFragment)).split('HL_loop').length).toBeGreaterThan(3);
  });

  it('is known by what stands in its parts', async () => {
    const file = fixture('claim-837p').toString('latin1');
    const key = 'billing_provider_hierarchical_level_HL_loop';
    const guide = { id: '837P-005010X222A1', shipped: true } as const;
    const set = { guide: guide.id, fragments: { keyName: key, batchSizeKb: 1 } };
    const plan = { guides: [guide], interchanges: [{ policy: {}, groups: [{ guides: { '837': set } }] }] };
    const [first] = (await read(file, plan)).sets;
    expect(first?.identifiers.map(({ element }) => element)).toEqual(expect.arrayContaining(['BHT-03', 'CLM-01']));
  });
});
