import { describe, expect, it } from 'vitest';
import { readFacts } from '../../../src/transports/ftps/list-facts.js';

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('a listing', () => {
  it('is the same, wherever it is cut', async () => {
    const lines = [
      'type=cdir;modify=20260101000000; /out',
      'type=file;size=5;modify=20260101000000; a.edi',
      'Type=file;Size=7; Bärlin €.edi',
      'type=dir; in',
      'type=file;size=9; last without an end',
    ];
    const whole = await readFacts(pieces(lines.join('\r\n'), 10_000));
    expect(whole.map(({ name, kind, size }) => [name, kind, size])).toEqual([
      ['a.edi', 'file', 5],
      ['Bärlin €.edi', 'file', 7],
      ['in', 'directory', 0],
      ['last without an end', 'file', 9],
    ]);
    for (const size of [1, 2, 3, 7]) {
      expect(await readFacts(pieces(lines.join('\r\n'), size))).toEqual(whole);
      expect(await readFacts(pieces(`${lines.join('\n')}\n`, size))).toEqual(whole);
    }
  });

  it('with a line that has no end is none', async () => {
    await expect(readFacts(pieces(`${'type=file;'.repeat(2000)} a.edi\r\n`, 1000))).rejects.toThrow(/^Can't parse/);
  });
});
