import { describe, expect, it } from 'vitest';
import { headerText } from '../../../../src/transports/as2/transmission/header-text.js';

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
