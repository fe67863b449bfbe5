import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from './clock.js';

/** Letters and digits of a ULID: Crockford's base 32, which has no I, L, O and U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A random UUID: executions, transactions, events. */
export function uuid(): string {
  return randomUUID();
}

/** 26 characters: 48 bits of time and 80 of chance, so that ids of connections and guides sort by their age. */
export function ulid(clock: Clock): string {
  let time = clock.now();
  let text = '';
  for (let i = 0; i < 10; i++) {
    text = DIGITS.charAt(time % 32) + text;
    time = Math.floor(time / 32);
  }
  for (const byte of randomBytes(16)) text += DIGITS.charAt(byte % 32);
  return text;
}
