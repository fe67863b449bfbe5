import { sql } from 'kysely';
import type { AccountQueries } from '../store/account-queries.js';
import type { NewJob } from './job.js';
import { queueName } from './queue-name.js';

/** Takes away the jobs of a queue of this account that wait. Those that run end as they end. */
export async function dropWaiting(
  queries: AccountQueries,
  { kind, class: name, over = '' }: Pick<NewJob, 'kind' | 'class' | 'over'>,
): Promise<void> {
  const queue = queueName({ class: name, accountId: queries.accountId, over, kind });
  // The condition of the index, word by word: by a value that is bound, all jobs would be looked at.
  await queries.delete('jobs').where('queue', '=', queue).where('state', '=', sql.lit('waiting')).execute();
}
