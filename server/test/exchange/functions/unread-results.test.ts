import { expect, it } from 'vitest';
import { UnreadResults } from '../../../src/exchange/functions/unread-results.js';

const MB = 1024 * 1024;

it('an account has so many bytes unread, all together more, and the first of an account is always let through', () => {
  const unread = new UnreadResults();
  const isFull = (account: string): boolean => {
    try {
      unread.demandRoom(account);
      return false;
    } catch {
      return true;
    }
  };
  const releases = Array.from({ length: 6 }, () => unread.hold('a', 6 * MB));
  expect([isFull('a'), isFull('b')]).toEqual([true, false]);
  releases[0]?.();
  releases[0]?.();
  expect(isFull('a')).toBe(false);
  for (let times = 0; times < 1000; times++) unread.hold('a', 10_000);
  expect(isFull('a'), 'small ones do not count').toBe(false);
  for (let account = 0; account < 38; account++) unread.hold(`c${account}`, 6 * MB);
  expect([isFull('a'), isFull('c1'), isFull('b')]).toEqual([true, true, false]);
  for (const release of releases) release();
  expect(isFull('a')).toBe(false);
});
