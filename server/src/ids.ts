import { randomFillSync } from 'node:crypto';
import { type Clock, systemClock } from './clock.js';

/** Letters and digits of a ULID: Crockford's base 32, which has no I, L, O and U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Chance is asked for in one go, and used up bit by bit. */
const chance = Buffer.alloc(4096);
let used = chance.length;

/** Bytes of chance, to be used before the next are asked for. */
export function random(count: number): Buffer {
  if (used + count > chance.length) {
    randomFillSync(chance);
    used = 0;
  }
  used += count;
  return chance.subarray(used - count, used);
}

const bytes = Buffer.alloc(16);
let lastTime = 0;
let count = 0;

/**
 * A UUID of version 7 (RFC 9562): 48 bits of time, 12 that count within a millisecond, 62 of chance. Ids of one process sort by their
 * age, so that rows are added at the end of an index; ids all over it would have each commit write another page for each row.
 */
export function uuid(): string {
  const now = systemClock.now();
  if (now > lastTime) {
    lastTime = now;
    count = 0;
  } else if (++count > 0xfff) {
    // The millisecond is used up, or the clock was set back: the next one is begun.
    lastTime++;
    count = 0;
  }
  bytes.writeUIntBE(lastTime, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
  random(8).copy(bytes, 8);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** 26 characters: 48 bits of time and 80 of chance, so that ids of connections and guides sort by their age. */
export function ulid(clock: Clock): string {
  let time = clock.now();
  let text = '';
  for (let i = 0; i < 10; i++) {
    text = DIGITS.charAt(time % 32) + text;
    time = Math.floor(time / 32);
  }
  for (const byte of random(16)) text += DIGITS.charAt(byte % 32);
  return text;
}
