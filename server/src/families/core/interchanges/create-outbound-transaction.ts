import { lockFragments, withFragments } from '../../../exchange/outbound/fragments.js';
import type { OutboundRequest } from '../../../exchange/outbound/outbound-request.js';
import { planInterchange } from '../../../exchange/outbound/plan-interchange.js';
import { prepareInterchange, sending } from '../../../exchange/outbound/prepare-interchange.js';
import {
  OutboundTransactionAnswer,
  OutboundTransactionBody,
  SettingParams,
} from '../../../exchange/outbound/request-schemas.js';
import { writingOptions } from '../../../exchange/outbound/writing-options.js';
import { type CallOf, route } from '../../../operations/route.js';
import { Problem } from '../../../problems.js';
import { runMapping } from '../../../resources/mappings/run-mapping.js';
import type { AccountQueries } from '../../../store/account-queries.js';

/** Bytes of a request, and of one whose transaction is mapped first. */
const BODY_LIMIT = 5_000_000;
const MAPPED_LIMIT = 4_000_000;

const schemas = {
  params: SettingParams,
  body: OutboundTransactionBody,
  response: { 200: OutboundTransactionAnswer },
} as const;

export const createOutboundTransaction = route({
  operation: 'CreatePartnershipOutboundTransaction',
  family: 'core',
  method: 'POST',
  path: '/partnerships/:partnershipId/transactions/:transactionSettingId',
  summary:
    'Makes an EDI file of one transaction, mapped first and put together of fragments where asked for, and delivers it.',
  schemas,
  idempotent: true,
  bodyLimit: BODY_LIMIT,
  audit: { action: 'generate', objectKind: 'execution' },
  handle: async (call) => {
    const { mappingId, transaction, fragmentGroupIds } = call.body;
    const mapped = await mappedTransaction(call, mappingId, transaction);
    const request = requestOf(call, mapped);
    const [groupId] = fragmentGroupIds ?? [];
    const whole = groupId === undefined ? request : await completed(call, request, mapped, groupId);
    const file = await prepareInterchange(call, whole);
    const answer = { objectId: file.executionId, body: { fileExecutionId: file.executionId } };
    const once = (queries: AccountQueries) => lockFragments(queries, groupId ?? '', file.executionId);
    return call.commit(sending(call.services, file, answer, groupId === undefined ? undefined : once));
  },
});

type OutboundCall = CallOf<typeof schemas>;

/** What the mapping makes of it, or the transaction itself. @throws Problem `too-large` above the limit of mappings. */
export async function mappedTransaction(
  { services, caller }: Pick<OutboundCall, 'services' | 'caller'>,
  mappingId: string | undefined,
  transaction: unknown,
): Promise<unknown> {
  if (mappingId === undefined) return transaction;
  if (Buffer.byteLength(JSON.stringify(transaction ?? null)) > MAPPED_LIMIT) {
    throw new Problem('too-large', 'What is mapped must be smaller than 4 MB. Send it in parts.');
  }
  return runMapping(services, caller.accountId, mappingId, transaction);
}

function requestOf({ params, body }: OutboundCall, transaction: unknown): OutboundRequest {
  return {
    partnershipId: params.partnershipId,
    ...writingOptions(body, body.interchangeOverrides),
    groups: [{ settingId: params.transactionSettingId, transactions: [transaction] }],
    pointerOf: () => '/transaction',
  };
}

async function completed(
  call: OutboundCall,
  request: OutboundRequest,
  transaction: unknown,
  groupId: string,
): Promise<OutboundRequest> {
  const { caller, services } = call;
  const whole = await call.read(async (queries) => {
    const plan = await planInterchange(queries, services.guides, caller, request);
    return withFragments(queries, caller, plan, transaction, { groupId, payloads: services.payloads });
  });
  return { ...request, groups: request.groups.map((group) => ({ ...group, transactions: [whole] })) };
}
