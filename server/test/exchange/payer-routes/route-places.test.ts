import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RoutePlaces } from '../../../src/exchange/payer-routes/route-places.js';

let places: RoutePlaces;
let took: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  places = new RoutePlaces();
  took = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Takes a place as soon as there is one, and is remembered with the second at which that was. */
async function take(name: string, concurrency: number, ratePerSecond?: number, accountId = 'acct') {
  const leave = await places.take({ accountId, concurrency, ratePerSecond });
  took.push(leave === undefined ? `not ${name}` : name);
  return leave;
}

const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('places of a route', () => {
  it('go to those who wait before anybody who comes when one is free', async () => {
    const leave = await take('first', 1);
    const second = take('second', 1);
    leave?.();
    const third = take('third', 1);
    await passed(0);
    expect(took).toEqual(['first', 'second']);
    (await second)?.();
    (await third)?.();
    expect(took).toEqual(['first', 'second', 'third']);
    expect(places.underWay).toBe(0);
  });

  it('are waited for by so many, and for so long', async () => {
    await take('first', 1);
    for (let waiting = 0; waiting < 1000; waiting++) void take('later', 1);
    await take('one too many', 1);
    expect(took).toEqual(['first', 'not one too many']);
    await passed(1999);
    expect(took).toHaveLength(2);
    await passed(1);
    expect(took.slice(2)).toEqual(Array.from({ length: 1000 }, () => 'not later'));
    expect(places.underWay).toBe(1);
  });

  it('are so many a second, in any second', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) void take(name, 100, 2);
    await passed(0);
    expect(took).toEqual(['a', 'b']);
    await passed(999);
    expect(took).toHaveLength(2);
    await passed(2);
    expect(took).toEqual(['a', 'b', 'c', 'd']);
    // Patience ends before the next second does.
    await passed(1000);
    expect(took).toEqual(['a', 'b', 'c', 'd', 'not e']);
  });

  it('go to the account that has the fewest, whoever was first in line', async () => {
    const leaves = [await take('a1', 2, undefined, 'a'), await take('a2', 2, undefined, 'a')];
    for (const name of ['a3', 'a4', 'a5']) void take(name, 2, undefined, 'a');
    for (const name of ['b1', 'b2']) void take(name, 2, undefined, 'b');
    for (const leave of leaves) leave?.();
    await passed(0);
    expect(took).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('go to accounts by turns where they are so many a second', async () => {
    const quick = async (name: string, accountId: string) => (await take(name, 9, 1, accountId))?.();
    for (const name of ['a1', 'a2', 'a3', 'a4']) void quick(name, 'a');
    void quick('b1', 'b');
    await passed(1_001);
    expect(took).toEqual(['a1', 'b1']);
    await passed(900);
    void quick('b2', 'b');
    void quick('c1', 'c');
    await passed(101);
    expect(took).toEqual(['a1', 'b1', 'not a2', 'not a3', 'not a4', 'c1']);
  });

  it('given back twice are one', async () => {
    const leave = await take('first', 2);
    await take('second', 2);
    leave?.();
    leave?.();
    expect(places.underWay).toBe(1);
  });
});
