import Type from 'typebox';
import { demandMachine } from '../exchange/functions/functions.js';
import { logTail } from '../exchange/functions/invocation-end.js';
import { invokeFunction } from '../exchange/functions/invoke-function.js';
import { MOST_PAYLOAD, takeEvent } from '../exchange/functions/take-event.js';
import type { Services } from '../exchange/services.js';
import type { Answer, Call } from '../gateway/call.js';
import { JSON_MEDIA } from '../gateway/render-answer.js';
import type { AnyRoute } from '../gateway/route.js';
import { demandShortRow } from '../resources/functions/in-a-row.js';
import { STANDARD_RETENTION } from '../resources/functions/log-retention.js';
import { promisedText, promiseEvent } from '../resources/functions/promise-event.js';
import {
  createFunction,
  deleteFunction,
  findFunction,
  listFunctions,
  updateFunction,
} from '../resources/functions/rows.js';
import { FunctionName, FunctionOutput, FunctionUpdate, NewFunction, TIMEOUT } from '../resources/functions/schemas.js';
import { showFunction } from '../resources/functions/shown.js';
import { takeSource } from '../resources/functions/take-package.js';
import { dropVariables, putVariables, variablesOf } from '../resources/functions/variables.js';
import { invalidRequest } from '../schemas/check-shape.js';
import { PAGED, PageOf } from '../schemas/pages.js';
import { Nothing } from '../schemas/shapes.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { Functions } from '../store/function-tables.js';
import { mapPage } from '../store/page.js';
import { ASYNC_HEADERS, INVOKE_HEADERS } from './function-headers.js';
import { asyncHeaders, readOperationRoute } from './respond-async.js';
import { listRoute, route } from './route.js';

const family = 'functions';
const FunctionParams = Type.Object({ functionName: FunctionName });
/** A package of 3.25 MB in base64, with what stands around it. */
const MOST_BODY = 4.5 * 1024 * 1024;
const ASYNC =
  'With `Prefer: respond-async` the answer is a 202 with a token in `x-stedi-operationtoken`: GET /operations/{token} tells what became of it.';

type AnyCall = Call<unknown, unknown, unknown, Services>;

const createFunctionRoute = route({
  operation: 'CreateFunction',
  family,
  method: 'POST',
  path: '/functions',
  summary: 'Create a function',
  description: `A few lines of JavaScript, run in a box of their own on an event. ${ASYNC} 503 where this server has functions turned off.`,
  headers: ASYNC_HEADERS,
  schemas: { body: NewFunction, response: { 201: FunctionOutput, 202: FunctionOutput } },
  bodyLimit: MOST_BODY,
  idempotent: true,
  problems: ['conflict', 'unavailable'],
  audit: { action: 'create', objectKind: 'function' },
  handle: async (call) => {
    const { services, caller, body } = call;
    demandMachine(services.functions);
    const source = await takeSource(services, caller, body);
    if (source === undefined) throw invalidRequest(NO_SOURCE);
    const { functionName, timeout = TIMEOUT.standard, logRetention = STANDARD_RETENTION } = body;
    return call.commit(async (queries) => {
      const given = { source, timeout, logRetention };
      const row = await createFunction({ queries, clock: services.clock, mode: caller.mode }, functionName, given);
      await putVariables(services, queries, functionName, body.environmentVariables ?? {});
      return answered(call, queries, row, 201);
    });
  },
});

const readFunctionRoute = route({
  operation: 'ReadFunction',
  family,
  method: 'GET',
  path: '/functions/:functionName',
  summary: 'Get a function',
  schemas: { params: FunctionParams, response: { 200: FunctionOutput } },
  handle: async (call) => ({
    body: await call.read(async (queries) =>
      shown(call, queries, await findFunction(queries, call.caller, call.params.functionName)),
    ),
  }),
});

