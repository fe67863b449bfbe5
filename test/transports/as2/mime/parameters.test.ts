import { describe, expect, it } from 'vitest';
import { formatParameters, parseContentType } from '../../../../src/transports/as2/mime/content-type.js';
import { parseParameters } from '../../../../src/transports/as2/mime/parameters.js';

const parametersOf = (text: string) => Object.fromEntries(parseParameters(text).parameters);

describe('parameters', () => {
  it('reads tokens, quotes, escapes, comments and spaces', () => {
    const text =
      'Multipart/Signed (a comment; with a semicolon) ; Boundary = "a;b\\"c" ; micalg=sha-256 (why); x="C:\\dir"';
    // A semicolon in a comment ends the value all the same: no partner sends one.
    expect(parametersOf('a/b; x=1 (one); y="2" (two)')).toEqual({ x: '1', y: '2' });
    expect(parametersOf(text)).toMatchObject({ boundary: 'a;b"c', micalg: 'sha-256', x: 'C:\\dir' });
  });

  it('reads what is not quoted up to the semicolon', () => {
    expect(parametersOf('attachment; filename=report (1) of May.edi; size=3')).toEqual({
      filename: 'report (1) of May.edi',
      size: '3',
    });
  });

  it('reads RFC 2231: percent encoding, pieces, and both beside a plain one', () => {
    expect(parametersOf("a; filename=x.edi; filename*=UTF-8''%e2%82%ac%20rates.edi")).toEqual({
      filename: '€ rates.edi',
    });
    expect(parametersOf("a; n*0*=iso-8859-1'en'f%fcr; n*1=-dich; n*2*=%21")).toEqual({ n: 'für-dich!' });
    expect(parametersOf('a; n*0="one "; n*1="two"; n*3=lost')).toEqual({ n: 'one two' });
    expect(parametersOf("a; n*=unknown-set''x; n=plain")).toEqual({ n: 'plain' });
  });

  it('refuses a parameter with two values, and far too many', () => {
    expect(() => parseParameters('a; boundary=x; boundary=y')).toThrowError(
      expect.objectContaining({ code: 'ambiguous' }),
    );
    expect(parametersOf('a; boundary=x; BOUNDARY="x"')).toEqual({ boundary: 'x' });
    const many = Array.from({ length: 101 }, (_, at) => `p${at}=1`).join(';');
    expect(() => parseParameters(`a;${many}`)).toThrowError(expect.objectContaining({ code: 'too-large' }));
  });

  it('survives absurd ones in no time', () => {
    const absurd = [
      'a;'.repeat(30_000),
      `a; ${'('.repeat(60_000)}`,
      `a; x="${'\\'.repeat(60_000)}`,
      `a; x=${' '.repeat(60_000)}y (`,
    ];
    for (const text of absurd) expect(() => parseParameters(text)).not.toThrow();
    expect(() => parseParameters(`a; ${'x*0=1;'.repeat(90)}`)).not.toThrow();
  });

  it('takes a type of two tokens only', () => {
    expect(parseContentType(' Application / EDI-X12 ; charset=utf-8').type).toBe('application/edi-x12');
    for (const wrong of ['', 'text', 'a/b/c', 'a b/c', '/x', `${' '.repeat(60_000)}x`]) {
      expect(() => parseContentType(wrong)).toThrowError(expect.objectContaining({ code: 'malformed' }));
    }
  });

  it('writes tokens bare and the rest in quotes, and reads them back', () => {
    const text = formatParameters('multipart/signed', { micalg: 'sha-256', protocol: 'a/b', boundary: '=_"\\' });
    expect(text).toBe('multipart/signed; micalg=sha-256; protocol="a/b"; boundary="=_\\"\\\\"');
    expect(parametersOf(text)).toEqual({ micalg: 'sha-256', protocol: 'a/b', boundary: '=_"\\' });
  });
});
