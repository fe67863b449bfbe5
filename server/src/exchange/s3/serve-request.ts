import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { LeastRate } from '../../http/least-rate.js';
import { letFinish } from '../../http/let-finish.js';
import type { AddressCheck } from '../../http/networks.js';
import { clientAddress } from '../../http/trusted-proxies.js';
import { whenClosed } from '../../http/when-closed.js';
import { uuid } from '../../ids.js';
import type { InTurn } from '../../joined-chunks.js';
import type { KeyedTurns } from '../../keyed-turns.js';
import { isObjectKey } from '../../resources/buckets/object-keys.js';
import { isBucketName } from '../../resources/buckets/rows.js';
import type { KnownS3Key, KnownS3Keys } from '../../resources/s3-keys/known-s3-keys.js';
import { findOperation, type S3Operation } from '../../s3-wire/find-operation.js';
import { isSignedForLambda } from '../../s3-wire/lambda/invocation-request.js';
import { rawRequest } from '../../s3-wire/raw-request.js';
import { headersWithin, type RequestTarget, requestTarget } from '../../s3-wire/request-target.js';
import { S3Error } from '../../s3-wire/s3-error.js';
import { answerInvoke } from '../lambda/answer-invoke.js';
import { lambdaErrorAnswer } from '../lambda/map-error.js';
import type { Services } from '../services.js';
import type { AccountPlaces } from './account-places.js';
import { authenticate, demandAccess } from './authenticate.js';
import { s3ErrorOf } from './map-error.js';
import { OPERATIONS } from './operations.js';
import { receiveBody } from './receive-body.js';
import type { S3Answer } from './s3-call.js';
import { errorAnswer, sendAnswer } from './send-answer.js';

export interface ServeOptions {
  readonly services: Services;
  readonly keys: KnownS3Keys;
  readonly places: AccountPlaces;
  /** As `S3Call` has them. */
  readonly completions: KeyedTurns;
  readonly xmlTurns: KeyedTurns;
  /** Whether an address is of a proxy whose `X-Forwarded-For` is believed. */
  readonly isProxy: AddressCheck;
  readonly leastRate?: LeastRate | undefined;
}

/** What is known of a request when it is over, for metrics and log. */
interface Told {
  operation: S3Operation | 'Invoke' | 'none';
  account?: string;
  key?: string;
}

/**
 * Serves a request. Its body is not asked for before its signature is checked and its operation is known.
 * @param waits the client sends no body before it is asked for it (`Expect: 100-continue`).
 */
export async function serveRequest(
  options: ServeOptions,
  [request, response]: readonly [IncomingMessage, ServerResponse],
  waits: boolean,
): Promise<void> {
  const { services } = options;
  const begun = performance.now();
  const requestId = uuid();
  const isHead = request.method === 'HEAD';
  const address = addressOf(request, options.isProxy);
  const told: Told = { operation: 'none' };
  let isAsked = !waits;
  const askFor = (): void => {
    if (!isAsked) response.writeContinue();
    isAsked = true;
  };
  const answer = await answered(options, [request, response], { requestId, address, askFor, told });
  try {
    if (!response.destroyed) {
      response.once('finish', () => letFinish(request));
      // A client may send a body that was never asked for: the connection is closed, as that body could be taken for the next request.
      await sendAnswer(response, answer, { requestId, isHead, isLast: !isAsked });
    } else if (answer.body instanceof Readable) answer.body.destroy();
  } catch (error) {
    // The head of the answer has left already: the connection is broken off, so that the cut body does not look whole.
    if (!request.socket.destroyed) s3ErrorOf(error, services.log);
    response.destroy();
  }
  note(services, told, { request, response, requestId, address, ms: performance.now() - begun });
}

function addressOf({ socket, headers }: IncomingMessage, isProxy: AddressCheck): string {
  const forwardedFor = headers['x-forwarded-for'];
  // Node joins several of them; the type does not say so.
  return clientAddress(
    socket.remoteAddress ?? '',
    Array.isArray(forwardedFor) ? forwardedFor.join() : forwardedFor,
    isProxy,
  );
}

interface Parts {
  readonly requestId: string;
  readonly address: string;
  readonly askFor: () => void;
  readonly told: Told;
}

