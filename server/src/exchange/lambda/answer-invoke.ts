import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeAudit } from '../../audit/write-audit.js';
import type { LeastRate } from '../../http/least-rate.js';
import { letBeSilent } from '../../http/silence.js';
import { whenClosed } from '../../http/when-closed.js';
import { demandShortRow } from '../../resources/functions/in-a-row.js';
import { demandEvent, promisedText, promiseEvent } from '../../resources/functions/promise-event.js';
import { findFunction } from '../../resources/functions/rows.js';
import type { KnownS3Key, KnownS3Keys } from '../../resources/s3-keys/known-s3-keys.js';
import { type InvocationRequest, invocationRequest, LATEST } from '../../s3-wire/lambda/invocation-request.js';
import { LAMBDA_STATUS, LambdaError } from '../../s3-wire/lambda/lambda-error.js';
import { rawRequest } from '../../s3-wire/raw-request.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import type { Functions } from '../../store/function-tables.js';
import { demandMachine } from '../functions/functions.js';
import { logTail } from '../functions/invocation-end.js';
import { invokeFunction } from '../functions/invoke-function.js';
import type { AccountPlaces } from '../s3/account-places.js';
import type { S3Answer } from '../s3/s3-call.js';
import type { Services } from '../services.js';
import { receiveEvent } from './receive-event.js';

export interface InvokeOptions {
  readonly services: Services;
  readonly keys: KnownS3Keys;
  readonly places: AccountPlaces;
  readonly leastRate?: LeastRate | undefined;
}

/** A request of Lambda's `Invoke`, before anything of it is believed. */
export interface InvokeParts {
  readonly requestId: string;
  readonly address: string;
  readonly askFor: () => void;
  /** Is told whose it is, once that is known. */
  readonly onKnown: (key: KnownS3Key) => void;
}

/** Serves the one operation of Lambda that there is: `Invoke`. @throws LambdaError, S3Error, Problem. */
export async function answerInvoke(
  { services, keys, places, leastRate }: InvokeOptions,
  [request, response]: readonly [IncomingMessage, ServerResponse],
  { requestId, address, askFor, onKnown }: InvokeParts,
): Promise<S3Answer> {
  const raw = rawRequest(request.method ?? '', request.url ?? '', request.rawHeaders);
  const wanted = invocationRequest(raw);
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort(new LambdaError('InvalidRequestContentException'));
  });
  const { key, event } = await receiveEvent(request, raw, {
    ...{
      keys,
      functions: services.functions,
      now: services.clock.now(),
      address,
      askFor,
      leastRate,
      signal: left.signal,
    },
    onTaken: (giveBack) => whenClosed(response, giveBack),
    admit: (found) => {
      onKnown(found);
      whenClosed(response, places.take(found.caller.accountId).leave);
      demandMayInvoke(found);
    },
  });
  // A function may take longer than a connection may be silent; what it takes has an end of its own.
  const endSilence = letBeSilent(request.socket);
  const depth = demandShortRow({ depth: services.ownConnections.depthOf(request.socket) });
  const onOver = (work: () => void): void => whenClosed(response, work);
  const call = { services, key, event, wanted, requestId, address, depth, signal: left.signal, onOver };
  return answerOf(call).finally(endSilence);
}

/** A function may do whatever its own keys may: a key that is for some buckets, or to read, would be for more by invoking one. */
function demandMayInvoke({ access, buckets }: KnownS3Key): void {
  if (access === 'read') throw new LambdaError('AccessDeniedException', 'The key may list and read alone.');
  if (buckets === undefined) return;
  throw new LambdaError('AccessDeniedException', 'The key is for some buckets: it invokes no functions.');
}

interface InvokeCall {
  readonly services: Services;
  readonly key: KnownS3Key;
  readonly event: Buffer;
  readonly wanted: InvocationRequest;
  readonly requestId: string;
  readonly address: string;
  /** How many functions stand before it. */
  readonly depth: number;
  readonly signal: AbortSignal;
  readonly onOver: (work: () => void) => void;
}

async function answerOf(call: InvokeCall): Promise<S3Answer> {
  const { services, key, event, wanted, requestId } = call;
  const { type } = wanted;
  const machine = demandMachine(services.functions);
  const { accountId, mode } = key.caller;
  const of = await readRows(services.store, accountId, (queries) =>
    findFunction(queries, { mode }, wanted.functionName),
  );
  // Whoever sends nothing invokes with `{}`, as with Lambda.
  const given = event.length === 0 ? Buffer.from('{}') : event;
  if (type === 'Event') return promised(call, of, promisedText(given));
  if (type === 'RequestResponse') return invoked(call, machine, of, given);
  demandEvent(given);
  return { status: LAMBDA_STATUS.DryRun, headers: { 'x-amzn-requestid': requestId } };
}

async function promised(call: InvokeCall, of: Functions, text: string): Promise<S3Answer> {
  const { services, depth } = call;
  const row = await services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, of.account_id);
    const made = await promiseEvent(services, queries, { function: of, source: 'lambda', depth }, text);
    await audit(call, queries, of);
    return made;
  });
  return { status: LAMBDA_STATUS.Event, headers: { 'x-amzn-requestid': row.id } };
}

async function invoked(
  call: InvokeCall,
  machine: Parameters<typeof invokeFunction>[1],
  of: Functions,
  event: Buffer,
): Promise<S3Answer> {
  const { services, wanted, depth, signal, onOver } = call;
  const also = (queries: AccountQueries): Promise<void> => audit(call, queries, of);
  const asked = { event, source: 'lambda', depth, signal, onOver, also } as const;
  const { id, ran } = await invokeFunction(services, machine, of, asked);
  const headers = {
    'content-type': 'application/json',
    'x-amzn-requestid': id,
    'x-amz-executed-version': LATEST,
    ...(wanted.wantsLog && { 'x-amz-log-result': logTail(ran) }),
  };
  if (ran.how === 'returned') return { headers, body: ran.result };
  return { headers: { ...headers, 'x-amz-function-error': 'Unhandled' }, body: JSON.stringify(ran.error) };
}

async function audit({ services, key, address, requestId }: InvokeCall, queries: AccountQueries, { name }: Functions) {
  const { keyId } = key.caller;
  const entry = { action: 'invoke', objectKind: 'function', objectId: name, keyId, address, requestId };
  await writeAudit(queries, services.clock, entry);
}
