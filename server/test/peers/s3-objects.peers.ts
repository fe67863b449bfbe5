import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, inject, it } from 'vitest';
import { openObjects } from '../../src/objects/open-objects.js';
import { s3Objects } from '../../src/objects/s3-objects.js';
import { sealedObjects } from '../../src/objects/sealed-objects.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import { bytesOf, hashOf, namesOf, objectStoreContract } from '../objects/object-store-contract.js';

const url = inject('s3Url');
const keys = openMasterKeys({ masterKey: Buffer.alloc(32, 4).toString('base64'), folder: '/nowhere' });
/** s3rver keeps an object in a file with a longer name, lists by those names, and writes in place. */
const S3RVER = { unordered: true, segmentBytes: 230, breaksOff: true };
const below = (prefix: string): string => url.replace('?', `/${prefix}?`);

objectStoreContract(
  'S3',
  async () => {
    const objects = s3Objects(below('plain'));
    return { objects, close: () => objects.close() };
  },
  S3RVER,
);

objectStoreContract(
  'S3, sealed',
  async () => {
    const objects = sealedObjects({ objects: s3Objects(below('sealed')), keys, seal: true });
    return { objects, close: () => objects.close() };
  },
  S3RVER,
);

describe('objects in S3', () => {
  it('are sent in parts when they are large', async () => {
    const objects = s3Objects(below('parts'));
    const bytes = randomBytes(40_000_000);
    const source = Readable.from([bytes.subarray(0, 5), bytes.subarray(5, 39_000_000), bytes.subarray(39_000_000)]);
    expect(await objects.put('large', source)).toMatchObject({ size: bytes.length, sha256: hashOf(bytes) });
    expect(hashOf(await bytesOf(objects, 'large'))).toBe(hashOf(bytes));
  });

  it('are not there when a part fails, or comes after too many bytes', async () => {
    const objects = s3Objects(below('broken'));
    const failing = async function* () {
      yield randomBytes(35_000_000);
      throw new Error('the source broke');
    };
    await expect(objects.put('large', Readable.from(failing()))).rejects.toThrow('the source broke');
    const many = Readable.from([randomBytes(20_000_000), randomBytes(20_000_000)]);
    await expect(objects.put('large', many, { maxBytes: 39_999_999 })).rejects.toMatchObject({ code: 'too-large' });
    expect(await objects.stat('large')).toBeUndefined();
    expect(await namesOf(objects, '')).toEqual([]);
  });

  it('that cannot be reached are told at the start: no bucket, no server', async () => {
    const config = { dataDir: '/nowhere', encryptAtRest: false };
    const unavailable = { name: 'ObjectStoreError', code: 'unavailable' };
    for (const objectsUrl of [url.replace('@objects', '@nothing'), url.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1')]) {
      await expect(openObjects({ ...config, objectsUrl }, keys)).rejects.toMatchObject(unavailable);
    }
    const objects = await openObjects({ ...config, objectsUrl: below('config') }, keys);
    await objects.put('a', Buffer.from('x'));
    expect((await bytesOf(objects, 'a')).toString()).toBe('x');
  });
});
