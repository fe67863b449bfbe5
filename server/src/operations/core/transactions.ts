import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { notFound } from '../../problems.js';
import { fragmentDocument, outputOf, transactionDocument } from '../../resources/transactions/documents.js';
import { countTransactions, listTransactions } from '../../resources/transactions/list.js';
import { findTransaction } from '../../resources/transactions/rows.js';
import { Transaction, TransactionFilters, TransactionFragment } from '../../resources/transactions/schemas.js';
import { showFragment, showTransactions } from '../../resources/transactions/shown.js';
import { Count } from '../../schemas/count.js';
import { idOf } from '../../schemas/ids.js';
import { LARGE_PAGES, LargePageToken, PageOf } from '../../schemas/pages.js';
import { listRoute, route } from '../route.js';
import { documentRoutes } from './document-routes.js';

const TransactionParams = Type.Object({ transactionId: idOf('a transaction') });
const AttachmentParams = Type.Object({
  ...TransactionParams.properties,
  artifactId: idOf('an attachment of it'),
});
const FragmentParams = Type.Object({
  ...TransactionParams.properties,
  fragmentIndex: Type.String({ pattern: '^\\d{1,9}$', description: 'Which fragment it is, from 0.' }),
});

/** Audited, as each transaction is shown with its business identifiers, which are payload. */
const listTransactionsRoute = listRoute({
  operation: 'ListTransactions',
  family: 'core',
  method: 'GET',
  path: '/transactions',
  summary: 'List transactions, newest first',
  description: 'Those of files that could not be delivered are not among them.',
  schemas: { query: TransactionFilters, response: { 200: PageOf(Transaction, LargePageToken) } },
  paged: LARGE_PAGES,
  audit: { action: 'list', objectKind: 'transaction' },
  list: (call) =>
    call.read(async (queries) => {
      const page = await listTransactions(queries, call.caller, call.query, call.page);
      return { ...page, items: await showTransactions(call.services, queries, page.items) };
    }),
});

/** Audited as the list: a count says whether anything is known by a business identifier. */
const countTransactionsRoute = route({
  operation: 'CountTransactions',
  family: 'core',
  method: 'GET',
  path: '/transactions/count',
  summary: 'Count transactions',
  description:
    'Under the filters of ListTransactions. Looks at the newest 100,000 where one filter or none is given, and at 10,000 under several, or for succeeded, OUTBOUND, production or a business identifier; `exact` says whether these were all.',
  schemas: { query: TransactionFilters, response: { 200: Count } },
  looksThrough: true,
  audit: { action: 'count', objectKind: 'transaction' },
  handle: async (call) => ({
    body: await call.read((queries) => countTransactions(queries, call.caller, call.query)),
  }),
});

/** Shows a transaction by its id also before its file was delivered: whoever sent it asks what became of it. */
const getTransactionRoute = route({
  operation: 'GetTransaction',
  family: 'core',
  method: 'GET',
  path: '/transactions/:transactionId',
  summary: 'Get a transaction',
  description: 'Also before its file was delivered.',
  schemas: { params: TransactionParams, response: { 200: Transaction } },
  audit: { action: 'read', objectKind: 'transaction', objectParam: 'transactionId' },
  handle: (call) =>
    call.read(async (queries) => {
      const row = await findTransaction(queries, call.caller, call.params.transactionId);
      const [body] = await showTransactions(call.services, queries, [row]);
      return { body };
    }),
});

/** Audited as its transaction is. */
const getTransactionFragmentRoute = route({
  operation: 'GetTransactionFragment',
  family: 'core',
  method: 'GET',
  path: '/transactions/:transactionId/fragments/:fragmentIndex',
  summary: 'Get a fragment of a received transaction',
  description: 'Only received transactions are taken apart: for those that were sent it is a 404.',
  schemas: { params: FragmentParams, response: { 200: TransactionFragment } },
  audit: { action: 'read', objectKind: 'transaction', objectParam: 'transactionId' },
  handle: (call) =>
    call.read(async (queries) => {
      const { transactionId, fragmentIndex } = call.params;
      const row = await findTransaction(queries, call.caller, transactionId);
      const body = await showFragment(call.services, queries, row, Number(fragmentIndex));
      if (body === undefined) throw notFound('fragment');
      return { body };
    }),
});

// What every document of a transaction has in common.
const place = { objectKind: 'transaction', objectParam: 'transactionId' } as const;

/** Each twice: as a redirect, and as the address alone. */
const documents = [
  ...documentRoutes({
    ...place,
    operation: 'GetTransactionInputDocument',
    path: '/transactions/:transactionId/input',
    urlPath: '/transactions/:transactionId/input-url',
    what: 'the document that a transaction was made of',
    description: 'JSON of an outbound transaction, EDI of an inbound one.',
    params: TransactionParams,
    find: (queries, caller, { transactionId }) =>
      transactionDocument(queries, caller, transactionId, ({ own }) => own.find(({ usage }) => usage === 'input')),
  }),
  ...documentRoutes({
    ...place,
    operation: 'GetTransactionOutputDocument',
    path: '/transactions/:transactionId/output',
    urlPath: '/transactions/:transactionId/output-url',
    what: 'the document that was made of a transaction',
    description: 'EDI of an outbound transaction, JSON of an inbound one.',
    params: TransactionParams,
    find: (queries, caller, { transactionId }) => transactionDocument(queries, caller, transactionId, outputOf),
  }),
  ...documentRoutes({
    ...place,
    operation: 'GetTransactionAttachmentDocument',
    path: '/transactions/:transactionId/attachment/:artifactId',
    urlPath: '/transactions/:transactionId/attachment/:artifactId/url',
    what: 'an attachment of a transaction',
    params: AttachmentParams,
    find: (queries, caller, { transactionId, artifactId }) =>
      transactionDocument(queries, caller, transactionId, ({ own }) =>
        own.find(({ usage, id }) => usage === 'attachment' && id === artifactId),
      ),
  }),
  ...documentRoutes({
    ...place,
    operation: 'GetTransactionFragmentOutputDocument',
    path: '/transactions/:transactionId/fragments/:fragmentIndex/output',
    urlPath: '/transactions/:transactionId/fragments/:fragmentIndex/output-url',
    what: 'a fragment of a transaction',
    params: FragmentParams,
    find: async (queries, caller, { transactionId, fragmentIndex }) => {
      const row = await findTransaction(queries, caller, transactionId);
      return (await fragmentDocument(queries, row, Number(fragmentIndex)))?.id;
    },
  }),
];

/** Transaction sets of files, each with its documents. */
export const transactionRoutes: readonly AnyRoute[] = [
  listTransactionsRoute,
  countTransactionsRoute,
  getTransactionRoute,
  getTransactionFragmentRoute,
  ...documents,
];
