import type { AdminRoute } from '../admin-route.js';
import { statusOf } from '../api-error.js';
import { isKept } from '../idempotency/kept-answer.js';
import { JSON_MEDIA } from '../render-answer.js';
import type { AnyRoute } from '../route.js';
import type { Json, SchemaParts } from './schema-parts.js';

/** Every answer of an operation, by status: its own, and the errors of the gateway. */
export function responsesOf(route: AnyRoute | AdminRoute, parts: SchemaParts): Json {
  const idempotent = 'idempotent' in route && route.idempotent === true;
  const refused = refusalsOf(route, idempotent).map((status) => {
    const name = idempotent && isKept(status) ? `${status}${KEPT}` : String(status);
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return { ...answersOf(route, idempotent, parts), ...Object.fromEntries(refused) };
}

/** Any operation may answer the first; others only where a body, the key of a repeated request, or what is there can be wrong. */
function refusalsOf({ method, problems = [] }: AnyRoute | AdminRoute, idempotent: boolean): readonly number[] {
  const statuses = new Set([400, 403, 404, 429, 500, 503, ...problems.map(statusOf)]);
  // Also where none is asked for: what comes is received, and may be refused, before anybody looks at it.
  if (method !== 'GET') for (const status of [408, 413, 415]) statuses.add(status);
  if (idempotent) for (const status of [409, 422]) statuses.add(status);
  return [...statuses].sort((a, b) => a - b);
}

/** Answers of a route, each described by what its schema is. */
function answersOf(route: AnyRoute | AdminRoute, idempotent: boolean, { show }: SchemaParts): Json {
  const type = 'answerType' in route ? (route.answerType ?? JSON_MEDIA) : JSON_MEDIA;
  return Object.fromEntries(
    Object.entries(route.schemas.response).map(([status, schema]) => {
      // A 204 has no body, whatever its schema.
      const content = Number(status) === 204 ? {} : { content: { [type]: { schema: show(schema) } } };
      const headers = {
        ...OF_ALL,
        ...(idempotent ? REPLAYED : {}),
        ...(Number(status) === 302 ? { location: header('Location') } : {}),
      };
      return [status, { description: descriptionOf(schema), headers, ...content }];
    }),
  );
}

function descriptionOf({ description }: { readonly description?: unknown }): string {
  return typeof description === 'string' ? description : 'The answer.';
}

/** Names of errors that a repeated request gets again. */
const KEPT = '-kept';

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const OF_ALL = { 'x-request-id': header('RequestId'), 'x-amzn-requestid': header('RequestId') };
const OF_ERRORS = { ...OF_ALL, 'x-amzn-errortype': header('ErrorType') };
const REPLAYED = { 'idempotent-replayed': header('Replayed') };

/** Headers of answers, by the name under which the document has them. */
export const HEADERS: Json = {
  RequestId: {
    description:
      'The id of the request, which the log has too: the one the client sent in x-request-id, or one of the server',
    required: true,
    schema: { type: 'string' },
  },
  ErrorType: {
    description: 'The class of the error, by which generated clients choose an exception',
    required: true,
    schema: { type: 'string' },
  },
  Replayed: {
    description:
      'There where the request was done before under this Idempotency-Key: the answer is the one it had then',
    schema: { type: 'string', enum: ['true'] },
  },
  RetryAfter: {
    description: 'Seconds after which the request may be sent again',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  RetryConflict: {
    description: 'Seconds after which to ask again, where another request under this Idempotency-Key is under way',
    schema: { type: 'integer', minimum: 1 },
  },
  Location: {
    description: 'The address of the document; good for a few minutes, without a key',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
};

/** What each status means here, for people. */
const ERROR_TEXTS: Readonly<Record<number, string>> = {
  400: 'The request is not valid',
  403: 'The API key, or the token, is missing, wrong, or may not do this',
  404: 'There is no such thing in this account',
  408: 'The body came too slowly',
  409: 'It conflicts with what is there, or with a request under way; see Retry-After',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'The Idempotency-Key was used for another request, or there are as many as the account may have',
  429: 'Too many requests',
  500: 'The server failed',
  503: 'The server, or what it needs, is not there right now',
};

/** Once in the document, and named by each operation: written out they would be most of it. */
export const ERROR_RESPONSES: Json = Object.fromEntries(
  Object.entries(ERROR_TEXTS).flatMap(([status, description]) => {
    const headers = { ...OF_ERRORS, ...retryHeader(Number(status)) };
    const content = { [JSON_MEDIA]: { schema: { $ref: '#/components/schemas/Error' } } };
    const response = { description, headers, content };
    const kept = { ...response, headers: { ...headers, ...REPLAYED } };
    return isKept(Number(status))
      ? [
          [status, response],
          [`${status}${KEPT}`, kept],
        ]
      : [[status, response]];
  }),
);

function retryHeader(status: number): Json {
  if (status === 409) return { 'retry-after': header('RetryConflict') };
  return status === 429 || status === 503 ? { 'retry-after': header('RetryAfter') } : {};
}

const PROBLEM = {
  type: 'object',
  description: 'One thing that is wrong',
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'What is wrong here, and what to do next' },
    path: { type: 'string', description: 'JSON pointer into the body' },
    code: { type: 'string', description: 'What is wrong here, for programs' },
  },
};

export const ERROR: Json = {
  type: 'object',
  description: 'What is wrong with the request, or went wrong',
  required: ['error', 'code', 'message'],
  properties: {
    error: { type: 'string', description: 'The same as code' },
    code: { type: 'string', description: 'What is wrong, for programs' },
    message: { type: 'string', description: 'What is wrong, and what to do next' },
    errors: { type: 'array', description: 'Every problem, where there are several or one has a place', items: PROBLEM },
  },
};
