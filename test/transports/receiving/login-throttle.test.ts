import { describe, expect, it } from 'vitest';
import { LoginThrottle } from '../../../src/transports/receiving/login-throttle.js';

describe('login throttle', () => {
  it('slows down, refuses, and forgets', () => {
    let now = 0;
    const throttle = new LoginThrottle({ now: () => now, userFailures: 6 });
    const delays = Array.from({ length: 6 }, () => throttle.attempt('ann', '192.0.2.1').delay);
    expect(delays).toEqual([0, 0, 0, 500, 1000, 2000]);
    expect(throttle.attempt('ann', '192.0.2.1').refusedFor).toBe(15 * 60_000);
    now += 15 * 60_000 + 1;
    expect(throttle.attempt('ann', '192.0.2.1')).toMatchObject({ refusedFor: undefined, delay: 0 });
  });

  it('begins anew after a success', () => {
    const throttle = new LoginThrottle();
    for (let i = 0; i < 5; i++) throttle.attempt('ann', '192.0.2.1').failed();
    throttle.attempt('ann', '192.0.2.1').succeeded();
    expect(throttle.attempt('ann', '192.0.2.1').delay).toBe(0);
  });

  it('counts an address over all names, and a /64 as one address', () => {
    const throttle = new LoginThrottle({ addressFailures: 3 });
    for (const name of ['a', 'b', 'c']) throttle.attempt(name, `2001:db8:0:7::${name}`).failed();
    expect(throttle.attempt('d', '2001:db8:0:7:ffff::1').refusedFor).toBeGreaterThan(0);
    expect(throttle.attempt('d', '2001:db8:0:8::1').refusedFor).toBeUndefined();
    expect(throttle.refused('2001:db8::7:0:0:0:9')).toBeGreaterThan(0);
  });

  it('does not shut a partner out for what others try in their name', () => {
    const throttle = new LoginThrottle({ userFailures: 5 });
    throttle.attempt('ann', '192.0.2.1').succeeded();
    for (let i = 0; i < 30; i++) throttle.attempt('ann', `198.51.100.${i}`);
    expect(throttle.attempt('ann', '198.51.100.99').refusedFor).toBeGreaterThan(0);
    expect(throttle.attempt('ann', '192.0.2.1')).toMatchObject({ refusedFor: undefined, delay: 0 });
    // But a known address does not guess for ever either, whatever else logs in from it.
    for (let i = 0; i < 5; i++) {
      throttle.attempt('ann', '192.0.2.1');
      throttle.attempt('bob', '192.0.2.1').succeeded();
    }
    expect(throttle.attempt('ann', '192.0.2.1').refusedFor).toBeGreaterThan(0);
  });

  it('counts attempts that are under way', () => {
    const throttle = new LoginThrottle({ userFailures: 4 });
    const attempts = Array.from({ length: 10 }, () => throttle.attempt('ann', '192.0.2.1'));
    expect(attempts.filter((attempt) => attempt.refusedFor === undefined)).toHaveLength(4);
  });

  it('shuts nobody out for those, but lets them take turns', async () => {
    const throttle = new LoginThrottle({ userFailures: 4, addressFailures: 4, delay: 0 });
    const all = Array.from({ length: 100 }, async () => {
      const attempt = await throttle.attemptInTurn('ann', '192.0.2.1');
      await attempt.waited();
      expect(throttle.refused('192.0.2.1')).toBeUndefined();
      attempt.succeeded();
      return attempt.refusedFor;
    });
    expect((await Promise.all(all)).every((refusedFor) => refusedFor === undefined)).toBe(true);
  });

  it('gives many guesses at once no more tries than in turn', async () => {
    const throttle = new LoginThrottle({ userFailures: 6, addressFailures: 9, delay: 0 });
    let tried = 0;
    const guess = async (user: string): Promise<void> => {
      const attempt = await throttle.attemptInTurn(user, '192.0.2.1');
      if (attempt.refusedFor !== undefined) return;
      tried++;
      await attempt.waited();
      attempt.failed();
    };
    await Promise.all(Array.from({ length: 100 }, () => guess('ann')));
    expect(tried).toBe(6);
    await Promise.all(Array.from({ length: 100 }, (_, i) => guess(`user ${i}`)));
    expect(tried).toBe(9);
  });

  it('remembers no more than it is told', () => {
    const throttle = new LoginThrottle({ remember: 10, userFailures: 1, addressFailures: 1 });
    throttle.attempt('first', '192.0.2.1');
    for (let i = 0; i < 20; i++) throttle.attempt(`user ${i}`, `198.51.100.${i}`);
    expect(throttle.attempt('first', '192.0.2.1').refusedFor).toBeUndefined();
    expect(throttle.attempt('user 19', '203.0.113.1').refusedFor).toBeGreaterThan(0);
  });

  it('lets those go on that wait, once one of the same user and address has logged in', async () => {
    const throttle = new LoginThrottle({ delay: 3_600_000, maxDelay: 3_600_000, userFailures: 9 });
    const [first, ...others] = Array.from({ length: 8 }, () => throttle.attempt('ann', '192.0.2.1'));
    const waiting = others.filter(({ delay }) => delay > 0);
    expect(waiting).toHaveLength(5);
    const gone: string[] = [];
    const stays = throttle.attempt('bob', '192.0.2.1');
    void stays.waited().then(() => gone.push('bob'));
    const all = waiting.map((attempt) => attempt.waited());
    first?.succeeded();
    await Promise.all(all);
    expect(gone).toEqual([]);
    // Each that goes on counts as failed, until it has logged in itself.
    const later = throttle.attempt('ann', '192.0.2.1');
    expect(later.delay).toBeGreaterThan(0);
    for (const attempt of [...others, stays, later]) attempt.succeeded();
    expect(throttle.attempt('ann', '192.0.2.1').delay).toBe(0);
  });

  it('waits no longer than the delay', async () => {
    const throttle = new LoginThrottle({ freeFailures: 0, delay: 5 });
    const kept = setTimeout(() => {}, 60_000);
    await throttle.attempt('ann', '192.0.2.1').waited();
    clearTimeout(kept);
  });
});
