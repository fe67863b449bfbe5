import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { type KeyEntry, keysOf, newKeyFile, readKeyFile } from './key-file.js';
import { MasterKeyError, type MasterKeys } from './secrets.js';

/** Layout of a ciphertext: version, salt, nonce, tag, and then as many bytes as were sealed. */
const VERSION = 1;
const SALT = 12;
const NONCE = 12;
const TAG = 16;
/** Bytes of a MAC that was shortened, as tokens are. */
const LEAST_MAC = 16;
const HEAD = 1 + SALT + NONCE + TAG;

export interface MasterKeyOptions {
  /** `MASTER_KEY`: 32 bytes in base64. Several, separated by commas: the first seals, the others only open. Absent: the key file. */
  readonly masterKey: string | undefined;
  /** Where `master.key` lies; made with a new key where neither it nor `masterKey` is there. */
  readonly folder: string;
}

/**
 * The master keys a process knows: the one it seals with, and older ones, so that a key can be replaced while what was sealed
 * with it is still there. Keys of the file are known beside those of the environment.
 * @throws Error that says what is wrong with a key, without showing it.
 */
export function openMasterKeys({ masterKey, folder }: MasterKeyOptions): MasterKeys {
  if (masterKey === undefined) return new KeyRing(readKeyFile(folder) ?? newKeyFile(folder));
  return new KeyRing([...keysOf(masterKey.split(','), 'MASTER_KEY'), ...(readKeyFile(folder) ?? [])]);
}

/** Whether `openMasterKeys` would find a key, and make none. */
export function hasMasterKeys({ masterKey, folder }: MasterKeyOptions): boolean {
  return masterKey !== undefined || readKeyFile(folder) !== undefined;
}

/** The same as `openMasterKeys` where no key is made: for who needs the one there was. @throws Error where there is none. */
export function openExistingKeys(options: MasterKeyOptions): MasterKeys {
  if (!hasMasterKeys(options)) {
    throw new Error(`There is no master key. Set MASTER_KEY, or put master.key into ${options.folder}.`);
  }
  return openMasterKeys(options);
}

class KeyRing implements MasterKeys {
  readonly currentId: string;
  readonly #keys = new Map<string, Buffer>();
  readonly #derived = new Map<string, Buffer>();

  constructor(entries: readonly KeyEntry[]) {
    for (const { id, key } of entries) this.#keys.set(id, key);
    this.currentId = entries[0]?.id ?? '';
  }

  knows(keyId: string): boolean {
    return this.#keys.has(keyId);
  }

  seal(context: string, bytes: Uint8Array): { readonly keyId: string; readonly ciphertext: Uint8Array } {
    const random = randomBytes(SALT + NONCE);
    const salt = random.subarray(0, SALT);
    const cipher = createCipheriv('aes-256-gcm', this.#messageKey(this.currentId, salt), random.subarray(SALT));
    cipher.setAAD(Buffer.from(context, 'utf8'));
    const body = cipher.update(bytes);
    // GCM gives nothing more at its end but the tag.
    cipher.final();
    const ciphertext = Buffer.concat([Buffer.of(VERSION), random, cipher.getAuthTag(), body]);
    return { keyId: this.currentId, ciphertext };
  }

  open(keyId: string, context: string, ciphertext: Uint8Array): Uint8Array {
    if (ciphertext.length < HEAD || ciphertext[0] !== VERSION) throw new Error('What is to be opened was not sealed.');
    const salt = ciphertext.subarray(1, 1 + SALT);
    const nonce = ciphertext.subarray(1 + SALT, 1 + SALT + NONCE);
    const decipher = createDecipheriv('aes-256-gcm', this.#messageKey(keyId, salt), nonce);
    decipher.setAAD(Buffer.from(context, 'utf8'));
    decipher.setAuthTag(ciphertext.subarray(1 + SALT + NONCE, HEAD));
    const bytes = decipher.update(ciphertext.subarray(HEAD));
    try {
      decipher.final();
    } catch (cause) {
      throw new Error('What is to be opened was changed, or belongs elsewhere. Restore it from a backup.', { cause });
    }
    return bytes;
  }

  mac(use: string, text: string): Buffer {
    return this.#mac(this.currentId, use, text);
  }

  macMatches(use: string, text: string, mac: Uint8Array): boolean {
    if (mac.length < LEAST_MAC || mac.length > 32) return false;
    const isOf = (id: string): boolean => timingSafeEqual(this.#mac(id, use, text).subarray(0, mac.length), mac);
    // No early end: how long it takes shows nothing but how many keys there are.
    return [...this.#keys.keys()].filter(isOf).length > 0;
  }

  derived(keyId: string, use: string): Uint8Array {
    const name = `${keyId}/${use}`;
    const known = this.#derived.get(name);
    if (known !== undefined) return known;
    const key = this.#keys.get(keyId);
    if (key === undefined) {
      throw new MasterKeyError(
        `The master key ${keyId} is needed and not known. Add it after the current one: to MASTER_KEY, or as a line of master.key.`,
      );
    }
    const derived = Buffer.from(hkdfSync('sha256', key, '', `ediloom ${use}`, 32));
    this.#derived.set(name, derived);
    return derived;
  }

  #mac(keyId: string, use: string, text: string): Buffer {
    return createHmac('sha256', this.derived(keyId, `mac ${use}`))
      .update(text, 'utf8')
      .digest();
  }

  /** A key a message: random nonces under one key would be safe for some four thousand million messages only. */
  #messageKey(keyId: string, salt: Uint8Array): Buffer {
    return createHmac('sha256', this.derived(keyId, 'seal')).update(salt).digest();
  }
}
