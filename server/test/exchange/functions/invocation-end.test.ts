import { describe, expect, it } from 'vitest';
import { endOf, logTail } from '../../../src/exchange/functions/invocation-end.js';

const ran = (bytes: Uint8Array, left = 0) => ({
  ...{ how: 'returned' as const, result: Buffer.from('1'), took: 1, log: { bytes, left } },
});
const logOf = (bytes: Uint8Array, left?: number) => endOf(ran(bytes, left), { attempts: 1, startedAt: 0 }).log;
const tailOf = (bytes: Uint8Array, left?: number) => Buffer.from(logTail(ran(bytes, left)), 'base64');

describe('the log of an invocation', () => {
  it('is what was printed', () => {
    expect(logOf(Buffer.from('a\rb\u001b[31mé\0\n'))).toBe('a\rb\u001b[31mé\0\n');
    expect(tailOf(Buffer.from('a\rb\u001b[31mé\0\n')).toString()).toBe('a\rb\u001b[31mé\0\n');
  });

  it('begins with a whole letter where what is before is not kept', () => {
    const bytes = Buffer.from('€€').subarray(1);
    expect(logOf(bytes, 1)).toBe('(1 bytes before this are not kept)\n€');
    expect(tailOf(bytes, 1).toString()).toBe('€');
  });

  it('has 4 KB in its tail, without part of a letter', () => {
    const long = Buffer.from(`${'€'.repeat(2000)}\n`);
    expect(tailOf(long).toString()).toBe(`${'€'.repeat(1365)}\n`);
    expect(tailOf(Buffer.alloc(4097, 'a'))).toHaveLength(4096);
    // What is no text at all is there as it was printed.
    expect(tailOf(Buffer.alloc(4096, 0xff))).toHaveLength(4096);
  });
});
