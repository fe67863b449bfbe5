import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAs2Id, isAs2Id, parseAs2Id } from '../../../../src/transports/as2/agreement/as2-id.js';

describe('AS2 ids', () => {
  it('stand in quotes only where they must', () => {
    expect(formatAs2Id('ACME')).toBe('ACME');
    expect(formatAs2Id('ACME Corp')).toBe('"ACME Corp"');
    expect(formatAs2Id('A"B\\C')).toBe('"A\\"B\\\\C"');
  });

  it('are the same with and without quotes', () => {
    expect(parseAs2Id('"ACME"')).toBe('ACME');
    expect(parseAs2Id(' ACME Corp ')).toBe('ACME Corp');
    for (const wrong of ['', '""', '" "', 'x'.repeat(129), 'caf\xe9', 'a\nb'])
      expect(parseAs2Id(wrong)).toBeUndefined();
  });

  it('come back from their header', () => {
    const id = fc.string({
      unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: 128,
    });
    fc.assert(fc.property(id.filter(isAs2Id), (text) => parseAs2Id(formatAs2Id(text)) === text));
  });
});
