import { IsOptional, type TSchema } from 'typebox';
import type { AnyRoute, HeaderTexts, RouteSchemas } from '../route.js';
import { type Example, shownExamples } from './example.js';
import type { Json, SchemaParts } from './schema-parts.js';

/** What an operation of a family is asked with: in its path, its query and its headers. */
export function parametersOf(route: AnyRoute, parts: SchemaParts, example?: Example): readonly Json[] {
  return [
    ...schemaParameters(route.schemas, parts, example),
    ...('paged' in route ? pagingParameters(route.paged) : []),
    ...(route.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...Object.entries(headersOf(route.headers?.asked)).map(([name, header]) => ({ name, in: 'header', ...header })),
  ];
}

/** Members of the two schemas, each a parameter: validation and documentation cannot differ. */
export function schemaParameters(
  { params, query }: RouteSchemas,
  parts: SchemaParts,
  example?: Example,
): readonly Json[] {
  const shown = [...membersOf(params, 'path', parts), ...membersOf(query, 'query', parts)];
  const values: Readonly<Record<string, string>> = { ...example?.params, ...example?.query };
  return shown.map((one) => (values[one.name] === undefined ? one : { ...one, example: values[one.name] }));
}

function membersOf(schema: TSchema | undefined, place: 'path' | 'query', { show }: SchemaParts) {
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

/** Headers of a route as OpenAPI has them. */
export function headersOf(texts: HeaderTexts = {}): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, { description, values }]) => [
      name,
      { description, schema: { type: 'string', ...(values === undefined ? {} : { enum: values }) } },
    ]),
  );
}

/** The one spelling of the two that new clients are to use. */
export function pagingParameters({
  defaultSize,
  maxSize,
  minSize = 1,
}: {
  readonly defaultSize: number;
  readonly maxSize: number;
  readonly minSize?: number | undefined;
}): readonly Json[] {
  return [
    {
      name: 'page_token',
      in: 'query',
      description:
        'Where the page begins: next_page_token of the page before. Default: the first page. pageToken is understood too.',
      schema: { type: 'string' },
    },
    {
      name: 'page_size',
      in: 'query',
      description: 'How many items the page has at most. pageSize is understood too.',
      schema: { type: 'integer', minimum: minSize, maximum: maxSize, default: defaultSize },
    },
  ];
}

/** Bodies and answers of a protocol, which no schema describes: in each of its types. */
export function protocolContent({ mediaTypes = [] }: AnyRoute): Json {
  return Object.fromEntries(
    mediaTypes.map((type) => [type, { schema: { type: 'string', description: 'In the form of the protocol.' } }]),
  );
}

/** JSON by its schema, and the types whose bodies are handed on as they came. */
export function requestBodyOf(
  { schemas: { body }, mediaTypes = [], streamsBody }: Pick<AnyRoute, 'schemas' | 'mediaTypes' | 'streamsBody'>,
  { show }: SchemaParts,
  examples: readonly Example[],
): Json {
  if (streamsBody === 'json') {
    const json = { schema: { description: 'Any JSON.' }, ...shownExamples(examples, 'body') };
    return { requestBody: { required: false, content: { 'application/json': json } } };
  }
  if (streamsBody) return { requestBody: { required: false, content: { 'application/octet-stream': ANY_BYTES } } };
  if (body === undefined) return {};
  const json = { schema: show(body), ...shownExamples(examples, 'body') };
  const own = mediaTypes.map((type) => [type, { schema: { type: 'string', description: 'The file as it is.' } }]);
  return {
    requestBody: {
      required: !IsOptional(body),
      content: { 'application/json': json, ...Object.fromEntries(own) },
    },
  };
}

const ANY_BYTES = { schema: { type: 'string', format: 'binary', description: 'Bytes, of any type.' } };

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Any unique text: a request sent again under it within 24 hours is done once',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
