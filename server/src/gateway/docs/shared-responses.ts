import { isKept } from '../idempotency/kept-answer.js';
import { JSON_MEDIA } from '../render-answer.js';
import type { Json } from './schema-parts.js';

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** Headers of every answer, of one that is kept for a repeated request, and of one that leads elsewhere. */
export const OF_ALL: Json = { 'x-request-id': header('RequestId'), 'x-amzn-requestid': header('SameRequestId') };
export const OF_KEPT: Json = { 'idempotent-replayed': header('Replayed') };
export const OF_REDIRECTS: Json = { location: header('Location') };
const OF_ERRORS: Json = { ...OF_ALL, 'x-amzn-errortype': header('ErrorType') };

/** Headers of answers, by the name under which the document has them. */
export const HEADERS: Json = {
  RequestId: {
    description: 'Names the request in the log of the server: as the client sent it, or made by the server.',
    required: true,
    schema: { type: 'string' },
  },
  SameRequestId: { description: 'The same as x-request-id.', required: true, schema: { type: 'string' } },
  ErrorType: {
    description: 'The class of the error, by which generated clients choose an exception.',
    required: true,
    schema: { type: 'string' },
  },
  Replayed: {
    description: 'Only where the request was done before under its Idempotency-Key: this is the answer of then.',
    schema: { type: 'string', enum: ['true'] },
  },
  RetryAfter: {
    description: 'Seconds after which the request may be sent again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  RetryConflict: {
    description:
      'Only where another request under this Idempotency-Key is under way: seconds after which to ask again.',
    schema: { type: 'integer', minimum: 1 },
  },
  Location: {
    description: 'Address of the document, which needs no key; it is good for a few minutes.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
};

interface ErrorText {
  /** What the status means here, for people. */
  readonly description: string;
  /** One of the answers with it. */
  readonly code: string;
  readonly message: string;
  readonly path?: string;
}

const ERROR_TEXTS: Readonly<Record<number, ErrorText>> = {
  400: {
    description: 'The request is not valid: errors names each thing that is wrong.',
    code: 'VALIDATION_FAILED',
    message: '/timeFormat must be one of "HHMM", "HHMMSS".',
    path: '/timeFormat',
  },
  403: {
    description: 'The API key, or the token, is missing, wrong, or may not do this.',
    code: 'ACCESS_DENIED',
    message: 'The API key is not valid. Check it, or create a new one.',
  },
  404: {
    description: 'There is no such thing in this account.',
    code: 'RESOURCE_NOT_FOUND',
    message: 'There is no such partnership.',
  },
  408: {
    description: 'The body came too slowly.',
    code: 'REQUEST_TIMEOUT',
    message: 'The body comes too slowly. Send it again over a faster line.',
  },
  409: {
    description: 'What is there stands against it, or a request under the same Idempotency-Key is under way.',
    code: 'RESOURCE_CONFLICT',
    message: 'Connection 01JZ0000000000000000000001 has this name. Choose another, or update that one.',
  },
  412: {
    description: 'What is there is not what the conditions of the request demand.',
    code: 'PRECONDITION_FAILED',
    message: 'What is there is not what the request is for. Read it, and ask again.',
  },
  413: {
    description: 'The body is too large.',
    code: 'REQUEST_TOO_LARGE',
    message: 'The body has more than 1 MB, which is what this operation takes. Send less at a time.',
  },
  414: {
    description: 'A parameter of the path is too long.',
    code: 'REQUEST_TOO_LARGE',
    message: 'The address is too long. Shorten its parameters.',
  },
  415: {
    description: 'The body is of a type that the operation does not take: its request body has those that it does.',
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Bodies are application/json in UTF-8. Set the Content-Type header.',
  },
  416: {
    description: 'There are no such bytes.',
    code: 'RANGE_NOT_SATISFIABLE',
    message: 'There are no such bytes. Ask for some that the Content-Range header of this answer has.',
  },
  422: {
    description: 'The Idempotency-Key was used for another request, or there are as many as the account may have.',
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: 'The Idempotency-Key was used for another method, path or body in the last 24 hours. Send a new key.',
  },
  429: {
    description: 'Too many requests at once.',
    code: 'TOO_MANY_REQUESTS',
    message: 'The submission was throttled: CUSTOMER_LIMIT. Send it again later, and fewer at a time.',
  },
  500: {
    description: 'The server failed.',
    code: 'INTERNAL_ERROR',
    message: 'The request failed for a reason inside of the server. Send it again later.',
  },
  501: {
    description: 'The operation is not built yet.',
    code: 'NOT_SUPPORTED',
    message: 'This operation is not built yet, and nothing was done. GET /docs has those that are.',
  },
  503: {
    description: 'The server, or what it needs, is not there right now.',
    code: 'SERVICE_UNAVAILABLE',
    message: 'The store does not answer. Send the request again.',
  },
};

/** The response of an error, by its status; `isRepeated`: it may be the answer of an earlier request. */
export function errorReference(status: number, isRepeated: boolean): Json {
  return { $ref: `#/components/responses/${isRepeated && isKept(status) ? keptName(status) : status}` };
}

/** An error that says more than a problem does: what both say. */
export function refusalResponse(refusal: Json, status: number, isRepeated: boolean): Json {
  const { description } = ERROR_TEXTS[status] ?? {};
  const schema = { description, allOf: [{ $ref: '#/components/schemas/Error' }, refusal] };
  return errorResponse(schema, status, isRepeated && isKept(status) ? OF_KEPT : {});
}

/** An error of a shape of its own. */
export function errorResponse(schema: Json, status: number, more: Json = {}): Json {
  const { description } = ERROR_TEXTS[status] ?? {};
  const headers = { ...OF_ERRORS, ...retryHeader(status), ...more };
  return { description, headers, content: { [JSON_MEDIA]: { schema } } };
}

const keptName = (status: number): string => `${status}-kept`;

/** Once in the document, and named by each operation: written out they would be most of it. */
export const ERROR_RESPONSES: Json = Object.fromEntries(
  Object.entries(ERROR_TEXTS).flatMap(([name, { description, code, message, path }]) => {
    const status = Number(name);
    const headers = { ...OF_ERRORS, ...retryHeader(status) };
    const example = { error: code, code, message, ...(path === undefined ? {} : { errors: [{ message, path }] }) };
    const content = { [JSON_MEDIA]: { schema: { $ref: '#/components/schemas/Error' }, example } };
    const response = { description, headers, content };
    const kept = { ...response, headers: { ...headers, ...OF_KEPT } };
    return isKept(status)
      ? [
          [name, response],
          [keptName(status), kept],
        ]
      : [[name, response]];
  }),
);

function retryHeader(status: number): Json {
  if (status === 409) return { 'retry-after': header('RetryConflict') };
  return status === 429 || status === 503 ? { 'retry-after': header('RetryAfter') } : {};
}
