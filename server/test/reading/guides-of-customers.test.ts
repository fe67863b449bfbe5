import { applyOverlay, type Overlay } from 'ediloom';
import { loadGuide } from 'ediloom/guides';
import { afterAll, describe, expect, it } from 'vitest';
import { createReader } from '../../src/reading/create-reader.js';
import type { ReadPlan } from '../../src/reading/reader.js';
import { all, inPieces, orders, setsOf } from './files.js';

const options = { accountId: 'account-1' };
const ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const PO107 =
  'properties/detail/properties/baseline_item_data_PO1_loop/items/properties/baseline_item_data_PO1/properties/product_service_id_07';
// What is not of these characters is refused where the guide is published; this one costs the linear engine much.
const COSTLY = '^[AB]*A[AB]{40}[^AB]';
const reader = createReader({ processes: 1, silentMs: 600_000, patternMs: 100 });

afterAll(() => reader.close());

async function planWith(pattern: string): Promise<ReadPlan> {
  const patch = PO107.split('/').reduceRight<object>((inner, key) => ({ [key]: inner }), { x12: { pattern } });
  const overlay = { overlay: 'mine', base: '850-004010', patch } as Overlay;
  const guide = JSON.stringify(applyOverlay(await loadGuide('850-004010'), overlay));
  const groups = [{ guides: { '850': { guide: ID } } }];
  return { guides: [{ id: ID, guide }], interchanges: [{ policy: {}, groups }] };
}

/** A's and B's without an order that a pattern could have learnt. */
function letters(length: number, from: number): string {
  let seed = from;
  const next = (): string => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed > 1_073_741_824 ? 'A' : 'B';
  };
  return Array.from({ length }, next).join('');
}

describe('a guide of a customer', () => {
  it('whose patterns take too long ends the file that is read by it, and nothing else', async () => {
    const file = orders(1, { lines: 400 }).replace(
      /\*AB-(\d+)~/g,
      (_, n: string) => `*${letters(8_000, Number(n) + 1)}~`,
    );
    const plan = await planWith(COSTLY);
    await expect(all(reader.judge(inPieces(Buffer.from(file)), plan, options))).rejects.toMatchObject({
      name: 'ReadingRefused',
      code: 'slow-guide',
      message: expect.stringContaining('Make them simpler'),
    });
    const [judged] = await all(
      reader.judge(inPieces(Buffer.from(orders(2))), await planWith('^A'), { accountId: 'account-2' }),
    );
    expect(judged?.accepted).toEqual([[true, true]]);
  });

  it('is read anew when it was published anew', async () => {
    const file = Buffer.from(orders(1));
    const accepted = async (pattern: string) => {
      const [judged] = await all(reader.judge(inPieces(file), await planWith(pattern), { accountId: 'account-3' }));
      return judged?.accepted;
    };
    expect(await accepted('^AB')).toEqual([[true]]);
    expect(await accepted('^X')).toEqual([[false]]);
    const plan = await planWith('^AB');
    const [set] = setsOf(await all(reader.read(inPieces(file), plan, { accountId: 'account-3' })));
    expect(set).toMatchObject({ guide: ID, findings: [] });
  });
});
