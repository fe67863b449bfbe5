import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { NoPlace, Places } from '../../src/box/places.js';

const HOUR = 3_600_000;

describe('places of boxes', () => {
  it('are taken in turns by accounts, and one has no more than its share', async () => {
    const places = new Places({ places: 3, share: 2, firsts: 0, waiting: 100 });
    const order: string[] = [];
    const held: (() => void)[] = [];
    const ask = (owner: string): Promise<void> =>
      places.take(owner, HOUR).then((giveBack) => {
        order.push(owner);
        held.push(giveBack);
      });
    const all = [...Array.from({ length: 4 }, () => ask('a')), ask('b'), ask('c')];
    await Promise.all([all[0], all[1], all[4]]);
    expect(order).toEqual(['a', 'a', 'b']);
    while (order.length < all.length) {
      held.shift()?.();
      await setImmediate();
    }
    await Promise.all(all);
    // The first account has waited longer, and has one more; the other comes before the rest of it.
    expect(order).toEqual(['a', 'a', 'b', 'a', 'c', 'a']);
  });

  it('are taken in turns by runs that somebody waits for and those that were promised', async () => {
    const places = new Places({ places: 1, share: 1, firsts: 0, waiting: 100 });
    const order: string[] = [];
    let giveBack = await places.take('a', HOUR);
    const ask = async (name: string, isPromised: boolean): Promise<void> => {
      giveBack = await places.take('a', HOUR, { isPromised });
      order.push(name);
    };
    const all = [
      ...Array.from({ length: 25 }, () => ask('promised', true)),
      ...Array.from({ length: 2 }, () => ask('awaited', false)),
    ];
    while (order.length < all.length) {
      giveBack();
      await setImmediate();
    }
    // Twenty-five stood before them.
    expect(order.slice(0, 5)).toEqual(['awaited', 'promised', 'awaited', 'promised', 'promised']);
  });

  it('are there for the first of an account, though others have taken all, and for no more of it', async () => {
    const places = new Places({ places: 2, share: 1, firsts: 2, waiting: 100 });
    const held = await Promise.all(['a', 'b', 'c'].map((owner) => places.take(owner, HOUR)));
    await expect(places.take('c', 1)).rejects.toBeInstanceOf(NoPlace);
    held.push(await places.take('d', HOUR));
    await expect(places.take('e', 1)).rejects.toBeInstanceOf(NoPlace);
    held.shift()?.();
    const last = await places.take('e', HOUR);
    for (const giveBack of [...held, last]) giveBack();
    // All are back: two that are shared, and two for firsts.
    await Promise.all(['a', 'b', 'c', 'd'].map((owner) => places.take(owner, 1)));
    await expect(places.take('e', 1)).rejects.toBeInstanceOf(NoPlace);
  });

  it('are waited for as long as was said, by so many as may wait', async () => {
    const places = new Places({ places: 1, share: 1, firsts: 0, waiting: 1 });
    const giveBack = await places.take('a', HOUR);
    await expect(places.take('a', 1)).rejects.toBeInstanceOf(NoPlace);
    const given = new AbortController();
    const waits = places.take('a', HOUR, { signal: given.signal });
    await expect(places.take('a', HOUR)).rejects.toBeInstanceOf(NoPlace);
    given.abort(new Error('Given up.'));
    await expect(waits).rejects.toThrow('Given up.');
    giveBack();
    giveBack();
    const again = await places.take('b', 1);
    await expect(places.take('a', 1)).rejects.toBeInstanceOf(NoPlace);
    again();
  });
});
