import Type from 'typebox';
import { prepareRedelivery } from '../../exchange/outbound/redeliver-file.js';
import { retryExecutions } from '../../exchange/retry-executions.js';
import type { AnyRoute } from '../../gateway/route.js';
import { executionDocument, faultDocument } from '../../resources/executions/documents.js';
import { countExecutions, listExecutions } from '../../resources/executions/list.js';
import { ignoreExecution } from '../../resources/executions/redelivery.js';
import { auditedIds, executionsToRetry, showRetried } from '../../resources/executions/retry-condition.js';
import { findExecution, listFaults } from '../../resources/executions/rows.js';
import {
  ChangedExecution,
  Execution,
  ExecutionFilters,
  Fault,
  FullExecution,
  RedeliverAnswer,
  RetryAnswer,
  RetryBody,
} from '../../resources/executions/schemas.js';
import { showExecution, showFaults, showFullExecution } from '../../resources/executions/shown.js';
import { listTransactionsOfFile } from '../../resources/transactions/rows.js';
import { Transaction } from '../../resources/transactions/schemas.js';
import { showTransactions } from '../../resources/transactions/shown.js';
import { Count } from '../../schemas/count.js';
import { idOf } from '../../schemas/ids.js';
import { LARGE_PAGES, LargePageToken, PageOf } from '../../schemas/pages.js';
import { mapPage } from '../../store/page.js';
import { listRoute, route } from '../route.js';
import { documentRoutes } from './document-routes.js';

const ExecutionParams = Type.Object({ executionId: idOf('an execution') });
const FaultParams = Type.Object({ ...ExecutionParams.properties, faultId: idOf('a fault of it') });

/** Without audit: what is listed is about files, and holds nothing of them. */
const listExecutionsRoute = listRoute({
  operation: 'ListExecutions',
  family: 'core',
  method: 'GET',
  path: '/executions',
  summary: 'List executions, newest first',
  schemas: { query: ExecutionFilters, response: { 200: PageOf(Execution, LargePageToken) } },
  paged: LARGE_PAGES,
  list: async (call) => {
    const page = await call.read((queries) => listExecutions(queries, call.caller, call.query, call.page));
    return mapPage(page, showExecution);
  },
});

/** Of the same files as the list, so without audit like it. */
const countExecutionsRoute = route({
  operation: 'CountExecutions',
  family: 'core',
  method: 'GET',
  path: '/executions/count',
  summary: 'Count executions',
  description:
    'Under the filters of ListExecutions. Looks at the newest 100,000 where one filter or none is given, and at 10,000 under several, or for COMPLETED, OUTBOUND, production or a displayName; `exact` says whether these were all.',
  schemas: { query: ExecutionFilters, response: { 200: Count } },
  looksThrough: true,
  handle: async (call) => ({
    body: await call.read((queries) => countExecutions(queries, call.caller, call.query)),
  }),
});

/** Audited, as everything that shows or leads to the content of one file. */
const getExecutionRoute = route({
  operation: 'GetExecution',
  family: 'core',
  method: 'GET',
  path: '/executions/:executionId',
  summary: 'Get an execution with its documents and delivery attempts',
  schemas: { params: ExecutionParams, response: { 200: FullExecution } },
  audit: { action: 'read', objectKind: 'execution', objectParam: 'executionId' },
  handle: (call) =>
    call.read(async (queries) => {
      const row = await findExecution(queries, call.caller, call.params.executionId);
      return { body: await showFullExecution(call.services, queries, row) };
    }),
});

/** Faults have documents of their own; here are their addresses, and the documents are audited when they are asked for. */
const listExecutionFaultsRoute = listRoute({
  operation: 'ListExecutionFaults',
  family: 'core',
  method: 'GET',
  path: '/executions/:executionId/faults',
  summary: 'List the faults of an execution, oldest first',
  schemas: { params: ExecutionParams, response: { 200: PageOf(Fault, LargePageToken) } },
  paged: LARGE_PAGES,
  list: (call) =>
    call.read(async (queries) => {
      const { id } = await findExecution(queries, call.caller, call.params.executionId);
      const page = await listFaults(queries, id, call.page);
      return { ...page, items: await showFaults(call.services, queries, page.items) };
    }),
});

/** Audited: business identifiers are payload, which the transactions of a file are shown with. */
const listExecutionTransactionsRoute = listRoute({
  operation: 'ListExecutionTransactions',
  family: 'core',
  method: 'GET',
  path: '/executions/:executionId/transactions',
  summary: 'List the transactions of an execution in the order of the file',
  description: 'Whether the file was delivered or not.',
  schemas: { params: ExecutionParams, response: { 200: PageOf(Transaction, LargePageToken) } },
  paged: LARGE_PAGES,
  audit: { action: 'list', objectKind: 'execution', objectParam: 'executionId' },
  list: (call) =>
    call.read(async (queries) => {
      const { id } = await findExecution(queries, call.caller, call.params.executionId);
      const page = await listTransactionsOfFile(queries, id, call.page);
      return { ...page, items: await showTransactions(call.services, queries, page.items) };
    }),
});

