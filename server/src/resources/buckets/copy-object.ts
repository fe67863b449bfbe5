import type { BucketObjects } from '../../store/bucket-tables.js';
import { descriptionOf } from './described.js';
import type { ObjectPlace } from './find-object.js';
import { openObject } from './open-object.js';
import { type PutNeeds, type PutObjectOptions, putObject } from './put-object.js';

export interface CopyOptions extends Pick<PutObjectOptions, 'condition' | 'signal' | 'maxBytes' | 'also'> {
  /** Type and headers of the copy. Default: those of the source. */
  readonly replaced?: Pick<PutObjectOptions, 'contentType' | 'headers'> | undefined;
  /** Judges the source before anything is written. @throws to refuse it. */
  readonly demandSource?: ((source: BucketObjects) => void) | undefined;
}

/**
 * Puts a copy of the bytes of one object under another key, or under the same one. The source is read as it is when this begins, whatever is put under
 * its key meanwhile.
 * @returns the row of the copy.
 * @throws as `openObject` and `putObject`.
 */
export async function copyObject(services: PutNeeds, from: ObjectPlace, to: ObjectPlace, options: CopyOptions = {}) {
  const { replaced, demandSource, ...put } = options;
  const { row, bytes } = await openObject(services, from, (source) => {
    demandSource?.(source);
    return undefined;
  });
  const { headers, checksum } = descriptionOf(row);
  const described = replaced ?? { contentType: row.content_type, headers };
  try {
    return await putObject(services, to, bytes, { ...put, ...described, checksum, made: 'Copy' });
  } finally {
    bytes.destroy();
  }
}
