import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a secret is the one that is expected; nothing is the same as an empty one. In constant time, whatever the two lengths: hashes are compared. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return expected !== '' && timingSafeEqual(digest(given), digest(expected));
}
