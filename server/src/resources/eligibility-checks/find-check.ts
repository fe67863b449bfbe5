import type { Caller } from '../../caller.js';
import { notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { EligibilityChecks } from '../../store/clearinghouse-tables.js';

/** A check of the account that the key may see: test keys see those of tests. @throws Problem `not-found`. */
export async function findCheck(
  queries: AccountQueries,
  { mode }: Pick<Caller, 'mode'>,
  id: string,
): Promise<EligibilityChecks> {
  const row = await queries.from('eligibility_checks').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined || (mode === 'test' && row.mode !== 'test')) throw notFound('eligibility check');
  return row;
}
