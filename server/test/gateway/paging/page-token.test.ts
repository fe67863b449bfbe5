import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPageTokens } from '../../../src/gateway/paging/page-token.js';
import { openMasterKeys } from '../../../src/secrets/master-keys.js';

const PLACE = { accountId: 'a', mode: 'live', operation: 'ListThings', params: {}, filters: {} };

describe('page tokens', () => {
  const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  const tokensOf = (masterKey: string) => createPageTokens(openMasterKeys({ masterKey, folder: '/nowhere' }));

  it('are good after the master key was replaced, for as long as the old one is known', () => {
    const token = tokensOf(old).write(PLACE, [7, 'x']);
    expect(tokensOf(`${next},${old}`).read(PLACE, token)).toEqual([7, 'x']);
    expect(() => tokensOf(next).read(PLACE, token)).toThrow(/page token/);
    const newer = tokensOf(`${next},${old}`).write(PLACE, [8, 'y']);
    expect(tokensOf(`${old},${next}`).read(PLACE, newer)).toEqual([8, 'y']);
  });

  it('are good for their own list alone, and whole', () => {
    const tokens = tokensOf(old);
    const token = tokens.write(PLACE, [7, 'x']);
    const others = [{ accountId: 'b' }, { mode: 'test' }, { operation: 'Other' }, { filters: { status: 'FAILED' } }];
    for (const other of others) expect(() => tokens.read({ ...PLACE, ...other }, token)).toThrow(/page token/);
    for (const cut of ['', token.slice(0, 10), token.slice(0, 22), token.slice(0, -2)]) {
      expect(() => tokens.read(PLACE, cut)).toThrow(/page token/);
    }
  });
});
