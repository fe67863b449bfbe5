import { describe, expect, it, vi } from 'vitest';
import { AnswerOf } from '../../src/box/answer.js';
import { Gathered } from '../../src/box/gathered.js';
import { KeptEnd } from '../../src/box/kept-end.js';

const PIECES = 100_000;

/** How many pieces were put together at most. */
function mostPieces(work: () => void): number {
  const concat = vi.spyOn(Buffer, 'concat');
  try {
    work();
    return Math.max(...concat.mock.calls.map(([list]) => list.length));
  } finally {
    concat.mockRestore();
  }
}

describe('what a function says byte by byte', () => {
  it('is not kept byte by byte: its result', () => {
    const answer = new AnswerOf(PIECES, () => undefined);
    let ended: ReturnType<AnswerOf['end']>;
    const pieces = mostPieces(() => {
      answer.add(Buffer.from('began\nreturned\n'));
      for (let sent = 0; sent < PIECES; sent++) answer.add(Buffer.from([48 + (sent % 10)]));
      ended = answer.end();
    });
    expect(ended?.how === 'returned' && Buffer.from(ended.result).toString()).toBe('0123456789'.repeat(PIECES / 10));
    expect(pieces).toBeLessThan(10);
    expect(answer.add(Buffer.from('x'))).toBe(false);
  });

  it('is not kept byte by byte: its log', () => {
    const log = new KeptEnd(PIECES);
    let end: ReturnType<KeptEnd['end']> | undefined;
    const pieces = mostPieces(() => {
      for (let printed = 0; printed < PIECES + 5; printed++) log.add(Buffer.from([48 + (printed % 10)]));
      end = log.end();
    });
    expect([
      end?.left,
      end?.bytes.length,
      Buffer.from(end?.bytes ?? [])
        .toString()
        .slice(0, 6),
    ]).toEqual([...[5, PIECES], '567890']);
    expect(pieces).toBeLessThan(10);
  });

  it('comes together in its order, in pieces of all sizes', () => {
    const gathered = new Gathered();
    const sizes = [0, 1, 20_000, 3, 16_383, 16_384, 70_000, 5, 15_000, 15_000, 15_000, 15_000, 15_000, 1];
    const pieces = sizes.map((size, at) => Buffer.alloc(size, at + 1));
    for (const piece of pieces) gathered.add(piece);
    expect(gathered.bytes().equals(Buffer.concat(pieces))).toBe(true);
    expect(gathered.size).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });
});
