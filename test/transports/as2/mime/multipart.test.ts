import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseContentType } from '../../../../src/transports/as2/mime/content-type.js';
import { boundaryOf, readParts } from '../../../../src/transports/as2/mime/multipart.js';
import { cutOctets, latin1, textOf } from '../octets-cut.js';

async function parts(text: string, { boundary = 'abc', chunkBytes = 1000, maxParts = 20 } = {}): Promise<string[]> {
  return Promise.all((await readParts(cutOctets(latin1(text), chunkBytes), boundary, maxParts)).map(textOf));
}

describe('parts of a multipart', () => {
  it.each([1, 2, 3, 5, 8, 64, 1000])('leaves out preamble and epilogue, in chunks of %i', async (chunkBytes) => {
    const text = 'preamble --abc\r\n--abc\r\none\r\n--abc \t\r\ntwo\r\n--abc--\r\nepilogue\r\n--abc\r\nthree';
    expect(await parts(text, { chunkBytes })).toEqual(['one', 'two']);
  });

  it.each([1, 4, 1000])(
    'strips exactly one line end before a boundary (trap b), in chunks of %i',
    async (chunkBytes) => {
      for (const [ends, left] of [
        ['\r\n', ''],
        ['\r\n\r\n', '\r\n'],
        ['\r\n\r\n\r\n', '\r\n\r\n'],
        ['\n', ''],
        ['\n\n', '\n'],
        ['\r\r\n', '\r'],
        ['\r\n\n', '\r\n'],
      ] as const) {
        expect(await parts(`--abc\r\nISA~${ends}--abc--\r\n`, { chunkBytes })).toEqual([`ISA~${left}`]);
      }
    },
  );

  it.each([1, 3, 1000])('takes whole lines only (trap c), in chunks of %i', async (chunkBytes) => {
    const body = ['--abcd', 'x--abc', '--abc-', '--abc--x', '--ab', ' --abc', '--abc\rx', '--ABC'].join('\r\n');
    expect(await parts(`--abc\r\n${body}\r\n--abc--`, { chunkBytes })).toEqual([body]);
  });

  it('takes LF-only partners, empty parts, and a boundary at the very end', async () => {
    expect(await parts('--abc\none\n--abc\n\n--abc\n--abc--')).toEqual(['one', '', '']);
    expect(await parts('--abc\r\n\r\n--abc--')).toEqual(['']);
  });

  it('refuses what is not closed, has no part, or too many', async () => {
    for (const wrong of ['', 'text', '--abc\r\none', '--abc\r\none\r\n--abc\r\ntwo\r\n--abc-', '--abc--\r\n']) {
      await expect(parts(wrong), wrong).rejects.toMatchObject({ code: 'malformed' });
    }
    await expect(parts(`${'--abc\r\n\r\n'.repeat(4)}--abc--`, { maxParts: 3 })).rejects.toMatchObject({
      code: 'too-large',
    });
  });

  it('refuses a boundary that is none', () => {
    for (const wrong of [
      'multipart/signed',
      'multipart/signed; boundary=""',
      `a/b; boundary="${'x'.repeat(201)}"`,
      'a/b; boundary="x\u0007"',
    ]) {
      expect(() => boundaryOf(parseContentType(wrong))).toThrowError(expect.objectContaining({ code: 'malformed' }));
    }
    expect(boundaryOf(parseContentType('a/b; boundary="=_ a?b"'))).toBe('=_ a?b');
  });

  it('gives back any parts that do not hold the boundary, cut anywhere', async () => {
    const piece = fc
      .array(fc.constantFrom('\r', '\n', '-', '--ab', 'c', '--abcd', ' ', 'x'), { maxLength: 12 })
      .map((all) => all.join(''));
    const isPart = (text: string): boolean => !/(^|\n)--abc(--)?[ \t]*(\r?\n|\r?$)/.test(text);
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece.filter(isPart), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 20 }),
        async (all, chunkBytes) => {
          const text = `${all.map((part) => `--abc\r\n${part}\r\n`).join('')}--abc--\r\n`;
          expect(await parts(text, { chunkBytes })).toEqual(all);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('passes over many almost-boundaries in linear time', async () => {
    const text = `--abc\r\n${'\r\n--abc   x'.repeat(50_000)}\r\n--abc--`;
    const [part] = await readParts(cutOctets(latin1(text), 65_536), 'abc');
    expect(part?.size).toBe(550_000);
  });
});
