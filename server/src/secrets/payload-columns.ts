import type { MasterKeys } from './secrets.js';

/** What sealed text of a column begins with; no JSON does. */
const SEALED_TEXT = 'sealed:';

/** Columns with payload: sealed where ENCRYPT_AT_REST says so, and read either way. */
export interface PayloadColumns {
  /** @param context what the row is: the same must be given to open it. */
  sealText(context: string, text: string): string;
  openText(context: string, stored: string): string;
}

export interface PayloadColumnOptions {
  readonly keys: MasterKeys;
  readonly encrypt: boolean;
}

/** For `staged_transactions.transaction` and `fragments.fragment`. */
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
  };
}

export function stagedContext(accountId: string, id: string): string {
  return JSON.stringify(['staged transaction', accountId, id]);
}

export function fragmentContext(accountId: string, id: string): string {
  return JSON.stringify(['fragment', accountId, id]);
}

/** Characters of a column by which one sees what it is sealed with. */
export const SEALED_HEAD = 100;

/** What a column is like that is sealed. */
export const SEALED_COLUMN = `${SEALED_TEXT}%`;

/** Characters that end with the id of the key: it has 16. */
export const SEALED_KEY = SEALED_TEXT.length + 16;

/** Whether a column is sealed, and with another than the current master key. @param head its first `SEALED_HEAD` characters. */
export function isSealedByAnother({ currentId }: MasterKeys, head: string | null): boolean {
  return head?.startsWith(SEALED_TEXT) === true && !head.startsWith(`${SEALED_TEXT}${currentId}:`);
}

/** The master key that a column is sealed with; `undefined` where it is not. @param head its first `SEALED_KEY` characters. */
export function sealedColumnKey(head: string): string | undefined {
  return head.startsWith(SEALED_TEXT) ? head.split(':')[1] : undefined;
}

/** What a column holds, sealed with the current master key. */
export function sealedAnew(keys: MasterKeys, context: string, stored: string): string {
  const columns = payloadColumns({ keys, encrypt: true });
  return columns.sealText(context, columns.openText(context, stored));
}