/** What it is answered with in any case. Which API it is of says what its signature is for, as a bucket may have the name of any path. */
async function answered(
  options: ServeOptions,
  pair: readonly [IncomingMessage, ServerResponse],
  parts: Parts,
): Promise<S3Answer> {
  const [request] = pair;
  const { log } = options.services;
  const { requestId, told } = parts;
  if (!isSignedForLambda(request.headers.authorization)) {
    return answerOf(options, pair, parts).catch((error: unknown) =>
      errorAnswer(s3ErrorOf(error, log), requestId, request.url?.split('?')[0]),
    );
  }
  const onKnown = ({ caller }: KnownS3Key): void => {
    Object.assign(told, { operation: 'Invoke', account: caller.accountId, key: caller.keyId });
  };
  return answerInvoke(options, pair, { ...parts, onKnown }).catch((error: unknown) =>
    lambdaErrorAnswer(error, requestId, log),
  );
}

async function answerOf(
  { services, keys, places, completions, xmlTurns, leastRate }: ServeOptions,
  [request, response]: readonly [IncomingMessage, ServerResponse],
  { requestId, address, askFor, told }: Parts,
): Promise<S3Answer> {
  const raw = rawRequest(request.method ?? '', request.url ?? '', request.rawHeaders);
  const { key: known, bodyForm, signing, isPresigned } = await authenticate(keys, raw, services.clock.now());
  const depth = services.ownConnections.depthOf(request.socket);
  const key = depth === undefined ? known : { ...known, caller: { ...known.caller, depth } };
  told.account = key.caller.accountId;
  told.key = key.caller.keyId;
  const place = places.take(key.caller.accountId);
  whenClosed(response, place.leave);
  const headers = headersWithin(raw, isPresigned);
  const target = requestTarget(raw);
  const operation = findOperation(raw.method, target, headers);
  told.operation = operation;
  demandAccess(key, operation, target.bucket);
  demandOwner(headers, key.caller.accountId);
  demandNames(target, operation);
  const left = new AbortController();
  whenClosed(response, () => {
    if (!response.writableFinished) left.abort(new S3Error('IncompleteBody', 'The client has left.'));
  });
  const inTurn: InTurn = (work) => void services.heavyTurns.run(key.caller.accountId, work);
  const body = receiveBody(request, { headers, bodyForm, signing, askFor, leastRate, inTurn });
  return OPERATIONS[operation]({
    ...{ services, completions, xmlTurns, key, target, headers, body, requestId, address },
    signal: left.signal,
    keepPlaceFor: place.keepFor,
  });
}

/** Refuses names that no bucket and no key can have, before anything is looked up. @throws S3Error. */
function demandNames({ bucket, key }: RequestTarget, operation: S3Operation): void {
  if (bucket !== undefined && !isBucketName(bucket)) {
    throw new S3Error(operation === 'CreateBucket' ? 'InvalidBucketName' : 'NoSuchBucket');
  }
  if (key === undefined || isObjectKey(key)) return;
  if (Buffer.byteLength(key) > 1024) throw new S3Error('KeyTooLongError');
  throw new S3Error('InvalidArgument', 'The key has a character that no key can have.');
}

/** Clients may say whose a bucket is, so that they do not write into that of another. @throws S3Error `AccessDenied`. */
function demandOwner(headers: ReadonlyMap<string, string>, accountId: string): void {
  for (const name of ['x-amz-expected-bucket-owner', 'x-amz-source-expected-bucket-owner']) {
    if ((headers.get(name) ?? accountId) !== accountId)
      throw new S3Error('AccessDenied', `The bucket is not of the account in ${name}.`);
  }
}

interface Noted {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly address: string;
  readonly ms: number;
}

/** In metrics and log. The path is not logged, as keys may be names of people. */
function note({ metrics, log }: Services, { operation, account, key }: Told, noted: Noted): void {
  const { request, response, requestId, address, ms } = noted;
  const status = response.statusCode;
  metrics.s3(operation, status, ms / 1000);
  log.info(
    {
      ...{ requestId, operation, method: request.method, status, ms: Math.round(ms * 10) / 10, address },
      ...(account !== undefined && { account, key }),
    },
    's3 request',
  );
}
