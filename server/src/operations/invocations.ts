import Type from 'typebox';
import type { AnyRoute } from '../gateway/route.js';
import { notFound } from '../problems.js';
import { hasInvocations, listInvocations } from '../resources/functions/invocation-lists.js';
import { findInvocation } from '../resources/functions/invocation-rows.js';
import {
  Invocation,
  InvocationFilters,
  InvocationId,
  ListedInvocation,
} from '../resources/functions/invocation-schemas.js';
import { retryInvocation } from '../resources/functions/retry-invocation.js';
import { findFunction } from '../resources/functions/rows.js';
import { FunctionName } from '../resources/functions/schemas.js';
import { showInvocation, showListed } from '../resources/functions/shown-invocation.js';
import { LARGE_PAGES, LargePageToken, PageOf } from '../schemas/pages.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { Invocations } from '../store/function-tables.js';
import { mapPage } from '../store/page.js';
import { listRoute, route } from './route.js';

const family = 'functions';
const FunctionParams = Type.Object({ functionName: FunctionName });
const InvocationParams = Type.Object({ functionName: FunctionName, invocationId: InvocationId });
const READ = { action: 'read', objectKind: 'invocation', objectParam: 'invocationId' } as const;

const listInvocationsRoute = listRoute({
  operation: 'ListFunctionInvocations',
  family,
  method: 'GET',
  path: '/functions/:functionName/invocations',
  summary: 'List invocations of a function, newest first',
  description: 'Kept as long as its log. Those of a function that was deleted are listed, too.',
  schemas: {
    params: FunctionParams,
    query: InvocationFilters,
    response: { 200: PageOf(ListedInvocation, LargePageToken) },
  },
  paged: LARGE_PAGES,
  list: async (call) => {
    const of = { functionName: call.params.functionName, mode: call.caller.mode };
    return call.read(async (queries) => {
      const page = await listInvocations(queries, of, call.query, call.page);
      // A name that was never used is a mistake, and no empty list.
      if (page.items.length === 0 && !(await hasInvocations(queries, of))) {
        await findFunction(queries, call.caller, of.functionName);
      }
      return mapPage(page, showListed);
    });
  },
});

const readInvocationRoute = route({
  operation: 'GetFunctionInvocation',
  family,
  method: 'GET',
  path: '/functions/:functionName/invocations/:invocationId',
  summary: 'Get an invocation with its error and its log',
  description: 'What it was invoked with is never shown.',
  schemas: { params: InvocationParams, response: { 200: Invocation } },
  audit: READ,
  handle: async (call) => {
    const row = await call.read((queries) => invocationOf(queries, call.caller.mode, call.params));
    return { body: showInvocation(call.services, row) };
  },
});

const retryInvocationRoute = route({
  operation: 'RetryFunctionInvocation',
  family,
  method: 'POST',
  path: '/functions/:functionName/invocations/:invocationId/retry',
  summary: 'Retry an invocation that failed',
  description:
    'One of type `Event` that failed all three attempts is tried three times more, with what it was invoked with. 409 where it has not failed, or is retried already.',
  schemas: { params: InvocationParams, response: { 202: ListedInvocation } },
  idempotent: true,
  problems: ['conflict'],
  audit: { action: 'retry', objectKind: 'invocation', objectParam: 'invocationId' },
  handle: (call) =>
    call.commit(async (queries) => {
      const { params, caller, services } = call;
      const of = await findFunction(queries, caller, params.functionName);
      await retryInvocation(services, queries, of, await invocationOf(queries, caller.mode, params));
      return { status: 202, body: showListed(await invocationOf(queries, caller.mode, params)) };
    }),
});

/** @throws Problem `not-found`, also where it is of another function. */
async function invocationOf(
  queries: AccountQueries,
  mode: Invocations['mode'],
  { functionName, invocationId }: { readonly functionName: string; readonly invocationId: string },
): Promise<Invocations> {
  const row = await findInvocation(queries, mode, invocationId);
  if (row.function_name !== functionName) throw notFound('invocation');
  return row;
}

/** Operations on what became of invocations. */
export const invocationRoutes: readonly AnyRoute[] = [listInvocationsRoute, readInvocationRoute, retryInvocationRoute];
