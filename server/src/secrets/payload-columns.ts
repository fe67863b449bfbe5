import type { MasterKeys } from './secrets.js';

/** What sealed text and sealed bytes of a column begin with; JSON begins with neither. */
export const SEALED_TEXT = 'sealed:';
const SEALED_BYTES = Buffer.from('EDLP1');
const KEY_ID_BYTES = 8;

/** Columns that hold payload: sealed where ENCRYPT_AT_REST says so, and read either way. */
export interface PayloadColumns {
  /** @param context what the row is: the same must be given to open it. */
  sealText(context: string, text: string): string;
  openText(context: string, stored: string): string;
  sealBytes(context: string, bytes: Uint8Array): Uint8Array;
  openBytes(context: string, stored: Uint8Array): Uint8Array;
}

export interface PayloadColumnOptions {
  readonly keys: MasterKeys;
  readonly encrypt: boolean;
}

/** For `staged_transactions.transaction`, `fragments.fragment` and `idempotency.body`. */
export function payloadColumns({ keys, encrypt }: PayloadColumnOptions): PayloadColumns {
  return {
    sealText(context, text) {
      if (!encrypt) return text;
      const { keyId, ciphertext } = keys.seal(context, Buffer.from(text, 'utf8'));
      return `${SEALED_TEXT}${keyId}:${Buffer.from(ciphertext).toString('base64')}`;
    },
    openText(context, stored) {
      if (!stored.startsWith(SEALED_TEXT)) return stored;
      const [, keyId = '', text = ''] = stored.split(':');
      return Buffer.from(keys.open(keyId, context, Buffer.from(text, 'base64'))).toString('utf8');
    },
    sealBytes(context, bytes) {
      if (!encrypt) return bytes;
      const { keyId, ciphertext } = keys.seal(context, bytes);
      return Buffer.concat([SEALED_BYTES, Buffer.from(keyId, 'hex'), ciphertext]);
    },
    openBytes(context, stored) {
      const head = Buffer.from(stored.subarray(0, SEALED_BYTES.length + KEY_ID_BYTES));
      if (!head.subarray(0, SEALED_BYTES.length).equals(SEALED_BYTES)) return stored;
      return keys.open(head.toString('hex', SEALED_BYTES.length), context, stored.subarray(head.length));
    },
  };
}

export function stagedContext(accountId: string, id: string): string {
  return JSON.stringify(['staged transaction', accountId, id]);
}

export function fragmentContext(accountId: string, id: string): string {
  return JSON.stringify(['fragment', accountId, id]);
}

export function idempotencyContext(accountId: string, key: string): string {
  return JSON.stringify(['idempotency', accountId, key]);
}
