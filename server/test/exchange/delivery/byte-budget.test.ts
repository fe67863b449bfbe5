import { describe, expect, it } from 'vitest';
import { ByteBudget } from '../../../src/exchange/delivery/byte-budget.js';

const never = new AbortController().signal;
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a budget of bytes', () => {
  it('lets files in as long as there is room, and the others in their turn', async () => {
    const budget = new ByteBudget(10);
    const inside: string[] = [];
    const enter = async (name: string, bytes: number) => {
      const leave = await budget.take(bytes, never);
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

  it('gives itself whole to a file that is larger', async () => {
    const budget = new ByteBudget(10);
    const leave = await budget.take(1_000, never);
    const next = budget.take(0, never);
    await expect(next).resolves.toBeTypeOf('function');
    const small = budget.take(1, never);
    leave();
    await expect(small).resolves.toBeTypeOf('function');
  });

  it('is left by who does not want it any more, and those behind go on', async () => {
    const budget = new ByteBudget(10);
    await budget.take(6, never);
    const stop = new AbortController();
    const large = budget.take(9, stop.signal);
    const small = budget.take(3, never);
    stop.abort(new Error('The process ends.'));
    await expect(large).rejects.toThrow('The process ends.');
    await expect(small).resolves.toBeTypeOf('function');
    await expect(budget.take(1, stop.signal)).rejects.toThrow('The process ends.');
  });
});
