import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFiles } from '../../../inspector/worker/compare.js';
import { diff, type Run } from '../../../inspector/worker/diff.js';
import { Budget } from '../../../inspector/worker/diff-shortest.js';
import { Pause, Superseded } from '../../../inspector/worker/pause.js';
import { SegmentIds } from '../../../inspector/worker/segment-ids.js';
import { inquiry } from '../support/made-files.js';
import { openedInspection, repositoryShelf } from '../support/opened.js';

const PLENTY = 50_000_000;
const encoder = new TextEncoder();

async function runsOf(left: readonly number[], right: readonly number[], steps = PLENTY): Promise<readonly Run[]> {
  const runs: Run[] = [];
  const sides = { left: Int32Array.from(left), right: Int32Array.from(right), ids: 20 };
  await diff(sides, { budget: new Budget(steps) }, (run) => runs.push(run));
  return runs;
}

async function changes(left: readonly number[], right: readonly number[]): Promise<number> {
  const runs = await runsOf(left, right);
  return runs.reduce((sum, run) => (run.same ? sum : sum + run.leftEnd - run.left + run.rightEnd - run.right), 0);
}

describe('diff', () => {
  it('covers both sides without a gap, and calls same only what is, whatever its budget', async () => {
    const items = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(items, items, fc.constantFrom(0, 5, 60, PLENTY), async (left, right, steps) => {
        let [l, r] = [0, 0];
        let isSame: boolean | undefined;
        for (const run of await runsOf(left, right, steps)) {
          expect([run.left, run.right]).toEqual([l, r]);
          if (run.same) expect(left.slice(run.left, run.leftEnd)).toEqual(right.slice(run.right, run.rightEnd));
          expect(run.same).not.toBe(isSame);
          [l, r, isSame] = [run.leftEnd, run.rightEnd, run.same];
        }
        expect([l, r]).toEqual([left.length, right.length]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds the least change where there is one', async () => {
    expect(await changes([1, 2, 3, 4], [1, 2, 3, 4])).toBe(0);
    expect(await changes([1, 2, 3, 4], [1, 3, 4])).toBe(1);
    expect(await changes([1, 1, 2, 1, 1], [1, 1, 1, 1])).toBe(1);
    expect(await changes([], [1, 2])).toBe(2);
    expect(await changes([1, 2, 1, 2, 1, 3, 3], [2, 2, 1, 1, 3, 3, 3])).toBe(4);
  });

  it('takes little time for long lists that have nothing in common, or everything twice', async () => {
    const many = Array.from({ length: 200_000 }, (_, i) => i % 7);
    const others = Array.from({ length: 200_000 }, (_, i) => 10 + (i % 5));
    const began = performance.now();
    await runsOf(many, others);
    await runsOf(many, many.toReversed());
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('SegmentIds', () => {
  it('gives one number to what has the same bytes, in one file and the other, and to nothing else', () => {
    const ids = new SegmentIds();
    const left = Array.from({ length: 9_000 }, (_, i) => `S${i % 6_000}`);
    const right = Array.from({ length: 9_000 }, (_, i) => `S${i * 2}`);
    const known = new Map<string, number>();
    for (const file of [left, right]) {
      const bytes = encoder.encode(file.join('~'));
      let from = 0;
      for (const segment of file) {
        const id = ids.idOf(bytes, from, from + segment.length);
        expect(id).toBe(known.get(segment) ?? known.size);
        known.set(segment, id);
        from += segment.length + 1;
      }
    }
    expect(ids.count).toBe(known.size);
  });
});

describe('compareFiles', () => {
  const bytes = (body: readonly string[]) => encoder.encode(inquiry(body));
  const goOn = () => new Pause(() => true);
  const compared = (left: readonly string[], right: readonly string[], options = {}) =>
    compareFiles(bytes(left), bytes(right), { pause: goOn(), ...options });

  it('puts a changed segment beside what it was, and others apart', async () => {
    const files = await compared(['HL*1**20*1', 'REF*A*1', 'EQ*30'], ['HL*1**20*1', 'REF*A*2', 'EQ*30', 'EQ*35']);
    const told = files
      .window(0, 100, { short: false })
      .filter(({ kind }) => kind !== 'same')
      .map(({ kind, left, right }) => [kind, left?.elements.join('*'), right?.elements.join('*')]);
    expect(told).toEqual([
      ['changed', 'A*1', 'A*2'],
      ['added', undefined, '35'],
      ['changed', '6*0001', '7*0001'],
    ]);
    expect(files.summary).toMatchObject({ changed: 2, added: 1, removed: 0, rows: 11, unaligned: 0 });
    expect(files.summary.differences).toHaveLength(2);
  });

  it('leaves out what is the same, and says how much that is', async () => {
    const files = await compared(['HL*1**20*1', 'REF*A*1', 'EQ*30'], ['HL*1**20*1', 'REF*A*2', 'EQ*30']);
    const { rows, differences } = files.summary.short;
    const shown = files.window(0, 100, { short: true });
    expect(shown.map(({ kind, leftOut }) => [kind, leftOut])).toEqual([
      ['left-out', 5],
      ['changed', undefined],
      ['left-out', 4],
    ]);
    expect([rows, Array.from(differences)]).toEqual([3, [1]]);
    expect(files.window(1, 1, { short: true })).toEqual(shown.slice(1, 2));
    const same = await compared(['EQ*30'], ['EQ*30']);
    expect(same.summary).toMatchObject({ rows: 8, short: { rows: 1 } });
    expect([same.summary.differences.length, same.summary.short.differences.length]).toEqual([0, 0]);
    expect(same.window(0, 9, { short: true })).toEqual([{ kind: 'left-out', leftOut: 8 }]);
  });

  it('takes as many steps as it may, over the whole file, and says what it did not search', async () => {
    // Stretches of two segments in another order, between segments that stand on both sides once.
    const stretch = (n: number, shift: number) => [
      `REF*U*${n}`,
      ...Array.from({ length: 450 }, (_, i) => `A${(i * i + shift * i) % 2}`),
    ];
    const body = (shift: number) => Array.from({ length: 40 }, (_, n) => stretch(n, shift + (n % 2))).flat();
    const files = await compared(body(0), body(1), { steps: 100_000 });
    expect(files.summary.unaligned).toBeGreaterThan(5);
    const shown = files.window(0, files.summary.rows, { short: false });
    expect(shown.filter(({ left }) => left !== undefined)).toHaveLength(40 * 451 + 7);
    expect(shown.filter(({ right }) => right !== undefined)).toHaveLength(40 * 451 + 7);
  });

  it('refuses more segments than it has room for, before it has read them all', async () => {
    await expect(compared(Array(100).fill('A'), Array(100).fill('B'), { segments: 150 })).rejects.toThrow(/too many/);
    await expect(compared(Array(60).fill('A'), Array(60).fill('B'), { segments: 150 })).resolves.toBeDefined();
  });

  it('stops when it is no longer wanted', async () => {
    const long = Array.from({ length: 300_000 }, (_, i) => `REF*A*${i % 1_000}`);
    const looks = { left: 3 };
    const pause = new Pause(() => --looks.left > 0);
    await expect(compareFiles(bytes(long), bytes(long.toReversed()), { pause })).rejects.toThrow(Superseded);
    expect(looks.left).toBe(0);
  });

  it('answers questions meanwhile, and gives way to another file', async () => {
    const inspection = await openedInspection(bytes(['HL*1**20*1']), repositoryShelf());
    const other = bytes(Array.from({ length: 300_000 }, (_, i) => `EQ*${i % 1_000}`));
    const order: string[] = [];
    const comparing = inspection.compare(other).then(
      () => order.push('compared'),
      (error: unknown) => order.push(error instanceof Superseded ? 'stopped' : 'failed'),
    );
    await new Promise((resume) => setTimeout(resume));
    order.push(inspection.details(3)?.tag ?? '');
    inspection.open(bytes([]));
    await comparing;
    expect(order).toEqual(['BHT', 'stopped']);
    expect(inspection.compared).toBeUndefined();
  });
});
