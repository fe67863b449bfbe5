import type fastCheck from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { FormSchema, StringSchema, WholeSchema } from '../form/form-schema.js';

type Fc = typeof fastCheck;

// Letters, digits and what names and ids really hold: no delimiters, no blanks at the ends.
const CHARACTERS = [..."ABCXYZabcxyz0123456789-'."];

export interface ValuesOptions {
  /** Where references are looked up. Default: the schema itself. */
  readonly whole?: WholeSchema;
  /** Entries of a list. Default 8; lists in lists in lists are soon a million values. */
  readonly mostEntries?: number;
}

/** What a schema lets stand: every property and code, in all combinations. */
export function valuesOf(
  fc: Fc,
  schema: FormSchema,
  { whole = schema, mostEntries = 8 }: ValuesOptions = {},
): Arbitrary<unknown> {
  const options = { whole, mostEntries };
  if ('$ref' in schema) {
    const target = whole.$defs?.[schema.$ref.replace('#/$defs/', '')];
    if (target === undefined) throw new Error(`The schema has nothing at ${schema.$ref}.`);
    return valuesOf(fc, target, options);
  }
  if (schema.type === 'array')
    return fc.array(valuesOf(fc, schema.items, options), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, mostEntries)),
    });
  if (schema.type === 'object') {
    const members = Object.entries(schema.properties).map(
      ([name, inner]) => [name, valuesOf(fc, inner, options)] as const,
    );
    return fc.record(Object.fromEntries(members), { requiredKeys: [...(schema.required ?? [])] });
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'string') return textOfSchema(fc, schema);
  if (schema.type === undefined) return textOfSchema(fc, { type: 'string' });
  return fc.integer({ min: schema.minimum ?? 1, max: schema.maximum ?? 99 });
}

function textOfSchema(fc: Fc, schema: StringSchema): Arbitrary<string> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const { minLength = 1, maxLength = 12, pattern } = schema;
  if (pattern?.startsWith(DAY) === true) return pattern.includes('2[0-3]') ? moments(fc) : days(fc);
  if (pattern?.startsWith('^\\d{9}') === true) return digits(fc, 9);
  if (pattern?.startsWith('^[0-9]') === true) return fc.integer({ min: 1, max: 9 }).map(String);
  if (pattern !== undefined && !/^\^\[A-Za-z0-9/.test(pattern))
    return fc.stringMatching(new RegExp(pattern), { size: 'xsmall' });
  const characters = pattern === undefined ? CHARACTERS : CHARACTERS.filter((one) => /[A-Za-z0-9]/.test(one));
  return fc.string({
    unit: fc.constantFrom(...characters),
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 20)),
  });
}

/** How patterns of days begin. */
const DAY = '^\\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])';

function moments(fc: Fc): Arbitrary<string> {
  return fc.tuple(days(fc), fc.boolean()).map(([day, hour]) => (hour ? `${day}1430` : day));
}

function days(fc: Fc): Arbitrary<string> {
  const part = (min: number, max: number): Arbitrary<string> =>
    fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'));
  return fc.tuple(fc.integer({ min: 1900, max: 2099 }), part(1, 12), part(1, 28)).map((parts) => parts.join(''));
}

/** So many digits. */
export function digits(fc: Fc, length: number): Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
}
