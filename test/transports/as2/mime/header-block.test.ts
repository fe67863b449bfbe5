import { describe, expect, it } from 'vitest';
import { readEntity } from '../../../../src/transports/as2/mime/entity.js';
import { headersOf, readHeaderBlock } from '../../../../src/transports/as2/mime/header-block.js';
import { headerOf, writeHeaderBlock } from '../../../../src/transports/as2/mime/headers.js';
import { cutOctets, latin1, textOf } from '../octets-cut.js';

const read = (text: string, chunkBytes = 1000) => readHeaderBlock(cutOctets(latin1(text), chunkBytes));

describe('header block', () => {
  it.each([1, 2, 3, 7, 1000])('gives headers and the place of the body, cut into chunks of %i', async (chunkBytes) => {
    for (const newline of ['\r\n', '\n']) {
      const head = ['A: 1', 'b-c:  two ', ''].join(newline) + newline;
      const { headers, bodyOffset } = await read(`${head}body`, chunkBytes);
      expect(headers).toEqual([
        { name: 'A', value: '1' },
        { name: 'b-c', value: 'two' },
      ]);
      expect(bodyOffset).toBe(head.length);
    }
  });

  it('unfolds what is folded, and keeps the octets as they came', async () => {
    const text = 'Content-Type: multipart/signed;\r\n\tboundary="x";\r\n micalg=sha-256\r\n\r\nbody';
    const entity = await readEntity(cutOctets(latin1(text), 5));
    expect(headerOf(entity.headers, 'content-type')).toBe('multipart/signed; boundary="x"; micalg=sha-256');
    expect(await textOf(entity.whole)).toBe(text);
    expect(await textOf(entity.body)).toBe('body');
  });

  it('takes a body without headers, and headers without a body', async () => {
    expect(await read('\r\nbody')).toEqual({ headers: [], bodyOffset: 2 });
    expect(await read('\nbody', 1)).toEqual({ headers: [], bodyOffset: 1 });
    expect(await read('A: 1\r\n')).toEqual({ headers: [{ name: 'A', value: '1' }], bodyOffset: 6 });
    expect(await read('')).toEqual({ headers: [], bodyOffset: 0 });
  });

  it('refuses what is no header, and bombs', async () => {
    await expect(read('ISA*00*~GS*\r\n\r\n')).rejects.toMatchObject({ code: 'malformed' });
    await expect(read(' folded: first\r\n\r\n')).rejects.toMatchObject({ code: 'malformed' });
    await expect(read(`A: ${'x'.repeat(70_000)}`)).rejects.toMatchObject({ code: 'too-large' });
    await expect(read(`${'A: 1\r\n'.repeat(201)}\r\n`)).rejects.toMatchObject({ code: 'too-large' });
    await expect(read('\0: 1\r\n\r\n')).rejects.toMatchObject({ code: 'malformed' });
  });

  it('takes a header twice only where both say the same', () => {
    const twice = headersOf(latin1('A: 1\r\na: 1\r\nB: 1\r\nB: 2\r\n'));
    expect(headerOf(twice, 'A')).toBe('1');
    expect(() => headerOf(twice, 'b')).toThrowError(expect.objectContaining({ code: 'ambiguous' }));
    expect(headerOf(twice, 'C')).toBeUndefined();
  });

  it('writes each header on a line of its own', () => {
    const written = writeHeaderBlock([{ name: 'A', value: '1' }]);
    expect(Buffer.from(written).toString()).toBe('A: 1\r\n\r\n');
  });
});
