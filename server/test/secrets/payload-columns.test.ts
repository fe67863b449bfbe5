import { describe, expect, it } from 'vitest';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import { fragmentContext, payloadColumns, stagedContext } from '../../src/secrets/payload-columns.js';

const keys = openMasterKeys({ masterKey: Buffer.alloc(32, 6).toString('base64'), folder: '/nowhere' });
const sealed = payloadColumns({ keys, encrypt: true });
const plain = payloadColumns({ keys, encrypt: false });
const here = stagedContext('a', '1');

describe('payload columns', () => {
  it.each(['{}', '{"a":"canary ä😀"}', ''])('keep text, sealed or not: %j', (text) => {
    const stored = sealed.sealText(here, text);
    expect(stored).toMatch(/^sealed:[0-9a-f]{16}:[A-Za-z0-9+/=]+$/);
    expect(stored).not.toContain('canary');
    for (const columns of [sealed, plain]) {
      expect(columns.openText(here, stored)).toBe(text);
      expect(columns.openText(here, plain.sealText(here, text))).toBe(text);
    }
    expect(plain.sealText(here, text)).toBe(text);
  });

  it('do not open in another row', () => {
    const stored = sealed.sealText(here, '{}');
    for (const elsewhere of [stagedContext('a', '2'), stagedContext('b', '1'), fragmentContext('a', '1')]) {
      expect(() => sealed.openText(elsewhere, stored)).toThrow(/belongs elsewhere/);
    }
  });
});