const updateFunctionRoute = route({
  operation: 'UpdateFunction',
  family,
  method: 'PUT',
  path: '/functions/:functionName',
  summary: 'Change a function',
  description: `Runs under way end as they began; those that begin once it is answered run what is new. ${ASYNC}`,
  headers: ASYNC_HEADERS,
  schemas: { params: FunctionParams, body: FunctionUpdate, response: { 200: FunctionOutput, 202: FunctionOutput } },
  bodyLimit: MOST_BODY,
  idempotent: true,
  problems: ['unavailable'],
  audit: { action: 'update', objectKind: 'function', objectParam: 'functionName' },
  handle: async (call) => {
    const { services, caller, params, body } = call;
    // What is not there is not there on any machine.
    await call.read((queries) => findFunction(queries, caller, params.functionName));
    demandMachine(services.functions);
    const source = await takeSource(services, caller, body);
    return call.commit(async (queries) => {
      const given = { source, timeout: body.timeout, logRetention: body.logRetention };
      const place = { queries, clock: services.clock, mode: caller.mode };
      const row = await updateFunction(place, params.functionName, given);
      const { environmentVariables } = body;
      if (environmentVariables !== undefined) await putVariables(services, queries, row.name, environmentVariables);
      return answered(call, queries, row, 200);
    });
  },
});

const deleteFunctionRoute = route({
  operation: 'DeleteFunction',
  family,
  method: 'DELETE',
  path: '/functions/:functionName',
  summary: 'Delete a function',
  description: `Runs under way end as they began; what waits for it fails. ${ASYNC}`,
  headers: ASYNC_HEADERS,
  schemas: { params: FunctionParams, response: { 202: Nothing, 204: Nothing } },
  audit: { action: 'delete', objectKind: 'function', objectParam: 'functionName' },
  handle: (call) =>
    call.commit(async (queries) => {
      const { functionName } = call.params;
      await deleteFunction({ queries, clock: call.services.clock, mode: call.caller.mode }, functionName);
      await dropVariables(call.services, queries, functionName);
      const headers = await asyncHeaders(call, queries, functionName);
      return { status: headers === undefined ? 204 : 202, headers, body: undefined };
    }),
});

const listFunctionsRoute = listRoute({
  operation: 'ListFunctions',
  family,
  method: 'GET',
  path: '/functions',
  summary: 'List functions by name',
  schemas: { response: { 200: PageOf(FunctionOutput) } },
  paged: PAGED,
  list: async (call) =>
    call.read(async (queries) => {
      const page = await listFunctions(queries, call.caller, call.page);
      const variables = await variablesOf(
        call.services,
        queries,
        page.items.map(({ name }) => name),
      );
      return mapPage(page, (row) => showFunction(row, variables.get(row.name)));
    }),
});

const BYTES_MEDIA = 'application/octet-stream';

const Result = Type.Unknown({
  description:
    'What the function returned, JSON; where it failed, its error. Its type says so where `Accept` asks for JSON.',
});

const invokeFunctionRoute = route({
  operation: 'InvokeFunction',
  family,
  method: 'POST',
  path: '/functions/:functionName/invocations',
  streamsBody: 'json',
  elseAnswerType: BYTES_MEDIA,
  headers: INVOKE_HEADERS,
  mayBeSilent: true,
  summary: 'Run a function',
  description: [
    'The body is the event, JSON. `X-Amz-Invocation-Type: RequestResponse`, the default, waits for the result, which is the body of the answer; the body has 6 MB at most.',
    '`Event` is answered 202 at once: the function is invoked at least once, three times if it fails; the body has 256 KB at most.',
    'A function that fails is a 200 with `x-stedi-invocationerror`, and its error in the body. `x-stedi-invocationlogs` has the last 4 KB that it printed, in base64.',
  ].join(' '),
  schemas: { params: FunctionParams, response: { 200: Result, 202: Nothing } },
  bodyLimit: MOST_PAYLOAD,
  problems: ['unavailable'],
  audit: { action: 'invoke', objectKind: 'function', objectParam: 'functionName' },
  handle: async (call) => {
    const of = await call.read((queries) => findFunction(queries, call.caller, call.params.functionName));
    const machine = demandMachine(call.services.functions);
    // Before there is memory to give back.
    const isPromised = isEvent(call);
    const told = call.header('content-length');
    const given = { body: call.bodyStream, told: told === undefined ? undefined : Number(told), signal: call.signal };
    const event = await takeEvent(machine, call.caller.accountId, given);
    const answer = isPromised ? promised(call, of, event.bytes) : invoked(call, machine, of, event.bytes);
    return answer.finally(event.release);
  },
});

