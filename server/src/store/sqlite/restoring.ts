import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../store.js';

/** Where a copy lies until it is whole; as long as the folder is there, what lies beside it is of a restore that has not ended. */
export const RESTORING = 'restoring';

/** @throws StoreError `unavailable` where a restore was cut off: a server would make a new, empty store there. */
export function demandRestored(folder: string): void {
  if (!existsSync(join(folder, RESTORING))) return;
  throw new StoreError(
    'unavailable',
    `A restore into ${folder} has not ended. Run ediloom-server restore again, or give the server another folder (DATA_DIR).`,
  );
}
