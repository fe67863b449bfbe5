import type { FastifyInstance, FastifyRequest } from 'fastify';
import { placeOf } from '../../http/address-place.js';
import type { LeastRate } from '../../http/least-rate.js';
import { ApiError } from '../api-error.js';
import { whenOver } from '../when-over.js';
import type { BodyBudget } from './body-budget.js';
import { receiveBody } from './receive-body.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the memory of its body, where it has one. */
    releaseBody: (() => void) | null;
  }
}

/** `application/json` and its kin, in UTF-8 or without a word about it. */
const JSON_BODY = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

export interface BodyParts {
  readonly budget: BodyBudget;
  readonly leastRate?: LeastRate | undefined;
}

/**
 * Takes bodies as bytes: they are hashed as they came, and read once it is known what for. Without a type they count as JSON. Bodies
 * of other types than JSON and the route's own are answered 415.
 */
export function takeBodies(app: FastifyInstance, parts: BodyParts): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    const type = request.headers['content-type'];
    const { mediaTypes = [], protocol, streamsBody } = request.routeOptions.config.declared?.route ?? {};
    // Of any type: it stays where it is until its handler reads it.
    if (streamsBody) return undefined;
    if (!mediaTypes.includes(mediaTypeOf(type))) {
      // A protocol has its own types alone; elsewhere a body that does not say its type is JSON.
      if (protocol !== undefined) return new RefusedBody(wrongType(`Bodies are ${mediaTypes.join(', ')}.`));
      if (type !== undefined && !JSON_BODY.test(type)) {
        const own = mediaTypes.map((one) => `${one}, or `).join('');
        return new RefusedBody(wrongType(`Bodies are ${own}application/json in UTF-8.`));
      }
    }
    if (countTypes(request.raw.rawHeaders) > 1) {
      return new RefusedBody(wrongType('The request has more than one Content-Type.'));
    }
    // Whose key stands in the body is nobody so far: an address has the memory of one account, and takes none from others.
    const sender = protocol === undefined ? '' : `address ${placeOf(request.ip)}`;
    return takenBody(request, parts, request.knownKey?.caller.accountId ?? sender);
  });
}

/** Bytes of a body; or why it is not taken. */
type TakenBody = Buffer | RefusedBody;

class RefusedBody {
  constructor(readonly error: unknown) {}
}

/** The bytes of a body; their memory is the account's until the answer is on its way. What it is refused by is thrown after it was parsed. */
export async function takenBody(
  request: FastifyRequest,
  { budget, leastRate }: BodyParts,
  accountId: string,
): Promise<TakenBody> {
  const limit = request.routeOptions.bodyLimit;
  try {
    const { bytes, release } = await receiveBody(request.raw, { budget, accountId, limit, leastRate });
    request.releaseBody = release;
    // Its client may have left while the last of it was unpacked: that is said once.
    if (request.raw.socket.destroyed) release();
    return bytes;
  } catch (error) {
    return new RefusedBody(error);
  }
}

/** Refuses what could not be taken, and gives memory of bodies back when their requests are over, however they end. */
export function endBodies(app: FastifyInstance): void {
  app.decorateRequest('releaseBody', null);
  // Thrown by the parser itself, the HTTP layer would close the connection, under the hands of a client that still sends.
  app.addHook('preValidation', async ({ body, is404 }) => {
    // Where no operation is, none has types of its own: what is wrong is the path, or the method.
    if (body instanceof RefusedBody && !is404) throw body.error;
  });
  app.addHook('onRequest', async (request, reply) => {
    whenOver(reply, () => request.releaseBody?.());
  });
}

/** The body as `takeBodies` has left it. @returns `undefined` where there is none. */
export function rawBody({ body }: FastifyRequest): Buffer | undefined {
  return Buffer.isBuffer(body) && body.length > 0 ? body : undefined;
}

/** `text/plain` of `text/plain; charset=utf-8`. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType?.split(';')[0] ?? '').trim().toLowerCase();
}

/** The HTTP layer keeps the first of several; whoever stands before the server may have read the last. */
function countTypes(rawHeaders: readonly string[]): number {
  let count = 0;
  // Names and values in turn.
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'content-type') count++;
  return count;
}

function wrongType(what: string): ApiError {
  return new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', `${what} Set the Content-Type header.`);
}
