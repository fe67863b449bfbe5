import { type AuditEntry, writeAudit } from '../audit/write-audit.js';
import { readJson } from '../gateway/reading/read-json.js';
import type { Platform } from '../platform.js';
import { invalid, Problem } from '../problems.js';
import { transactionColumn } from '../resources/transaction-groups/columns.js';
import { uploadTransaction } from '../resources/transaction-groups/rows.js';
import { TRANSACTION_BYTES } from '../schemas/transaction-sizes.js';
import { AccountQueries } from '../store/account-queries.js';
import { demandGoodKey } from './demand-good-key.js';
import type { LinkTarget } from './signed-link.js';

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
  // More is taken of other links.
  if (body.length > TRANSACTION_BYTES) {
    throw new Problem('too-large', 'The body is larger than this operation takes. Send less at a time.');
  }
  const transaction = transactionColumn(payloads, accountId, id, readJson(body).value);
  await store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    await demandGoodKey(queries, clock, keyId);
    await uploadTransaction(queries, id, transaction);
    const objectKind = 'staged-transaction';
    await writeAudit(queries, clock, { action: 'upload', objectKind, objectId: id, keyId, ...from });
  });
}
