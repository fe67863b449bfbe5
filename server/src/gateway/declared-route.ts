import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.js';
import { FAMILIES, type FamilyName } from '../families.js';
import type { AskedPage } from '../store/page.js';
import { askedPage, filtersOf, PAGE_NAMES } from './paging/asked-page.js';
import type { PageTokens, TokenPlace } from './paging/page-token.js';
import { memberNames, type ReadRequest, requestReader } from './reading/read-request.js';
import { restOf } from './reading/rest-parameter.js';
import type { AnyRoute } from './route.js';

/** A request as its route lets it through, and the page it asks for. */
export interface ReadCall extends ReadRequest {
  readonly page: AskedPage;
}

/** A route with what is made once from its declaration. */
export interface DeclaredRoute {
  readonly route: AnyRoute;
  /** Its path and aliases, from the root. */
  readonly paths: readonly string[];
  /** What of a request goes to the handler. @throws Problem `invalid`; ApiError 413 for JSON with too many values. */
  read(tokens: PageTokens, caller: Caller, request: FastifyRequest): ReadCall;
  /** Which list a page token belongs to. */
  placeOf(caller: Caller, params: unknown, query: Readonly<Record<string, unknown>>): TokenPlace;
}

/** Families whose published clients send query parameters that no operation has: unknown ones are ignored there. */
const LENIENT: ReadonlySet<FamilyName> = new Set(['functions', 'sftp', 'buckets', 'mappings']);

/** Of routes that do not list. */
const NO_PAGE: AskedPage = { size: 0, after: undefined };

/** Reads a declaration once, so that a request only uses what was made of it. */
export function declaredRoute(route: AnyRoute): DeclaredRoute {
  const { version } = FAMILIES[route.family];
  const versioned = [route.path, ...(route.aliases ?? [])].map((path) => `/${version}${path}`);
  const paths = [...versioned, ...(route.unversioned ?? [])];
  const moreQuery = LENIENT.has(route.family) ? 'any' : 'paged' in route ? PAGE_NAMES : [];
  const readRequest = requestReader(route.schemas, {
    mediaTypes: route.mediaTypes,
    judgesBody: route.judgesBody,
    exactNumbers: route.exactNumbers,
    moreQuery,
    restOf: restReader(route, versioned),
  });
  const firstPage = 'paged' in route ? (route.paged.firstPage ?? []) : [];
  const filterNames = memberNames(route.schemas.query).filter((name) => !firstPage.includes(name));
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
    read: (tokens, caller, request) => {
      const read = readRequest(request);
      if (!('paged' in route)) return { ...read, page: NO_PAGE };
      const place = placeOf(caller, read.params, read.query);
      return { ...read, page: askedPage(read.query, route.paged, tokens, place) };
    },
  };
}

/** Reads what follows the path of a route, where that is a parameter. Its spellings stand equally deep. */
function restReader({ restParam }: AnyRoute, [path = '']: readonly string[]) {
  if (restParam === undefined) return undefined;
  const segments = path.split('/').length - 2;
  return (url: string) => ({ [restParam]: restOf(url, segments, restParam) });
}
