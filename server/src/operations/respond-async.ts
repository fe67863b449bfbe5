import Type from 'typebox';
import type { Services } from '../exchange/services.js';
import type { Call } from '../gateway/call.js';
import { readOperation, recordOperation } from '../resources/functions/operation-rows.js';
import { type FunctionOutput, OperationOutput } from '../resources/functions/schemas.js';
import type { AccountQueries } from '../store/account-queries.js';
import { route } from './route.js';

/** RFC 7240: what is asked for so is done before it is answered, too, and its operation is over then. */
export async function asyncHeaders(
  call: Call<unknown, unknown, unknown, Services>,
  queries: AccountQueries,
  functionName: string,
  result?: FunctionOutput,
): Promise<Record<string, string> | undefined> {
  const asked = (call.header('prefer') ?? '').split(',');
  // Behind a semicolon a preference has parameters.
  const preferences = asked.map((one) => (one.split(';')[0] ?? '').trim().toLowerCase());
  if (!preferences.includes('respond-async')) return undefined;
  const operation = { functionName, mode: call.caller.mode, result };
  const token = await recordOperation(queries, call.services.clock, operation);
  return { 'x-stedi-operationtoken': token, 'preference-applied': 'respond-async' };
}

export const readOperationRoute = route({
  operation: 'ReadFunctionOperationStatus',
  family: 'functions',
  method: 'GET',
  path: '/operations/:operationToken',
  summary: 'Get what became of a request with respond-async',
  schemas: {
    params: Type.Object({
      operationToken: Type.String({ maxLength: 64, description: 'As `x-stedi-operationtoken` had it.' }),
    }),
    response: { 200: OperationOutput },
  },
  handle: async (call) => ({
    body: await call.read((queries) => readOperation(queries, call.caller, call.params.operationToken)),
  }),
});
