import Type from 'typebox';
import { withGroupMemory } from '../../exchange/outbound/group-memory.js';
import { groupRequest } from '../../exchange/outbound/group-request.js';
import { mappedTransaction } from '../../exchange/outbound/mapped-transaction.js';
import { prepareInterchange, sending } from '../../exchange/outbound/prepare-interchange.js';
import { GroupEdiAnswer, GroupEdiBody } from '../../exchange/outbound/request-schemas.js';
import { sendUnchanged } from '../../exchange/outbound/send-unchanged.js';
import type { AnyRoute } from '../../gateway/route.js';
import { uploadLink } from '../../links/signed-link.js';
import { demandForm, newStaged, showStaged } from '../../resources/transaction-groups/new-staged.js';
import { lockGroup, openGroup, stageTransaction } from '../../resources/transaction-groups/rows.js';
import { StageAnswer, StageBody } from '../../resources/transaction-groups/schemas.js';
import { GroupId, PartnershipId, SettingId } from '../../schemas/ids.js';
import { TRANSACTION_BYTES } from '../../schemas/transaction-sizes.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { route } from '../route.js';

// The id of a group is the client's: staging makes the group, so that no request is needed for that alone.
const GroupParams = Type.Object({ partnershipId: PartnershipId, transactionGroupId: GroupId });
const StageParams = Type.Object({ ...GroupParams.properties, transactionSettingId: SettingId });

/**
 * The mapping runs and the payload is sealed before the commit: neither may keep others from writing. A transaction that is uploaded
 * afterwards gets a signed address to be put to.
 */
const createTransactionGroupRoute = route({
  operation: 'CreateTransactionGroup',
  family: 'core',
  method: 'POST',
  path: '/partnerships/:partnershipId/transaction-groups/:transactionGroupId/transactions/:transactionSettingId',
  summary: 'Stage a transaction to be sent with others',
  description:
    'The group is made with its first transaction, and takes transactions of one setting until GenerateTransactionGroupEdi sends it.',
  schemas: { params: StageParams, body: StageBody, response: { 201: StageAnswer } },
  idempotent: true,
  bodyLimit: TRANSACTION_BYTES,
  exactNumbers: true,
  audit: { action: 'stage', objectKind: 'transaction-group', objectParam: 'transactionGroupId' },
  handle: async (call) => {
    const { services, caller, params, body } = call;
    demandForm(body);
    const isUploaded = body.async === true;
    const given = isUploaded ? undefined : await mappedTransaction(call, body.mappingId, body.transaction);
    const staged = newStaged(services, caller, { ...params, groupOverrides: body.groupOverrides }, given);
    const uploadUrl = isUploaded ? uploadLink(services, caller, staged.id) : undefined;
    return call.commit(async (queries) => {
      await stageTransaction(queries, caller, staged);
      return { status: 201, body: showStaged(staged, uploadUrl) };
    });
  },
});

/**
 * The commit locks the group, so that of two requests at once one sends it, and the other ends in a conflict; and of a group that was
 * changed since it was read the file is made again.
 */
const generateTransactionGroupEdiRoute = route({
  operation: 'GenerateTransactionGroupEdi',
  family: 'core',
  method: 'POST',
  path: '/partnerships/:partnershipId/transaction-groups/:transactionGroupId/generate-edi',
  summary: 'Generate one EDI file of all staged transactions and send it',
  description: 'A group is sent once: afterwards a 409 names the execution of its file.',
  schemas: { params: GroupParams, body: GroupEdiBody, response: { 200: GroupEdiAnswer } },
  idempotent: true,
  audit: { action: 'generate', objectKind: 'execution' },
  handle: (call) => {
    const { caller, params } = call;
    const find = (queries: AccountQueries) =>
      openGroup(queries, caller, params.partnershipId, params.transactionGroupId);
    const send = async () => {
      const { request, group } = await groupRequest(call, params, call.body);
      const file = await prepareInterchange(call, request);
      const body = { artifactId: file.filename, fileExecutionId: file.executionId };
      const lock = (queries: AccountQueries) => lockGroup(queries, group, file.executionId);
      return call.commit(sending(call.services, file, { objectId: file.executionId, body }, lock));
    };
    return withGroupMemory(call, find, () => sendUnchanged(send));
  },
});

/** Transactions that are staged one by one and sent as one file. */
export const transactionGroupRoutes: readonly AnyRoute[] = [
  createTransactionGroupRoute,
  generateTransactionGroupEdiRoute,
];
