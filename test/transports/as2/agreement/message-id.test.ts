import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageIdOf, parseMessageId, plainMessageId } from '../../../../src/transports/as2/agreement/message-id.js';

const moment = new Date('2026-03-04T05:06:07.890Z');

describe('Message-IDs', () => {
  const source = { unique: 'u-1', moment, from: 'ACME Corp', to: 'B"' };

  it('follow the format', () => {
    expect(messageIdOf({ ...source, format: '{moment}-{unique}@{from}' })).toBe('<20260304050607-u-1@ACME_Corp>');
    expect(messageIdOf({ ...source, format: '{unique}.{to}..x' })).toBe('<u-1.B_.x@ACME_Corp>');
  });

  it('have at most 255 characters and the form left@right, whatever goes in', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), (format, from) => {
        const id = messageIdOf({ ...source, format, from });
        expect(id).toMatch(/^<[^\s<>@]+@[^\s<>@]+>$/);
        expect(id.length).toBeLessThanOrEqual(255);
        expect(parseMessageId(id)).toBe(id);
      }),
    );
  });

  it('are compared without brackets', () => {
    expect(plainMessageId(' < a@b > ')).toBe('a@b');
    expect(plainMessageId('a@b')).toBe('a@b');
    for (const wrong of ['', '<>', 'a\nb', 'x'.repeat(999)]) expect(parseMessageId(wrong)).toBeUndefined();
  });
});
