import type { FastifyInstance } from 'fastify';

/** A document as clients read it, as far as tests look at it. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, Header>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export interface Response {
  readonly description: string;
  /** Those that many answers have are named, those of one stand at it. */
  readonly headers: Readonly<Record<string, Reference | Header>>;
  readonly content?: Content;
}

export interface Header {
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export interface Reference {
  readonly $ref: string;
}

export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export type JsonSchema = Readonly<Record<string, unknown>>;

/** An operation with its place. */
export interface PlacedOperation {
  readonly method: string;
  /** With parameters as `{partnershipId}`. */
  readonly path: string;
  readonly operation: Operation;
}

/** The document of customers, or the operator's, as the server answers it. */
export async function readDocument(app: FastifyInstance, url: '/docs/json' | '/docs/admin/json' = '/docs/json') {
  // What tests demand of it goes through these names.
  return (await app.inject({ url })).json() as OpenApiDocument;
}

export function operationsOf({ paths }: OpenApiDocument): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** What a reference of the document leads to. */
export function lookUp(document: OpenApiDocument, { $ref }: Reference): unknown {
  const names = $ref.replace(/^#\//, '').split('/');
  return names.reduce<unknown>((place, name) => (place as JsonSchema | undefined)?.[name], document);
}
