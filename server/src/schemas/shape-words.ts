import type { ErrorObject } from 'ajv';
import { PATTERN_WORDS } from './pattern-words.js';

/** Values of a choice that a message names at most. */
const MAX_CHOICES = 40;

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date, as 2026-01-31',
  'date-time': 'an instant, as 2026-01-31T09:05:00Z',
  uuid: 'a UUID',
  uri: 'a URL',
  email: 'an address of mail',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/** A rule of a schema as an order: `must be a whole number`. Values of the schema are in it, those of the data are not; lengths are. */
export function ruleWords(error: ErrorObject): string {
  // `params` is a table by keyword, which the library documents; `data` and `parentSchema` come by its option `verbose`.
  const { keyword, params, data } = error;
  const schema = schemaOf(error);
  const { limit } = params as { readonly limit?: number };
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'type':
      return `must be ${typesOf(params.type)}`;
    case 'enum':
      return `must be one of ${choicesOf(params.allowedValues, data)}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'minimum':
      return `must be ${limit} or more`;
    case 'maximum':
      return `must be ${limit} or less`;
    case 'exclusiveMinimum':
      return `must be more than ${limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${limit}`;
    case 'multipleOf':
      return `must be a multiple of ${params.multipleOf}`;
    case 'minLength':
    case 'maxLength':
      return `must have ${bounds(schema.minLength, schema.maxLength, 'character')}; it has ${charactersOf(String(data))}`;
    case 'minItems':
    case 'maxItems':
      return `must have ${bounds(schema.minItems, schema.maxItems, 'item')}; it has ${sizeOf(data)}`;
    case 'minProperties':
    case 'maxProperties':
      return `must have ${bounds(schema.minProperties, schema.maxProperties, 'member')}; it has ${sizeOf(data)}`;
    case 'pattern':
      return `must be ${PATTERN_WORDS[params.pattern] ?? `of the form ${params.pattern}`}`;
    case 'format':
      return `must be ${FORMATS[params.format] ?? `of the format ${params.format}`}`;
    case 'uniqueItems':
      return 'must not have the same item twice';
    case 'propertyNames':
      return 'has a member whose name cannot be one here';
    default:
      return 'has none of the forms that it may have here; see /docs';
  }
}

/** Names that an object may have, by the schema it failed. */
export function knownMembers(error: ErrorObject): readonly string[] {
  const { properties } = schemaOf(error);
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

/** A list of choices as a message names it, with the one that was meant where the case of letters alone is wrong. */
export function choicesOf(values: unknown, data: unknown): string {
  const list = Array.isArray(values) ? values : [values];
  const shown = list.slice(0, MAX_CHOICES).map((value) => JSON.stringify(value));
  return `${shown.join(', ')}${list.length > MAX_CHOICES ? ' ...' : ''}${meantOf(data, list)}`;
}

function meantOf(data: unknown, allowed: readonly unknown[]): string {
  const plain = typeof data === 'string' ? data.toLowerCase() : undefined;
  const meant = allowed.find((value) => typeof value === 'string' && value.toLowerCase() === plain);
  return meant === undefined ? '' : `; perhaps ${JSON.stringify(meant)} is meant`;
}

function schemaOf({ parentSchema }: ErrorObject): Readonly<Record<string, unknown>> {
  return parentSchema ?? {};
}

function typesOf(types: unknown): string {
  const names = (Array.isArray(types) ? types : [types]).map((type) => TYPES[String(type)] ?? String(type));
  return names.join(' or ');
}

function bounds(least: unknown, most: unknown, what: string): string {
  const named = (count: unknown) => `${count} ${what}${count === 1 ? '' : 's'}`;
  if (least !== undefined && least === most) return named(least);
  if (least === undefined || least === 0) return `at most ${named(most)}`;
  return most === undefined ? `at least ${named(least)}` : `${least} to ${named(most)}`;
}

/** As JSON Schema counts: a pair of surrogates is one. */
function charactersOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function sizeOf(data: unknown): number {
  return typeof data === 'object' && data !== null ? Object.keys(data).length : 0;
}
