import { HEAVY_BYTES } from '../../heavy-turns.js';
import { openGroup, stagedTransactions } from '../../resources/transaction-groups/rows.js';
import { stagedGroups } from '../../resources/transaction-groups/staged-sets.js';
import { readRows } from '../../store/account-queries.js';
import type { TransactionGroups } from '../../store/tables.js';
import type { Run } from '../services.js';
import type { OutboundRequest } from './outbound-request.js';
import type { GroupEdiBody } from './request-schemas.js';
import { writingOptions } from './writing-options.js';

/**
 * An interchange of everything that was staged in a group.
 * @returns the group as it was before they were read, which must be locked when the file is sent.
 * @throws Problem `not-found`, `conflict` for a group that was sent, `invalid` where a transaction was not uploaded yet.
 */
export async function groupRequest(
  { services, caller }: Run,
  { partnershipId, transactionGroupId }: { readonly partnershipId: string; readonly transactionGroupId: string },
  body: GroupEdiBody,
): Promise<{ readonly request: OutboundRequest; readonly group: TransactionGroups }> {
  const [group, staged] = await readRows(services.store, caller.accountId, async (queries) => {
    // Before its transactions: what is staged between the two raises the version, so that the group is not sent without it.
    const found = await openGroup(queries, caller, partnershipId, transactionGroupId);
    return [found, await stagedTransactions(queries, found)] as const;
  });
  const open = () => stagedGroups(services.payloads, staged, body.transactionOrdering);
  const groups = group.characters > HEAVY_BYTES ? await services.heavyTurns.run(caller.accountId, open) : open();
  const request: OutboundRequest = {
    partnershipId,
    ...writingOptions(body, body.overrides),
    groups: groups.map((sets) => ({
      settingId: group.setting_id,
      ...sets[0]?.overrides,
      transactions: sets.map(({ data }) => data),
    })),
    // Whoever staged a transaction knows it by its id.
    pointerOf: (index, transaction) => `/transactions/${groups[index]?.[transaction]?.id ?? ''}`,
  };
  return { request, group };
}
