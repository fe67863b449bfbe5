import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Caller } from '../caller.js';
import { FAMILIES } from '../families.js';
import { invalid } from '../problems.js';
import { checkOf } from '../schemas/check-shape.js';
import type { Gateway } from './gateway.js';
import type { CallParts } from './gateway-call.js';
import type { TokenPlace } from './paging/page-token.js';
import { askedPage, filtersOf } from './paging/paging.js';
import { demandStorable, readJson } from './reading/read-json.js';
import type { AnyRoute, RouteSchemas } from './route.js';

type Parts = Pick<CallParts, 'route' | 'params' | 'query' | 'body' | 'page'>;

/** A route with what is made once from its declaration. */
export interface DeclaredRoute {
  readonly route: AnyRoute;
  /** Its path and aliases, from the root. */
  readonly paths: readonly string[];
  /** What of a request goes to the handler. @throws ApiError 400. */
  read(gateway: Gateway, caller: Caller, request: FastifyRequest): Parts;
  /** Which list a page token belongs to. */
  placeOf(caller: Caller, params: unknown, query: Readonly<Record<string, unknown>>): TokenPlace;
}

const NO_PAGE = { size: 0, after: undefined } as const;
const nothing = (): undefined => undefined;

export function declaredRoute(route: AnyRoute): DeclaredRoute {
  const { version } = FAMILIES[route.family];
  const paths = [route.path, ...(route.aliases ?? [])].map((path) => `/${version}${path}`);
  const readRequest = requestReader(route.schemas, route.mediaTypes);
  const firstPage = 'paged' in route ? (route.paged.firstPage ?? []) : [];
  const filterNames = namesOf(route.schemas.query).filter((name) => !firstPage.includes(name));
  const placeOf: DeclaredRoute['placeOf'] = ({ accountId, mode }, params, query) => ({
    accountId,
    mode,
    operation: route.operation,
    params,
    filters: filtersOf(query, filterNames),
  });
  return {
    route,
    paths,
    placeOf,
    read: (gateway, caller, request) => {
      const { params, query, body } = readRequest(request);
      const page =
        'paged' in route ? askedPage(query, route.paged, gateway.tokens, placeOf(caller, params, query)) : NO_PAGE;
      return { route, params, query, body, page };
    },
  };
}

export interface RequestParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Reads and checks what a request brings, by the schemas of its route. The reader throws ApiError 400. */
export function requestReader(
  { params, query, body }: RouteSchemas,
  mediaTypes: readonly string[] = [],
): (request: FastifyRequest) => RequestParts {
  const checkParams = params === undefined ? nothing : checkOf(params, { kind: 'text', name: 'path' });
  const checkQuery = query === undefined ? nothing : checkOf(query, { kind: 'text', name: 'query' });
  const readBody = body === undefined ? nothing : bodyReader(body, mediaTypes);
  return (request) => {
    const params = textsOf(request.params);
    const query = textsOf(request.query);
    checkParams(params);
    checkQuery(query);
    return { params, query, body: readBody(request) };
  };
}

/** `text/plain` of `text/plain; charset=utf-8`. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType?.split(';')[0] ?? '').trim().toLowerCase();
}

function bodyReader(schema: TSchema, mediaTypes: readonly string[]): (request: FastifyRequest) => unknown {
  const check = checkOf(schema, { kind: 'body', name: 'body' });
  const optional = '~optional' in schema;
  return ({ body: bytes, headers }) => {
    if (mediaTypes.includes(mediaTypeOf(headers['content-type']))) return bytes;
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
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

function namesOf(schema: TSchema | undefined): readonly string[] {
  const properties = schema !== undefined && 'properties' in schema ? schema.properties : {};
  return Object.keys(properties ?? {});
}
