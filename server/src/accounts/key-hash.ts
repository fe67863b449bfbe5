import { hash } from 'node:crypto';

/** SHA-256 in hexadecimal digits: all that is kept of a key. Keys are 256 random bits, so no slow hash is needed against guessing. */
export function hashOfKey(key: string): string {
  return hash('sha256', key, 'hex');
}
