import { describe, expect, it } from 'vitest';
import { headersFrom } from '../../../../src/transports/as2/mime/wire-headers.js';

describe('headers of HTTP', () => {
  it.each([
    ['folded \r\n  over two lines', 'folded over two lines'],
    ['one\n\ttwo\r\n three ', 'one two three'],
    ['\r\n begins on the next line', 'begins on the next line'],
    ['two  blanks \t stay', 'two  blanks \t stay'],
  ])('stand on one line: %j', (value, unfolded) => {
    expect(headersFrom([['Subject', value]])).toEqual([{ name: 'Subject', value: unfolded }]);
  });

  it('are read in one pass, whatever stands in them: they come before anybody is known', () => {
    const blanks = ' '.repeat(200_000);
    const value = `a${blanks}b\r\n${blanks}c${blanks}`;
    expect(headersFrom([['X', value]])).toEqual([{ name: 'X', value: `a${blanks}b c` }]);
  });
});
