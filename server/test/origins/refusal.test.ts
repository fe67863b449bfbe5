import { describe, expect, it } from 'vitest';
import { openOrigins } from '../../src/origins/open-origins.js';
import type { Origin } from '../../src/origins/origin.js';
import { refusalOf } from '../../src/origins/refusal.js';

const COUNTRIES: Readonly<Record<string, string>> = {
  '1.0.0.1': 'US',
  '1.0.0.2': 'PR',
  '2.0.0.1': 'CA',
  '2600::1': 'US',
};
const refusal = (origin: Partial<Origin>) =>
  refusalOf({ peer: '127.0.0.1', isTrustedProxy: false, forwarded: undefined, ...origin }, (one) => COUNTRIES[one]);

describe('where a request comes from', () => {
  it('is the peer alone where there is no header', () => {
    expect(refusal({ peer: '1.0.0.1' })).toBeUndefined();
    expect(refusal({ peer: '::ffff:1.0.0.2' })).toBeUndefined();
    expect(refusal({ peer: '2.0.0.1' })).toEqual({ why: 'elsewhere' });
    expect(refusal({ peer: '9.9.9.9' })).toEqual({ why: 'unknown' });
    expect(refusal({ peer: '' })).toEqual({ why: 'unreadable' });
    expect(refusal({ peer: '10.0.0.1' })).toBeUndefined();
  });

  it('is every entry, wherever it stands', () => {
    expect(refusal({ forwarded: '1.0.0.1, 10.0.0.1, [2600::1]:443, "1.0.0.2"' })).toBeUndefined();
    expect(refusal({ forwarded: '2.0.0.1, 1.0.0.1' })).toEqual({ why: 'elsewhere', entry: 1 });
    expect(refusal({ forwarded: '1.0.0.1,2.0.0.1' })).toEqual({ why: 'elsewhere', entry: 2 });
    expect(refusal({ forwarded: '1.0.0.1, unknown' })).toEqual({ why: 'unreadable', entry: 2 });
    expect(refusal({ forwarded: '1.0.0.1, 8.8.8.8' })).toEqual({ why: 'unknown', entry: 2 });
  });

  it('is the peer beside the header, unless that is a trusted proxy', () => {
    expect(refusal({ peer: '2.0.0.1', forwarded: '1.0.0.1' })).toEqual({ why: 'elsewhere' });
    expect(refusal({ peer: '2.0.0.1', isTrustedProxy: true, forwarded: '1.0.0.1' })).toBeUndefined();
    expect(refusal({ peer: '2.0.0.1', isTrustedProxy: true, forwarded: '2.0.0.1' })).toEqual({
      why: 'elsewhere',
      entry: 1,
    });
  });

  it('has empty entries, which are none', () => {
    for (const forwarded of ['', ' ', ',', '1.0.0.1,,10.0.0.1,']) expect(refusal({ forwarded })).toBeUndefined();
  });

  it('is refused unread where the chain is longer than any', () => {
    expect(refusal({ forwarded: Array(100).fill('1.0.0.1').join() })).toBeUndefined();
    expect(refusal({ forwarded: Array(10_000).fill('1.0.0.1').join() })).toEqual({ why: 'too-long' });
    expect(refusal({ forwarded: ' '.repeat(20_000) })).toEqual({ why: 'too-long' });
  });
});

describe('the data on countries that comes with the server', () => {
  const origins = openOrigins();
  const from = (peer: string) => origins.refusal({ peer, isTrustedProxy: false, forwarded: undefined })?.why;

  it('has the United States and its territories', () => {
    // Puerto Rico, Guam.
    for (const peer of ['8.8.8.8', '2001:4860:4860::8888', '136.145.0.1', '202.128.0.1'])
      expect(from(peer)).toBeUndefined();
  });

  it("has other countries, and nothing of what is nobody's", () => {
    for (const peer of ['193.0.6.139', '2001:67c:2e8::1', '200.160.2.3']) expect(from(peer)).toBe('elsewhere');
    for (const peer of ['192.0.2.1', '224.0.0.1', '0.0.0.0', '::', 'ff02::1', '2001:db8::1'])
      expect(from(peer)).toBeDefined();
  });

  it('says when it was made', () => {
    expect(origins.builtAt).toBeGreaterThan(Date.UTC(2026, 0));
    expect(origins.builtAt).toBeLessThan(Date.UTC(2100, 0));
  });
});
