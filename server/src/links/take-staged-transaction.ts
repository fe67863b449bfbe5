import { badRequest, conflict, notFound } from '../gateway/api-error.js';
import type { Answer } from '../gateway/call.js';
import { readJson } from '../gateway/read-json.js';
import type { Services } from '../services.js';
import { AccountQueries } from '../store/account-queries.js';
import type { LinkTarget } from './signed-link.js';

/** Bytes of a transaction. */
export const STAGED_LIMIT = 5_000_000;

/**
 * Takes the JSON of a transaction that was staged without it.
 * @throws ApiError 400 for what is not JSON, 404 where it is gone, 409 where it has its JSON or its group was sent.
 */
export async function takeStagedTransaction(
  { store }: Services,
  { accountId, id }: LinkTarget,
  body: unknown,
): Promise<Answer> {
  if (!Buffer.isBuffer(body) || body.length === 0) {
    throw badRequest('The request has no body. Put the transaction as JSON.', { code: 'INVALID_JSON' });
  }
  const text = JSON.stringify(readJson(body).value);
  await store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    const staged = await queries
      .from('staged_transactions')
      .select(['partnership_id', 'group_id', 'transaction'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (staged === undefined) throw notFound('staged transaction');
    const group = await queries
      .from('transaction_groups')
      .select('execution_id')
      .where('partnership_id', '=', staged.partnership_id)
      .where('id', '=', staged.group_id)
      .executeTakeFirst();
    if (staged.transaction !== null) throw conflict('The transaction was uploaded before. Stage another.');
    if (group?.execution_id != null) throw conflict('The group was sent already. Stage the transaction in another.');
    await queries.update('staged_transactions').set({ transaction: text }).where('id', '=', id).execute();
  });
  return { status: 200, body: {} };
}
