import { isStorable } from '../store/bindable.js';
import { ObjectStoreError } from './object-store.js';

/** The longest name every store takes, and the longest segment of one, in bytes of UTF-8. */
export const MAX_NAME_BYTES = 1024;
export const MAX_SEGMENT_BYTES = 255;

/** Where a folder store keeps what is not yet whole; no object's name begins with it. */
export const UNFINISHED = '.unfinished';

/**
 * Lets through names that every store keeps as they are.
 * @returns the segments.
 * @throws ObjectStoreError `name-refused`; it does not show the name.
 */
export function demandObjectName(name: string): readonly string[] {
  const segments = name.split('/');
  if (!isStorable(name) || hasControl(name)) throw refused('has a control character or half a character');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw refused(`is longer than ${MAX_NAME_BYTES} bytes`);
  for (const segment of segments) {
    if (segment === '' || segment === '.' || segment === '..')
      throw refused('has a segment that is empty, "." or ".."');
    if (segment.includes('\\')) throw refused('has a backslash');
    if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES) {
      throw refused(`has a segment of more than ${MAX_SEGMENT_BYTES} bytes`);
    }
  }
  if (segments[0] === UNFINISHED) throw refused(`begins with ${UNFINISHED}`);
  return segments;
}

export function isObjectName(name: string): boolean {
  try {
    demandObjectName(name);
    return true;
  } catch {
    return false;
  }
}

/** Orders texts by their bytes in UTF-8, as PostgreSQL's `C` and S3 do. */
export function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
}

function hasControl(name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

function refused(why: string): ObjectStoreError {
  return new ObjectStoreError('name-refused', `The name ${why}. Choose another one.`);
}
