import { writeAudit } from '../audit/write-audit.js';
import type { Clock } from '../clock.js';
import { notFound } from '../problems.js';
import type { AccountQueries } from '../store/account-queries.js';

/** Revokes a key: processes that have just used it refuse it within a second. @throws Problem `not-found`. */
export async function deleteKey(queries: AccountQueries, clock: Clock, id: string): Promise<void> {
  const { numDeletedRows } = await queries.delete('api_keys').where('id', '=', id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound('key');
  await writeAudit(queries, clock, { action: 'delete', objectKind: 'api-key', objectId: id });
}
