import type { AccountQueries } from '../../store/account-queries.js';
import type { Claims } from '../../store/claim-tables.js';
import { TAKEN } from './earlier-sendings.js';

/** States of claims of which a payer has said no more than that they are there. */
const UNANSWERED: readonly Claims['state'][] = ['QUEUED', 'DELIVERED', 'RECEIVED'];

/**
 * What a payer has still to say of the claims whose last sending a file is, or that are to be sent again and are in no other so far: what it says of them
 * may make that needless. `answers`: of one at least it has said no more than that it is there; `changes`: all are answered, and one at least is taken, which
 * it may refuse later; `nothing`: it has refused them all, or they went anew in other files.
 */
export type ToCome = 'answers' | 'changes' | 'nothing';

export async function toComeOf(queries: AccountQueries, fileId: string): Promise<ToCome> {
  const isIn = async (states: readonly Claims['state'][]) =>
    (await hasClaim(queries, fileId, states)) || (await hasClaim(queries, fileId, states, 'in no file'));
  if (await isIn(UNANSWERED)) return 'answers';
  return (await isIn(TAKEN)) ? 'changes' : 'nothing';
}

/** Whether the payer has said something of a claim whose last sending this file is, though nobody has told it that it was handed over. */
export function wasAnswered(queries: AccountQueries, fileId: string): Promise<boolean> {
  return hasClaim(queries, fileId, ['RECEIVED', ...TAKEN, 'REJECTED']);
}

/** @param now where the claim is now. Default: in the file. */
async function hasClaim(
  queries: AccountQueries,
  fileId: string,
  states: readonly Claims['state'][],
  now: 'in it' | 'in no file' = 'in it',
): Promise<boolean> {
  const claim = await queries
    .from('claim_file_items')
    .innerJoin('claims', (join) =>
      join
        .onRef('claims.id', '=', 'claim_file_items.claim_id')
        .onRef('claims.account_id', '=', 'claim_file_items.account_id'),
    )
    .select('claims.id')
    .where('claim_file_items.file_id', '=', fileId)
    .where((row) => (now === 'in it' ? row('claims.file_id', '=', fileId) : row('claims.file_id', 'is', null)))
    .where('claims.state', 'in', states)
    .limit(1)
    .executeTakeFirst();
  return claim !== undefined;
}
