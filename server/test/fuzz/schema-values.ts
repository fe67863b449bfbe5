import fc, { type Arbitrary } from 'fast-check';
import { type JsonSchema, lookUp, type OpenApiDocument } from '../support/openapi-document.js';

/** Levels of a value; schemas may name themselves. */
const DEEPEST = 6;

/** Values that a schema of the document lets through; of a pattern and a length together, mostly. */
export function valuesOf(document: OpenApiDocument, schema: JsonSchema, level = 0): Arbitrary<unknown> {
  const inner = (one: unknown): Arbitrary<unknown> => valuesOf(document, one as JsonSchema, level + 1);
  if (level > DEEPEST) return fc.constant(null);
  if (typeof schema.$ref === 'string') {
    return valuesOf(document, lookUp(document, { $ref: schema.$ref }) as JsonSchema, level + 1);
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return fc.oneof(...choices.map(inner));
  if (Array.isArray(schema.allOf)) {
    return fc.tuple(...schema.allOf.map(inner)).map((parts) => Object.assign({}, ...(parts as object[])));
  }
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: unknown) => inner({ ...schema, type })));
  const make = MAKERS[String(schema.type)];
  return make === undefined ? fc.jsonValue({ maxDepth: 2 }) : make(schema, inner);
}

type Inner = (schema: unknown) => Arbitrary<unknown>;

const MAKERS: Readonly<Record<string, (schema: JsonSchema, inner: Inner) => Arbitrary<unknown>>> = {
  string: textOf,
  integer: (schema) => fc.integer(rangeOf(schema, 1_000_000)),
  number: (schema) => fc.integer(rangeOf(schema, 1_000_000)),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items = {}, minItems = 0, maxItems = 3 }, inner) =>
    fc.array(inner(items), {
      minLength: Number(minItems),
      maxLength: Math.max(Number(minItems), Math.min(Number(maxItems), 3)),
    }),
  object: ({ properties = {}, required = [], additionalProperties }, inner) => {
    const members = Object.entries(properties as object).map(([name, one]) => [name, inner(one)] as const);
    const known = fc.record(Object.fromEntries(members), { requiredKeys: required as never[] });
    const isMap = typeof additionalProperties === 'object' && members.length === 0;
    return isMap ? fc.dictionary(fc.string({ minLength: 1 }), inner(additionalProperties), { maxKeys: 3 }) : known;
  },
};

function rangeOf({ minimum, maximum, multipleOf: _ }: JsonSchema, most: number) {
  const min = Math.ceil(Number(minimum ?? -most));
  return { min, max: Math.max(min, Math.floor(Number(maximum ?? most))) };
}

const FORMATS: Readonly<Record<string, Arbitrary<string>>> = {
  'date-time': fc
    .integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) })
    .map((time) => new Date(time).toISOString()),
  date: fc
    .integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) })
    .map((time) => new Date(time).toISOString().slice(0, 10)),
  uuid: fc.uuid(),
  uri: fc.webUrl(),
  email: fc.emailAddress(),
};

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): Arbitrary<unknown> {
  const least = Number(minLength);
  const most = Math.max(least, Math.min(Number(maxLength), least + 40));
  const format_ = FORMATS[String(format)];
  if (format_ !== undefined) return format_;
  if (typeof pattern === 'string') {
    return fc.stringMatching(new RegExp(pattern), { size: 'small' }).map((text) => text.slice(0, Number(maxLength)));
  }
  return fc.oneof(
    fc.string({ minLength: least, maxLength: most }),
    fc.string({ minLength: least, maxLength: most, unit: 'grapheme' }),
  );
}
