import { describe, expect, it } from 'vitest';
import { HeavyTurns, inPieces, isHeavy } from '../src/heavy-turns.js';

/** A turn of the event loop, as what comes over a socket has one. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('heavy work', () => {
  it('is done in order, and between two pieces others have their turn', async () => {
    const turns = new HeavyTurns();
    const seen: string[] = [];
    const work = Promise.all([1, 2, 3].map((piece) => turns.run('a', () => void seen.push(`piece ${piece}`))));
    let isDone = false;
    const others = (async () => {
      while (!isDone) {
        await turn();
        if (seen.at(-1) !== 'another') seen.push('another');
      }
    })();
    await work;
    isDone = true;
    await others;
    const pieces = seen.filter((one) => one !== 'another');
    expect(pieces).toEqual(['piece 1', 'piece 2', 'piece 3']);
    expect(seen.join()).toMatch(/piece 1,another,piece 2,another,piece 3/);
  });

  it('of one account keeps that of another waiting for one piece, however much there is', async () => {
    const turns = new HeavyTurns();
    const seen: string[] = [];
    const pieces = (account: string, count: number) =>
      Array.from({ length: count }, (_, place) => turns.run(account, () => void seen.push(`${account}${place}`)));
    await Promise.all([...pieces('many', 20), ...pieces('few', 2), ...pieces('one', 1)]);
    expect(seen.slice(0, 6)).toEqual(['many0', 'many1', 'few0', 'one0', 'many2', 'few1']);
    expect(seen).toHaveLength(23);
  });

  it('hands out one piece of one file at a time, however many are read at once', async () => {
    const turns = new HeavyTurns();
    const file = new Uint8Array(300_000);
    let [sinceTurn, most, bytes, isDone] = [0, 0, 0, false];
    const reading = Promise.all(
      ['a', 'a', 'a', 'b', 'c'].map(async (account) => {
        for await (const piece of turns.pieces(account, file)) {
          bytes += piece.length;
          most = Math.max(most, ++sinceTurn);
        }
      }),
    );
    const others = (async () => {
      while (!isDone) {
        await turn();
        sinceTurn = 0;
      }
    })();
    await reading;
    isDone = true;
    await others;
    expect([bytes, most]).toEqual([1_500_000, 1]);
  });

  it('that says where it may rest keeps others waiting for a moment of it', async () => {
    const turns = new HeavyTurns();
    const seen: string[] = [];
    function* work(): Generator<undefined, string, undefined> {
      for (let step = 0; step < 3; step++) {
        // Longer than a turn.
        for (const end = performance.now() + 20; performance.now() < end; );
        seen.push(`step ${step}`);
        yield;
      }
      return 'done';
    }
    const long = turns.runSteps('many', work());
    await Promise.all([turns.run('few', () => void seen.push('other')), turn().then(() => seen.push('input'))]);
    expect(seen).toEqual(['step 0', 'input', 'other']);
    await expect(long).resolves.toBe('done');
    const failing = turns.runSteps(
      'many',
      (function* () {
        yield;
        throw new RangeError('x');
      })(),
    );
    await expect(failing).rejects.toThrow(RangeError);
  });

  it('that fails fails alone', async () => {
    const turns = new HeavyTurns();
    const failed = turns.run('a', () => {
      throw new RangeError('x');
    });
    const next = turns.run('a', () => 7);
    await expect(failed).rejects.toThrow(RangeError);
    await expect(next).resolves.toBe(7);
  });

  it('on a file is done in pieces, between which others have their turn', async () => {
    const bytes = new Uint8Array(300_000).map((_, index) => index % 251);
    let turns = 0;
    let isDone = false;
    const others = (async () => {
      for (; !isDone; turns++) await turn();
    })();
    const seen: number[] = [];
    const pieces: Uint8Array[] = [];
    for await (const piece of inPieces(bytes)) {
      pieces.push(piece);
      seen.push(turns);
    }
    isDone = true;
    await others;
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    expect(new Set(seen).size).toBe(pieces.length);
    expect(pieces.length).toBeGreaterThan(3);
  });

  it('is told by what is in the data', () => {
    expect(isHeavy([{ a: [1, 2, 3] }, 'text'])).toBe(false);
    expect(isHeavy([Array.from({ length: 6000 }, () => 1)])).toBe(true);
    expect(isHeavy(Array.from({ length: 100 }, () => ({ lines: Array.from({ length: 60 }, () => ({})) })))).toBe(true);
  });
});
