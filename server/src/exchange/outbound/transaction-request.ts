import { readRows } from '../../store/account-queries.js';
import type { FragmentGroups } from '../../store/tables.js';
import type { Run } from '../services.js';
import { withFragments } from './fragments.js';
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
 * An interchange of one transaction, which is put together of its fragments where that is asked for.
 * @param body its transaction as it was mapped.
 * @returns the group of fragments in it, which must be locked when the file is sent; `undefined`: it has none.
 * @throws Problem as planning and fragments do.
 */
export async function transactionRequest(
  run: Run,
  { partnershipId, transactionSettingId: settingId }: TransactionRequest,
  body: OutboundTransactionBody,
): Promise<{ readonly request: OutboundRequest; readonly group: FragmentGroups | undefined }> {
  const requestOf = (transaction: unknown): OutboundRequest => ({
    partnershipId,
    ...writingOptions(body, body.interchangeOverrides),
    groups: [{ settingId, transactions: [transaction] }],
    pointerOf: () => '/transaction',
  });
  const { transaction } = body;
  const [groupId] = body.fragmentGroupIds ?? [];
  if (groupId === undefined) return { request: requestOf(transaction), group: undefined };
  const plan = await planInterchange(run, requestOf(transaction));
  const { services, caller } = run;
  const { whole, group } = await readRows(services.store, caller.accountId, (queries) =>
    withFragments(queries, caller, plan, transaction, { groupId, payloads: services.payloads }),
  );
  return { request: requestOf(whole), group };
}
