import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderObjects } from '../../src/objects/folder-objects.js';
import type { ObjectStore } from '../../src/objects/object-store.js';
import { namesOf, objectStoreContract } from './object-store-contract.js';

const WAYS = [
  { label: 'a folder', thread: false },
  { label: 'a folder with a thread that writes', thread: true },
];

for (const { label, thread } of WAYS) {
  objectStoreContract(label, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ediloom-objects-'));
    const objects = folderObjects({ folder, thread });
    const close = async (): Promise<void> => {
      await objects.close();
      rmSync(folder, { recursive: true });
    };
    return { objects, close };
  });
}

describe.each(WAYS)('objects in $label', ({ thread }) => {
  let outside: string;
  let folder: string;
  let objects: ObjectStore;
  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'ediloom-objects-'));
    folder = join(outside, 'objects');
    objects = folderObjects({ folder, thread });
  });
  afterEach(async () => {
    await objects.close();
    rmSync(outside, { recursive: true });
  });

  it('lie under their own names, and leave no folder that is empty', async () => {
    await objects.put('demo/out/file.edi', Buffer.from('ISA'));
    await objects.put('demo/other', Buffer.from('ISA'));
    expect(readdirSync(join(folder, 'demo/out'))).toEqual(['file.edi']);
    await objects.delete('demo/out/file.edi');
    expect(readdirSync(join(folder, 'demo'))).toEqual(['other']);
    await objects.delete('demo/other');
    expect(readdirSync(folder)).toEqual(['.unfinished']);
  });

  it('are neither read, written, listed nor deleted through a link', async () => {
    mkdirSync(join(outside, 'secret'));
    writeFileSync(join(outside, 'secret/file'), 'x');
    mkdirSync(join(folder, 'demo'));
    symlinkSync(join(outside, 'secret'), join(folder, 'demo/link'));
    symlinkSync(join(outside, 'secret/file'), join(folder, 'demo/file'));
    for (const name of ['demo/link/file', 'demo/file']) {
      expect(await objects.get(name)).toBeUndefined();
      expect(await objects.stat(name)).toBeUndefined();
    }
    expect(await namesOf(objects, '')).toEqual([]);
    expect(await namesOf(objects, 'demo/link/')).toEqual([]);
    await expect(objects.put('demo/link/new', Buffer.from('y'))).rejects.toMatchObject({ code: 'name-refused' });
    await objects.delete('demo/link/file');
    // What has a link's name is replaced, not what it points to.
    await objects.put('demo/file', Buffer.from('mine'));
    expect(readdirSync(join(outside, 'secret'))).toEqual(['file']);
    expect(await objects.stat('demo/file')).toMatchObject({ size: 4 });
  });

  it('do not lie below one another', async () => {
    await objects.put('a/b', Buffer.from('x'));
    for (const name of ['a', 'a/b/c']) {
      await expect(objects.put(name, Buffer.from('y'))).rejects.toMatchObject({ code: 'name-refused' });
    }
    expect(readdirSync(join(folder, '.unfinished'))).toEqual([]);
  });

  it('come and go beside each other in one folder that is made and removed again and again', async () => {
    const large = Buffer.alloc(300 * 1024);
    const one = async (name: string, bytes: Uint8Array): Promise<void> => {
      for (let round = 0; round < 10; round++) {
        await objects.put(name, bytes);
        expect(await objects.stat(name)).toMatchObject({ size: bytes.length });
        await objects.delete(name);
      }
    };
    await Promise.all([
      one('demo/out/a', Buffer.from('x')),
      one('demo/out/b', large),
      one('demo/out/c', Buffer.from('y')),
    ]);
    expect(readdirSync(folder)).toEqual(['.unfinished']);
  });

  it('that cannot be written are told of, and later ones are written', async () => {
    await objects.put('a', Buffer.from('x'));
    rmSync(join(folder, '.unfinished'), { recursive: true });
    await expect(objects.put('a', Buffer.from('yy'))).rejects.toMatchObject({ code: 'unavailable' });
    mkdirSync(join(folder, '.unfinished'));
    expect(await objects.put('a', Buffer.from('yy'))).toMatchObject({ size: 2 });
  });

  it('that a killed process left half are removed a day later', () => {
    const left = join(folder, '.unfinished', 'left');
    const young = join(folder, '.unfinished', 'young');
    for (const path of [left, young]) writeFileSync(path, 'half');
    const yesterday = new Date(Date.now() - 90_000_000);
    utimesSync(left, yesterday, yesterday);
    folderObjects({ folder });
    expect(readdirSync(join(folder, '.unfinished'))).toEqual(['young']);
  });
});
