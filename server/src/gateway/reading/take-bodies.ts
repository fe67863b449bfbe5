import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.js';

/** `application/json` and its kin, in UTF-8 or without a word about it. */
const JSON_BODY = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

/**
 * Takes bodies as bytes: they are hashed as they came, and read once it is known what for. Without a type they count as JSON. Bodies
 * of other types than JSON and the route's own are answered 415.
 */
export function takeBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const type = request.headers['content-type'];
    const own = request.routeOptions.config.declared?.route.mediaTypes ?? [];
    if (type !== undefined && !JSON_BODY.test(type) && !own.includes(mediaTypeOf(type)))
      done(wrongType('Bodies are application/json in UTF-8.'));
    else if (request.raw.rawHeaders.length > 0 && countTypes(request.raw.rawHeaders) > 1) {
      done(wrongType('The request has more than one Content-Type.'));
    } else done(null, body);
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
