import { invalid } from '../../problems.js';
import { isStorable } from '../../store/bindable.js';

/** Bytes of UTF-8, as with S3. */
const MOST_BYTES = 1024;

/** The last code point there is: ranges of keys end with it, and no key has it, as Unicode will never give it to a character. */
export const LAST = '\u{10FFFF}';

/** Whether text can be the key of an object: nearly any, as keys are names and no paths. */
export function isObjectKey(key: string): boolean {
  return key !== '' && Buffer.byteLength(key) <= MOST_BYTES && isStorable(key) && !key.includes(LAST);
}

/** @throws Problem `invalid` with the code `BAD_KEY`. */
export function demandObjectKey(key: string): void {
  if (isObjectKey(key)) return;
  const text = `This cannot be the key of an object. Use 1 to ${MOST_BYTES} bytes of UTF-8, without NUL and half characters.`;
  throw invalid(text, { code: 'BAD_KEY' });
}

/** Whether a key can be a file for those who see a bucket as a tree: its parts between slashes are names, none of them a place. */
export function isFileKey(key: string): boolean {
  return isObjectKey(key) && key.split('/').every(isFileName);
}

export function isFileName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !name.includes('\\') && !/\p{Cc}/u.test(name);
}
