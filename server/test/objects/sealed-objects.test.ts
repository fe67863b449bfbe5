import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderObjects } from '../../src/objects/folder-objects.js';
import type { ObjectStore } from '../../src/objects/object-store.js';
import { sealedObjects } from '../../src/objects/sealed-objects.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import { bytesOf, objectStoreContract } from './object-store-contract.js';

const keys = openMasterKeys({ masterKey: Buffer.alloc(32, 3).toString('base64'), folder: '/nowhere' });

objectStoreContract('a folder, sealed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-sealed-'));
  const objects = sealedObjects({ objects: folderObjects({ folder }), keys, seal: true });
  return { objects, close: async () => rmSync(folder, { recursive: true }) };
});

describe('sealed objects', () => {
  let folder: string;
  let plain: ObjectStore;
  let sealed: ObjectStore;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ediloom-sealed-'));
    plain = folderObjects({ folder });
    sealed = sealedObjects({ objects: plain, keys, seal: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('do not show what is in them, and are read where new ones are no longer sealed', async () => {
    await sealed.put('a', Buffer.from('canary'.repeat(20_000)));
    expect((await bytesOf(plain, 'a')).includes('canary')).toBe(false);
    const later = sealedObjects({ objects: plain, keys, seal: false });
    expect((await bytesOf(later, 'a')).toString()).toBe('canary'.repeat(20_000));
    await later.put('b', Buffer.from('plain'));
    expect((await bytesOf(plain, 'b')).toString()).toBe('plain');
    expect((await bytesOf(sealed, 'b')).toString()).toBe('plain');
    expect(await sealed.stat('b')).toMatchObject({ size: 5 });
  });

  it.each([0, 1, 65_535, 65_536, 65_537, 131_072])('keep %i bytes, whole and in ranges', async (size) => {
    const bytes = randomBytes(size);
    await sealed.put('a', bytes);
    expect((await bytesOf(sealed, 'a')).equals(bytes)).toBe(true);
    expect(await sealed.stat('a')).toMatchObject({ size });
    for (const from of [0, 65_535, 65_536]) {
      const part = await bytesOf(sealed, 'a', { from, length: 65_536 });
      expect(part.equals(bytes.subarray(from, from + 65_536))).toBe(true);
    }
  });

  it('are refused when changed, cut at a chunk, or given another name', async () => {
    await sealed.put('a', randomBytes(200_000));
    const stored = await bytesOf(plain, 'a');
    const changed = Buffer.from(stored);
    changed[70_000] = (changed[70_000] ?? 0) ^ 1;
    for (const [name, bytes] of [
      ['a', changed],
      ['a', stored.subarray(0, 29 + 65_552)],
      ['a', stored.subarray(0, 29)],
      ['b', stored],
    ] as const) {
      await plain.put(name, bytes);
      const refused = {
        name: 'ObjectStoreError',
        code: 'lost',
        message: expect.stringMatching(/changed, cut or renamed/),
      };
      await expect(bytesOf(sealed, name)).rejects.toMatchObject(refused);
    }
  });
});
