import { describe, expect, it } from 'vitest';
import { ClassPlaces, type DueQueue, type Work } from '../../src/jobs/class-places.js';
import type { LeasedJob } from '../../src/jobs/job-rows.js';

const ALLOWED = 5;
const USUAL = 3 * ALLOWED;
const MOST = 24;

/** Places as webhooks have them, and a queue for each destination. */
function open() {
  const places = new ClassPlaces({ places: 50, accountPlaces: 12, mostLeased: MOST });
  let count = 0;
  const queue = (over: string, accountId = 'a'): DueQueue => ({
    queue: `${accountId}/${over}`,
    accountId,
    over,
    allowed: ALLOWED,
  });
  /** Leases what a look would, of queues with any number of jobs. */
  const look = (...queues: readonly DueQueue[]): number => {
    const wanted = places.choose(queues, 100);
    for (const { queue: name, most } of wanted) {
      const of = queues.find((one) => one.queue === name);
      for (let n = 0; n < most; n++) {
        // What places ask a job for.
        const job = { id: String(++count), accountId: of?.accountId, over: of?.over } as LeasedJob;
        places.add({ job, stop: new AbortController(), begunAt: undefined }, ALLOWED);
      }
    }
    return wanted.reduce((sum, { most }) => sum + most, 0);
  };
  const begin = (): Work => {
    const work = places.next();
    if (work === undefined) throw new Error('Nothing has a place.');
    return work;
  };
  const end = (work: Work, ms: number): void => {
    places.leave(work, ms);
    places.forget(work);
  };
  /** All that is leased over it, after so many have ended so. */
  const after = (over: DueQueue, jobs: number, ms: number): number => {
    for (let n = 0; n < jobs; n++) {
      look(over);
      end(begin(), ms);
    }
    look(over);
    return places.leasedOver(over.over);
  };
  return { places, queue, look, begin, end, after };
}

describe('leases ahead', () => {
  it('are more each time for what ends quickly, up to a bound, and few again after one that was slow', () => {
    const { queue, look, begin, end, after } = open();
    const quick = queue('quick');
    expect(look(quick)).toBe(USUAL);
    expect(after(quick, 20, 5)).toBe(USUAL + 20);
    expect(after(quick, 500, 5)).toBe(MOST * ALLOWED);
    // Neither quick nor slow.
    end(begin(), 500);
    expect(look(quick)).toBe(1);
    end(begin(), 5_000);
    expect(look(quick)).toBe(0);
  });

  it('change nothing in how many run at once', () => {
    const { places, queue, after, begin } = open();
    after(queue('quick'), 500, 5);
    const running = Array.from({ length: ALLOWED }, begin);
    expect([running.length, places.next()]).toEqual([ALLOWED, undefined]);
  });

  it('count against nobody else, also where their destination says nothing any more', () => {
    const { queue, look, begin, end, after } = open();
    const [quick, neighbour, other] = [queue('quick'), queue('neighbour'), queue('other', 'b')];
    expect(after(quick, 500, 5)).toBe(MOST * ALLOWED);
    end(begin(), 5_000);
    expect(look(quick, neighbour, other)).toBe(2 * USUAL);
  });

  it('are shared by those that are quick', () => {
    const { places, queue, after, look } = open();
    const queues = ['a', 'b', 'c', 'd'].map((account) => queue(`of-${account}`, account));
    for (const one of queues) after(one, 300, 5);
    for (let n = 0; n < 10; n++) look(...queues);
    const leased = queues.map(({ over }) => places.leasedOver(over));
    expect(Math.max(...leased)).toBeLessThanOrEqual(MOST * ALLOWED);
    // As many again as all places have, beyond the usual, and what those have left that were alone before.
    expect(leased.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(4 * USUAL + 2 * 3 * 50);
    expect(Math.min(...leased)).toBeGreaterThanOrEqual(USUAL);
  });

  it('are for no class that does not say so', () => {
    const places = new ClassPlaces({ places: 50, accountPlaces: 12 });
    const over: DueQueue = { queue: 'a/x', accountId: 'a', over: 'x', allowed: ALLOWED };
    for (let n = 0; n < 100; n++) {
      for (const { most } of places.choose([over], 100)) {
        for (let more = 0; more < most; more++) {
          const job = { id: `${n}-${more}`, accountId: 'a', over: 'x' } as LeasedJob;
          places.add({ job, stop: new AbortController(), begunAt: undefined }, ALLOWED);
        }
      }
      const work = places.next();
      if (work === undefined) throw new Error('Nothing has a place.');
      places.leave(work, 1);
      places.forget(work);
    }
    expect(places.leasedOver('x')).toBeLessThanOrEqual(USUAL);
  });
});
