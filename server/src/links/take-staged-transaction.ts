import { type AuditEntry, writeAudit } from '../audit/write-audit.js';
import { readJson } from '../gateway/reading/read-json.js';
import type { Platform } from '../platform.js';
import { conflict, invalid, notFound } from '../problems.js';
import { stagedContext } from '../secrets/payload-columns.js';
import { AccountQueries } from '../store/account-queries.js';
import type { LinkTarget } from './signed-link.js';

/** Bytes of a transaction. */
export const STAGED_LIMIT = 5_000_000;

/**
 * Takes the JSON of a transaction that was staged without it.
 * @throws Problem `invalid` for what is not JSON, `not-found` where it is gone, `conflict` where it has its JSON or its group was sent.
 */
export async function takeStagedTransaction(
  { store, clock, payloads }: Pick<Platform, 'store' | 'clock' | 'payloads'>,
  { accountId, keyId, id }: LinkTarget,
  body: unknown,
  from: Pick<AuditEntry, 'address' | 'requestId'>,
): Promise<void> {
  if (!Buffer.isBuffer(body) || body.length === 0) {
    throw invalid('The request has no body. Put the transaction as JSON.', { code: 'INVALID_JSON' });
  }
  const text = payloads.sealText(stagedContext(accountId, id), JSON.stringify(readJson(body).value));
  await store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    await demandOpen(queries, id);
    await queries.update('staged_transactions').set({ transaction: text }).where('id', '=', id).execute();
    const objectKind = 'staged-transaction';
    await writeAudit(queries, clock, { action: 'upload', objectKind, objectId: id, keyId, ...from });
  });
}

async function demandOpen(queries: AccountQueries, id: string): Promise<void> {
  const staged = await queries
    .from('staged_transactions')
    .select(['partnership_id', 'group_id', 'transaction'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (staged === undefined) throw notFound('staged transaction');
  if (staged.transaction !== null) throw conflict('The transaction was uploaded before. Stage another.');
  const group = await queries
    .from('transaction_groups')
    .select('execution_id')
    .where('partnership_id', '=', staged.partnership_id)
    .where('id', '=', staged.group_id)
    .executeTakeFirstOrThrow();
  if (group.execution_id === null) return;
  throw conflict('The group was sent already. Stage the transaction in another.');
}
