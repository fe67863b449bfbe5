import { describe, expect, it } from 'vitest';
import { ByteBudget } from '../../../src/exchange/delivery/byte-budget.js';

const never = new AbortController().signal;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a budget of bytes', () => {
  it('lets files in as long as there is room, and the others in their turn', async () => {
    const budget = new ByteBudget(20);
    const inside: string[] = [];
    const enter = async (name: string, bytes: number) => {
      const leave = await budget.take('a', bytes, never);
      inside.push(name);
      return leave;
    };
    const a = await enter('a', 6);
    const b = await enter('b', 4);
    const c = enter('c', 7);
    // Small enough for what is free soon, and yet behind the one before it.
    const d = enter('d', 1);
    b();
    b();
    await turn();
    expect(inside).toEqual(['a', 'b']);
    a();
    await turn();
    expect(inside).toEqual(['a', 'b', 'c', 'd']);
    (await c)();
    (await d)();
    await expect(enter('e', 10)).resolves.toBeTypeOf('function');
  });

  it('gives an account half of itself, and lets others go before those who wait for their share', async () => {
    const budget = new ByteBudget(20);
    const leave = await budget.take('a', 9, never);
    const mine = budget.take('a', 5, never);
    await expect(budget.take('b', 6, never)).resolves.toBeTypeOf('function');
    let large = false;
    // It waits for memory that is free, and nobody behind it may have that.
    const third = budget.take('c', 8, never).then((give) => {
      large = true;
      return give;
    });
    const small = budget.take('d', 1, never);
    await turn();
    expect(large).toBe(false);
    leave();
    await expect(mine).resolves.toBeTypeOf('function');
    (await mine)();
    await third;
    await expect(small).resolves.toBeTypeOf('function');
  });

  it('gives the half of an account whole to a file that is larger', async () => {
    const budget = new ByteBudget(20);
    const leave = await budget.take('a', 1_000, never);
    const next = budget.take('a', 0, never);
    await expect(next).resolves.toBeTypeOf('function');
    const small = budget.take('a', 1, never);
    leave();
    await expect(small).resolves.toBeTypeOf('function');
  });

  it('is left by who does not want it any more, and those behind go on', async () => {
    const budget = new ByteBudget(20);
    await budget.take('a', 6, never);
    const stop = new AbortController();
    const large = budget.take('a', 9, stop.signal);
    const small = budget.take('a', 3, never);
    stop.abort(new Error('The process ends.'));
    await expect(large).rejects.toThrow('The process ends.');
    await expect(small).resolves.toBeTypeOf('function');
    await expect(budget.take('a', 1, stop.signal)).rejects.toThrow('The process ends.');
  });
});
