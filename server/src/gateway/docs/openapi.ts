import { IsOptional, type TSchema } from 'typebox';
import { FAMILIES } from '../../families.js';
import { VERSION } from '../../version.js';
import type { AdminRoute } from '../admin-route.js';
import type { DeclaredRoute } from '../declared-route.js';
import { type AnyRoute, type RouteSchemas, scopeOf } from '../route.js';
import { type Json, type SchemaParts, schemaParts } from './schema-parts.js';

/** The OpenAPI 3.1 document of declared routes. Aliases stay out: they are for clients that know them. */
export function openApiOf(routes: readonly DeclaredRoute[], admin: readonly AdminRoute[], publicUrl: string): Json {
  const parts = schemaParts();
  const paths: Record<string, Record<string, Json>> = {};
  const add = (path: string, method: string, operation: Json): void => {
    const name = path.replace(/:(\w+)/g, '{$1}');
    paths[name] = { ...paths[name], [method.toLowerCase()]: operation };
  };
  for (const {
    route,
    paths: [path = ''],
  } of routes)
    add(path, route.method, operationOf(route, parts));
  for (const route of admin) add(`/admin${route.path}`, route.method, adminOperationOf(route, parts));
  return {
    openapi: '3.1.0',
    info: INFO,
    // Before the server listens it has no address of its own; then paths are from where the document was read.
    servers: [{ url: publicUrl === '' ? '/' : publicUrl }],
    tags: [
      ...Object.entries(FAMILIES).map(([name, { title, version }]) => ({ name, description: `${title}, ${version}` })),
      { name: 'admin', description: 'For the operator' },
    ],
    paths,
    components: {
      securitySchemes: SECURITY,
      schemas: { ...Object.fromEntries(parts.named), Error: ERROR },
      responses: ERROR_RESPONSES,
    },
  };
}

/** An operation of a family. Errors are the gateway's, so no route declares them. */
function operationOf(route: AnyRoute, parts: SchemaParts): Json {
  const { schemas, idempotent } = route;
  const scope = scopeOf(route);
  // Any operation may answer these; the others only where the key of a repeated request, or a body, can be wrong.
  const errors = [400, 403, 404, 429, 500, 503];
  if (idempotent) errors.push(409, 422);
  if (schemas.body !== undefined) errors.push(413, 415);
  return {
    operationId: route.operation,
    summary: route.summary,
    description: [...(route.description === undefined ? [] : [route.description]), keyText(route, scope)].join('\n\n'),
    tags: [route.family],
    ...(route.deprecated ? { deprecated: true } : {}),
    security: [{ apiKey: [scope] }],
    parameters: [
      ...parametersOf(schemas, parts),
      ...('paged' in route ? pagingParameters(route.paged) : []),
      ...(idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...requestBodyOf(schemas, parts),
    responses: { ...answersOf(schemas, parts), ...errorsOf(errors) },
  };
}

/** An operation below `/admin`: another token, no Idempotency-Key, no pages. */
function adminOperationOf(route: AdminRoute, parts: SchemaParts): Json {
  const { schemas } = route;
  return {
    operationId: route.operation,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: ['admin'],
    security: [{ adminToken: [] }],
    parameters: parametersOf(schemas, parts),
    ...requestBodyOf(schemas, parts),
    responses: { ...answersOf(schemas, parts), ...errorsOf([400, 403, 404, 429, 500, 503]) },
  };
}

/** Members of the two schemas, each a parameter: validation and documentation cannot differ. */
function parametersOf({ params, query }: RouteSchemas, parts: SchemaParts): readonly Json[] {
  return [...membersOf(params, 'path', parts), ...membersOf(query, 'query', parts)];
}

function membersOf(schema: TSchema | undefined, place: 'path' | 'query', { show }: SchemaParts): readonly Json[] {
  if (schema === undefined || !('properties' in schema)) return [];
  // Schemas of parameters are objects, whose members are schemas.
  const { properties, required = [] } = schema as unknown as {
    readonly properties: Readonly<Record<string, TSchema & Json>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    // OpenAPI: a parameter of the path is always required.
    required: place === 'path' || required.includes(name),
    ...(typeof member.description === 'string' ? { description: member.description } : {}),
    ...(member.deprecated === true ? { deprecated: true } : {}),
    schema: show(member),
  }));
}

/** The one spelling of the two that new clients are to use. */
function pagingParameters({
  defaultSize,
  maxSize,
}: {
  readonly defaultSize: number;
  readonly maxSize: number;
}): readonly Json[] {
  return [
    {
      name: 'page_token',
      in: 'query',
      description: 'next_page_token of the page before; pageToken is understood too',
      schema: { type: 'string' },
    },
    {
      name: 'page_size',
      in: 'query',
      description: 'pageSize is understood too',
      schema: { type: 'integer', minimum: 1, maximum: maxSize, default: defaultSize },
    },
  ];
}

/** JSON alone: bodies that are handed on as they came have no schema. */
function requestBodyOf({ body }: RouteSchemas, { show }: SchemaParts): Json {
  if (body === undefined) return {};
  return { requestBody: { required: !IsOptional(body), content: { 'application/json': { schema: show(body) } } } };
}

/** Answers of a route, each described by what its schema is. */
function answersOf({ response }: RouteSchemas, { show }: SchemaParts): Json {
  return Object.fromEntries(
    Object.entries(response).map(([status, schema]) => {
      // A 204 has no body, whatever its schema.
      const content = Number(status) === 204 ? {} : { content: { 'application/json': { schema: show(schema) } } };
      return [status, { description: descriptionOf(schema), ...content }];
    }),
  );
}

function descriptionOf({ description }: { readonly description?: unknown }): string {
  return typeof description === 'string' ? description : 'The answer.';
}

function errorsOf(statuses: readonly number[]): Json {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]));
}

/** Which keys may do it. */
function keyText({ keys }: AnyRoute, scope: string): string {
  return `Needs the scope \`${scope}\`, where the key has scopes${keys === 'live' ? ', and a live key' : ''}.`;
}

const INFO = {
  title: 'ediloom',
  version: VERSION,
  description: 'EDI platform and clearinghouse over HTTP.',
  contact: { name: 'ediloom contributors' },
  license: { name: 'MIT', identifier: 'MIT' },
};

const SECURITY = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The API key itself, or `Bearer <API key>`, or `Key <API key>`',
  },
  adminToken: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The admin token' },
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Any unique text: a request sent again under it within 24 hours is done once',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const ERROR = {
  type: 'object',
  required: ['error', 'code', 'message'],
  properties: {
    error: { type: 'string', description: 'The same as code' },
    code: { type: 'string' },
    message: { type: 'string', description: 'What is wrong, and what to do next' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['message'],
        properties: {
          message: { type: 'string' },
          path: { type: 'string', description: 'JSON pointer into the body' },
          code: { type: 'string' },
        },
      },
    },
  },
};

/** What each status means here, for people. */
const ERROR_TEXTS: Readonly<Record<number, string>> = {
  400: 'The request is not valid',
  403: 'The API key is missing, wrong, or may not do this',
  404: 'There is no such thing in this account',
  409: 'It conflicts with what is there, or with a request under way; see Retry-After',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'The Idempotency-Key was used for another request',
  429: 'Too many requests',
  500: 'The server failed',
  503: 'The server, or what it needs, is not there right now',
};

/** Once in the document, and named by each operation: written out they would be most of it. */
const ERROR_RESPONSES = Object.fromEntries(
  Object.entries(ERROR_TEXTS).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
  ]),
);
