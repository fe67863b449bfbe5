import type { FormSchema, ObjectSchema, WholeSchema } from '../../../src/form/form-schema.js';
import type { PropertyRow } from '../property-sample.js';

/** What a type file is made of. */
export interface TypeSource {
  /** Such as `Professional`: names of the types begin with it. */
  readonly prefix: string;
  readonly schema: WholeSchema;
  /** Where each property stands in the 837. */
  readonly rows: readonly PropertyRow[];
}

/** Codes that a type names; more are text, and the schema has them. */
const MOST_CODES = 24;

/** The types of a request, as a file: one for the whole, and one for each part that comes again. */
export function makeTypes({ prefix, schema, rows }: TypeSource): string {
  const places = new Map(rows.map(({ property, path, lens }) => [property, lens === 'none' ? '' : path]));
  const types = new Writer(prefix, places);
  const shared = Object.entries(schema.$defs ?? {}).map(
    ([name, part]) => `export interface ${types.nameOf(name)} ${types.object(part as ObjectSchema, undefined, 0)}\n`,
  );
  const whole = `/** A ${prefix.toLowerCase()} claim, as JSON. */\nexport interface ${prefix}Claim ${types.object(schema as ObjectSchema, '', 0)}\n`;
  return ['// Made of the schema by `npm run claims:types`; never edited.\n', whole, ...shared].join('\n');
}

class Writer {
  readonly #prefix: string;
  readonly #places: ReadonlyMap<string, string>;

  constructor(prefix: string, places: ReadonlyMap<string, string>) {
    this.#prefix = prefix;
    this.#places = places;
  }

  nameOf(part: string): string {
    return `${this.#prefix}${part.charAt(0).toUpperCase()}${part.slice(1)}`;
  }

  /** @param at the name of the object in the list of properties; absent: it stands in several places. */
  object({ properties, required = [] }: ObjectSchema, at: string | undefined, depth: number): string {
    const pad = '  '.repeat(depth + 1);
    const lines = Object.entries(properties).flatMap(([name, inner]) => {
      const own = at === undefined ? undefined : at === '' ? name : `${at}.${name}`;
      const told = this.#told(inner, own);
      const mark = required.includes(name) ? '' : '?';
      return [
        ...(told === '' ? [] : [`${pad}/** ${told} */`]),
        `${pad}readonly ${name}${mark}: ${this.#type(inner, own, depth + 1)};`,
      ];
    });
    return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
  }

  #type(schema: FormSchema, at: string | undefined, depth: number): string {
    if ('$ref' in schema) return this.nameOf(schema.$ref.replace('#/$defs/', ''));
    if (schema.type === 'object') return this.object(schema, at, depth);
    if (schema.type === 'array') return `readonly ${this.#entry(schema.items, at, depth)}[]`;
    if (schema.type === 'string') {
      const codes = schema.enum ?? [];
      return codes.length === 0 || codes.length > MOST_CODES ? 'string' : codes.map((one) => `'${one}'`).join(' | ');
    }
    return schema.type === 'boolean' ? 'boolean' : 'number';
  }

  #entry(items: FormSchema, at: string | undefined, depth: number): string {
    const type = this.#type(items, at === undefined ? undefined : `${at}[]`, depth);
    return type.includes(' | ') || type.startsWith('readonly ') ? `(${type})` : type;
  }

  /** Where it stands, and whether it should still be used. */
  #told(schema: FormSchema, at: string | undefined): string {
    const place = at === undefined ? undefined : (this.#places.get(at) ?? this.#places.get(`${at}[]`));
    const words: string[] = [];
    if (schema.x12 === false || place === '') words.push('It has no place in the claim and is not sent.');
    else if (place !== undefined) words.push(`${place}.`);
    if (schema.deprecated === true) words.push('@deprecated');
    return words.join(' ');
  }
}
