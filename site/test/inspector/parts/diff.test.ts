import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ComparedFiles, readSide } from '../../../inspector/worker/compare.js';
import { diff } from '../../../inspector/worker/diff.js';
import { inquiry } from '../support/made-files.js';

const changes = (left: readonly number[], right: readonly number[]): number =>
  diff(left, right).reduce((sum, run) => (run.same ? sum : sum + run.leftEnd - run.left + run.rightEnd - run.right), 0);

describe('diff', () => {
  it('covers both sides without a gap, and calls same only what is', () => {
    const items = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 60 });
    fc.assert(
      fc.property(items, items, (left, right) => {
        let [l, r] = [0, 0];
        for (const run of diff(left, right)) {
          expect([run.left, run.right]).toEqual([l, r]);
          if (run.same) expect(left.slice(run.left, run.leftEnd)).toEqual(right.slice(run.right, run.rightEnd));
          [l, r] = [run.leftEnd, run.rightEnd];
        }
        expect([l, r]).toEqual([left.length, right.length]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds the least change where there is one', () => {
    expect(changes([1, 2, 3, 4], [1, 2, 3, 4])).toBe(0);
    expect(changes([1, 2, 3, 4], [1, 3, 4])).toBe(1);
    expect(changes([1, 1, 2, 1, 1], [1, 1, 1, 1])).toBe(1);
    expect(changes([], [1, 2])).toBe(2);
  });

  it('takes little time for long lists that have nothing in common, or everything twice', () => {
    const many = Array.from({ length: 200_000 }, (_, i) => i % 7);
    const others = Array.from({ length: 200_000 }, (_, i) => 10 + (i % 5));
    const began = performance.now();
    diff(many, others);
    diff(many, many.toReversed());
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

describe('ComparedFiles', () => {
  const side = (body: readonly string[]) => readSide(new TextEncoder().encode(inquiry(body)));

  it('puts a changed segment beside what it was, and others apart', () => {
    const files = new ComparedFiles(
      side(['HL*1**20*1', 'REF*A*1', 'EQ*30']),
      side(['HL*1**20*1', 'REF*A*2', 'EQ*30', 'EQ*35']),
    );
    const told = files
      .window(0, 100)
      .filter(({ kind }) => kind !== 'same')
      .map(({ kind, left, right }) => [kind, left?.elements.join('*'), right?.elements.join('*')]);
    expect(told).toEqual([
      ['changed', 'A*1', 'A*2'],
      ['added', undefined, '35'],
      ['changed', '6*0001', '7*0001'],
    ]);
    expect(files.summary).toMatchObject({ changed: 2, added: 1, removed: 0, rows: 11 });
    expect(files.summary.differences).toHaveLength(2);
  });
});
