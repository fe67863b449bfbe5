import { scopeTexts } from '../../accounts/scopes.js';
import { FAMILIES, type FamilyName } from '../../families.js';
import { ErrorShape } from '../../schemas/error-shape.js';
import { VERSION } from '../../version.js';
import type { AdminRoute } from '../admin-route.js';
import type { DeclaredRoute } from '../declared-route.js';
import { type AnyRoute, scopeOf } from '../route.js';
import type { Example, Examples } from './example.js';
import { pagingParameters, parametersOf, protocolContent, requestBodyOf, schemaParameters } from './parameters.js';
import { responsesOf } from './responses.js';
import { type Json, type SchemaParts, schemaParts } from './schema-parts.js';
import { ERROR_RESPONSES, HEADERS } from './shared-responses.js';

/** A document, as far as its page reads it. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string };
  readonly [member: string]: unknown;
}

/** The OpenAPI 3.1 document of the operations of customers. Aliases stay out: they are for clients that know them. */
export function openApiOf(routes: readonly DeclaredRoute[], publicUrl: string, examples: Examples = {}): OpenApi {
  const parts = schemaParts();
  const families = new Set(routes.map(({ route }) => route.family));
  return documentOf(parts, {
    title: 'ediloom',
    publicUrl,
    tags: [...families].map(familyTag),
    security: { apiKey: API_KEY },
    paths: pathsOf(
      routes.map(({ route, paths: [path = ''] }) => [
        path,
        route.method,
        operationOf(route, parts, examples[route.operation]),
      ]),
    ),
  });
}

/** That of the operator's operations: customers need not see what they may not do. */
export function adminOpenApiOf(routes: readonly AdminRoute[], publicUrl: string, examples: Examples = {}): OpenApi {
  const parts = schemaParts();
  return documentOf(parts, {
    title: 'ediloom for operators',
    publicUrl,
    tags: [{ name: 'admin', description: 'For the operator' }],
    security: { adminToken: ADMIN_TOKEN },
    paths: pathsOf(
      routes.map((route) => [
        `/admin${route.path}`,
        route.method,
        adminOperationOf(route, parts, examples[route.operation]),
      ]),
    ),
  });
}

interface DocumentParts {
  readonly title: string;
  /** Empty: the server does not listen yet. */
  readonly publicUrl: string;
  readonly tags: readonly Json[];
  readonly security: Json;
  readonly paths: Json;
}

function documentOf(parts: SchemaParts, { title, publicUrl, tags, security, paths }: DocumentParts): OpenApi {
  parts.show(ErrorShape);
  return {
    openapi: '3.1.0',
    info: { title, ...INFO },
    // Before the server listens it has no address of its own; then paths are from where the document was read.
    servers: [{ url: publicUrl === '' ? '/' : publicUrl }],
    tags,
    paths,
    components: {
      securitySchemes: security,
      schemas: Object.fromEntries(parts.named),
      headers: HEADERS,
      responses: ERROR_RESPONSES,
    },
  };
}

function pathsOf(operations: readonly (readonly [path: string, method: string, operation: Json])[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [path, method, operation] of operations) {
    const name = path.replace(/:(\w+)/g, '{$1}');
    paths[name] = { ...paths[name], [method.toLowerCase()]: operation };
  }
  return paths;
}

function familyTag(name: FamilyName): Json {
  const { title, version } = FAMILIES[name];
  return { name, description: `${title}, ${version}` };
}

/** An operation of a family. */
function operationOf(route: AnyRoute, parts: SchemaParts, examples: readonly Example[] = []): Json {
  const scope = scopeOf(route);
  return {
    operationId: route.operation,
    summary: route.summary,
    description: [...(route.description === undefined ? [] : [route.description]), keyText(route, scope)].join('\n\n'),
    tags: [route.family],
    ...(route.deprecated ? { deprecated: true } : {}),
    security: [{ apiKey: [scope] }],
    parameters: parametersOf(route, parts, examples[0]),
    ...(route.protocol === undefined
      ? requestBodyOf(route, parts, examples)
      : { requestBody: { required: true, content: protocolContent(route) } }),
    responses: responsesOf(route, parts, examples),
  };
}

/** An operation below `/admin`: another token, no Idempotency-Key. */
function adminOperationOf(route: AdminRoute, parts: SchemaParts, examples: readonly Example[] = []): Json {
  return {
    operationId: route.operation,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: ['admin'],
    security: [{ adminToken: [] }],
    parameters: [
      ...schemaParameters(route.schemas, parts, examples[0]),
      ...(route.paged === undefined ? [] : pagingParameters(route.paged)),
    ],
    ...requestBodyOf(route, parts, examples),
    responses: responsesOf(route, parts, examples),
  };
}

/** Which keys may do it. */
function keyText({ keys }: AnyRoute, scope: string): string {
  return `Needs the scope \`${scope}\`, where the key has scopes${keys === 'live' ? ', and a live key' : ''}.`;
}

const INFO = {
  version: VERSION,
  contact: { name: 'ediloom contributors' },
  license: { name: 'MIT', identifier: 'MIT' },
};

const API_KEY = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: `The API key itself, or \`Bearer <API key>\`, or \`Key <API key>\`. A key may have scopes; one without may do everything. ${scopeTexts()}`,
};

const ADMIN_TOKEN = { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The admin token' };
