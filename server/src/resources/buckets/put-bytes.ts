import { createHash, type Hash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import type { PutOptions, StoredObject } from '../../objects/object-store.js';
import type { Platform } from '../../platform.js';

/** Bytes that are safe, under a name of their own. Hashes in hexadecimal digits. */
export type Summed = StoredObject & { readonly sha256: string; readonly md5: string };

/** Puts bytes under a name of their own. @returns with their hashes, whoever has made them. */
export async function putBytes(
  { objects }: Pick<Platform, 'objects'>,
  name: string,
  bytes: Uint8Array | Readable,
  options: PutOptions = {},
): Promise<Summed> {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  if (bytes instanceof Uint8Array) {
    const stored = await objects.put(name, bytes, options);
    const hash = stored.sha256 ?? sha256.update(bytes).digest('hex');
    return { ...stored, sha256: hash, md5: md5.update(bytes).digest('hex') };
  }
  const stored = await objects.put(name, hashing(bytes, [md5, sha256]), options);
  return { ...stored, sha256: sha256.digest('hex'), md5: md5.digest('hex') };
}

function hashing(bytes: Readable, hashes: readonly Hash[]): Readable {
  const through = new Transform({
    transform(chunk: Uint8Array, _, done) {
      for (const hash of hashes) hash.update(chunk);
      done(null, chunk);
    },
  });
  bytes.on('error', (error) => through.destroy(error));
  // Nobody writes it any further: whoever sends it is not to wait.
  through.on('close', () => bytes.destroy());
  return bytes.pipe(through);
}
