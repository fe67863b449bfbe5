import type { TSchema } from 'typebox';

export type Json = Readonly<Record<string, unknown>>;

/** Schemas of routes as the document has them. */
export interface SchemaParts {
  /** The schema itself, or where it stands among {@link named}. */
  readonly show: (schema: TSchema) => Json;
  /** What was met under a name, by that name: `#/components/schemas/<name>`. */
  readonly named: ReadonlyMap<string, Json>;
}

/** A title of one word is a name: generators of clients make a type of it. */
const NAME = /^[A-Z][A-Za-z0-9]+$/;

/** Collects what has a name, so that it stands in the document once. @throws Error where two different schemas have one name. */
export function schemaParts(): SchemaParts {
  const named = new Map<string, Json>();
  const nameIt = (name: string, schema: Json): Json => {
    const before = named.get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas have the title ${name}. Give one of them another.`);
    }
    named.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  };
  const show = (schema: Json): Json => {
    const shown = typed(mapSchemas(schema, show));
    const { title, ...rest } = shown;
    return typeof title === 'string' && NAME.test(title) ? nameIt(title, rest) : shown;
  };
  return { show: (schema) => show({ ...schema }), named };
}

/** Schemas within one, each shown; a value in `enum`, `const` or `default` is none. */
function mapSchemas(schema: Json, show: (schema: Json) => Json): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'properties' || keyword === 'patternProperties') return [keyword, mapValues(value, show)];
      if (keyword === 'anyOf' || keyword === 'allOf' || keyword === 'oneOf') {
        return [keyword, isList(value) ? value.map((one) => show(asSchema(one))) : value];
      }
      const isOne = keyword === 'items' || keyword === 'additionalProperties' || keyword === 'not';
      return [keyword, isOne && typeof value === 'object' && value !== null ? show(asSchema(value)) : value];
    }),
  );
}

function mapValues(value: unknown, show: (schema: Json) => Json): Json {
  return Object.fromEntries(Object.entries(asSchema(value)).map(([name, one]) => [name, show(asSchema(one))]));
}

/** A choice of texts says that it is of texts, in one form, however it was declared: generators know what to make of that. */
function typed({ anyOf, ...schema }: Json): Json {
  const choices = isList(anyOf) ? anyOf.map((one) => asSchema(one)) : undefined;
  if (choices?.every(({ const: value }) => typeof value === 'string')) {
    return { ...schema, type: 'string', enum: choices.map(({ const: value }) => value) };
  }
  if (choices !== undefined) return { ...schema, anyOf: choices };
  const { enum: values, type } = schema;
  const isText = type === undefined && isList(values) && values.every((value) => typeof value === 'string');
  return isText ? { type: 'string', ...schema } : schema;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

// What stands at these keywords is an object, as TypeBox made it.
function asSchema(value: unknown): Json {
  return value as Json;
}
