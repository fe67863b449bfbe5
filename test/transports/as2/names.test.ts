import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAs2Id, isAs2Id, parseAs2Id } from '../../../src/transports/as2/as2-id.js';
import { formatContentDisposition, safeFileName } from '../../../src/transports/as2/file-name.js';
import { messageIdOf, parseMessageId, plainMessageId } from '../../../src/transports/as2/message-id.js';
import { parseParameters } from '../../../src/transports/as2/mime/parameters.js';
import { headerText } from '../../../src/transports/as2/transmission/header-text.js';

const moment = new Date('2026-03-04T05:06:07.890Z');

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

describe('file names', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\x\\claim.edi', 'claim.edi'],
    ['/absolute/a.edi', 'a.edi'],
    ['a\0b.edi', 'ab.edi'],
    ['a\r\nX-Header: 1.edi', 'aX-Header_ 1.edi'],
    ['..', undefined],
    ['dir/', undefined],
    ['...hidden. ', 'hidden'],
    ['CON', undefined],
    ['aux.edi', undefined],
    ['console.edi', 'console.edi'],
    ['a<b>:"|?*.edi', 'a_b______.edi'],
    ['gnp\u202eexe.edi', 'gnpexe.edi'],
    ['\xe2\x82\xac.edi', '€.edi'],
    ['caf\xe9.edi', 'caf\xe9.edi'],
    ['=?UTF-8?B?4oKsLmVkaQ==?=', '€.edi'],
    ['=?iso-8859-1?Q?caf=E9_1?= =?utf-8?q?.edi?=', 'caf\xe9 1.edi'],
    ['=?UTF-8?B?Li4vLi4vZXRjL3Bhc3N3ZA==?=', 'passwd'],
    ['\ud800.edi', 'edi'],
    ['', undefined],
  ])('%j is safe as %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  it('of 4,000 characters keep their extension', () => {
    const name = safeFileName(`${'ü'.repeat(1500)}.edi`) ?? '';
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^ü+\.edi$/);
    expect(Buffer.byteLength(safeFileName('/'.repeat(4000) + 'x'.repeat(4000)) ?? '')).toBe(255);
  });

  it('come back from Content-Disposition, and are never more than one name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom('quoted' as const, 'plain' as const),
        (name, quoting) => {
          const safe = safeFileName(name);
          expect(safe ?? 'x').not.toMatch(/[/\\\p{Cc}]/u);
          if (safe === undefined) return;
          const written = formatContentDisposition(safe, quoting);
          expect(written).toMatch(/^[\x20-\x7e]*$/);
          expect(safeFileName(parseParameters(written).parameters.get('filename') ?? '')).toBe(safe);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are quoted unless the partner keeps the quotes', () => {
    expect(formatContentDisposition('a.edi')).toBe('attachment; filename="a.edi"');
    expect(formatContentDisposition('a.edi', 'plain')).toBe('attachment; filename=a.edi');
    expect(formatContentDisposition('a b.edi', 'plain')).toBe('attachment; filename="a b.edi"');
    expect(formatContentDisposition('€.edi')).toBe('attachment; filename="_.edi"; filename*=UTF-8\'\'%E2%82%AC.edi');
  });
});

describe('text in headers', () => {
  it('stays on one line and in ASCII', () => {
    expect(headerText('a\r\nX: 1\0')).toBe('a X: 1');
    expect(headerText('für')).toBe('=?UTF-8?B?ZsO8cg==?=');
    expect(
      headerText('ü'.repeat(60))
        .split(' ')
        .every((word) => word.length <= 75),
    ).toBe(true);
  });
});
