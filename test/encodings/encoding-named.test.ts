import { describe, expect, it, vi } from 'vitest';
import { encodingNamed } from '../../src/encodings/encoding-named.js';
import { latin1, utf8 } from '../../src/syntax/encoding.js';

describe('encodingNamed', () => {
  it('knows the built-in ones without iconv-lite', async () => {
    expect(await encodingNamed('UTF-8')).toBe(utf8);
    expect(await encodingNamed('ISO-8859-1')).toBe(latin1);
  });

  it('decodes and encodes single-byte and safe multi-byte encodings', async () => {
    const windows = await encodingNamed('windows-1252');
    expect(windows.decode(Uint8Array.of(0x93, 0x41, 0x94))).toBe('“A”');
    expect(windows.encode('€')).toEqual(Uint8Array.of(0x80));
    expect(windows.encode('Ω')).toBeUndefined();
    const japanese = await encodingNamed('euc-jp');
    const bytes = japanese.encode('山田 TARO');
    expect(bytes?.every((byte) => byte !== 0x7e)).toBe(true);
    expect(japanese.decode(bytes ?? new Uint8Array())).toBe('山田 TARO');
    expect(japanese.decode(Uint8Array.of(0xff, 0xff))).toBeUndefined();
  });

  it.each(['shift_jis', 'gbk', 'gb18030', 'big5', 'utf-16le', 'utf-16', 'utf-7', 'cp500', 'ibm037'])(
    'refuses %s, which would tear segments apart or is unknown',
    async (name) => {
      await expect(encodingNamed(name)).rejects.toMatchObject({ code: 'X12_ENCODING_UNSUPPORTED' });
    },
  );

  it.each([[7], [undefined], [{}]])('refuses what is no name: %j', async (name) => {
    await expect(encodingNamed(name as unknown as string)).rejects.toMatchObject({ code: 'X12_ENCODING_UNSUPPORTED' });
  });

  it('says what to install when iconv-lite is missing', async () => {
    vi.doMock('iconv-lite', () => {
      throw new Error('not there');
    });
    await expect(encodingNamed('windows-1251')).rejects.toThrow(/npm install iconv-lite/);
    vi.doUnmock('iconv-lite');
  });
});
