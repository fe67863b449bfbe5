import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addKeyToFile, dropOlderKeys } from '../../src/secrets/key-file.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';

const ONE = Buffer.alloc(32, 1).toString('base64');
const TWO = Buffer.alloc(32, 2).toString('base64');
const bytes = Buffer.from('a secret');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ediloom-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('master keys', () => {
  it('makes a key file that only its owner reads, once', () => {
    const first = openMasterKeys({ masterKey: undefined, folder });
    const { keyId, ciphertext } = first.seal('here', bytes);
    const again = openMasterKeys({ masterKey: undefined, folder });
    expect(again.currentId).toBe(first.currentId);
    expect(Buffer.from(again.open(keyId, 'here', ciphertext))).toEqual(bytes);
    expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
  });

  it('refuses a key file that others may read', () => {
    openMasterKeys({ masterKey: undefined, folder });
    chmodSync(join(folder, 'master.key'), 0o644);
    expect(() => openMasterKeys({ masterKey: undefined, folder })).toThrow(/chmod 600/);
  });

  it.each(['', 'abc', Buffer.alloc(31).toString('base64')])(
    'refuses what is no key, without showing it: %j',
    (masterKey) => {
      expect(() => openMasterKeys({ masterKey, folder })).toThrow(/^MASTER_KEY is to hold 32 bytes in base64/);
    },
  );

  it('seals the same bytes differently each time, and opens them only where they belong and unchanged', () => {
    const keys = openMasterKeys({ masterKey: ONE, folder });
    const { keyId, ciphertext } = keys.seal('here', bytes);
    expect(Buffer.from(keys.seal('here', bytes).ciphertext).equals(ciphertext)).toBe(false);
    expect(() => keys.open(keyId, 'there', ciphertext)).toThrow(/belongs elsewhere/);
    for (let at = 1; at < ciphertext.length; at++) {
      const changed = Buffer.from(ciphertext);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => keys.open(keyId, 'here', changed)).toThrow(/was changed/);
    }
    expect(() => keys.open(keyId, 'here', ciphertext.subarray(0, 20))).toThrow(/was not sealed/);
  });

  it('opens and checks with older keys, and names one it lacks', () => {
    const before = openMasterKeys({ masterKey: ONE, folder });
    const sealed = before.seal('here', bytes);
    const mac = before.mac('page', 'token');
    const rotated = openMasterKeys({ masterKey: `${TWO},${ONE}`, folder });
    expect(rotated.currentId).not.toBe(before.currentId);
    expect(Buffer.from(rotated.open(sealed.keyId, 'here', sealed.ciphertext))).toEqual(bytes);
    expect(rotated.macMatches('page', 'token', mac)).toBe(true);
    expect(rotated.macMatches('link', 'token', mac)).toBe(false);
    expect(rotated.macMatches('page', 'other', mac)).toBe(false);
    expect(rotated.macMatches('page', 'token', mac.subarray(1))).toBe(false);
    const without = openMasterKeys({ masterKey: TWO, folder });
    expect(() => without.open(sealed.keyId, 'here', sealed.ciphertext)).toThrow(new RegExp(sealed.keyId));
    expect(without.macMatches('page', 'token', mac)).toBe(false);
  });

  it('adds a key to the file and drops those before it', () => {
    const before = openMasterKeys({ masterKey: undefined, folder });
    const { keyId, ciphertext } = before.seal('here', bytes);
    const added = addKeyToFile(folder);
    const after = openMasterKeys({ masterKey: undefined, folder });
    expect(after.currentId).toBe(added.id);
    expect(Buffer.from(after.open(keyId, 'here', ciphertext))).toEqual(bytes);
    dropOlderKeys(folder);
    expect(readFileSync(join(folder, 'master.key'), 'utf8').trim().split('\n')).toHaveLength(1);
    expect(() => openMasterKeys({ masterKey: undefined, folder }).open(keyId, 'here', ciphertext)).toThrow(/is needed/);
  });
});
