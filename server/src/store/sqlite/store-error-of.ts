import { StoreError } from '../store.js';

/** Primary result codes by which SQLite says that the disk does not do what it is asked, and what to do about it. */
const DISK: Readonly<Record<number, string>> = {
  10: 'The disk of the store has failed to read or to write. Look at the disk, then restore a backup if the log goes on saying so.',
  13: 'The disk of the store is full. Make room where DATA_DIR lies. A server that runs goes on by itself; one that could not start is to be started again.',
  14: 'The store cannot be opened any more. See that DATA_DIR is there, and that the process may have more files open.',
};

/** A failure of the disk as the store names it; any other error as it is. */
export function storeErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreError || !('errcode' in error)) return error;
  // Extended codes have the primary one in their last byte.
  const text = DISK[Number(error.errcode) & 0xff];
  return text === undefined ? error : new StoreError('unavailable', text, { cause: error });
}
