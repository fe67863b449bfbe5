import { readRows } from '../../store/account-queries.js';
import type { Run } from '../services.js';
import { withFragments } from './fragments.js';
import { mappedTransaction } from './mapped-transaction.js';
import type { OutboundRequest } from './outbound-request.js';
import { planInterchange } from './plan-interchange.js';
import type { OutboundTransactionBody } from './request-schemas.js';
import { writingOptions } from './writing-options.js';

/** What is asked for with a single transaction. */
export interface TransactionRequest {
  readonly partnershipId: string;
  readonly transactionSettingId: string;
}

/**
 * An interchange of one transaction, which is mapped first and put together of its fragments where that is asked for.
 * @returns the group of fragments in it, which must be locked when the file is sent; `undefined`: it has none.
 * @throws Problem as mapping, planning and fragments do.
 */
export async function transactionRequest(
  run: Run,
  { partnershipId, transactionSettingId: settingId }: TransactionRequest,
  body: OutboundTransactionBody,
): Promise<{ readonly request: OutboundRequest; readonly fragmentGroupId: string | undefined }> {
  const mapped = await mappedTransaction(run, body.mappingId, body.transaction);
  const requestOf = (transaction: unknown): OutboundRequest => ({
    partnershipId,
    ...writingOptions(body, body.interchangeOverrides),
    groups: [{ settingId, transactions: [transaction] }],
    pointerOf: () => '/transaction',
  });
  const [fragmentGroupId] = body.fragmentGroupIds ?? [];
  if (fragmentGroupId === undefined) return { request: requestOf(mapped), fragmentGroupId };
  const { services, caller } = run;
  const whole = await readRows(services.store, caller.accountId, async (queries) => {
    const plan = await planInterchange(queries, services.guides, caller, requestOf(mapped));
    return withFragments(queries, caller, plan, mapped, { groupId: fragmentGroupId, payloads: services.payloads });
  });
  return { request: requestOf(whole), fragmentGroupId };
}
