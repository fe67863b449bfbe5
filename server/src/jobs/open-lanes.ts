import { type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../store/account-queries.js';

/** Whether there is work to do in any lane whose name begins so; failed jobs have left their lanes. @param prefix ASCII. */
export async function hasOpenLane(queries: AccountQueries, prefix: string): Promise<boolean> {
  const job = await queries
    .from('jobs')
    .select('id')
    .where('lane', '>=', prefix)
    .where('lane', '<', behind(prefix))
    // The words of the index.
    .where(sql<SqlBool>`state <> 'failed'`)
    .limit(1)
    .executeTakeFirst();
  return job !== undefined;
}

/** The first text behind all that begin so: its last character is the next one. */
function behind(prefix: string): string {
  return `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)}`;
}
