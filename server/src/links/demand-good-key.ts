import { isGoodKey } from '../accounts/find-key.js';
import type { Clock } from '../clock.js';
import { denied } from '../problems.js';
import type { AccountQueries } from '../store/account-queries.js';

/**
 * Links are used later than they were asked for, and uploads take long: a key that was revoked meanwhile must neither read nor write. Of an upload it is
 * asked before a byte is read, and once more in the work that writes what came.
 * @throws Problem `denied`.
 */
export async function demandGoodKey(queries: AccountQueries, clock: Clock, keyId: string): Promise<void> {
  if (await isGoodKey(queries, keyId, clock.now())) return;
  throw denied(
    'The API key with which the link was asked for is not good any more. Ask for another link with a key that is.',
  );
}