async function promised(call: AnyCall, of: Functions, event: Buffer): Promise<Answer> {
  const text = promisedText(event);
  const given = { function: of, source: 'api' as const, depth: demandShortRow(call.caller) };
  return call.commit(async (queries) => {
    const row = await promiseEvent(call.services, queries, given, text);
    return {
      status: 202,
      headers: { 'x-stedi-invocationid': row.id, 'x-stedi-functionname': of.name },
      body: undefined,
    };
  });
}

async function invoked(
  call: AnyCall,
  machine: Parameters<typeof invokeFunction>[1],
  of: Functions,
  event: Buffer,
): Promise<Answer> {
  const onOver = (work: () => void): void => call.onOver(work);
  const also = (queries: AccountQueries): Promise<void> => call.audited(queries);
  const depth = demandShortRow(call.caller);
  const given = { event, source: 'api' as const, depth, signal: call.signal, onOver, also };
  const { id, ran } = await invokeFunction(call.services, machine, of, given);
  const headers = {
    // Published clients take bytes; a page that asks for JSON shows it only if it is called so.
    'content-type': (call.header('accept') ?? '').includes(JSON_MEDIA) ? JSON_MEDIA : BYTES_MEDIA,
    'x-stedi-invocationid': id,
    'x-stedi-functionname': of.name,
    'x-stedi-invocationlogs': logTail(ran),
  };
  if (ran.how === 'returned') return { headers, body: ran.result };
  const error = { 'x-stedi-invocationerror': 'Unhandled' };
  return { headers: { ...headers, ...error }, body: Buffer.from(JSON.stringify(ran.error)) };
}

function isEvent(call: AnyCall): boolean {
  const type = call.header('x-amz-invocation-type') ?? 'RequestResponse';
  if (type === 'Event' || type === 'RequestResponse') return type === 'Event';
  const message = 'X-Amz-Invocation-Type is RequestResponse or Event.';
  throw invalidRequest([{ path: '/x-amz-invocation-type', message }]);
}

const AccessRequest = Type.Object(
  { reason: Type.String({ maxLength: 1000, description: 'For people; it is not kept.' }) },
  { title: 'AccessRequest', description: 'Why access is asked for.' },
);

const requestAccessRoute = route({
  operation: 'CreateFunctionAccessRequest',
  family,
  method: 'POST',
  path: '/request-access',
  summary: 'Create a request for access to functions',
  description: 'Every account has access: it is written to the audit, and that is all.',
  schemas: { body: AccessRequest, response: { 201: Type.Object({}, { description: 'It is written down.' }) } },
  audit: { action: 'request-access', objectKind: 'function' },
  handle: (call) => call.commit(async () => ({ status: 201, body: {} })),
});

const NO_SOURCE = [{ path: '/code', message: 'A function has code, package or packageRef: give one.' }];

async function shown({ services }: AnyCall, queries: AccountQueries, row: Functions): Promise<FunctionOutput> {
  return showFunction(row, (await variablesOf(services, queries, [row.name])).get(row.name));
}

async function answered(
  call: AnyCall,
  queries: AccountQueries,
  row: Functions,
  status: number,
): Promise<Answer<FunctionOutput>> {
  const body = await shown(call, queries, row);
  const headers = await asyncHeaders(call, queries, row.name, body);
  return { status: headers === undefined ? status : 202, headers, body, objectId: row.name };
}

export const functionRoutes: readonly AnyRoute[] = [
  createFunctionRoute,
  listFunctionsRoute,
  readFunctionRoute,
  updateFunctionRoute,
  deleteFunctionRoute,
  invokeFunctionRoute,
  requestAccessRoute,
  readOperationRoute,
];
