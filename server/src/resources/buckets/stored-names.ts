import { randomUUID } from 'node:crypto';
import type { BucketObjects } from '../../store/bucket-tables.js';

/** Where the bytes of objects lie in the object store; no bucket can have the name. */
export const STORED_OBJECTS = '_objects/';

/**
 * A name for the bytes of one version of an object. They are written before the row that names them, and never again: whoever is killed
 * between the two, or is the slower of two, leaves bytes that no row names, for the sweep. A folder an hour keeps folders short.
 */
export function newStoredName(now: number): string {
  const [day, time = ''] = new Date(now).toISOString().split('T');
  return `${STORED_OBJECTS}${day}/${time.slice(0, 2)}/${randomUUID().replaceAll('-', '')}`;
}

/** Where the bytes of an object lie. */
export function storedNameOf({
  object_name,
  bucket,
  key,
}: Pick<BucketObjects, 'object_name' | 'bucket' | 'key'>): string {
  return object_name ?? `${bucket}/${key}`;
}
