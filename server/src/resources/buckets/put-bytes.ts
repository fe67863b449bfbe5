import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { PutOptions, StoredObject } from '../../objects/object-store.js';
import type { Platform } from '../../platform.js';

/** Bytes that are safe, under a name of their own. Hashes in hexadecimal digits. */
export type Summed = StoredObject & { readonly sha256: string; readonly md5: string };

interface NamedBytes {
  /** Of their own: no other put has it. */
  readonly name: string;
  /** Whose room they take; absent: they take the place of bytes that the account has already. */
  readonly accountId: string | undefined;
}

/**
 * Puts bytes under a name. @returns with their hashes, whoever has made them.
 * @throws Problem where there is no room for them; ObjectStoreError.
 */
export async function putBytes(
  { objects, room }: Pick<Platform, 'objects' | 'room'>,
  { name, accountId }: NamedBytes,
  bytes: Uint8Array | Readable,
  options: PutOptions = {},
): Promise<Summed> {
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
  // What has ended before anybody listened is not told again.
  if (bytes.errored !== null) through.destroy(bytes.errored);
  // The one that fails, or is given up, ends both; whoever reads hears of it from the second.
  else pipeline(bytes, through, () => undefined);
  return through;
}
