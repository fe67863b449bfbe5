import type { FastifyBaseLogger } from 'fastify';
import { ObjectStoreError } from '../objects/object-store.js';
import { invalid, Problem } from '../problems.js';
import { StoreError } from '../store/store.js';
import { CustomerCodeError } from '../worker/customer-code.js';
import { ApiError, apiErrorOf } from './api-error.js';
import { logError } from './log-error.js';

/** What any thrown value is answered with. Answers from 500 on are logged, by what caused them: they are the operator's to mend. */
export function mapError(error: unknown, log: FastifyBaseLogger): ApiError {
  const own = error instanceof Problem ? apiErrorOf(error) : error;
  if (own instanceof ApiError) {
    // What is not built is the operator's to mend no more than the client's.
    const isKnown = error instanceof Problem && error.isKnown;
    if (own.status >= 500 && own.status !== 501 && !isKnown) logError(own.cause ?? error, log);
    return own;
  }
  const problem = problemOf(error);
  const known = problem === undefined ? httpError(error) : apiErrorOf(problem);
  if (known !== undefined && known.status < 500) return known;
  logError(error, log);
  return (
    known ??
    new ApiError(500, 'INTERNAL_ERROR', 'The request failed for a reason inside of the server. Send it again later.')
  );
}

/** What the parts below throw in their own words. */
function problemOf(error: unknown): Problem | undefined {
  if (error instanceof StoreError) return storeProblem(error);
  if (error instanceof ObjectStoreError && error.code === 'unavailable') {
    return new Problem('unavailable', 'The store of objects does not answer. Send the request again.');
  }
  // Its other codes mean something else at each place, which says what.
  if (error instanceof CustomerCodeError && error.code === 'busy') {
    return new Problem('too-many', error.message, { cause: error });
  }
  return undefined;
}

function storeProblem({ code }: StoreError): Problem | undefined {
  if (code === 'value-refused') {
    return invalid('The request has text that is not well-formed Unicode, or has NUL. Remove it.', {
      code: 'INVALID_TEXT',
    });
  }
  if (code === 'too-slow') {
    return invalid(
      'The list took too long to read. Narrow the filter: by a time (from, to), a partnership or a status, or ask for smaller pages.',
      { code: 'LIST_TOO_SLOW' },
    );
  }
  if (code !== 'unavailable' && code !== 'closed') return undefined;
  return new Problem('unavailable', 'The store does not answer. Send the request again.');
}

/** Errors of the HTTP layer say their status; their own words may quote the request. */
const HTTP_ERRORS: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ['BAD_REQUEST', 'The request is not well-formed HTTP. Check its address, headers and length.'],
  408: ['REQUEST_TIMEOUT', 'The request took too long to arrive. Send it again.'],
  413: ['REQUEST_TOO_LARGE', 'The body is larger than this operation takes. Send less at a time.'],
  414: ['REQUEST_TOO_LARGE', 'The address is too long. Shorten its parameters.'],
  // Whatever an operation takes: this is no type at all.
  415: [
    'UNSUPPORTED_MEDIA_TYPE',
    'The Content-Type header has no type, such as application/json or text/plain. Correct it.',
  ],
  431: ['REQUEST_TOO_LARGE', 'The headers are too large. Send fewer or shorter ones.'],
  503: ['SERVICE_UNAVAILABLE', 'The server is stopping. Send the request again.'],
};

function httpError(error: unknown): ApiError | undefined {
  if (!(error instanceof Error)) return undefined;
  // Any error may have these, of any type.
  const { statusCode, code } = error as { readonly statusCode?: unknown; readonly code?: unknown };
  // Only the HTTP layer's own: other libraries have such members too, and mean something else.
  if (typeof statusCode !== 'number' || typeof code !== 'string' || !/^(FST_|ERR_HTTP|HPE_|ECONNRESET)/.test(code))
    return undefined;
  const [name, message] = HTTP_ERRORS[statusCode] ?? [];
  return name === undefined || message === undefined ? undefined : new ApiError(statusCode, name, message);
}
