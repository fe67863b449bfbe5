import { isoTime } from '../../../clock.js';
import { uuid } from '../../../ids.js';
import { signedLink } from '../../../links/signed-link.js';
import { type CallOf, route } from '../../../operations/route.js';
import { invalid } from '../../../problems.js';
import { stageTransaction } from '../../../resources/transaction-groups/rows.js';
import { StageAnswer, StageBody, StageParams } from '../../../resources/transaction-groups/schemas.js';
import { stagedContext } from '../../../secrets/payload-columns.js';
import { mappedTransaction } from '../interchanges/create-outbound-transaction.js';

const schemas = { params: StageParams, body: StageBody, response: { 201: StageAnswer } } as const;

export const createTransactionGroup = route({
  operation: 'CreateTransactionGroup',
  family: 'core',
  method: 'POST',
  path: '/partnerships/:partnershipId/transaction-groups/:transactionGroupId/transactions/:transactionSettingId',
  summary: 'Stages a transaction in a group, which is made when it is not there and sent as one file.',
  schemas,
  idempotent: true,
  bodyLimit: 5_000_000,
  audit: { action: 'stage', objectKind: 'transaction-group', objectParam: 'transactionGroupId' },
  handle: async (call) => {
    const { services, caller, params, body } = call;
    demandForm(call);
    const { partnershipId, transactionGroupId: groupId, transactionSettingId: settingId } = params;
    const given = body.async === true ? undefined : await mappedTransaction(call, body.mappingId, body.transaction);
    const id = uuid();
    const context = stagedContext(caller.accountId, id);
    const transaction = given === undefined ? undefined : services.payloads.sealText(context, JSON.stringify(given));
    const at = services.clock.now();
    const uploader = { accountId: caller.accountId, keyId: caller.keyId };
    const uploadUrl =
      body.async === true
        ? signedLink(services, { ...uploader, method: 'PUT', kind: 'staged-transaction', id })
        : undefined;
    return call.commit(async (queries) => {
      const overrides = body.groupOverrides;
      await stageTransaction(queries, caller, { id, partnershipId, groupId, settingId, overrides, transaction, at });
      const answer = { transactionGroupId: groupId, createdAt: isoTime(at), transactionId: id };
      return { status: 201, body: uploadUrl === undefined ? answer : { ...answer, uploadUrl } };
    });
  },
});

// A transaction that is uploaded is repeated by uploading it again, so that the request itself must be told apart.
function demandForm({ body }: CallOf<typeof schemas>): void {
  const { async = false, transaction, mappingId } = body;
  if (async === (transaction !== undefined)) {
    throw wrongForm('Send either a transaction, or async: true to upload it afterwards.', '/transaction');
  }
  if (async && mappingId !== undefined) {
    throw wrongForm('A transaction that is uploaded afterwards cannot be mapped. Leave mappingId out.', '/mappingId');
  }
}

function wrongForm(message: string, path: string) {
  return invalid(message, { code: 'VALIDATION_FAILED', errors: [{ message, path }] });
}
