import { type CipherGCMTypes, createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { MasterKeys } from '../secrets/secrets.js';
import { ObjectStoreError } from './object-store.js';

/** What a sealed object begins with, the id of its master key and a salt. */
const MAGIC = Buffer.from('EDLS1');
const KEY_ID = 8;
const SALT = 16;
const TAG = 16;
const CIPHER: CipherGCMTypes = 'aes-256-gcm';

export const HEAD_BYTES = MAGIC.length + KEY_ID + SALT;
/** Bytes of the object that are sealed together: what a range must read at least. */
export const CHUNK_BYTES = 65_536;
export const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG;

/**
 * Seals or opens the chunks of one object. A chunk belongs to its object's name, its place and whether it is the last: none can be
 * exchanged, moved or cut off unseen.
 */
export class ObjectSeal {
  readonly head: Buffer;
  readonly #key: Buffer;

  private constructor(head: Buffer, key: Buffer) {
    this.head = head;
    this.#key = key;
  }

  /** For a new object. */
  static create(keys: MasterKeys, name: string): ObjectSeal {
    const head = Buffer.concat([MAGIC, Buffer.from(keys.currentId, 'hex'), randomBytes(SALT)]);
    return new ObjectSeal(head, keyOf(keys, head, name));
  }

  /** For an object that begins with these bytes. @returns `undefined` where it is not sealed. */
  static of(keys: MasterKeys, name: string, beginning: Buffer): ObjectSeal | undefined {
    const head = beginning.subarray(0, HEAD_BYTES);
    if (sealedBy(head) === undefined) return undefined;
    return new ObjectSeal(head, keyOf(keys, head, name));
  }

  seal(chunk: Uint8Array, index: number, place: 'within' | 'last'): Buffer {
    const cipher = createCipheriv(CIPHER, this.#key, nonceOf(index, place));
    const body = cipher.update(chunk);
    cipher.final();
    return Buffer.concat([body, cipher.getAuthTag()]);
  }

  /** @throws ObjectStoreError for a chunk that was changed or does not stand there. */
  open(sealed: Uint8Array, index: number, place: 'within' | 'last'): Buffer {
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, nonceOf(index, place));
      decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
      const body = decipher.update(sealed.subarray(0, sealed.length - TAG));
      decipher.final();
      return body;
    } catch (cause) {
      const text = 'A sealed object was changed, cut or renamed. Restore it from a backup.';
      throw new ObjectStoreError('lost', text, { cause });
    }
  }
}

/** Id of the master key an object that begins so is sealed with; `undefined`: it is not sealed. */
export function sealedBy(beginning: Buffer): string | undefined {
  if (beginning.length < HEAD_BYTES || !beginning.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  return beginning.subarray(MAGIC.length, MAGIC.length + KEY_ID).toString('hex');
}

/** Bytes of the object itself, from those of the sealed one. */
export function openedSize(sealedSize: number): number {
  const body = sealedSize - HEAD_BYTES;
  return body - Math.ceil(body / SEALED_CHUNK_BYTES) * TAG;
}

/** A key an object, so that chunk numbers can be nonces. */
function keyOf(keys: MasterKeys, head: Buffer, name: string): Buffer {
  const keyId = head.subarray(MAGIC.length, MAGIC.length + KEY_ID).toString('hex');
  return createHmac('sha256', keys.derived(keyId, 'objects'))
    .update(head.subarray(MAGIC.length + KEY_ID))
    .update(name, 'utf8')
    .digest();
}

function nonceOf(index: number, place: 'within' | 'last'): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = place === 'last' ? 1 : 0;
  return nonce;
}
