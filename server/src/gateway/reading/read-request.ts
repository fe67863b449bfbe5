import type { FastifyRequest } from 'fastify';
import { IsOptional, type TSchema } from 'typebox';
import { invalid } from '../../problems.js';
import { checkOf } from '../../schemas/check-shape.js';
import type { RouteSchemas } from '../route.js';
import { demandStorable, readJson } from './read-json.js';
import { mediaTypeOf, rawBody } from './take-bodies.js';

/** What a request brings, as its route's schemas let it through. */
export interface ReadRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** JSON read; the bytes, where their type is one of the route's own; `undefined` where none came and none is needed. */
  readonly body: unknown;
}

const nothing = (): undefined => undefined;

/**
 * Makes the reader of a route's requests.
 * @param mediaTypes types of bodies that are handed on as they came.
 * @returns a reader that throws Problem `invalid` with all that is wrong, and ApiError 413 for JSON with too many values.
 */
export function requestReader(
  { params, query, body }: RouteSchemas,
  mediaTypes: readonly string[] = [],
): (request: FastifyRequest) => ReadRequest {
  const checkParams = params === undefined ? nothing : checkOf(params, { kind: 'text', name: 'path' });
  const checkQuery = query === undefined ? nothing : checkOf(query, { kind: 'text', name: 'query' });
  const readBody = body === undefined ? nothing : bodyReader(body, mediaTypes);
  return (request) => {
    const params = textsOf(request.params);
    const query = textsOf(request.query);
    // These two also make numbers and booleans of the texts, in place.
    checkParams(params);
    checkQuery(query);
    return { params, query, body: readBody(request) };
  };
}

function bodyReader(schema: TSchema, mediaTypes: readonly string[]): (request: FastifyRequest) => unknown {
  const check = checkOf(schema, { kind: 'body', name: 'body' });
  const optional = IsOptional(schema);
  return (request) => {
    if (mediaTypes.includes(mediaTypeOf(request.headers['content-type']))) return request.body;
    const bytes = rawBody(request);
    if (bytes === undefined) {
      if (optional) return undefined;
      throw invalid('The request has no body. Send JSON, with Content-Type application/json.', {
        code: 'INVALID_JSON',
      });
    }
    const { value, nodes } = readJson(bytes);
    check(value, nodes);
    return value;
  };
}

/** Parameters as the HTTP layer gives them: texts, and lists of texts where a name is repeated. */
function textsOf(given: unknown): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null) return {};
  for (const value of Object.values(given)) {
    for (const text of Array.isArray(value) ? value : [value]) demandStorable(String(text));
  }
  // Made by the parser of the address, member by member.
  return given as Readonly<Record<string, unknown>>;
}
