import { describe, expect, it } from 'vitest';
import { gather } from '../src/gather.js';

const tick = () => new Promise((resolve) => setImmediate(resolve));

function recorded(most = 100) {
  const asked: [key: string, asks: readonly number[]][] = [];
  const ask = gather<number, string>(async (key, asks) => {
    asked.push([key, asks]);
    await tick();
    if (asks.includes(13)) throw new Error('unlucky');
    return asks.map((one) => `${key}${one}`);
  }, most);
  return { ask, asked };
}

describe('gather', () => {
  it('lets the first go at once, and all that come meanwhile as one', async () => {
    const { ask, asked } = recorded();
    expect(await Promise.all([ask('a', 1), ask('a', 2), ask('a', 3)])).toEqual(['a1', 'a2', 'a3']);
    expect(asked).toEqual([
      ['a', [1]],
      ['a', [2, 3]],
    ]);
    expect(await ask('a', 4)).toBe('a4');
  });

  it('keeps keys apart, and to its limit', async () => {
    const { ask, asked } = recorded(2);
    await Promise.all([ask('a', 1), ask('b', 1), ask('a', 2), ask('a', 3), ask('a', 4)]);
    expect(asked).toEqual([
      ['a', [1]],
      ['b', [1]],
      ['a', [2, 3]],
      ['a', [4]],
    ]);
  });

  it('fails those who went together, and goes on with who comes after', async () => {
    const { ask } = recorded();
    const outcomes = await Promise.allSettled([ask('a', 1), ask('a', 13), ask('a', 2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await ask('a', 5)).toBe('a5');
  });

  it('answers what is asked when an answer comes', async () => {
    const { ask, asked } = recorded();
    expect(await ask('a', 1).then(() => ask('a', 2))).toBe('a2');
    expect(asked).toHaveLength(2);
  });
});
