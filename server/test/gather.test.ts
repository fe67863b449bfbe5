import { describe, expect, it } from 'vitest';
import { gather } from '../src/gather.js';

const tick = () => new Promise((resolve) => setImmediate(resolve));

function recorded(most = 100) {
  const asked: [key: string, asks: readonly number[]][] = [];
  const ask = gather<number, string>(async (key, take) => {
    await tick();
    const asks = take();
    asked.push([key, asks]);
    await tick();
    expect(take()).toEqual(asks);
    if (asks.includes(13)) throw new Error('unlucky');
    return asks.map((one) => `${key}${one}`);
  }, most);
  return { ask, asked };
}

describe('gather', () => {
  it('lets all go with the first that come until it takes, and those after it as one', async () => {
    const { ask, asked } = recorded();
    const first = [ask('a', 1), ask('a', 2)];
    await tick();
    expect(await Promise.all([...first, ask('a', 3), ask('a', 4)])).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(asked).toEqual([
      ['a', [1, 2]],
      ['a', [3, 4]],
    ]);
    expect(await ask('a', 5)).toBe('a5');
  });

  it('fails those who wait where the answer does not even take them', async () => {
    const ask = gather<number, string>(async () => {
      throw new Error('no connection');
    }, 10);
    const outcomes = await Promise.allSettled([ask('a', 1), ask('a', 2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('keeps keys apart, and to its limit', async () => {
    const { ask, asked } = recorded(2);
    await Promise.all([ask('a', 1), ask('b', 1), ask('a', 2), ask('a', 3), ask('a', 4)]);
    expect(asked).toEqual([
      ['a', [1, 2]],
      ['b', [1]],
      ['a', [3, 4]],
    ]);
  });

  it('fails those who went together, and goes on with who comes after', async () => {
    const { ask } = recorded();
    const outcomes = await Promise.allSettled([ask('a', 1), ask('a', 13), ask('a', 2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await ask('a', 5)).toBe('a5');
  });

  it('answers what is asked when an answer comes', async () => {
    const { ask, asked } = recorded();
    expect(await ask('a', 1).then(() => ask('a', 2))).toBe('a2');
    expect(asked).toHaveLength(2);
  });
});
