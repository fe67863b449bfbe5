import type { AccountQueries } from '../store/account-queries.js';

/** What a secret belongs to; bound to its ciphertext, so that a row that was copied elsewhere does not open. */
export interface SecretPlace {
  /** `connection`, `sftp-user`, `destination`, `server` ... */
  readonly purpose: string;
  readonly ownerId: string;
  /** `password`, `privateKey` ... */
  readonly name: string;
}

/** Secrets at rest: AES-256-GCM under a master key that is not in the store. */
export interface Secrets {
  /** Writes or replaces one. */
  put(queries: AccountQueries, place: SecretPlace, value: string): Promise<void>;
  /** @returns `undefined` where there is none. @throws Error that names the master key needed, not the secret. */
  get(queries: AccountQueries, place: SecretPlace): Promise<string | undefined>;
  delete(
    queries: AccountQueries,
    place: Pick<SecretPlace, 'purpose' | 'ownerId'> & { readonly name?: string },
  ): Promise<void>;
  /** Names that are set for an owner. */
  names(queries: AccountQueries, place: Pick<SecretPlace, 'purpose' | 'ownerId'>): Promise<readonly string[]>;
  /** All that an owner has, by their names, by one query. @throws as `get`. */
  values(
    queries: AccountQueries,
    place: Pick<SecretPlace, 'purpose' | 'ownerId'>,
  ): Promise<ReadonlyMap<string, string>>;
  /** The names for several owners, by one query; who has none is not among them. */
  namesOf(
    queries: AccountQueries,
    purpose: string,
    ownerIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** For payloads under ENCRYPT_AT_REST, and for page tokens and links: see `master-keys.ts`. */
  readonly keys: MasterKeys;
}

export interface MasterKeys {
  /** Of the key that new ciphertext is made with. */
  readonly currentId: string;
  /** Whether what was sealed with this key can be opened. */
  knows(keyId: string): boolean;
  /** @param context what it belongs to; the same must be given to open it. */
  seal(context: string, bytes: Uint8Array): { readonly keyId: string; readonly ciphertext: Uint8Array };
  open(keyId: string, context: string, ciphertext: Uint8Array): Uint8Array;
  /** HMAC-SHA-256 with a key derived for a use; the same in every process. */
  mac(use: string, text: string): Buffer;
  /**
   * Whether a MAC, or its first 16 bytes or more, was made for this use and text, with the current key or an older one: tokens outlive
   * a rotation.
   */
  macMatches(use: string, text: string, mac: Uint8Array): boolean;
  /** A key of 32 bytes for a use, the same in every process. @throws Error that names a master key that is not known. */
  derived(keyId: string, use: string): Uint8Array;
}

/** A master key is needed that this process does not know; the text names it and says where it belongs. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}
