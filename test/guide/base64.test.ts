import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64Of, octetsOf } from '../../src/guide/values/base64.js';

const text = (octets: Uint8Array): string => Array.from(octets, (octet) => String.fromCharCode(octet)).join('');

describe('base 64', () => {
  it('agrees with the platform on any octets, and comes back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (octets) => {
        const written = base64Of(text(octets));
        expect(written).toBe(Buffer.from(octets).toString('base64'));
        expect(octetsOf(written)).toEqual(octets);
      }),
    );
  });

  it('keeps groups of three together over a long text', () => {
    const octets = Uint8Array.from({ length: 40_001 }, (_, i) => i * 7);
    expect(base64Of(text(octets))).toBe(Buffer.from(octets).toString('base64'));
  });

  it('takes text without padding', () => expect(octetsOf('WA')).toEqual(Uint8Array.of(0x58)));
  it.each(['A', 'AB=', 'A===', 'AB=C', 'A B C', 'AB*C', 'ÄBCD', '====', 'ABCDE'])('refuses %j', (wrong) =>
    expect(octetsOf(wrong)).toBeUndefined(),
  );
});
