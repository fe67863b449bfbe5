import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatContentDisposition, safeFileName } from '../../../../src/transports/as2/mime/file-name.js';
import { parseParameters } from '../../../../src/transports/as2/mime/parameters.js';

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
