import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { checkPackage, PackageRefused, unpackPackage } from '../../src/box/unpack-package.js';

const place = mkdtempSync(join(tmpdir(), 'packages-'));
let count = 0;
const INDEX = strToU8('export const handler = () => 1;');
const packed = (files: Zippable = {}) => Buffer.from(zipSync({ 'index.mjs': INDEX, ...files }));

async function unpacked(bytes: Buffer): Promise<string> {
  const folder = join(place, String(count++));
  mkdirSync(folder);
  await unpackPackage(bytes, folder);
  return folder;
}

const endOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'whole',
    (error: Error) => error.name,
  );

describe('the package of a function', () => {
  it('is unpacked with its folders, for everybody to read', async () => {
    const folder = await unpacked(packed({ lib: { 'a.mjs': strToU8('a'), empty: {} } }));
    expect(readdirSync(folder).sort()).toEqual(['index.mjs', 'lib']);
    expect(readFileSync(join(folder, 'lib/a.mjs'), 'utf8')).toBe('a');
    expect(statSync(join(folder, 'lib')).mode & 0o777).toBe(0o755);
    expect(statSync(join(folder, 'lib/a.mjs')).mode & 0o777).toBe(0o644);
  });

  const link = { os: 3, attrs: (0o120777 << 16) >>> 0 };
  it.each<[string, Buffer, string]>([
    ['text', Buffer.from('export const handler = 1;'), 'no zip'],
    ['nothing', Buffer.alloc(0), 'no zip'],
    ['one without index.mjs', Buffer.from(zipSync({ 'a.mjs': INDEX })), 'no index.mjs at its top.'],
    ['a folder with index.mjs', Buffer.from(zipSync({ a: { 'index.mjs': INDEX } })), 'not the folder'],
    ['CommonJS', Buffer.from(zipSync({ 'index.js': INDEX })), 'It has index.js: make a module of it'],
    ['TypeScript', Buffer.from(zipSync({ 'index.ts': INDEX })), 'bundle it'],
    ['one with a capital', Buffer.from(zipSync({ 'Index.mjs': INDEX })), 'Capitals count in names.'],
    ['a way out', packed({ '../out.mjs': INDEX }), 'no zip'],
    ['a way out in the midst', packed({ 'a/../../out.mjs': INDEX }), 'no zip'],
    ['a path from the root on', packed({ '/etc/passwd': INDEX }), 'no zip'],
    ['a path of Windows', packed({ 'C:\\out.mjs': INDEX }), 'no zip'],
    ['a link', packed({ link: [strToU8('/etc/passwd'), link] }), 'links'],
    ['a file that is a folder, too', packed({ a: strToU8('x'), 'a/b': strToU8('y') }), 'a folder, too'],
    ['a name that is too long', packed({ ['x'.repeat(500)]: INDEX }), '255 a level'],
    ['too many levels', packed({ [`${'a/'.repeat(40)}b`]: INDEX }), '30 levels'],
    ['much that comes of little', packed({ big: [new Uint8Array(101 * 1024 * 1024), { level: 9 }] }), '100 MB'],
  ])('is not %s', async (_, bytes, text) => {
    await expect(unpacked(bytes)).rejects.toThrow(text);
    await expect(unpacked(bytes)).rejects.toBeInstanceOf(PackageRefused);
  });

  it('may have names that begin at a folder of its own', async () => {
    const folder = await unpacked(Buffer.from(zipSync({ './index.mjs': INDEX, './lib//a.mjs': INDEX })));
    expect(readdirSync(folder).sort()).toEqual(['index.mjs', 'lib']);
  });

  it.each<[string, Buffer]>([
    ['a file that is a folder, too', packed({ a: INDEX, 'a/b': INDEX })],
    ['a folder that is a file, too', packed({ 'a/b': INDEX, a: INDEX })],
    ['a file without a name', packed({ '.': INDEX })],
  ])('is refused before it is unpacked where it could not be: %s', async (_, bytes) => {
    await expect(checkPackage(bytes)).rejects.toBeInstanceOf(PackageRefused);
  });

  it('is refused for what is wrong with it, and for nothing else, wherever a byte of it is spoilt', async () => {
    const whole = packed({ 'a.mjs': strToU8('x'.repeat(500)) });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const spoilt = Buffer.from(whole);
        spoilt.writeUInt8((spoilt.readUInt8(at) ^ change) & 255, at);
        const ends = [await endOf(checkPackage(spoilt)), await endOf(unpacked(spoilt))];
        // Whoever is told that it is good can run it.
        expect(ends).toEqual([ends[1], ends[1]]);
        expect(['whole', 'PackageRefused']).toContain(ends[0]);
      }),
      { numRuns: 200 },
    );
  });
});