/**
 * Marks the executions as being retried, and promises jobs that make their children: those run after the answer. What was retried
 * before is not an error of the request but a fault of that execution, so that one of many does not keep the others from being
 * retried.
 */
const retryExecutionsRoute = route({
  operation: 'RetryExecutions',
  family: 'core',
  method: 'POST',
  path: '/executions/retry',
  summary: 'Retry executions that have failed',
  description:
    'Each is done again under a new execution: a file that was to go out is delivered, the same bytes and numbers; one that came in is processed, whatever came before under its number, but for what was taken of it already. One that was retried before is told in the answer and keeps none of the others from being retried.',
  schemas: { body: RetryBody, response: { 200: RetryAnswer } },
  audit: { action: 'retry', objectKind: 'execution' },
  handle: async (call) => {
    const meant = await executionsToRetry(call.services.store, call.caller, call.body.condition);
    return call.commit(async (queries) => {
      const isAnsweredAgain = call.body.acknowledge === true;
      const { executions } = meant;
      const queued = await retryExecutions(call.services, queries, { executions, isAnsweredAgain });
      return { body: showRetried(meant, queued), objectId: auditedIds(meant.executions) };
    });
  },
});

/** For a partner who has lost a file: the answer names the execution that delivers it once more. */
const redeliverExecutionRoute = route({
  operation: 'RedeliverExecution',
  family: 'core',
  method: 'POST',
  path: '/executions/:executionId/redeliver',
  summary: 'Deliver a delivered file once more',
  description: 'For a partner who has lost a file: the same bytes, name and control numbers, under a new execution.',
  schemas: { params: ExecutionParams, response: { 200: RedeliverAnswer } },
  idempotent: true,
  audit: { action: 'redeliver', objectKind: 'execution', objectParam: 'executionId' },
  handle: async (call) => {
    const { executionId, change } = await prepareRedelivery(call, call.params.executionId);
    return call.commit(async (queries) => {
      await change(queries);
      return { body: { executionId } };
    });
  },
});

/** Of an attempt that is under way nobody can say what has left already: it ends as it ends. */
const ignoreExecutionRoute = route({
  operation: 'IgnoreExecution',
  family: 'core',
  method: 'POST',
  path: '/executions/:executionId/ignore',
  summary: 'Set an execution aside',
  description:
    'One that has failed, or waits for its next attempt: no further attempt is made until it is retried. An attempt that is under way ends as it ends.',
  schemas: { params: ExecutionParams, response: { 200: ChangedExecution } },
  problems: ['conflict'],
  audit: { action: 'ignore', objectKind: 'execution', objectParam: 'executionId' },
  handle: (call) =>
    call.commit(async (queries) => {
      const { id } = await findExecution(queries, call.caller, call.params.executionId);
      await ignoreExecution(queries, id, call.services.clock.now());
      return { body: { executionId: id, status: 'IGNORED' as const } };
    }),
});

// What every document of an execution has in common; for the audit also those of a fault are its execution's.
const place = { objectKind: 'execution', objectParam: 'executionId' } as const;

/** Each twice: as a redirect, and as the address alone. */
const documents = [
  ...documentRoutes({
    ...place,
    operation: 'GetExecutionInputDocument',
    path: '/executions/:executionId/input',
    urlPath: '/executions/:executionId/input-url',
    what: 'the document that an execution began with',
    description: 'The file that came in; of an outbound file, which is made of transactions, the file itself.',
    params: ExecutionParams,
    find: (queries, caller, { executionId }) => executionDocument(queries, caller, executionId, ['input', 'output']),
  }),
  ...documentRoutes({
    ...place,
    operation: 'GetExecutionOutputDocument',
    path: '/executions/:executionId/output',
    urlPath: '/executions/:executionId/output-url',
    what: 'the file of an outbound execution',
    params: ExecutionParams,
    find: (queries, caller, { executionId }) => executionDocument(queries, caller, executionId, ['output']),
  }),
  ...documentRoutes({
    ...place,
    operation: 'GetExecutionMetadataDocument',
    path: '/executions/:executionId/metadata',
    urlPath: '/executions/:executionId/metadata-url',
    what: 'the envelopes of a file as JSON',
    params: ExecutionParams,
    find: (queries, caller, { executionId }) => executionDocument(queries, caller, executionId, ['metadata']),
  }),
  ...documentRoutes({
    ...place,
    operation: 'GetExecutionFaultInputDocument',
    path: '/executions/:executionId/faults/:faultId/input',
    urlPath: '/executions/:executionId/faults/:faultId/input-url',
    what: 'the document that a fault was found in',
    params: FaultParams,
    find: (queries, caller, { executionId, faultId }) => faultDocument(queries, caller, executionId, faultId),
  }),
];

/** Files, and what became of them. */
export const executionRoutes: readonly AnyRoute[] = [
  listExecutionsRoute,
  countExecutionsRoute,
  getExecutionRoute,
  listExecutionFaultsRoute,
  listExecutionTransactionsRoute,
  ...documents,
  retryExecutionsRoute,
  redeliverExecutionRoute,
  ignoreExecutionRoute,
];
