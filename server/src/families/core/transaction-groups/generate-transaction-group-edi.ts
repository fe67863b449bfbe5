import type { Static } from 'typebox';
import type { OutboundGroup } from '../../../exchange/outbound/outbound-request.js';
import { prepareInterchange, sending } from '../../../exchange/outbound/prepare-interchange.js';
import type { GroupOverrides } from '../../../exchange/outbound/request-schemas.js';
import { setNumberOf } from '../../../resources/transaction-groups/set-number.js';
import { writingOptions } from '../../../exchange/outbound/writing-options.js';
import type { Call } from '../../../gateway/call.js';
import { route } from '../../../operations/route.js';
import { invalid } from '../../../problems.js';
import { lockGroup, openGroup, stagedTransactions } from '../../../resources/transaction-groups/rows.js';
import { GroupEdiAnswer, GroupEdiBody, GroupParams } from '../../../resources/transaction-groups/schemas.js';
import { stagedContext } from '../../../secrets/payload-columns.js';
import type { StagedTransactions } from '../../../store/tables.js';

export const generateTransactionGroupEdi = route({
  operation: 'GenerateTransactionGroupEdi',
  family: 'core',
  method: 'POST',
  path: '/partnerships/:partnershipId/transaction-groups/:transactionGroupId/generate-edi',
  summary: 'Makes one EDI file of all staged transactions of a group, and delivers it; once for each group.',
  schemas: { params: GroupParams, body: GroupEdiBody, response: { 200: GroupEdiAnswer } },
  idempotent: true,
  audit: { action: 'generate', objectKind: 'execution' },
  handle: async (call) => {
    const { partnershipId, transactionGroupId } = call.params;
    const [group, staged] = await call.read(async (queries) => {
      const found = await openGroup(queries, call.caller, partnershipId, transactionGroupId);
      return [found, await stagedTransactions(queries, found)] as const;
    });
    const sets = ordered(
      staged.map((one) => opened(call, one)),
      call.body.transactionOrdering,
    );
    const groups = groupsOf(group.setting_id, sets);
    const file = await prepareInterchange(call, {
      partnershipId,
      ...writingOptions(call.body, call.body.overrides),
      groups: groups.map(({ request }) => request),
      pointerOf: (index, transaction) => `/transactions/${groups[index]?.ids[transaction] ?? ''}`,
    });
    const body = { artifactId: file.filename, fileExecutionId: file.executionId };
    const answer = { objectId: file.executionId, body };
    return call.commit(sending(call.services, file, answer, (queries) => lockGroup(queries, group, file.executionId)));
  },
});

interface StagedSet {
  readonly id: string;
  readonly overrides: string | null;
  readonly data: unknown;
}

function opened({ services, caller }: Pick<Call, 'services' | 'caller'>, staged: StagedTransactions): StagedSet {
  const { id, overrides, transaction } = staged;
  if (transaction === null) {
    throw invalid('A transaction of the group was not uploaded yet. Put it to its uploadUrl first.', {
      errors: [{ message: 'Was not uploaded.', path: `/transactions/${id}` }],
    });
  }
  const text = services.payloads.openText(stagedContext(caller.accountId, id), transaction);
  return { id, overrides, data: JSON.parse(text) as unknown };
}

function ordered(sets: readonly StagedSet[], ordering: 'CONTROL_NUMBER' | undefined): readonly StagedSet[] {
  if (ordering === undefined) return sets;
  return [...sets].sort((a, b) => setNumberOf(a.data) - setNumberOf(b.data));
}

/** Sets of one pair of application ids make one functional group, in the order in which the pairs first occur. */
function groupsOf(settingId: string, sets: readonly StagedSet[]) {
  const byOverrides = new Map<string, StagedSet[]>();
  for (const set of sets) {
    const known = byOverrides.get(set.overrides ?? '{}');
    if (known === undefined) byOverrides.set(set.overrides ?? '{}', [set]);
    else known.push(set);
  }
  return [...byOverrides].map(([overrides, members]) => {
    // The column holds what the schema has let through.
    const given = JSON.parse(overrides) as Static<typeof GroupOverrides>;
    const request: OutboundGroup = { settingId, ...given, transactions: members.map(({ data }) => data) };
    return { request, ids: members.map(({ id }) => id) };
  });
}
