import type { Call } from '../../../gateway/call.js';
import { documentRoutes } from '../../../operations/core/document-routes.js';
import { artifactsOf } from '../../../resources/artifacts/shown.js';
import { findTransaction } from '../../../resources/transactions/rows.js';
import { AttachmentParams, FragmentParams, TransactionParams } from '../../../resources/transactions/schemas.js';
import { outputOf } from '../../../resources/transactions/shown.js';

type TextCall = Call<Record<string, string>>;

/** What is known of a transaction's artifacts. @throws Problem `not-found` where there is no such transaction. */
function artifacts(call: TextCall) {
  return call.read(async (queries) => {
    const { transactionId = '' } = call.params;
    const { id, execution_id } = await findTransaction(queries, call.caller, transactionId);
    const rows = await artifactsOf(queries, [id, execution_id]);
    return { own: rows.filter((row) => row.owner_id === id), ofExecution: rows.filter((row) => row.owner_id !== id) };
  });
}

const place = { objectKind: 'transaction', objectParam: 'transactionId' } as const;

export const transactionDocuments = [
  ...documentRoutes({
    ...place,
    operation: 'GetTransactionInputDocument',
    path: '/transactions/:transactionId/input',
    urlPath: '/transactions/:transactionId/input-url',
    summary: 'Leads to what a transaction was made of: JSON for outbound, EDI for inbound.',
    params: TransactionParams,
    find: async (call) => (await artifacts(call)).own.find(({ usage }) => usage === 'input')?.id,
  }),
  ...documentRoutes({
    ...place,
    operation: 'GetTransactionOutputDocument',
    path: '/transactions/:transactionId/output',
    urlPath: '/transactions/:transactionId/output-url',
    summary: 'Leads to what was made of a transaction: EDI for outbound, JSON for inbound.',
    params: TransactionParams,
    find: async (call) => {
      const { own, ofExecution } = await artifacts(call);
      return outputOf(own, ofExecution)?.id;
    },
  }),
  ...documentRoutes({
    ...place,
    operation: 'GetTransactionAttachmentDocument',
    path: '/transactions/:transactionId/attachment/:artifactId',
    urlPath: '/transactions/:transactionId/attachment/:artifactId/url',
    summary: 'Leads to an attachment of a transaction.',
    params: AttachmentParams,
    find: async (call) => {
      const { own } = await artifacts(call);
      return own.find(({ usage, id }) => usage === 'attachment' && id === call.params.artifactId)?.id;
    },
  }),
  ...documentRoutes({
    ...place,
    operation: 'GetTransactionFragmentOutputDocument',
    path: '/transactions/:transactionId/fragments/:fragmentIndex/output',
    urlPath: '/transactions/:transactionId/fragments/:fragmentIndex/output-url',
    summary: 'Leads to a fragment of a transaction.',
    params: FragmentParams,
    find: async (call) => {
      const { own } = await artifacts(call);
      return own.filter(({ model }) => model === 'fragment')[Number(call.params.fragmentIndex)]?.id;
    },
  }),
];
