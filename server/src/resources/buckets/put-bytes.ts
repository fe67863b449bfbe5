import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { PutOptions, StoredObject } from '../../objects/object-store.js';
import type { Platform } from '../../platform.js';
import { newStoredName } from './stored-names.js';

/** Bytes that are safe, under a name of their own. Hashes in hexadecimal digits. */
export type StoredBytes = StoredObject & { readonly sha256: string; readonly md5: string };

/**
 * Puts bytes into the object store, under a new name of their own.
 * @param accountId whose room they take; `undefined`: they are bytes that the account has already, written anew.
 * @throws Problem where there is no room for them; ObjectStoreError.
 */
export async function putBytes(
  { objects, room, clock }: Pick<Platform, 'objects' | 'room' | 'clock'>,
  accountId: string | undefined,
  bytes: Uint8Array | Readable,
  options: PutOptions = {},
): Promise<StoredBytes> {
  const name = newStoredName(clock.now());
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  const coming = await room.open(accountId);
  try {
    const take = (chunk: Uint8Array): void => {
      coming.add(chunk.length);
      md5.update(chunk);
      sha256.update(chunk);
    };
    if (bytes instanceof Uint8Array) take(bytes);
    const stored = await objects.put(name, bytes instanceof Uint8Array ? bytes : taken(bytes, take), options);
    coming.keep();
    return { ...stored, sha256: sha256.digest('hex'), md5: md5.digest('hex') };
  } finally {
    coming.end();
  }
}

/** The same bytes, each chunk of which is given to `take` first. What that throws ends them. */
function taken(bytes: Readable, take: (chunk: Uint8Array) => void): Readable {
  const through = new Transform({
    transform(chunk: Uint8Array, _, done) {
      try {
        take(chunk);
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error('The bytes were refused.', { cause: error }));
      }
    },
  });
  // A stream that has failed already has no second event for that.
  if (bytes.errored !== null) through.destroy(bytes.errored);
  // Where one of the two fails, or is given up, both end: whoever reads `through` hears of it there.
  else pipeline(bytes, through, () => undefined);
  return through;
}
