import { quotedName } from 'ediloom/words';
import type { FastifyRequest } from 'fastify';
import Type, { IsOptional, type TSchema } from 'typebox';
import { invalid } from '../../problems.js';
import { checkOf, invalidRequest } from '../../schemas/check-shape.js';
import { isStorable } from '../../store/bindable.js';
import type { RouteSchemas } from '../route.js';
import { demandKnown, demandMemberSpelling, demandSpelling } from './known-parameters.js';
import { demandNoBody, demandNoUnreadBody } from './no-body.js';
import { readJson } from './read-json.js';
import { mediaTypeOf, rawBody } from './take-bodies.js';

/** What a request brings, as its route's schemas let it through. */
export interface ReadRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** JSON read; the bytes, where their type is one of the route's own; `undefined` where none came and none is needed. */
  readonly body: unknown;
}

const nothing = (): undefined => undefined;
const ANY_OBJECT = Type.Object({});

export interface ReaderOptions {
  /** Types of bodies that are handed on as they came. */
  readonly mediaTypes?: readonly string[] | undefined;
  /** The handler judges the body: here it need only be an object. */
  readonly judgesBody?: true | undefined;
  /** Numbers of the body that would be changed are refused. */
  readonly exactNumbers?: true | undefined;
  /** Query parameters that may come beside those of the schema; `any`: whatever comes is let be. Default: none. */
  readonly moreQuery?: readonly string[] | 'any';
  /** Parameters that are all that follows a path, of the address as it was sent. */
  readonly restOf?: ((url: string) => Readonly<Record<string, string>>) | undefined;
}

/**
 * Makes the reader of a route's requests.
 * @returns a reader that throws Problem `invalid` with all that is wrong, and ApiError 413 for JSON with too many values.
 */
export function requestReader(
  { params, query, body }: RouteSchemas,
  { mediaTypes = [], judgesBody, exactNumbers, moreQuery = [], restOf }: ReaderOptions = {},
): (request: FastifyRequest) => ReadRequest {
  const checkParams = params === undefined ? nothing : checkOf(params, { kind: 'text', name: 'path' });
  const checkQuery = query === undefined ? nothing : checkOf(query, { kind: 'text', name: 'query' });
  const demandNames = moreQuery === 'any' ? demandSpelling : demandKnown;
  const known = [...memberNames(query), ...(moreQuery === 'any' ? [] : moreQuery)];
  const readBody =
    body === undefined
      ? emptyReader(moreQuery)
      : bodyReader(judgesBody ? ANY_OBJECT : body, { mediaTypes, exactNumbers, moreQuery });
  return (request) => {
    const params = textsOf(paramsOf(request, restOf), 'path');
    const query = textsOf(request.query, 'query');
    demandNames(query, known);
    // These two also make numbers and booleans of the texts, in place.
    checkParams(params);
    checkQuery(query);
    return { params, query, body: readBody(request) };
  };
}

function paramsOf({ params, raw }: FastifyRequest, restOf: ReaderOptions['restOf']): unknown {
  if (restOf === undefined) return params;
  // As the HTTP layer has decoded them, what follows under a name of its own.
  const { '*': _, ...named } = params as Readonly<Record<string, string>>;
  return { ...named, ...restOf(raw.url ?? '') };
}

/** Where any query parameter is let be, so is any body. */
function emptyReader(moreQuery: ReaderOptions['moreQuery']): (request: FastifyRequest) => undefined {
  if (moreQuery === 'any') return nothing;
  return (request) => {
    demandNoUnreadBody(request);
    demandNoBody(rawBody(request));
  };
}

function bodyReader(
  schema: TSchema,
  { mediaTypes = [], exactNumbers, moreQuery }: Pick<ReaderOptions, 'mediaTypes' | 'exactNumbers' | 'moreQuery'>,
): (request: FastifyRequest) => unknown {
  const check = checkOf(schema, { kind: 'body', name: 'body' });
  const optional = IsOptional(schema);
  // Where any query parameter is let be, so is any member.
  const spelt = moreQuery === 'any' ? memberNames(schema) : [];
  return (request) => {
    if (mediaTypes.includes(mediaTypeOf(request.headers['content-type']))) return request.body;
    const bytes = rawBody(request);
    if (bytes === undefined) {
      if (optional) return undefined;
      const types = mediaTypes.map((type) => `${type}, or `).join('');
      const what = types === '' ? 'JSON, with Content-Type' : `${types}JSON with Content-Type`;
      throw invalid(`The request has no body. Send ${what} application/json.`, { code: 'INVALID_JSON' });
    }
    const { value, nodes } = readJson(bytes, { exactNumbers });
    if (typeof value === 'object' && value !== null) demandMemberSpelling(value, spelt);
    check(value, nodes);
    return value;
  };
}

/** Parameters as the HTTP layer gives them: texts, and lists of texts where a name is repeated. */
function textsOf(given: unknown, place: 'path' | 'query'): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null) return {};
  for (const [name, value] of Object.entries(given)) {
    for (const text of [name, ...(Array.isArray(value) ? value : [value])]) {
      if (!isStorable(String(text))) throw unstorable(place, name);
    }
  }
  // Made by the parser of the address, member by member.
  return given as Readonly<Record<string, unknown>>;
}

function unstorable(place: 'path' | 'query', name: string) {
  const message = `The ${place} parameter ${quotedName(name)} has NUL or half a surrogate pair, which no name or id has. Remove it.`;
  return invalidRequest([{ message, path: `/${quotedName(name)}`, code: 'INVALID_PARAMETER' }]);
}

/** Names of an object's members, by its schema. */
export function memberNames(schema: TSchema | undefined): readonly string[] {
  const properties = schema !== undefined && 'properties' in schema ? schema.properties : {};
  return Object.keys(properties ?? {});
}
