import { ObjectStoreError } from '../objects/object-store.js';
import { MasterKeyError } from '../secrets/secrets.js';
import { StoreError } from '../store/store.js';

/** Parts of this server whose trouble is nobody else's, and ends when an operator has mended it. */
export type OwnTrouble = 'store' | 'objects' | 'master-key';

/** An error has so few causes at most. */
const DEPTH = 5;

/** The part of the server that an error comes of, if it does, however deep it lies. */
export function ownTroubleOf(error: unknown, depth = DEPTH): OwnTrouble | undefined {
  if (!(error instanceof Error) || depth === 0) return undefined;
  // A value that was refused is refused again.
  if (error instanceof StoreError && error.code !== 'value-refused') return 'store';
  if (error instanceof ObjectStoreError && (error.code === 'unavailable' || error.code === 'lost')) return 'objects';
  if (error instanceof MasterKeyError) return 'master-key';
  return ownTroubleOf(error.cause, depth - 1);
}
