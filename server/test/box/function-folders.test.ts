import { existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { FunctionFolders } from '../../src/box/function-folders.js';
import { PackageRefused } from '../../src/box/unpack-package.js';

const DAY_MS = 86_400_000;
const zip = Buffer.from(zipSync({ 'index.mjs': strToU8('export const handler = () => 1;') }));

function made(mostBytes?: number) {
  const place = join(mkdtempSync(join(tmpdir(), 'folders-')), 'functions');
  let now = Date.now();
  const folders = new FunctionFolders(place, () => now, mostBytes);
  const advance = (by: number): void => {
    now += by;
  };
  return { place, folders, advance };
}

describe('folders of functions', () => {
  it('are made once for one content, however many ask', async () => {
    const { place, folders } = made();
    let reads = 0;
    const bytes = async () => {
      reads++;
      return zip;
    };
    const source = { sha256: 'abc', bytes };
    const paths = await Promise.all(Array.from({ length: 5 }, () => folders.folderOf(source)));
    await folders.folderOf(source);
    await new FunctionFolders(place, Date.now).folderOf(source);
    expect([new Set(paths).size, reads, readdirSync(place)]).toEqual([1, 1, ['zip-abc']]);
  });

  it('leave nothing of a package that is refused', async () => {
    const { place, folders } = made();
    const refused = folders.folderOf({ sha256: 'x', bytes: async () => Buffer.from('no zip') });
    await expect(refused).rejects.toBeInstanceOf(PackageRefused);
    expect(readdirSync(place)).toEqual([]);
  });

  it('are removed a day after their last use; what was not finished is at the next start', async () => {
    const { place, folders, advance } = made();
    await folders.sweep();
    const [old, used] = [await folders.folderOf({ code: '1' }), await folders.folderOf({ code: '2' })];
    advance(DAY_MS / 2);
    await folders.folderOf({ code: '2' });
    await folders.sweep();
    expect([existsSync(old), readdirSync(place).length]).toEqual([true, 2]);
    advance(DAY_MS / 2 + 60_000);
    await folders.sweep();
    expect([existsSync(old), existsSync(used)]).toEqual([false, true]);
    mkdirSync(join(place, 'zip-left.part'));
    await folders.sweep();
    expect(readdirSync(place)).toHaveLength(2);
    await folders.dropParts();
    expect(readdirSync(place)).toHaveLength(1);
  });

  it('take no more room than they may, at once: those go that were not used for longest', async () => {
    const { folders, advance } = made(3 * 8192);
    const paths: string[] = [];
    for (const code of ['1', '2', '3']) {
      paths.push(await folders.folderOf({ code }));
      advance(60_000);
    }
    await folders.folderOf({ code: '1' });
    advance(60_000);
    paths.push(await folders.folderOf({ code: '4' }));
    expect(paths.map((path) => existsSync(path))).toEqual([true, false, true, true]);
    // Asked for while it is being removed, it is made once more.
    advance(DAY_MS);
    const [, again] = await Promise.all([folders.sweep(), folders.folderOf({ code: '4' })]);
    expect(existsSync(again)).toBe(true);
  });

  it('that are in use stay, however much they take, and go once they are not', async () => {
    const { place, folders, advance } = made(8192);
    await folders.use({ code: '1' }, async (one) => {
      await folders.use({ code: '2' }, async (two) => {
        advance(DAY_MS);
        await folders.sweep();
        await folders.folderOf({ code: '3' });
        expect([existsSync(one), existsSync(two)]).toEqual([true, true]);
      });
    });
    await folders.folderOf({ code: '4' });
    expect(readdirSync(place)).toHaveLength(1);
    await expect(folders.use({ code: '4' }, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await folders.folderOf({ code: '5' });
    expect(readdirSync(place)).toHaveLength(1);
  });

  it('left by an earlier process count from the first look on', async () => {
    const { place, folders, advance } = made();
    for (const code of ['1', '2', '3']) await folders.folderOf({ code });
    advance(60_000);
    const next = new FunctionFolders(place, Date.now, 2 * 8192);
    await next.sweep();
    expect(readdirSync(place)).toHaveLength(2);
  });
});
