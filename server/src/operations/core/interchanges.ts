import Type from 'typebox';
import { ediRequest } from '../../exchange/outbound/edi-request.js';
import { withGroupMemory } from '../../exchange/outbound/group-memory.js';
import { mappedTransaction } from '../../exchange/outbound/mapped-transaction.js';
import { type PreparedInterchange, prepareInterchange, sending } from '../../exchange/outbound/prepare-interchange.js';
import {
  GenerateEdiAnswer,
  GenerateEdiBody,
  OutboundTransactionAnswer,
  OutboundTransactionBody,
} from '../../exchange/outbound/request-schemas.js';
import { sendUnchanged } from '../../exchange/outbound/send-unchanged.js';
import { transactionRequest } from '../../exchange/outbound/transaction-request.js';
import type { AnyRoute } from '../../gateway/route.js';
import { lockFragmentGroup, openFragmentGroup } from '../../resources/fragments/rows.js';
import { PartnershipId, PartnershipParams, SettingId } from '../../schemas/ids.js';
import { TRANSACTION_BYTES } from '../../schemas/transaction-sizes.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { route } from '../route.js';

const decoder = new TextDecoder();

/**
 * Answers the file itself beside promising its delivery. The answer is known before the commit, so that requests of one moment are
 * written down together.
 */
const generateEdiRoute = route({
  operation: 'GenerateEdi',
  family: 'core',
  method: 'POST',
  path: '/x12/partnerships/:partnershipId/generate-edi',
  summary: 'Generate an EDI file and send it',
  description:
    'Makes one interchange of guide JSON, writes it down, and delivers it over the connection of the transaction settings. The answer has the file; GetExecution tells what becomes of it. What is wrong with the data is a 400 with a JSON pointer for each finding, and nothing is sent.',
  schemas: { params: PartnershipParams, body: GenerateEdiBody, response: { 200: GenerateEdiAnswer } },
  idempotent: true,
  bodyLimit: TRANSACTION_BYTES,
  exactNumbers: true,
  audit: { action: 'generate', objectKind: 'execution' },
  handle: async (call) => {
    const file = await prepareInterchange(call, ediRequest(call.params.partnershipId, call.body));
    return call.commit(sending(call.services, file, { objectId: file.executionId, body: showFile(file) }));
  },
});

/** Control numbers by interchange and group, as the interface has room for several interchanges. */
function showFile({ bytes, filename, executionId, numbers }: PreparedInterchange) {
  return {
    edi: decoder.decode(bytes),
    artifactId: filename,
    fileExecutionId: executionId,
    metadata: {
      interchangeMetadata: [
        { interchangeControlNumber: numbers.interchange, functionalGroupControlNumbers: numbers.groups },
      ],
    },
  };
}

/** With fragments the commit also locks their group, which is sent once: that needs a transaction of its own. */
const createOutboundTransactionRoute = route({
  operation: 'CreatePartnershipOutboundTransaction',
  family: 'core',
  method: 'POST',
  path: '/partnerships/:partnershipId/transactions/:transactionSettingId',
  summary: 'Generate an EDI file of one transaction and send it',
  description:
    'As GenerateEdi, for one transaction set. A mapping may make the guide JSON first, and the fragments of a group may be put into it; a group is sent once.',
  schemas: {
    params: Type.Object({ partnershipId: PartnershipId, transactionSettingId: SettingId }),
    body: OutboundTransactionBody,
    response: { 200: OutboundTransactionAnswer },
  },
  idempotent: true,
  bodyLimit: TRANSACTION_BYTES,
  exactNumbers: true,
  audit: { action: 'generate', objectKind: 'execution' },
  handle: async (call) => {
    const transaction = await mappedTransaction(call, call.body.mappingId, call.body.transaction);
    const send = async () => {
      const { request, group } = await transactionRequest(call, call.params, { ...call.body, transaction });
      const file = await prepareInterchange(call, request);
      const answer = { objectId: file.executionId, body: { fileExecutionId: file.executionId } };
      if (group === undefined) return call.commit(sending(call.services, file, answer));
      const lock = (queries: AccountQueries) => lockFragmentGroup(queries, group, file.executionId);
      return call.commit(sending(call.services, file, answer, lock));
    };
    const [groupId] = call.body.fragmentGroupIds ?? [];
    if (groupId === undefined) return send();
    const find = (queries: AccountQueries) => openFragmentGroup(queries, call.caller, groupId);
    return withGroupMemory(call, find, () => sendUnchanged(send));
  },
});

/** Files out: one request makes one interchange. */
export const interchangeRoutes: readonly AnyRoute[] = [generateEdiRoute, createOutboundTransactionRoute];
